package compare

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"parser/conll"
	"parser/conll/textfile"
	"parser/eval"
	"parser/parser/amr"
	"parser/testdata/testkit/evaltest"
)

func TestGraphsOf(t *testing.T) {
	const a, b, c, bare = "# ::id a\n(a / a)\n\n", "# ::id b\n(b / b)\n\n", "# ::id c\n(c / c)\n\n", "(x / x)\n\n"
	for _, test := range []struct {
		gold    string
		systems []string
		pairs   int
		cause   error
		message string
	}{
		{a + b, []string{a + b, bare + b}, 2, nil, ""},
		{"", []string{""}, 0, nil, ""},
		{a + b, []string{a + b, a + c}, 1, errIDs, `0.amr:5: [b] gold and system graph differ in id: "b", but "c" at 2.amr:5`},
		{a + b, []string{a}, 1, errGraphCount, "0.amr:5: [b] gold and system differ in number of graphs: system ends after 1.amr:2"},
		{a, []string{a + bare}, 1, errGraphCount, "1.amr:4: gold and system differ in number of graphs: gold ends after 0.amr:2"},
		{a, []string{""}, 0, errGraphCount, "0.amr:2: [a] gold and system differ in number of graphs: system is empty"},
		{a + b, []string{a + "(x"}, 1, amr.ErrUnfinished, "1.amr:4: "},
	} {
		pairs := 0
		err := GraphsOf(texts(append([]string{test.gold}, test.systems...)...), func(gold *amr.Graph, systems []*amr.Graph) {
			pairs++
			assert.Len(t, systems, len(test.systems))
		})
		assert.Equal(t, test.pairs, pairs)
		assert.ErrorIs(t, err, test.cause)
		if err != nil {
			assert.True(t, strings.HasPrefix(err.Error(), test.message), err.Error())
		}
	}
}

// texts returns readers of graphs, whose files are 0.amr, 1.amr and so on.
func texts(all ...string) (files []func() (*amr.Graph, error)) {
	for i, text := range all {
		files = append(files, amr.NewReader(strings.NewReader(text), string(rune('0'+i))+".amr").Read)
	}
	return files
}

// Errors of a reader are passed on, from either side, and those of what is called.
func TestSentencesPassesErrors(t *testing.T) {
	one := []*conll.Sentence{evaltest.Sentence(t, "g", 1, "a/N/0/x")}
	bad := func() (*conll.Sentence, error) { return nil, &conll.Error{File: "b", Line: 1, Err: conll.ErrColumns} }
	never := func(*conll.Sentence, []*conll.Sentence) error { t.Fatal("called"); return nil }
	assert.ErrorIs(t, Sentences([]func() (*conll.Sentence, error){textfile.Each(one), bad}, never), conll.ErrColumns)
	assert.ErrorIs(t, Sentences([]func() (*conll.Sentence, error){bad, textfile.Each(one)}, never), conll.ErrColumns)
	failed := errors.New("failed")
	assert.Equal(t, failed, Sentences(reading(one), func(*conll.Sentence, []*conll.Sentence) error { return failed }))
}

func TestSentences(t *testing.T) {
	s := func(file string) *conll.Sentence { return evaltest.Sentence(t, file, 1, "a/N/0/x") }
	none := func(*conll.Sentence, []*conll.Sentence) error { return nil }
	err := Sentences(reading(evaltest.List(s("g")), evaltest.List(s("a")), nil), none)
	assert.ErrorIs(t, err, eval.ErrSentenceCount)
	assert.EqualError(t, err, "g:1: gold and system differ in number of sentences: system is empty")
	err = Sentences(reading(evaltest.List(s("g")), evaltest.List(s("a")), evaltest.List(s("b"), s("b"))), none)
	assert.EqualError(t, err, "b:1: gold and system differ in number of sentences: gold ends after g:1")
	seen := 0
	assert.NoError(t, Sentences(reading(evaltest.List(s("g"), s("g"))), func(_ *conll.Sentence, systems []*conll.Sentence) error {
		assert.Empty(t, systems)
		seen++
		return nil
	}))
	assert.Equal(t, 2, seen)
}
