package text

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/conll/textfile"
)

// FuzzLearn counts in any treebank: it is refused, or its rules are the same after storing and
// reading, and cut its own text without losing a character.
func FuzzLearn(f *testing.F) {
	sample, err := os.ReadFile("../../testdata/en/dev.conllu")
	require.NoError(f, err)
	f.Add(string(sample[:3000]))
	f.Add("# newpar\n1-2\tzum\t_\t_\t_\t_\t_\t_\t_\tSpaceAfter=No\n1\tzu\t_\tADP\t_\t_\t2\tcase\t_\t_\n2\tdem\t_\tDET\t_\t_\t0\troot\t_\tSpacesAfter=\\s\\n\\n\n\n")
	f.Add("1\t看似\t_\tX\t_\t_\t0\troot\t_\tSpaceAfter=No\n2\t簡單\t_\tX\t_\t_\t1\tdep\t_\tSpacesBefore=\\u00A0\n\n1\t34 470\t_\tX\t_\t_\t0\troot\t_\t_\n\n")
	f.Fuzz(func(t *testing.T, conllu string) {
		sentences, err := textfile.ReadAll(conll.NewReader(strings.NewReader(conllu), "f").Read)
		if err != nil {
			return
		}
		rules, err := Learn(sentences, "en")
		if err != nil {
			return
		}
		raw, err := Of(sentences)
		require.NoError(t, err)
		stored, err := json.Marshal(rules)
		require.NoError(t, err)
		var again Rules
		require.NoError(t, json.Unmarshal(stored, &again), string(stored))
		twice, err := json.Marshal(&again)
		require.NoError(t, err)
		require.Equal(t, string(stored), string(twice))
		_, err = again.Windows(sentences, 2)
		require.NoError(t, err)
		checkReader(t, raw, &again, erratic(1), Options{Ranges: utf8.RuneCountInString})
	})
}

// FuzzRules reads any JSON as rules: they are refused, or cut any text without losing a character.
func FuzzRules(f *testing.F) {
	f.Add(`{"Single":["Han","digits"],"Cuts":["every|day"],"Words":["看似"],"Spaces":true,"Multiword":{"'s":" 's"}}`, "Everyday it's 看似 34 470…")
	f.Add(`{"Cuts":["|"],"Scripts":["Klingon"],"Multiword":{"":"a b"}}`, "x")
	f.Fuzz(func(t *testing.T, stored, raw string) {
		var rules Rules
		if json.Unmarshal([]byte(stored), &rules) == nil && strings.ToValidUTF8(raw, "") == raw && !strings.HasPrefix(raw, "\x1f\x8b") {
			checkReader(t, raw, &rules, erratic(2), Options{})
			checkReader(t, raw, nil, nil, Options{})
		}
	})
}
