package parsertest

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/ptb"
	"parser/testdata/testkit"
)

// TreeSample reads a file of the project's own trees.
func TreeSample(t testing.TB, name string) []*ptb.Tree {
	t.Helper()
	trees, err := ptb.ReadFile(testkit.Sample(t, name))
	require.NoError(t, err)
	return trees
}

// SomeTrees returns the first hundred English training trees.
func SomeTrees(t testing.TB) []*ptb.Tree { return TreeSample(t, "en/train.mrg")[:100] }

// ReadTrees parses trees in brackets.
func ReadTrees(t testing.TB, texts ...string) []*ptb.Tree {
	t.Helper()
	return testkit.Items(t, ptb.NewReader(strings.NewReader(strings.Join(texts, "\n")), "text").All())
}

// TreeWords returns the words of a tree as CoNLL has them, unescaped.
func TreeWords(t *ptb.Tree) []conll.Word {
	return each(t.Leaves(), func(leaf *ptb.Tree) conll.Word {
		return conll.Word{Form: ptb.Unescape(leaf.Word), XPOS: leaf.Label}
	})
}

// AllWords returns the words of each tree.
func AllWords(trees []*ptb.Tree) [][]conll.Word { return each(trees, TreeWords) }

// Normal returns the trees after steps, as training makes them.
func Normal(t testing.TB, trees []*ptb.Tree, names string) []*ptb.Tree {
	t.Helper()
	steps, err := ptb.ParseSteps(names)
	require.NoError(t, err)
	steps.Root = true
	return each(trees, steps.Apply)
}

// HardTrees are trees that have what most lack.
func HardTrees(t testing.TB) []*ptb.Tree {
	return ReadTrees(t,
		`( (NP (DT one) (NN child)) (VP (VBZ has)) (. several))`,
		`( (NN leaf))`,
		`(NN alone)`,
		`( (NP (NP (NN over)) (NP (NN other))))`,
		`( (FRAG (S (VP (VB go)))))`,
		`( (S (VP (VB stay) (ADVP (ADVP-TMP (RB now))))))`,
		`( (S (NP-SBJ (-NONE- *)) (VP (VB eat) (NP=2 (CD 1\/2) (NN-D cake)))))`,
		`( (PRN (-LRB- -LRB-) (S (NP-SBJ (PRP-A-1 a-LRB-b)) (VP (VBP say[s]))) (-RRB- -RRB-)))`,
		`(ROOT (S1 (IP-MAT-SPE (NP-SBJ=1-2 (N-D \*)) (, ,))))`,
		`( (S (S (S (NP (NN deep))) (S (NP (NN deeper))))))`,
	)
}
