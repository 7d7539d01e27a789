package testkit

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// ModelDevs returns the dev files in shared/data of the treebanks that models of languages answer by, by language: those of
// parser/models that read raw text, and the English one of the program.
func ModelDevs(t testing.TB) map[string]string {
	t.Helper()
	const models = "parser/models"
	lines, err := os.ReadFile(above(t, models+"/treebanks.tsv"))
	require.NoError(t, err)
	devs, seen := map[string]string{"en": "eud/en/dev.conllu.gz"}, map[string]bool{}
	for line := range strings.Lines(string(lines)) {
		row := strings.Split(line, "\t")
		if strings.HasPrefix(line, "#") || seen[row[0]] {
			continue
		}
		seen[row[0]] = true
		notice, err := os.ReadFile(above(t, models+"/"+row[0]+"/NOTICE"))
		if err == nil && strings.Contains(string(notice), "\nFrom the raw text ") {
			devs[row[0]] = row[2] + "dev.conllu.gz"
		}
	}
	return devs
}

// Model returns the file of the model of a language in parser/models. It skips the test in a clone without it.
func Model(t testing.TB, lang string) string {
	t.Helper()
	file := above(t, "parser/models/"+lang+"/"+lang+".npz")
	if file == "" {
		t.Skipf("this clone lacks parser/models/%s", lang)
	}
	return file
}
