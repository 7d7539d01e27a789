package segment

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
)

// A rule that leaves the first word as long as it was does not apply again and again.
func TestSplitsEnd(t *testing.T) {
	rules := Splits{"'": "' ann", "e'": "e'n 't", "'ll": " 'll"}
	require.Equal(t, []string{"a'", "ann"}, rules.lower("a'", true))
	require.Equal(t, []string{"se'n", "'t"}, rules.lower("se'", true))
	require.Equal(t, []string{"she", "'ll"}, rules.lower("she'll", true))
}

// treebankOfRanges has a sentence for each token, which stands before a bar and its words.
func treebankOfRanges(tokens ...string) (all []*conll.Sentence) {
	for _, token := range tokens {
		form, split, _ := strings.Cut(token, "|")
		s := &conll.Sentence{}
		words := strings.Fields(split)
		for _, w := range words {
			s.Words = append(s.Words, conll.Word{Form: w, Head: 0, Deprel: "root"})
		}
		s.Extras = append(s.Extras, conll.Extra{Before: 0, Text: "1-" + string(rune('0'+len(words))) + "\t" + form + strings.Repeat("\t_", 8)})
		all = append(all, s)
	}
	return all
}

// TestBeginnings: where a few words are written together with many that follow, beginnings split tokens, also such as occur
// in no treebank; where a few follow many, endings do.
func TestBeginnings(t *testing.T) {
	treebank := treebankOfRanges("והילד|ו ה ילד", "הספר|ה ספר", "בבית|ב ה בית", "בעיר|ב ה עיר", "ושם|ו שם", "לגן|ל גן", "וגדול|ו גדול", "השיר|ה שיר",
		"הכלב|ה כלב", "החתול|ה חתול", "ויום|ו יום", "לים|ל ים", "העץ|ה עץ")
	hebrew := learnSplits(treebank)
	require.True(t, hebrew.begins())
	for form, want := range map[string]string{
		"הספר": "ה ספר", "בבית": "ב ה בית", "בגן": "ב ה גן", "והגן": "ו ה גן", "הלחם": "ה לחם", "ו": "", "שלום": "",
	} {
		require.Equal(t, want, strings.Join(hebrew.split(form), " "), form)
	}
	english := learnSplits(treebankOfRanges("it's|it 's", "dog's|dog 's", "I'm|I 'm",
		"you're|you 're", "don't|do n't", "can't|ca n't", "he's|he 's", "they're|they 're"))
	require.False(t, english.begins())
	require.Equal(t, "cat 's", strings.Join(english.split("cat's"), " "))
	rules, err := Learn(treebank, "he")
	require.NoError(t, err)
	require.Equal(t, withBeginnings, rules.Revision, "so that older programs refuse the model")
}
