package conll

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTokens(t *testing.T) {
	row := func(columns string) string { return strings.ReplaceAll(columns, " ", "\t") + "\n" }
	s, err := NewReader(strings.NewReader("# text = 1-2\n"+
		row("1 A _ _ _ _ 0 root _ SpaceAfter=No")+
		row("2-3 don't _ _ _ _ _ _ _ X=1|SpaceAfter=No")+row("2 do _ _ _ _ 1 x _ _")+row("3 n't _ _ _ _ 1 x _ _")+
		row("3.1 e _ _ _ _ _ _ _ _")+
		row("4-4 b _ _ _ _ _ _ _ _")+row("4 b _ _ _ _ 1 x _ SpaceAfter=No")+
		row("5 c _ _ _ _ 1 x _ SpaceAfter=No")+"\n"), "f.conllu").Read()
	require.NoError(t, err)
	tokens, err := s.Tokens()
	require.NoError(t, err)
	require.Equal(t, []Token{
		{First: 0, End: 1, Form: "A", Misc: "SpaceAfter=No"},
		{First: 1, End: 3, Form: "don't", Misc: "X=1|SpaceAfter=No", Multiword: true},
		{First: 3, End: 4, Form: "b", Misc: "_", Multiword: true},
		{First: 4, End: 5, Form: "c", Misc: "SpaceAfter=No"},
	}, tokens)
	for i, after := range []bool{false, false, true, false} {
		require.Equal(t, after, tokens[i].SpaceAfter(), i)
	}
	value, ok := MiscValue("SpacesAfter=x|SpaceAfter=y", "SpaceAfter")
	require.True(t, ok)
	require.Equal(t, "y", value)
	_, ok = MiscValue("_", "SpaceAfter")
	require.False(t, ok)
	s.Extras[1].Text = "2-9\tx"
	_, err = s.Tokens()
	require.ErrorIs(t, err, ErrRange)
	require.ErrorContains(t, err, "f.conllu:4: bad multiword range 2-9")
}
