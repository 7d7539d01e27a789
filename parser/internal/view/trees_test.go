package view

import (
	"testing"

	"github.com/stretchr/testify/require"

	"parser/transition"
)

// after returns a configuration over n words after some moves.
func after(t *testing.T, s transition.System, n int, steps ...transition.Step) *transition.Config {
	t.Helper()
	c := &transition.Config{}
	s.Start(c, n)
	for _, step := range steps {
		require.True(t, s.Legal(c).Has(step.Move), "%v", step.Move)
		s.Apply(c, step.Move, step.Label)
	}
	return c
}

func step(m transition.Move, label int32) transition.Step {
	return transition.Step{Move: m, Label: label}
}

// values returns the values of all features of a view that are there, by their numbers.
func values(v View, s Seen) map[int]int32 {
	table, all := NewTable(v, labels), map[int]int32{}
	for _, row := range s.Rows[1:] {
		feature := len(table.first) - 1
		for table.first[feature] > row {
			feature--
		}
		all[feature] = row - table.first[feature]
	}
	return all
}

// TestArcsByHand: "the big dog barks" after the dog has got its article and its adjective.
func TestArcsByHand(t *testing.T) {
	const none = transition.None
	c := after(t, transition.ArcHybrid{}, 4, step(transition.Shift, none), step(transition.Shift, none),
		step(transition.Left, 2), step(transition.Left, 1), step(transition.Shift, none))
	seen := see(Arcs{}, c)
	require.Empty(t, seen.Minus)
	require.Equal(t, []Term{{3, 0, 0}, {0, 1, 0}, {4, 3, 0}, {1, 4, 0}}, seen.Plus, "S0, ROOT, N0, and the leftmost dependent of S0")
	require.Equal(t, map[int]int32{
		2: 0, 5: 0, 6: 0, 7: 0, 8: 0, // nothing in these slots
		arcSlots: 1, arcSlots + 1: 3, // distances of S0 and N0, S1 and S0
		arcSlots + 2: 2, arcSlots + 3: 0, arcSlots + 4: 0, arcSlots + 5: 0, arcSlots + 6: 0, // dependents
		arcSlots + 7: 1, arcSlots + 8: 0, // depth; S0 has no head
		arcSlots + 9: 2, arcSlots + 10: 0, arcSlots + 11: 0, arcSlots + 12: 0, arcSlots + 13: 0, // labels, from 1
	}, values(Arcs{}, seen))
}

// TestBracketsByHand: in-order, "the dog barks" with the article under an open bracket.
func TestBracketsByHand(t *testing.T) {
	const none = transition.None
	c := after(t, transition.InOrder{MaxUnary: 2}, 3, step(transition.Shift, none), step(transition.Open, 2), step(transition.Shift, none))
	seen := see(Brackets{}, c)
	top, open := c.S(0), c.S(1)
	require.Equal(t, [2]int32{2, 2}, [2]int32{c.Nodes[top].First, c.Nodes[top].Last})
	require.Equal(t, [2]int32{1, none}, [2]int32{c.Nodes[open].First, c.Nodes[open].Last})
	require.Equal(t, []Term{{2, 0, 0}, {2, 0, 1}, {2, 1, 0}, {1, 1, 1}, {3, 4, 0}, {3, 4, 1}}, seen.Plus, "f at the end, b at the beginning")
	require.Equal(t, []Term{{1, 0, 0}, {3, 0, 1}, {0, 1, 0}, {3, 1, 1}}, seen.Minus, "f before the beginning, b behind the end")
	found := values(Brackets{}, seen)
	require.Equal(t, []int32{0, 2*(labels+1) + 1 + 2}, []int32{found[spanSlots], found[spanSlots+3]}, "a word, and an open bracket with the label 2")
	require.Equal(t, []int32{1, 2}, []int32{found[spanSlots+1], found[spanSlots+4]}, "lengths")
}

// TestTagsByHand: the third word, after two tags.
func TestTagsByHand(t *testing.T) {
	c := after(t, transition.Tag{}, 4)
	require.Equal(t, Seen{Plus: []Term{{1, 0, 0}}, Rows: []int32{0, NewTable(Tags{}, labels).first[0], NewTable(Tags{}, labels).first[1]}}, see(Tags{}, c))
	for _, label := range []int32{3, 1} {
		transition.Tag{}.Apply(c, transition.Label, label)
	}
	seen := see(Tags{}, c)
	require.Equal(t, []Term{{3, 0, 0}}, seen.Plus)
	require.Equal(t, map[int]int32{0: 2, 1: 4}, values(Tags{}, seen), "the last tag first, from 1")
}
