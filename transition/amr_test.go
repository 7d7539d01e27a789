package transition_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/transition"
	"parser/transition/graph"
)

// concepts is the number of labels in these tests, the signs first.
const concepts = 12

func signs() *graph.Signs {
	return &graph.Signs{Word: 0, Lemma: 1, Verb: 2, Unknown: 3, Name: 4, Wiki: 5, Forward: 6, Multi: 7, Snt: 8}
}

// randomTrees returns a random dependency tree over n words, or sometimes several.
func randomTrees(r *rand.Rand, n int) *graph.Sentence {
	s := &graph.Sentence{Signs: signs(), Heads: make([]int32, n+1), Keys: make([]int32, n+1), Forms: make([][3]int32, n+1)}
	order := r.Perm(n)
	for i, w := range order {
		s.Forms[w+1] = [3]int32{concepts, concepts + 1, concepts + 2}
		if i > 0 && r.IntN(12) > 0 {
			s.Heads[w+1] = int32(order[r.IntN(i)] + 1)
		}
	}
	return s
}

// systemsOfGraphs are the system's variants.
func systemsOfGraphs() []transition.AMR {
	return []transition.AMR{{}, {Reentrances: true}, {Links: true}, {Reentrances: true, Links: true}}
}

// TestAMRLaws: after any legal moves, something is legal until the end, the invariants hold, and
// the end comes within the bound.
func TestAMRLaws(t *testing.T) {
	seen := map[transition.Move]int{}
	for seed := range seeds(600) {
		r := rand.New(rand.NewPCG(seed, 7))
		for _, s := range systemsOfGraphs() {
			n := r.IntN(12)
			c := transition.Config{Given: randomTrees(r, n)}
			s.Start(&c, n)
			require.NoError(t, c.Verify())
			likes := transition.Moves(r.Uint32()) // makes some derivations prefer some moves
			for !s.Terminal(&c) {
				legal := s.Legal(&c)
				require.NotZero(t, legal, "seed %d: %v", seed, c.Steps)
				require.Zero(t, legal&^s.Moves(), "seed %d", seed)
				if liked := legal & likes; liked != 0 && r.IntN(4) > 0 {
					legal = liked
				}
				m := drawMove(r, legal)
				seen[m]++
				s.Apply(&c, m, r.Int32N(concepts))
				require.NoError(t, c.Verify(), "seed %d: %v", seed, c.Steps)
			}
			require.Zero(t, s.Legal(&c))
			require.LessOrEqual(t, c.Graph.Taken, c.Graph.Bound())
			require.Equal(t, n == 0, c.Graph.Root == graph.None)
		}
	}
	for m := range transition.NumMoves {
		require.Equal(t, (transition.AMR{Reentrances: true, Links: true}).Moves().Has(m), seen[m] > int(seeds(600)/6), "%v: %d times", m, seen[m])
	}
}

func drawMove(r *rand.Rand, legal transition.Moves) transition.Move {
	for {
		if m := transition.Move(r.IntN(int(transition.NumMoves))); legal.Has(m) {
			return m
		}
	}
}
