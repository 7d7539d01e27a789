package draw_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/parser/internal/draw"
	"parser/parser/internal/draw/testdata/drawtest"
)

// Arcs of both sentences are unmarked, and so are those of only the system for a word without a head
// in gold.
func TestCompareSentencesIsDifferenceOfSets(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	for range 500 {
		n := r.IntN(8)
		random := func() (*conll.Sentence, map[draw.Arc]bool) {
			s, arcs := &conll.Sentence{}, map[draw.Arc]bool{}
			for dep := 1; dep <= n; dep++ {
				w := conll.Word{Form: fmt.Sprint("w", dep), Head: r.IntN(n + 1), Deprel: []string{"a", "b"}[r.IntN(2)]}
				if w.Head == dep || r.IntN(6) == 0 {
					w.Head = conll.NoHead
				} else {
					arcs[draw.Arc{Head: w.Head, Dep: dep, Label: w.Deprel}] = true
				}
				s.Words = append(s.Words, w)
			}
			return s, arcs
		}
		gold, inGold := random()
		system, inSystem := random()
		want, wrong := []draw.Arc{}, map[int]bool{}
		for a := range inGold {
			if !inSystem[a] {
				a.Mark, wrong[a.Dep] = draw.GoldOnly, true
			}
			want = append(want, a)
		}
		for a := range inSystem {
			if !inGold[a] {
				if gold.Words[a.Dep-1].Head != conll.NoHead {
					a.Mark, wrong[a.Dep] = draw.SystemOnly, true
				}
				want = append(want, a)
			}
		}
		p, err := draw.CompareSentences(gold, system)
		require.NoError(t, err)
		require.ElementsMatch(t, want, p.Arcs)
		require.Equal(t, len(wrong), p.Differences())
	}
}

// bracketed is a tree as comparisons see it, and its text, which also has what they ignore.
type bracketed struct {
	text string
	tags []string
	// spans counts the constituents by label, first word, and the word after the last.
	spans map[string]int
}

func randomBracketed(r *rand.Rand, words int) *bracketed {
	b := &bracketed{tags: make([]string, words), spans: map[string]int{}}
	var forest func(first, last, depth int) string
	forest = func(first, last, depth int) string {
		var text strings.Builder
		for first < last {
			if r.IntN(6) == 0 {
				text.WriteString([]string{"(-NONE- *T*-1)", "(NP-SBJ (-NONE- *))"}[r.IntN(2)])
			}
			end := first + 1 + r.IntN(last-first)
			if end == first+1 && (r.IntN(2) == 0 || depth > 8) {
				b.tags[first] = []string{"NN", "VB"}[r.IntN(8)/7]
				fmt.Fprintf(&text, "(%s w%d)", b.tags[first], first)
			} else {
				label := []string{"NP", "VP", "S"}[r.IntN(3)]
				b.spans[fmt.Sprint(label, first, end)]++
				fmt.Fprintf(&text, "(%s%s %s)", label, []string{"", "-SBJ", "-TMP-2", "=3"}[r.IntN(4)], forest(first, end, depth+1))
			}
			first = end
		}
		return text.String()
	}
	b.text = "(ROOT " + forest(0, words, 0) + ")"
	return b
}

// Constituents are counted by label and span: those are marked that the other tree has fewer of.
func TestCompareTreesIsDifferenceOfCounts(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 14))
	for range 500 {
		words := 1 + r.IntN(7)
		gold, system := randomBracketed(r, words), randomBracketed(r, words)
		p, err := draw.CompareTrees(drawtest.Tree(t, gold.text), drawtest.Tree(t, system.text))
		require.NoError(t, err)
		differences := 0
		for i := range words {
			if gold.tags[i] != system.tags[i] {
				differences++
			}
		}
		check := func(side []*draw.Node, own, other *bracketed, mark draw.Mark) {
			drawn, marked := map[string]int{}, map[string]int{}
			var visit func(n *draw.Node) (first, last int)
			visit = func(n *draw.Node) (first, last int) {
				if n.Word > 0 {
					require.Equal(t, own.tags[n.Word-1], n.Label)
					require.Equal(t, own.tags[n.Word-1] != other.tags[n.Word-1], n.Mark == mark)
					return n.Word - 1, n.Word
				}
				for i, child := range n.Children {
					if i == 0 {
						first, last = visit(child)
					} else {
						_, last = visit(child)
					}
				}
				span := fmt.Sprint(n.Label, first, last)
				if drawn[span]++; n.Mark == mark {
					marked[span]++
				} else {
					require.Equal(t, draw.Same, n.Mark)
				}
				return first, last
			}
			for _, n := range side {
				visit(n)
			}
			require.Equal(t, own.spans, drawn, own.text)
			for span, count := range own.spans {
				more := max(0, count-other.spans[span])
				require.Equal(t, more, marked[span], "%s in\n%s\n%s", span, own.text, other.text)
				differences += more
			}
		}
		check(p.Trees, gold, system, draw.GoldOnly)
		check(p.Below, system, gold, draw.SystemOnly)
		require.Equal(t, differences, p.Differences())
	}
}
