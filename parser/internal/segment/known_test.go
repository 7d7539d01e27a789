package segment

import (
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
)

// Words of several syllables are known as those of several characters are, whatever their case. A line end is in none.
func TestWindowsKnownSyllables(t *testing.T) {
	rules := rulesOf(Rules{Scripts: []string{"Latin"}, Spaces: true, Words: []string{"quan trọng", "nhân dân", "ủy ban nhân dân"}})
	units := []unit{{form: "Ủy", blank: " "}, {form: "ban", blank: " "}, {form: "nhân", blank: " "}, {form: "dân"}, {form: ",", blank: " "},
		{form: "quan", blank: "\n"}, {form: "trọng", last: true}}
	require.Equal(t, ""+
		"Ủy ủy ban nAa_ C=_|E=0|B=0|X=4|I=0|R=0 _\n"+
		"ban ban nhân _a3_ C=_|E=0|B=2|X=4|I=0|R=0 _\n"+
		"nhân nhân dân _a3_ C=_|E=0|B=0|X=4|I=0|R=0 _\n"+
		"dân dân _a3- C=_|E=4|B=0|X=0|I=0|R=1 _\n"+
		", dân, -,_ C=_|I=1|R=0 _\n"+
		"quan quan _a3n C=_|E=0|B=0|X=0|I=0|R=0 _\n"+
		"trọng trọng na3n C=_|E=0|B=0|X=0|I=0|R=0 _\n", columnsOf(rules.window(units, nil)))
}

// syllables returns sentences of words with blanks between their syllables.
func syllables(sentences ...[]string) (all []*conll.Sentence) {
	for _, words := range sentences {
		s := &conll.Sentence{Format: conll.FormatU}
		for _, form := range words {
			s.Words = append(s.Words, word(form, "_"))
		}
		all = append(all, s)
	}
	return all
}

// Blanks inside words do not make single characters of all.
func TestLearnSyllables(t *testing.T) {
	sentences := syllables([]string{"Nhân dân", "đi", "học"}, []string{"Anh", "rất", "quan trọng"}, []string{"vì", "nhân dân"})
	rules, err := Learn(sentences, "vi")
	require.NoError(t, err)
	require.Empty(t, rules.Single)
	require.Equal(t, []string{"nhân dân"}, rules.Words)
	windows, err := rules.Windows(sentences, 0)
	require.NoError(t, err)
	learned := columnsOf(windows[0])
	require.Contains(t, learned, "Nhân nhân dân nAa_ C=_|E=0|B=0|X=2|")
	require.Contains(t, learned, "quan quan trọng _a3_ C=_|E=0|B=0|X=0|")
}
