package enhance

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/model/npz"
	"parser/testdata/testkit"
)

// stored returns the enhancer of a model in the tree.
func stored(t testing.TB, language string) *Enhancer {
	name := "../../english/english.npz"
	if language == "dutch" {
		name = testkit.Model(t, "nl")
	}
	f, err := os.Open(name)
	require.NoError(t, err)
	defer f.Close()
	stat, err := f.Stat()
	require.NoError(t, err)
	arrays, err := npz.Read(f, stat.Size())
	require.NoError(t, err)
	e, err := Load(arrays, "enhancer/")
	require.NoError(t, err)
	return e
}

// onModels runs a test with what each model in the tree that enhances has, and with what a small treebank teaches.
func onModels(t *testing.T, test func(t *testing.T, e *Enhancer)) {
	for _, language := range []string{"english", "dutch"} {
		t.Run(language, func(t *testing.T) { test(t, stored(t, language)) })
	}
	t.Run("small", func(t *testing.T) { test(t, learned(t)) })
}

// onTrees calls f with any trees, and with those of the English sample.
func onTrees(t *testing.T, n int, f func(tree *conll.Sentence)) {
	random := rand.New(rand.NewPCG(2, 1))
	for range n {
		f(anyTree(random, 1+random.IntN(12)))
	}
	sample, err := conll.ReadFile("../../../testdata/en/dev.conllu")
	require.NoError(t, err)
	for _, s := range sample {
		f(s.BasicOnly())
	}
}

// Graphs of any trees are valid: sorted, without repetitions or loops, every node can be reached from the root, and
// relations are those of words in the tree, with what the model may add, or those that its rules name.
func TestGraphsAreValid(t *testing.T) {
	onModels(t, func(t *testing.T, e *Enhancer) {
		s, extra := e.NewSession(), 0
		named := map[string]bool{rootRelation: true}
		for _, r := range e.rules {
			for part := range strings.SplitSeq(r.text, conll.PathSeparator) {
				named[base(part)] = true
			}
		}
		onTrees(t, 3000, func(tree *conll.Sentence) {
			own := enhanced(s, tree)
			g, err := own.Enhanced()
			require.NoError(t, err)
			require.Empty(t, g.Unconnected())
			known := map[string]bool{}
			for i := range own.Words {
				known[base(own.Words[i].Deprel)] = true
			}
			for i, deps := range g.Deps {
				require.NotEmpty(t, deps)
				extra += len(deps) - 1
				for _, d := range deps {
					require.NotEqual(t, g.Nodes[i], d.Head)
					require.Equal(t, d.Head == conll.Node{}, d.Relation == rootRelation)
					require.NotContains(t, d.Relation, conll.PathSeparator)
					require.True(t, known[base(d.Relation)] || named[base(d.Relation)], d.Relation)
				}
				parsed, err := conll.ParseDeps(conll.FormatDeps(slices.Clone(deps)))
				require.NoError(t, err)
				require.Equal(t, deps, parsed)
			}
		})
		require.Greater(t, extra, 300) // the test would be of no use otherwise
	})
}

// A graph depends on the tree alone, not on what was there before, and so is the same when it is made again, by the same
// session or another.
func TestEnhancingIsIdempotent(t *testing.T) {
	onModels(t, func(t *testing.T, e *Enhancer) {
		s := e.NewSession()
		onTrees(t, 200, func(tree *conll.Sentence) {
			own := enhanced(s, tree)
			once := text(t, own)
			own.SetEmptyNodes(s.Enhance(own.Words, true))
			require.Equal(t, once, text(t, own))
			for i := range own.Words {
				own.Words[i].Deps = "0:root|0.1:dep"
			}
			own.SetEmptyNodes(e.NewSession().Enhance(own.Words, true))
			require.Equal(t, once, text(t, own))
		})
	})
}

// Where DEPS add nothing to the trees that are learned from, graphs are trees.
func TestTreesStayTrees(t *testing.T) {
	all := treebank(t)
	for i := range all {
		all[i] = withTree(all[i])
	}
	e, err := Learn(all, rand.New(rand.NewPCG(1, 1)))
	require.NoError(t, err)
	s := e.NewSession()
	onTrees(t, 300, func(tree *conll.Sentence) {
		require.Equal(t, text(t, withTree(tree)), text(t, enhanced(s, tree)))
	})
}

// withTree returns a sentence with its tree as DEPS.
func withTree(s *conll.Sentence) *conll.Sentence {
	own := s.BasicOnly()
	for i := range own.Words {
		own.Words[i].Deps = fmt.Sprint(own.Words[i].Head, ":", own.Words[i].Deprel)
	}
	return own
}

// Empty nodes are numbered after the words that they follow and have edges to and from them; where there is no room for
// any, graphs are valid without them, and have no other edges that they would not have else.
func TestEmptyNodes(t *testing.T) {
	onModels(t, func(t *testing.T, e *Enhancer) {
		s, found := e.NewSession(), 0
		onTrees(t, 500, func(tree *conll.Sentence) {
			with, without := enhanced(s, tree), tree.BasicOnly()
			require.Nil(t, s.Enhance(without.Words, false))
			g, err := without.Enhanced()
			require.NoError(t, err)
			require.Empty(t, g.Unconnected())
			if len(with.EmptyNodes()) == 0 {
				require.Equal(t, text(t, with), text(t, without))
				return
			}
			found++
			g, err = with.Enhanced()
			require.NoError(t, err)
			dependents := map[conll.Node]int{}
			for _, deps := range g.Deps {
				for _, d := range deps {
					dependents[d.Head]++
				}
			}
			before := conll.Node{}
			for _, n := range g.Nodes {
				if n.Empty > 0 {
					require.Equal(t, conll.Node{Word: before.Word, Empty: before.Empty + 1}, n)
					require.Positive(t, dependents[n], "%v in\n%s", n, text(t, with))
				}
				before = n
			}
		})
		require.Positive(t, found)
	})
}

// The same treebank teaches the same, whatever was read before.
func TestLearningIsDeterministic(t *testing.T) {
	require.Equal(t, learned(t).Entries(""), learned(t).Entries(""))
}
