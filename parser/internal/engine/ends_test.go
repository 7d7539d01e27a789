package engine_test

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestEndsOfSentences: abbreviations inside sentences end none in a running text, while those at the end do.
func TestEndsOfSentences(t *testing.T) {
	for lang, sentences := range table(t, "testdata/ends.tsv") {
		t.Run(lang, func(t *testing.T) {
			plain := table(t, "../../models/sentences.tsv")[lang][0][0]
			var raw []string
			for _, columns := range sentences {
				raw = append(raw, columns[len(columns)-1], plain)
			}
			found := map[string]bool{}
			for _, tokens := range cutBy(t, modelOf(t, lang), strings.Join(raw, " ")) {
				found[strings.Join(tokens, "")] = true
			}
			right, all := map[bool]int{}, map[bool]int{}
			var lost []string
			for _, columns := range sentences {
				ends, sentence := len(columns) > 1, columns[len(columns)-1]
				all[ends]++
				if found[strings.ReplaceAll(sentence, " ", "")] {
					right[ends]++
				} else {
					lost = append(lost, sentence)
				}
			}
			require.GreaterOrEqual(t, right[false], all[false]-1, "%q", lost)
			require.Equal(t, all[true], right[true], "%q", lost)
		})
	}
}

// table reads the rows of a file by their first column.
func table(t testing.TB, name string) map[string][][]string {
	t.Helper()
	file, err := os.ReadFile(name)
	require.NoError(t, err)
	rows := map[string][][]string{}
	for line := range strings.Lines(string(file)) {
		if columns := strings.Split(strings.TrimSuffix(line, "\n"), "\t"); !strings.HasPrefix(line, "#") {
			rows[columns[0]] = append(rows[columns[0]], columns[1:])
		}
	}
	return rows
}
