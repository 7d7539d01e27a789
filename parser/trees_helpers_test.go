package parser_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/eval/evalb"
	"parser/oracle"
	"parser/parser"
	learn "parser/parser/train"
	"parser/ptb"
	"parser/transition"
)

// treeSample reads a file of the project's own trees.
func treeSample(t testing.TB, name string) []*ptb.Tree {
	t.Helper()
	trees, err := ptb.ReadFile("../testdata/" + name)
	require.NoError(t, err)
	return trees
}

// someTrees returns the first hundred English training trees.
func someTrees(t testing.TB) []*ptb.Tree { return treeSample(t, "en/train.mrg")[:100] }

// readTrees parses trees in brackets.
func readTrees(t testing.TB, texts ...string) []*ptb.Tree {
	t.Helper()
	var all []*ptb.Tree
	for tree, err := range ptb.NewReader(strings.NewReader(strings.Join(texts, "\n")), "text").All() {
		require.NoError(t, err)
		all = append(all, tree)
	}
	return all
}

// treeKinds are the constituency systems with all their oracles, and both ways to decide
// by turns; with PARSER_DEEP, each with both.
func treeKinds() []kind {
	var all []kind
	for i, system := range oracle.Systems(transition.Constituents) {
		all = append(all, kind{system, "dynamic", i%2 == 0}, kind{system, "static", i%2 != 0})
	}
	return bothWays(all)
}

// learnedTrees trains on the English sample, once for each kind whoever asks.
func learnedTrees(t testing.TB, k kind) *parser.Parser {
	t.Helper()
	train, _ := learned.LoadOrStore(k, sync.OnceValue(func() *parser.Parser {
		return trainedTrees(t, treeSample(t, "en/train.mrg"), treeOptions(k.system, 5, k.set))
	}))
	return train.(func() *parser.Parser)()
}

var learned sync.Map // from kind to what trains it

// treeOptions returns those of a linear parser for a run of a few epochs.
func treeOptions(system string, epochs int, edits ...func(*parser.Options)) parser.Options {
	o := linearFor(system)
	o.Epochs = epochs
	for _, edit := range edits {
		edit(&o)
	}
	return o
}

// trainedTrees trains without dev.
func trainedTrees(t testing.TB, train []*ptb.Tree, o parser.Options) *parser.Parser {
	t.Helper()
	p, err := trainOnTrees(context.Background(), train, nil, o, learn.Observer{})
	require.NoError(t, err)
	return p
}

// trainTreesWith trains with everything and returns what the observer was told.
func trainTreesWith(t testing.TB, train, dev []*ptb.Tree, o parser.Options) (*parser.Parser, []learn.Epoch) {
	t.Helper()
	var epochs []learn.Epoch
	p, err := trainOnTrees(context.Background(), train, dev, o, learn.Observer{
		Epoch: func(e learn.Epoch) { epochs = append(epochs, e) },
	})
	require.NoError(t, err)
	return p, epochs
}

// rote returns options with which a few trees are learned by heart.
func rote(system string, edits ...func(*parser.Options)) parser.Options {
	o := treeOptions(system, 60, edits...)
	setLearner(&o, "min-updates", 0)
	return o
}

// treeWords returns the words of a tree as CoNLL has them, unescaped.
func treeWords(t *ptb.Tree) []conll.Word {
	var words []conll.Word
	for _, leaf := range t.Leaves() {
		words = append(words, conll.Word{Form: ptb.Unescape(leaf.Word), XPOS: leaf.Label})
	}
	return words
}

// allWords returns the words of each tree.
func allWords(trees []*ptb.Tree) [][]conll.Word {
	var all [][]conll.Word
	for _, t := range trees {
		all = append(all, treeWords(t))
	}
	return all
}

// normal returns the trees after steps, as training makes them.
func normal(t testing.TB, trees []*ptb.Tree, names string) []*ptb.Tree {
	t.Helper()
	steps, err := ptb.ParseSteps(names)
	require.NoError(t, err)
	steps.Root = true
	var all []*ptb.Tree
	for _, tree := range trees {
		all = append(all, steps.Apply(tree))
	}
	return all
}

// tree1 parses one sentence.
func tree1(t testing.TB, p *parser.Parser, words []conll.Word) *ptb.Tree {
	t.Helper()
	tree, err := p.ParseTree(words)
	require.NoError(t, err)
	return tree
}

// parsedTrees parses sentences one by one.
func parsedTrees(t testing.TB, p *parser.Parser, sentences [][]conll.Word) []*ptb.Tree {
	t.Helper()
	var all []*ptb.Tree
	for _, words := range sentences {
		all = append(all, tree1(t, p, words))
	}
	return all
}

// lines prints trees, one a line.
func lines(trees []*ptb.Tree) string {
	var b strings.Builder
	for _, t := range trees {
		b.WriteString(t.String() + "\n")
	}
	return b.String()
}

// f1 is the labelled F1 of a parser in percent, by EVALB's usual parameters.
func f1(t testing.TB, p *parser.Parser, gold []*ptb.Tree) float64 {
	t.Helper()
	params, err := evalb.NamedParams("collins")
	require.NoError(t, err)
	gold = normal(t, gold, p.Meta().Options.Steps)
	totals, err := evalb.Score(gold, parsedTrees(t, p, allWords(gold)), params)
	require.NoError(t, err)
	require.Zero(t, totals.Failed())
	return float64(totals.F1())
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
func requireBrackets(t testing.TB, p *parser.Parser, words []conll.Word, tree *ptb.Tree) {
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
	require.True(t, tree.Equal(readTrees(t, b.String())[0]))
}

// labelsIn lists the labels of brackets in trees, sorted.
func labelsIn(trees []*ptb.Tree) []string {
	var all []string
	for _, t := range trees {
		for _, s := range t.Spans() {
			all = append(all, s.Label)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}
