package graph_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/transition/graph"
)

// start returns the state over words with these heads, from word 1. The label of word w is 10·w;
// those of its lemma and verb are one and two more.
func start(t *testing.T, again bool, heads ...int32) *graph.State {
	t.Helper()
	s := &graph.Sentence{Signs: &graph.Signs{Word: 1, Lemma: 2, Verb: 3, Unknown: 4, Name: 5, Wiki: 6, Forward: 7, Multi: 8, Snt: 9}}
	s.Heads, s.Keys, s.Forms = append([]int32{0}, heads...), make([]int32, len(heads)+1), [][3]int32{{8, 8, 8}}
	for w := range heads {
		label := int32(10 * (w + 1))
		s.Forms = append(s.Forms, [3]int32{label, label + 1, label + 2})
	}
	g := &graph.State{}
	g.Start(s, again)
	require.NoError(t, g.Verify())
	return g
}

// told writes a graph as label(children), roles before labels once they are settled, then σ from
// its top, β from its front.
func told(g *graph.State) string {
	var write func(node int32) string
	write = func(node int32) string {
		text := fmt.Sprint(g.Nodes[node].Label)
		if g.Nodes[node].Linked {
			text = fmt.Sprint(g.Nodes[node].Role, ":", text)
		}
		var kids []string
		for kid := range g.Children(node) {
			kids = append(kids, write(kid))
		}
		for _, a := range g.Arcs {
			if a.Head == node {
				kids = append(kids, fmt.Sprint("*", g.Nodes[a.Dep].Label))
			}
		}
		if len(kids) > 0 {
			text += "(" + strings.Join(kids, " ") + ")"
		}
		return text
	}
	tree := "nothing"
	if g.Root != graph.None {
		tree = write(g.Root)
	}
	labels := func(nodes []int32) (labels []int32) {
		for _, n := range slices.Backward(nodes) {
			labels = append(labels, g.Nodes[n].Label)
		}
		return labels
	}
	return fmt.Sprint(tree, " σ", labels(g.Stack), " β", labels(g.Buffer))
}

// Nodes come from the leaves up, nodes of the same depth by position, and the root last.
func TestStart(t *testing.T) {
	require.Equal(t, "20(10 30(40)) σ[40 10 30 20] β[]", told(start(t, false, 2, 0, 2, 3)))
	require.Equal(t, "8(10 20(30)) σ[30 10 20 8] β[]", told(start(t, false, 0, 0, 2)), "two trees")
	require.Equal(t, "10 σ[10] β[]", told(start(t, false, 0)))
	g := start(t, true)
	require.Equal(t, "nothing σ[] β[]", told(g))
	require.True(t, g.Done())
}

// Each action does what Goodman et al. (2016), Table 1, says, in a tree of five words: 20 is the
// root, above 10 and 40, and 40 above 30 and 50.
func TestActions(t *testing.T) {
	five := []int32{2, 0, 4, 2, 4}
	leaves := func(g *graph.State) { // settles 30, 50 and 10
		for range 3 {
			g.NextNode(g.Word)
		}
	}
	for _, test := range []struct {
		why   string
		act   func(*graph.State)
		wants string
	}{
		{"at first", func(*graph.State) {}, "20(10 40(30 50)) σ[30 50 10 40 20] β[]"},
		{"next node", func(g *graph.State) { g.NextNode(g.Lemma) }, "20(10 40(31 50)) σ[50 10 40 20] β[]"},
		{"a verb", func(g *graph.State) { g.NextNode(g.Verb) }, "20(10 40(32 50)) σ[50 10 40 20] β[]"},
		{"another concept", func(g *graph.State) { g.NextNode(77) }, "20(10 40(77 50)) σ[50 10 40 20] β[]"},
		{"a head with children", leaves, "20(10 40(30 50)) σ[40 20] β[30 50]"},
		{"next edge", func(g *graph.State) { leaves(g); g.NextEdge(7) }, "20(10 40(7:30 50)) σ[40 20] β[50]"},
		{"all edges and the head", func(g *graph.State) { leaves(g); g.NextEdge(7); g.NextEdge(8); g.NextNode(1) }, "20(10 40(7:30 8:50)) σ[20] β[10 40]"},
		{"delete", func(g *graph.State) { g.DeleteNode() }, "20(10 40(50)) σ[50 10 40 20] β[]"},
		{"swap", func(g *graph.State) { leaves(g); g.Swap() }, "20(10 30(40(50))) σ[40 30 20] β[50]"},
		{"after a swap", func(g *graph.State) { leaves(g); g.Swap(); g.NextEdge(7); g.NextNode(1) }, "20(10 30(40(7:50))) σ[30 20] β[40]"},
		{"swap at the root", func(g *graph.State) {
			leaves(g)
			g.NextEdge(7)
			g.NextEdge(7)
			g.NextNode(1)
			g.NextEdge(7)
			g.Swap()
		}, "40(20(7:10) 7:30 7:50) σ[20 40] β[]"},
		{"replace head", func(g *graph.State) { leaves(g); g.ReplaceHead() }, "20(10 30(50)) σ[30 20] β[50]"},
		{"replace the root", func(g *graph.State) {
			leaves(g)
			g.NextEdge(7)
			g.NextEdge(7)
			g.NextNode(1)
			g.ReplaceHead()
		}, "10(40(7:30 7:50)) σ[10] β[40]"},
		{"insert", func(g *graph.State) { g.Insert(77) }, "20(10 40(77(30) 50)) σ[30 77 50 10 40 20] β[]"},
		{"an edge below an inserted node", func(g *graph.State) { g.Insert(77); g.NextNode(1); g.NextEdge(7) }, "20(10 40(77(7:30) 50)) σ[50 10 40 20] β[]"},
		{"insert below", func(g *graph.State) { g.InsertBelow(77) }, "20(10 40(30(77) 50)) σ[30 50 10 40 20] β[77]"},
		{"search for a head", func(g *graph.State) { leaves(g); g.Reattach() }, "20(10 40(30 50)) σ[40 20] β[30 50]"},
		{"the nearest one", func(g *graph.State) { leaves(g); g.Reattach(); g.Here() }, "20(10 30 40(50)) σ[40 20] β[50]"},
		{"the next one", func(g *graph.State) { leaves(g); g.Reattach(); g.Further(); g.Here() }, "20(10 40(50(30))) σ[40 50 20] β[50]"},
	} {
		g := start(t, false, five...)
		test.act(g)
		require.NoError(t, g.Verify(), test.why)
		require.Equal(t, test.wants, told(g), test.why)
	}
}

