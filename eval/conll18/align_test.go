package conll18

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/eval"
	"parser/testdata/testkit/evaltest"
)

func TestGoldAgainstItself(t *testing.T) {
	gold := evaltest.Read(t, "../../testdata/eval/small.gold.conllu")
	scores, err := Score(gold, gold)
	require.NoError(t, err)
	for _, m := range scores.rows() {
		require.Equal(t, eval.Percent(100), m.F1(), m.name)
		require.Equal(t, m.Gold, m.Correct, m.name)
	}
}

// document18 makes sentences of a text: the bytes of cuts say how it is cut into tokens, and
// some tokens into words.
func document18(t *testing.T, text, cuts string) []*conll.Sentence {
	var tokens []string
	for i := 0; text != ""; i++ {
		c := byte(0)
		if i < len(cuts) {
			c = cuts[i]
		}
		n := min(1+int(c%4), len(text))
		token := text[:n]
		if c&16 != 0 {
			token += "=" + strings.Join(strings.Split(token, ""), "+")
		} else if c&32 != 0 {
			token += "=" + strings.ToUpper(token[n/2:]) + "x" + token[:n/2]
		}
		tokens, text = append(tokens, token), text[n:]
	}
	return sentenceOf(t, tokens...)
}

// FuzzAlign checks what must hold for any alignment.
func FuzzAlign(f *testing.F) {
	f.Add("abcabcabc", "\x02\x12\x01", "\x10\x01\x23")
	f.Add("aaaa", "\x13", "\x00\x22")
	f.Fuzz(func(t *testing.T, text, goldCuts, systemCuts string) {
		text = strings.Map(func(c rune) rune { return 'a' + c%3 }, text)
		if text == "" || len(text) > 60 {
			return
		}
		gold, system := document18(t, text, goldCuts), document18(t, text, systemCuts)
		checkAlignment(t, gold, system)
		require.Len(t, checkAlignment(t, gold, gold), len(gold[0].Words), "aligned with itself")
	})
}

// checkAlignment aligns two documents and returns the gold words with a partner.
func checkAlignment(t *testing.T, gold, system []*conll.Sentence) (aligned []*word) {
	t.Helper()
	g, err := load(gold, nil)
	require.NoError(t, err)
	s, err := load(system, nil)
	require.NoError(t, err)
	require.NoError(t, align(g.words, s.words))
	partners := []*word{}
	for _, w := range g.words {
		if w.partner != nil {
			require.Same(t, w, w.partner.partner)
			if w.span != w.partner.span {
				require.Equal(t, forms([]*word{w}), forms([]*word{w.partner}))
			}
			aligned, partners = append(aligned, w), append(partners, w.partner)
		}
	}
	require.Equal(t, partners, slices.DeleteFunc(s.words, func(w *word) bool { return w.partner == nil }), "in order")
	return aligned
}
