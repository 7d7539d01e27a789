package enhance

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/model"
)

// Graphs do not depend on which decisions share scores.
func TestCrowdsChangeNothing(t *testing.T) {
	e, random := learned(t), rand.New(rand.NewPCG(3, 1))
	shared, alone := e.NewSession(), e.NewSession()
	require.Equal(t, many, shared.least)
	shared.least, alone.least = 0, math.MaxInt
	extra := 0
	for range 2000 {
		tree := anyTree(random, 1+random.IntN(15))
		want := text(t, enhanced(alone, tree))
		require.Equal(t, want, text(t, enhanced(shared, tree)))
		extra += strings.Count(want, "|")
	}
	require.Empty(t, alone.known)
	require.NotEmpty(t, shared.turns)
	require.Greater(t, extra, 100)
}

// The work for the conjuncts of one word is proportional to their number, with and without conjunctions.
func TestManyConjuncts(t *testing.T) {
	for _, conjunct := range []string{"dog dog NOUN 1 conj _\n", "and and CCONJ NEXT cc _\ndog dog NOUN 1 conj _\n"} {
		work := func(n int) (looked int) {
			s := learned(t).NewSession()
			lines := "dog dog NOUN 0 root _\n"
			for range n {
				lines += strings.ReplaceAll(conjunct, "NEXT", fmt.Sprint(strings.Count(lines, "\n")+2))
			}
			s.choose = func(what stage, d *model.Decision) model.Class {
				looked += len(d.Features)
				return s.best(what, d)
			}
			own := sentence(t, lines)
			s.Enhance(own.Words, true)
			for _, before := range s.before {
				looked += len(before)
			}
			return looked + len(s.buffer)*len(s.known) // features of crowds
		}
		once, twice := work(500), work(1000)
		require.Greater(t, once, 500)
		require.Less(t, float64(twice)/float64(once), 2.1, conjunct)
	}
}

// What siblings share is found as by looking at each of them.
func TestShare(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 1))
	for range 300 {
		var own tree
		require.True(t, own.read(anyTree(random, 1+random.IntN(20)).Words))
		for node := 1; node < len(own.heads); node++ {
			siblings := slices.Clone(own.children[own.heads[node]])
			for _, shared := range [][][]int{own.before, own.after} {
				slices.Reverse(siblings) // the nearest first
				var want []int
				met := map[string]bool{}
				for _, s := range siblings[slices.Index(siblings, node)+1:] {
					for _, c := range own.children[s] {
						if own.bases[s] == own.bases[node] && !met[own.bases[c]] {
							want, met[own.bases[c]] = append(want, c), true
						}
					}
				}
				require.Equal(t, want, append([]int(nil), shared[node]...))
			}
		}
	}
}