// Some actions may not be repeated, or need a candidate.
func TestRestrictions(t *testing.T) {
	g := start(t, false, 0, 1)
	require.False(t, g.Inserted())
	g.Insert(77)
	require.True(t, g.Inserted(), "a node has one that was inserted above it")
	g.NextNode(1)
	require.False(t, g.Inserted(), "and that may have one itself")
	g.NextEdge(7)

	g = start(t, false, 0, 1)
	g.NextNode(1)
	require.True(t, g.MaySwap())
	require.False(t, g.MayReattach(), "all other nodes are below")
	g.Swap()
	g.NextNode(1)
	require.Equal(t, "20(10) σ[20] β[10]", told(g))
	require.False(t, g.MaySwap(), "not again")

	g = start(t, false, 0, 1, 1)
	g.NextNode(1)
	g.NextNode(1)
	require.True(t, g.MayReattach())
	require.Equal(t, []int32{3}, g.Heads())
	g.Reattach()
	g.Here()
	require.Equal(t, "10(30(20)) σ[10 30] β[30]", told(g), "30 is settled, but its new arc is not: it comes back, after s")
}

// The second phase goes through all nodes again.
func TestSecondPhase(t *testing.T) {
	g := start(t, true, 0, 1, 1)
	g.NextNode(1)
	g.NextNode(1)
	g.NextEdge(7)
	g.NextEdge(7)
	require.False(t, g.Second)
	g.NextNode(1)
	require.True(t, g.Second)
	require.Equal(t, "10(7:20 7:30) σ[20 30 10] β[]", told(g))
	require.Equal(t, []int32{3}, g.Friends(), "the root is above it")
	taken := g.Taken
	g.Reentrance()
	g.Here()
	require.Equal(t, "10(7:20(*30) 7:30) σ[20 30 10] β[30]", told(g))
	g.NextEdge(9)
	require.Equal(t, []graph.Arc{{Head: 2, Dep: 3, Role: 9, Linked: true}}, g.Arcs)
	require.Empty(t, g.Friends(), "there is an arc already")
	g.DoNothing()
	require.Empty(t, g.Friends(), "it would close a cycle")
	require.Equal(t, taken+2, g.Taken, "doing nothing and searching are no actions")
	g.DoNothing()
	g.DoNothing()
	require.True(t, g.Done())
	require.NoError(t, g.Verify())
}

// Links hang from nodes with a name.
func TestWikify(t *testing.T) {
	g := start(t, true, 0, 1)
	g.NextNode(1)
	g.NextEdge(g.Name)
	g.NextNode(1)
	require.False(t, g.MayWikify(), "the name has none")
	g.DoNothing()
	require.True(t, g.MayWikify())
	g.Wikify(g.Forward)
	require.False(t, g.MayWikify())
	require.Equal(t, "10(6:7 5:20) σ[10] β[]", told(g))
}

// The number of candidates is bounded, and the nearest ones are kept.
func TestCandidatesAreBounded(t *testing.T) {
	heads := make([]int32, 500)
	for w := range heads[1:] {
		heads[w+1] = 1
	}
	g := start(t, false, heads...)
	for g.B() == graph.None {
		g.NextNode(1)
	}
	require.Len(t, g.Heads(), graph.MaxCandidates)
	require.True(t, slices.IsSorted(g.Heads()), "siblings, by position")
}
