package fetch

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// rowsOf returns the rows of a table of models, of their first column; those with the same one stay together.
func rowsOf(t *testing.T, table string) (names []string, rows map[string][][]string) {
	rows = map[string][][]string{}
	for line := range strings.Lines(text(t, models+table)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		row := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if !slices.Contains(names, row[0]) {
			names = append(names, row[0])
		}
		rows[row[0]] = append(rows[row[0]], row)
	}
	return names, rows
}

const models = "../../../models/"

// TestNotices: tables, list, modules and NOTICE agree about a model: the size of its file, the treebanks that it has
// learned from, their licences and its own.
func TestNotices(t *testing.T) {
	list, err := Models()
	require.NoError(t, err)
	langs, rows := rowsOf(t, "treebanks.tsv")
	var seen []string
	for _, m := range list {
		folder := models + m.Name + "/"
		notice, err := os.ReadFile(folder + "NOTICE")
		if os.IsNotExist(err) {
			continue // in this clone
		}
		require.NoError(t, err)
		seen = append(seen, m.Name)
		words := strings.Join(strings.Fields(string(notice)), " ")
		info, err := os.Stat(folder + m.File)
		require.NoError(t, err)
		require.Equal(t, m.Bytes, info.Size(), m.Name)
		require.Contains(t, words, fmt.Sprintf("size %d bytes", m.Bytes), m.Name)
		require.Contains(t, words, fmt.Sprintf("source %s licence %s ", m.Treebank, m.Licence), m.Name)
		module := strings.ReplaceAll(text(t, folder+m.Name+".go"), ";\n// ", "; ") // of long lines
		require.Contains(t, module, fmt.Sprintf("// %s (%s).\n", m.Treebank, m.Licence), m.Name)
		require.Contains(t, text(t, folder+"go.mod"), "module parser/parser/models/"+m.Name+"\n")
		require.FileExists(t, folder+"example_test.go")
		var sources []string
		for _, row := range rows[m.Name] {
			name, release, licence := row[4], row[5], row[6]
			sources = append(sources, name+", "+release)
			require.Regexp(t, regexp.QuoteMeta(name)+`[^A-Za-z]{1,3}`+regexp.QuoteMeta(release)+`.{0,80}\b`+regexp.QuoteMeta(licence), words, m.Name)
		}
		if m.Name == "multi" {
			names, banks := rowsOf(t, "multi.tsv")
			for _, name := range names {
				row := banks[name][0]
				require.Contains(t, words, fmt.Sprintf("%s %s (%s), %s", name, row[2], row[3], row[4]))
			}
		}
		if sources != nil {
			require.Equal(t, strings.Join(sources, "; "), m.Treebank, "%s: parser/models/train.sh makes it anew", m.Name)
		}
	}
	for _, m := range seen {
		if !strings.HasPrefix(m, "en-") && m != "multi" {
			require.Contains(t, langs, m)
		}
	}
	if len(seen) < len(list) {
		t.Skipf("this clone lacks %d of %d models, so that nothing says whether the list has all", len(list)-len(seen), len(list))
	}
	folders, err := filepath.Glob(models + "*/*.npz")
	require.NoError(t, err)
	require.Len(t, folders, len(list), "a model that the list lacks")
}
