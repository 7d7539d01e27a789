package oracle_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/oracle"
	"parser/testdata/testkit/oracletest"
	"parser/transition"
)

const none = transition.None

// partialTrees calls visit with every partial assignment of heads to n words, at least one of them
// unknown, that belongs to some tree, all labels 0. The tree is reused.
func partialTrees(n int, visit func(*oracle.Gold)) {
	g := &oracle.Gold{Heads: make([]int32, n+1), Labels: make([]int32, n+1)}
	var choose func(d int)
	choose = func(d int) {
		if d <= n {
			for h := int32(none); h <= int32(n); h++ {
				if g.Heads[d] = h; int(h) != d {
					choose(d + 1)
				}
			}
		} else if slices.Contains(g.Heads[1:], none) && acyclic(g.Heads) {
			visit(g)
		}
	}
	choose(1)
}

// projectiveTrees lists the heads of all projective trees over n words.
func projectiveTrees(n int) (all [][]int32) {
	allTrees(n, func(g *oracle.Gold) {
		if projective(g) {
			all = append(all, slices.Clone(g.Heads))
		}
	})
	return all
}

// agree reports whether a tree has all known heads.
func agree(known, heads []int32) bool {
	for d := 1; d < len(known); d++ {
		if known[d] != none && known[d] != heads[d] {
			return false
		}
	}
	return true
}

// A partial tree is refused as non-projective if and only if it does not belong to a projective
// tree; if at most one root is known, a tree with a single root.
func TestPartOfAProjectiveTree(t *testing.T) {
	o := oracleNamed(t, "dynamic", transition.ArcHybrid{})
	for n := 1; n <= 5; n++ {
		trees, accepted, refused := projectiveTrees(n), 0, 0
		partialTrees(n, func(g *oracle.Gold) {
			part := slices.ContainsFunc(trees, func(heads []int32) bool {
				return agree(g.Heads, heads) && (rootCount(g) > 1 || rootCount(&oracle.Gold{Heads: heads}) == 1)
			})
			if err := o.Start(g); part {
				require.NoError(t, err, "heads %v", g.Heads[1:])
				accepted++
			} else {
				require.ErrorIs(t, err, oracle.ErrNonProjective, "heads %v", g.Heads[1:])
				refused++
			}
		})
		t.Logf("%d words: %d partial trees, and %d that are not projective", n, accepted, refused)
		require.Equal(t, n > 2, refused > 0)
	}
}

// acceptPartial lists the oracles of a system that are exact for partial trees.
func acceptPartial(s transition.System) []string {
	return slices.DeleteFunc(seriousNames(s), func(name string) bool { return oracle.Describe(name).Whole })
}

// holed returns a random tree in which some heads and labels are unknown.
func holed(draw func(*rand.Rand, int, transition.Roots, int32) *oracle.Gold) func(*rand.Rand, int, transition.Roots, int32) *oracle.Gold {
	return func(random *rand.Rand, n int, roots transition.Roots, k int32) *oracle.Gold {
		g, share := draw(random, n, roots, k), random.Float64()
		for _, column := range [][]int32{g.Heads, g.Labels} {
			for d := 1; d <= n; d++ {
				if random.Float64() < share {
					column[d] = none
				}
			}
		}
		return g
	}
}

// On large partial trees, too, no cost is negative, some move costs nothing, and costs add up to
// the loss, which counts only known heads and labels.
func TestPartialCostsAddUpToTheLoss(t *testing.T) {
	for _, s := range exactSystems() {
		for _, roots := range []transition.Roots{transition.SingleRoot, transition.MultiRoot} {
			for _, name := range acceptPartial(s) {
				t.Run(fmt.Sprint(name, " ", label(s), " gold ", roots), func(t *testing.T) {
					o, draw := oracleNamed(t, name, s), oracletest.Random
					if name == "pd" {
						draw = tangled
					}
					onTrees(t, holed(draw), 100, 40, roots, func(t *testing.T, random *rand.Rand, g *oracle.Gold) {
						require.NoError(t, o.Start(g))
						paid, least := pay(t, s, o, g, random, 1, unseen)
						require.Zero(t, paid)
						if name != "pd" {
							require.Equal(t, int32(oracle.WrongHead*max(0, rootCount(g)-1))*int32(indicator(single(s))), least)
						}
						for _, care := range []float64{0, 0.5, 0.9, 0.98} {
							paid, lost := pay(t, s, o, g, random, care, unseen)
							if name != "pd" && s == (transition.ArcEager{Roots: transition.SingleRoot}) {
								require.LessOrEqual(t, lost, least+paid, "the ending can only turn out better than counted")
								continue
							}
							require.Equal(t, lost, least+paid, "care %v", care)
						}
					})
				})
			}
		}
	}
}

func single(s transition.System) bool { return s.Params().Roots == transition.SingleRoot }
