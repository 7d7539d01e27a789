package engine_test

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/parser/internal/engine"
	"parser/parser/internal/structure"
	kit "parser/parser/internal/training/parsertest"
	"parser/parser/treebank"
	"parser/ptb"
)

// salad returns a sentence of n words drawn from sentences, whose heads and
// labels mean nothing.
func salad(r *rand.Rand, sentences []*conll.Sentence, n int) *conll.Sentence {
	s := &conll.Sentence{File: "salad"}
	for range n {
		from := sentences[r.IntN(len(sentences))].Words
		w := from[r.IntN(len(from))]
		w.Head, w.Deprel = r.IntN(n+3)-1, "nonsense↑root↓"
		s.Words = append(s.Words, w)
	}
	return s
}

// scrambled returns the sentences with random trees of one root, most of them
// non-projective, whose labels other than root are drawn from a few.
func scrambled(r *rand.Rand, sentences []*conll.Sentence) []*conll.Sentence {
	all, labels := kit.Clones(sentences), []string{"a", "b", "c", "root:not"}
	for _, s := range all {
		order := r.Perm(s.Len())
		for k, i := range order {
			s.Words[i].Head, s.Words[i].Deprel = 0, "root"
			if k > 0 {
				s.Words[i].Head, s.Words[i].Deprel = order[r.IntN(k)]+1, labels[r.IntN(len(labels))]
			}
		}
	}
	return all
}

// wordSalad returns n words drawn from the sentences.
func wordSalad(r *rand.Rand, sentences [][]conll.Word, n int) []conll.Word {
	var words []conll.Word
	for range n {
		from := sentences[r.IntN(len(sentences))]
		words = append(words, from[r.IntN(len(from))])
	}
	return words
}

// requireBrackets checks what every parse promises, whatever the model: under the
// root a tree over just these words with their tags, in which no bracket is empty
// and all labels are those of the training data; which can be written and read.
func requireBrackets(t testing.TB, p *engine.Parser, words []conll.Word, tree *ptb.Tree) {
	t.Helper()
	require.Equal(t, ptb.TopLabel, tree.Label)
	leaves := tree.Leaves()
	require.Len(t, leaves, len(words))
	for i, leaf := range leaves {
		require.Equal(t, ptb.Escape(words[i].Form), leaf.Word)
	}
	known := map[string]bool{ptb.TopLabel: true}
	for _, l := range p.Meta().Labels {
		for _, name := range strings.Split(l, " ") {
			known[name] = true
		}
	}
	for _, s := range tree.Spans() {
		require.True(t, known[s.Label], "label %q was never seen", s.Label)
		require.True(t, s.Start < s.End || len(words) == 0)
	}
	var b strings.Builder
	w := ptb.NewWriter(&b)
	require.NoError(t, w.Write(tree))
	require.NoError(t, w.Flush())
	require.True(t, tree.Equal(kit.ReadTrees(t, b.String())[0]))
}

// itemsOf reads what next returns as items.
func itemsOf(next func() (*conll.Sentence, error)) func() (*treebank.Item, error) {
	return structure.Items(next, treebank.SentenceItem)
}

// stream parses sentences from next and hands them to emit.
func stream(
	p *engine.Parser, ctx context.Context, next func() (*conll.Sentence, error), emit func(*conll.Sentence) error, workers int,
) error {
	return p.Run(ctx, itemsOf(next), func(it *treebank.Item) error { return emit(it.Sentence) }, workers)
}

// streamTrees parses words from next and hands their trees to emit.
func streamTrees(
	p *engine.Parser, ctx context.Context, next func() ([]conll.Word, error), emit func(*ptb.Tree) error, workers int,
) error {
	item := func(words []conll.Word) *treebank.Item { return &treebank.Item{Words: words} }
	return p.Run(ctx, structure.Items(next, item), func(it *treebank.Item) error { return emit(it.Tree) }, workers)
}
