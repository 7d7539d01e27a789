package conll18

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/eval"
	"parser/eval/evaltest"
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

// document18 makes gold or system of a text: bytes cut it into tokens and some
// tokens into words.
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
	return tokensOf(t, tokens...)
}

// FuzzAlign checks what must hold of any alignment.
func FuzzAlign(f *testing.F) {
	f.Add("abcabcabc", "\x02\x12\x01", "\x10\x01\x23")
	f.Add("aaaa", "\x13", "\x00\x22")
	f.Fuzz(func(t *testing.T, text, goldCuts, systemCuts string) {
		text = strings.Map(func(c rune) rune { return 'a' + c%3 }, text)
		if text == "" || len(text) > 60 {
			return
		}
		g, err := loadDocument(document18(t, text, goldCuts))
		require.NoError(t, err)
		s, err := loadDocument(document18(t, text, systemCuts))
		require.NoError(t, err)
		a := &alignment{gold: g, system: s}
		require.NoError(t, a.align())
		checkAlignment(t, a)

		same := &alignment{gold: g, system: g}
		require.NoError(t, same.align())
		require.Len(t, same.pairs, len(g.words), "aligned with itself")
	})
}

func checkAlignment(t *testing.T, a *alignment) {
	t.Helper()
	last := wordPair{-1, -1}
	aligned := 0
	for _, p := range a.pairs {
		g, s := a.gold.words[p.gold], a.system.words[p.system]
		require.True(t, p.gold > last.gold && p.system > last.system, "in order")
		require.Equal(t, p.gold, a.partner[p.system])
		if g.span != s.span {
			require.Equal(t, lower(g.form), lower(s.form))
		}
		last = p
	}
	for _, partner := range a.partner {
		if partner != unaligned {
			aligned++
		}
	}
	require.Equal(t, len(a.pairs), aligned)
}
