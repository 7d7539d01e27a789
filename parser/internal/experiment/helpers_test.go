package experiment_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/eval/conllx"
	"parser/eval/evalb"
	"parser/parser"
	"parser/parser/internal/experiment"
	"parser/parser/structure"
	"parser/ptb"
)

// sample reads a file of the project's own sample treebanks.
func sample(t testing.TB, name string) []*conll.Sentence {
	t.Helper()
	sentences, err := conll.ReadFile("../../../testdata/" + name)
	require.NoError(t, err)
	return sentences
}

// some returns the first hundred English training sentences: enough to learn
// something in a fraction of a second.
func some(t testing.TB) []*conll.Sentence { return sample(t, "en/train.conllu")[:100] }

// treeSample reads a file of the project's own trees.
func treeSample(t testing.TB, name string) []*ptb.Tree {
	t.Helper()
	trees, err := ptb.ReadFile("../../../testdata/" + name)
	require.NoError(t, err)
	return trees
}

// someTrees returns the first hundred English training trees.
func someTrees(t testing.TB) []*ptb.Tree { return treeSample(t, "en/train.mrg")[:100] }

// tree makes a sentence of words a, b, c, … with the given heads; each arc has
// the label "dep", and "root" from ROOT. It says to come from line n of "made".
func tree(n int, heads ...int) *conll.Sentence {
	s := &conll.Sentence{File: "made", Line: n}
	for i, h := range heads {
		w := conll.Word{Form: string(rune('a' + i)), UPOS: "X", Head: h, Deprel: "dep"}
		if h == 0 {
			w.Deprel = "root"
		}
		s.Words = append(s.Words, w)
	}
	return s
}

// options returns the default ones for a run of a few epochs.
func options(epochs int, edits ...func(*parser.Options)) parser.Options {
	o := experiment.DefaultsFor("arc-hybrid")
	o.Epochs = epochs
	for _, edit := range edits {
		edit(&o)
	}
	return o
}

// kind is one way to build a parser.
type kind struct {
	system, oracle string
	twoStep        bool
}

// set makes o train a parser of this kind.
func (k kind) set(o *parser.Options) {
	o.System, o.Oracle, o.TwoStep = k.system, k.oracle, k.twoStep
	if k.oracle == "static" {
		o.Explore = 0
	}
}

// las is the labelled attachment score of a parser in percent, all words counted.
func las(t testing.TB, p *parser.Parser, gold []*conll.Sentence) float64 {
	t.Helper()
	parsed := make([]*conll.Sentence, len(gold))
	for i, s := range gold {
		parsed[i] = s.Clone()
		require.NoError(t, p.Parse(parsed[i]))
	}
	a, err := conllx.Score(gold, parsed, conllx.Options{Punctuation: true})
	require.NoError(t, err)
	return float64(a.LAS())
}

// f1 is the labelled F1 of a parser in percent, by EVALB's usual parameters.
func f1(t testing.TB, p *parser.Parser, gold []*ptb.Tree) float64 {
	t.Helper()
	params, err := evalb.NamedParams("collins")
	require.NoError(t, err)
	steps, err := ptb.ParseSteps(p.Meta().Options.Steps)
	require.NoError(t, err)
	steps.Root = true
	var normal, parsed []*ptb.Tree
	for _, tree := range gold {
		tree = steps.Apply(tree)
		var words []conll.Word
		for _, leaf := range tree.Leaves() {
			words = append(words, conll.Word{Form: ptb.Unescape(leaf.Word), XPOS: leaf.Label})
		}
		guess, err := p.ParseTree(words)
		require.NoError(t, err)
		normal, parsed = append(normal, tree), append(parsed, guess)
	}
	totals, err := evalb.Score(normal, parsed, params)
	require.NoError(t, err)
	require.Zero(t, totals.Failed())
	return float64(totals.F1())
}

// sentences is a treebank of dependencies.
func sentences(all []*conll.Sentence) structure.Data { return structure.Data{Sentences: all} }
