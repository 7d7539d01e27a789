package oracle_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/oracle"
	"parser/transition"
	"parser/transition/graph"
)

const graphLabels = 6 // number of concepts and roles in these tests

// randomMeaning returns a random graph over a random tree of n words.
func randomMeaning(r *rand.Rand, n int) *oracle.Meaning {
	signs := graph.Nameless()
	signs.Unknown, signs.Direct = 0, []int32{graph.None, graph.None, 3}
	given := &graph.Sentence{Signs: signs, Heads: []int32{0}, Keys: make([]int32, n+1), Forms: make([][3]int32, n+1)}
	m := &oracle.Meaning{Given: given}
	for w := 1; w <= n; w++ {
		given.Heads = append(given.Heads, int32(r.IntN(w)))
		given.Forms[w] = [3]int32{r.Int32N(graphLabels), 1, 2}
	}
	for node := range int32(1 + r.IntN(n+2)) {
		m.Labels = append(m.Labels, r.Int32N(graphLabels))
		if node > 0 {
			m.Arcs = append(m.Arcs, graph.Arc{Head: r.Int32N(node), Dep: node, Role: r.Int32N(graphLabels)})
		}
	}
	for range n + 1 {
		m.Align = append(m.Align, r.Int32N(int32(len(m.Labels))+1)-1)
	}
	return m.Ready()
}

// TestTally: wherever roll-outs go from a marked state, and however far the state itself has moved
// in between, the loss is that of the whole graph.
func TestTally(t *testing.T) {
	s := transition.AMR{Reentrances: true}
	losses := map[int32]bool{}
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 1))
		n := 1 + r.IntN(8)
		gold := oracle.Gold{Meaning: randomMeaning(r, n)}
		c, marked := transition.Config{Given: gold.Meaning.Given}, transition.Config{}
		s.Start(&c, n)
		var tally oracle.Tally
		tally.Start(gold.Meaning)
		shared := 0
		on := func(steps int) {
			for ; steps > 0 && !s.Terminal(&c); steps-- {
				legal := s.Legal(&c)
				for m := transition.Move(r.IntN(int(transition.NumMoves))); ; m = (m + 1) % transition.NumMoves {
					if legal.Has(m) {
						s.Apply(&c, m, r.Int32N(graphLabels))
						break
					}
				}
			}
		}
		for range 12 {
			on(r.IntN(5))
			marked.CopyFrom(&c)
			for range r.IntN(4) {
				on(r.IntN(30))
				loss := tally.Loss(c.Graph, shared)
				require.Equal(t, gold.Loss(&c), loss, "seed %d", seed)
				losses[loss] = true
				c.CopyFrom(&marked)
				shared = len(c.Graph.Changes)
			}
		}
	}
	require.Greater(t, len(losses), 20)
}

// BenchmarkTally compares the loss after a short roll-out of a long sentence with that of the
// whole graph.
func BenchmarkTally(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	const n = 60
	gold := oracle.Gold{Meaning: randomMeaning(r, n)}
	s := transition.AMR{}
	c := transition.Config{Given: gold.Meaning.Given}
	s.Start(&c, n)
	for range n {
		if s.Legal(&c).Has(transition.NextNode) {
			s.Apply(&c, transition.NextNode, 1)
		} else {
			s.Apply(&c, transition.NextEdge, 1)
		}
	}
	b.Run("tally", func(b *testing.B) {
		b.ReportAllocs()
		var tally oracle.Tally
		tally.Start(gold.Meaning)
		tally.Loss(c.Graph, 0)
		shared := max(0, len(c.Graph.Changes)-5)
		for b.Loop() {
			tally.Loss(c.Graph, shared)
		}
	})
	b.Run("whole", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			gold.Loss(&c)
		}
	})
}
