package neural

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/parser/decode"
	"parser/parser/score"
	"parser/transition"
	"parser/transition/graph"
)

// TestViewsAreWithinTheTable: each feature gives at most one row, of its own, and positions are
// those of words.
func TestViewsAreWithinTheTable(t *testing.T) {
	for _, system := range systems() {
		shape := shapeOf(system, true)
		s := newSeer(system.Kind(), shape.Labels())
		ends := append(slices.Clone(s.factors[1:]), int32(s.rows))
		used := make([]int, len(ends))
		for seed := range uint64(30) {
			random := rand.New(rand.NewPCG(seed, 5))
			d := shape.Derivation()
			n := 1 + random.IntN(12)
			d.Start(0, n)
			for next := d.Next(); next != nil; next = d.Next() {
				var v view
				s.see(&v, next)
				feature := -1
				for _, row := range v.rows {
					was := feature
					feature = slices.IndexFunc(ends, func(end int32) bool { return row < end })
					require.Greater(t, feature, was, system.Name())
					used[feature]++
				}
				for _, term := range slices.Concat(v.plus, v.minus) {
					require.True(t, term.position >= 0 && int(term.position) <= n+1 && int(term.slot) < s.slots, system.Name())
				}
				next.Choice = next.Classes[random.IntN(len(next.Classes))]
				d.Take()
			}
		}
		if system.Kind() == transition.Graphs {
			require.Equal(t, firstFeature+slotS, slices.Index(used, 0), "there is always s")
			require.NotContains(t, used[firstFeature+slotS+1:], 0)
		}
	}
}

// TestGraphViewByHand: "the dogs saw" with an inserted node above the dogs.
func TestGraphViewByHand(t *testing.T) {
	const labels = 4
	sentence := &graph.Sentence{Signs: graph.Nameless(), Heads: []int32{0, 2, 3, 0}, Keys: make([]int32, 4), Forms: make([][3]int32, 4)}
	c, system := transition.Config{Given: sentence}, transition.AMR{}
	system.Start(&c, 3)
	s := newSeer(transition.Graphs, labels)
	positions := func() []int32 {
		v, at := view{}, make([]int32, graphSlots)
		for i := range at {
			at[i] = graph.None
		}
		s.see(&v, &decode.Decision{Config: &c, Move: decode.NoMove})
		for _, term := range v.plus {
			at[term.slot] = term.position
		}
		return at
	}
	const none = graph.None
	for _, step := range []struct {
		move  transition.Move
		label int32
		want  [graphSlots]int32 // s, b, head, candidate, its head, first and last child, child of b, deleted below b, head of candidate
	}{
		{transition.DeleteNode, none, [...]int32{1, none, 2, none, 3, none, none, none, none, none}},
		{transition.Insert, 3, [...]int32{2, none, 3, none, none, none, none, none, none, none}},
		{transition.NextNode, 2, [...]int32{2, none, 2, none, 3, none, none, none, none, none}},
		{transition.Reattach, none, [...]int32{2, 2, 3, none, none, 2, 2, none, 1, none}},
		{transition.Here, none, [...]int32{2, 2, 3, 3, none, 2, 2, none, 1, none}},
		{transition.NextEdge, 0, [...]int32{3, 2, none, none, none, 2, 2, none, 1, none}},
	} {
		require.Equal(t, step.want[:], positions(), "before %v", step.move)
		if step.move == transition.NextEdge {
			break
		}
		require.True(t, system.Legal(&c).Has(step.move), "%v", step.move)
		system.Apply(&c, step.move, step.label)
		if step.move == transition.Here { // the inserted node, now a leaf
			system.Apply(&c, transition.NextNode, 1)
		}
	}
}

// TestGraphViewsTellStatesApart: what a state has in its nodes changes what is seen, but labels of
// one sentence are all alike.
func TestGraphViewsTellStatesApart(t *testing.T) {
	const labels = 4
	sentence := &graph.Sentence{Signs: graph.Nameless(), Heads: []int32{0, 2, 3, 0}, Keys: make([]int32, 4), Forms: make([][3]int32, 4)}
	s := newSeer(transition.Graphs, labels)
	seen := func(edit func(g *graph.State)) view {
		c := transition.Config{Given: sentence}
		transition.AMR{}.Start(&c, 3)
		c.Graph.NextNode(1)
		require.Equal(t, []int32{2, 1}, []int32{c.Graph.S(), c.Graph.B()})
		edit(c.Graph)
		var v view
		s.see(&v, &decode.Decision{Config: &c, Move: decode.NoMove})
		return v
	}
	usual := seen(func(*graph.State) {})
	different := []view{usual}
	for name, edit := range map[string]func(g *graph.State){
		"concept of b":         func(g *graph.State) { g.Nodes[1].Label = 2 },
		"a concept of its own": func(g *graph.State) { g.Nodes[1].Label = labels },
		"not settled":          func(g *graph.State) { g.Nodes[1].Named = false },
		"role of the head":     func(g *graph.State) { g.Nodes[3].Role, g.Nodes[3].Linked = 2, true },
		"role of s":            func(g *graph.State) { g.Nodes[2].Role, g.Nodes[2].Linked = 3, true },
		"inserted arc":         func(g *graph.State) { g.Nodes[2].From = 0 },
		"inserted node":        func(g *graph.State) { g.Nodes[2].Host = 1 },
		"deleted word":         func(g *graph.State) { g.Nodes[1].Dropped = 3 },
		"phase":                func(g *graph.State) { g.Second = true },
		"search":               func(g *graph.State) { g.Looking = graph.NewHead },
		"candidate":            func(g *graph.State) { g.Candidates = []int32{3} },
		"candidates":           func(g *graph.State) { g.Candidates = []int32{3, 1} },
	} {
		v := seen(edit)
		for _, other := range different {
			require.NotEqual(t, other, v, name)
		}
		different = append(different, v)
	}
	require.Equal(t, seen(func(g *graph.State) { g.Nodes[1].Label = labels }), seen(func(g *graph.State) { g.Nodes[1].Label = labels + 7 }))
}

// TestGraphsAreLearned: steps on the same decisions find their classes of least cost, but for
// states of random ways that look alike.
func TestGraphsAreLearned(t *testing.T) {
	for _, twoStep := range []bool{false, true} {
		settings := tiny()
		settings.Own.Units, settings.Own.Hidden, settings.Rate = 16, 80, 2e-2
		shape := shapeOf(transition.AMR{Reentrances: true}, twoStep)
		l := newLearner(t, settings, shape, nil)
		batch, decisions := twoSentences(), asked(&shape, twoSentences())
		l.planned = 1e6 // the rate stays
		right := func(s score.Session) (n, of int) {
			s.Read(batch...)
			s.Score(decisions)
			for _, d := range decisions {
				if least := slices.Min(d.Costs); slices.Max(d.Costs) > least {
					of++
					if d.Costs[slices.Index(d.Classes, d.Best())] == least {
						n++
					}
				}
			}
			return n, of
		}
		before, _ := right(l.Freeze().NewSession())
		for range 200 {
			l.Read(batch...)
			l.Score(decisions)
			l.Learn(decisions)
			require.NoError(t, l.Update())
		}
		after, of := right(l.Freeze().NewSession())
		require.Greater(t, of, 20)
		require.Less(t, before, of/2)
		require.Greater(t, after, of*8/10, "of %d, %d before", of, before)
	}
}
