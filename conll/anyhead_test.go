package conll_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
)

// TestAnyHead: what no word can have as its head is read as none, where HEAD does not matter, and refused where it does.
func TestAnyHead(t *testing.T) {
	for head, want := range map[string]int{
		"0": 0, "2": 2, "_": conll.NoHead, "1": conll.NoHead, "3": conll.NoHead, "-1": conll.NoHead, "x": conll.NoHead, "02": conll.NoHead,
		"999999999999": conll.NoHead, "a b": conll.NoHead,
	} {
		text := "1\tGo\t_\t_\t_\t_\t" + head + "\tx\t_\t_\n2\ton\t_\t_\t_\t_\t0\troot\t_\t_\n\n"
		r := conll.NewReader(strings.NewReader(text), "a")
		r.AnyHead = true
		s, err := r.Read()
		require.NoError(t, err, head)
		require.Equal(t, []int{want, 0}, []int{s.Words[0].Head, s.Words[1].Head}, head)
		require.Equal(t, "x", s.Words[0].Deprel)
		_, err = conll.NewReader(strings.NewReader(text), "a").Read()
		require.Equal(t, want == conll.NoHead && head != "_", err != nil, head)
	}
}
