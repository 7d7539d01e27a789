package eval

import (
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/eval/internal/sides"
	"parser/testdata/testkit/evaltest"
)

// Errors of a reader are passed on, from either side.
func TestPairsPassesErrors(t *testing.T) {
	good, bad := sides.Slice(evaltest.List(evaltest.Sentence(t, "g", 1, "a/N/0/x"))), broken{}
	never := func(_, _ *conll.Sentence) error { t.Fatal("called"); return nil }
	require.ErrorIs(t, Pairs(good, bad, never), conll.ErrColumns)
	require.ErrorIs(t, Pairs(bad, good, never), conll.ErrColumns)
}

type broken struct{}

func (broken) Read() (*conll.Sentence, error) {
	return nil, &conll.Error{File: "b", Line: 1, Err: conll.ErrColumns}
}

func TestTogether(t *testing.T) {
	s := func(file string) *conll.Sentence { return evaltest.Sentence(t, file, 1, "a/N/0/x") }
	none := func(*conll.Sentence, []*conll.Sentence) error { return nil }
	err := Together(sides.Slice(evaltest.List(s("g"))), []Source{sides.Slice(evaltest.List(s("a"))), sides.Slice(nil)}, none)
	require.ErrorIs(t, err, ErrSentenceCount)
	require.EqualError(t, err, "g:1: gold and system differ in number of sentences: system is empty")
	err = Together(sides.Slice(evaltest.List(s("g"))), []Source{sides.Slice(evaltest.List(s("a"))), sides.Slice(evaltest.List(s("b"), s("b")))}, none)
	require.EqualError(t, err, "b:1: gold and system differ in number of sentences: gold ends after g:1")
	seen := 0
	require.NoError(t, Together(sides.Slice(evaltest.List(s("g"), s("g"))), nil, func(_ *conll.Sentence, systems []*conll.Sentence) error {
		require.Empty(t, systems)
		seen++
		return nil
	}))
	require.Equal(t, 2, seen)
}
