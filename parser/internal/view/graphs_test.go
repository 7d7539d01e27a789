package view

import (
	"testing"

	"github.com/stretchr/testify/require"

	"parser/transition"
	"parser/transition/graph"
)

// TestGraphViewByHand: "the dogs saw" with an inserted node above the dogs.
func TestGraphViewByHand(t *testing.T) {
	sentence := &graph.Sentence{Signs: graph.Nameless(), Heads: []int32{0, 2, 3, 0}, Keys: make([]int32, 4), Forms: make([][3]int32, 4)}
	c, system := transition.Config{Given: sentence}, transition.AMR{}
	system.Start(&c, 3)
	positions := func() []int32 {
		at := make([]int32, graphSlots)
		for i := range at {
			at[i] = graph.None
		}
		for _, term := range see(Graphs{}, &c).Plus {
			at[term.Slot] = term.Position
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
	sentence := &graph.Sentence{Signs: graph.Nameless(), Heads: []int32{0, 2, 3, 0}, Keys: make([]int32, 4), Forms: make([][3]int32, 4)}
	seen := func(edit func(g *graph.State)) Seen {
		c := transition.Config{Given: sentence}
		transition.AMR{}.Start(&c, 3)
		c.Graph.NextNode(1)
		require.Equal(t, []int32{2, 1}, []int32{c.Graph.S(), c.Graph.B()})
		edit(c.Graph)
		return see(Graphs{}, &c)
	}
	usual := seen(func(*graph.State) {})
	different := []Seen{usual}
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
