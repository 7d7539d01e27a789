package match

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// plain is a graph of a few nodes: whether each of its relations holds between two nodes, and the letter of each node.
type plain struct {
	holds   [2][][]bool
	letters []string
}

func randomPlain(r *rand.Rand) *plain {
	n := 1 + r.IntN(5)
	g := &plain{}
	for i := range g.holds {
		for range n {
			row := make([]bool, n)
			for j := range row {
				row[j] = r.IntN(3) == 0
			}
			g.holds[i] = append(g.holds[i], row)
		}
	}
	for range n {
		g.letters = append(g.letters, string("ab"[r.IntN(2)]))
	}
	return g
}

// A pattern of the test, as text and as what it becomes.
type made struct {
	text string
	c    Constraint[*plain]
	n    *Node[*plain]
	ways func(g *plain, at int, b bindings) []bindings
}

// bindings are the values of names: nodes, relations, and letters.
type bindings struct {
	node   [2]int // from 1; 0 without one
	letter string
}

// maker makes random patterns, and beside each what it means, by lists of ways.
type maker struct{ r *rand.Rand }

func (m maker) node(depth int, negated bool) made {
	n := &Node[*plain]{Name: NoName}
	letter, name, group := "", NoName, m.r.IntN(6) == 0 && !negated
	if m.r.IntN(2) == 0 {
		letter = string("ab"[m.r.IntN(2)])
		n.Test = func(g *plain) func(int) bool { return func(at int) bool { return g.letters[at] == letter } }
	}
	if m.r.IntN(2) == 0 && !negated {
		name = m.r.IntN(2)
		n.Name = name
	}
	if group {
		n.Groups = []Group[*plain]{{Name: 0, Text: func(g *plain) func(int) (string, bool) {
			return func(at int) (string, bool) { return g.letters[at], true }
		}}}
	}
	var where *made
	if depth > 0 && m.r.IntN(3) > 0 {
		c := m.constraint(depth-1, negated)
		where, n.Where = &c, c.c
	}
	text := fmt.Sprintf("(%q %d %v", letter, name, group)
	if where != nil {
		text += " " + where.text
	}
	return made{text: text + ")", n: n, ways: func(g *plain, at int, b bindings) []bindings {
		if letter != "" && g.letters[at] != letter {
			return nil
		}
		if name != NoName {
			if b.node[name] != 0 && b.node[name] != at+1 {
				return nil
			}
			b.node[name] = at + 1
		}
		if group {
			if b.letter != "" && b.letter != g.letters[at] {
				return nil
			}
			b.letter = g.letters[at]
		}
		if where != nil {
			return where.ways(g, at, b)
		}
		return []bindings{b}
	}}
}

func (m maker) constraint(depth int, negated bool) made {
	kind := m.r.IntN(6)
	if depth == 0 {
		kind = 5
	}
	switch kind {
	case 0, 1:
		a, b := m.constraint(depth-1, negated), m.constraint(depth-1, negated)
		return made{text: a.text + b.text, c: All[*plain]{a.c, b.c}, ways: func(g *plain, at int, in bindings) (out []bindings) {
			for _, way := range a.ways(g, at, in) {
				out = append(out, b.ways(g, at, way)...)
			}
			return out
		}}
	case 2:
		a, b := m.constraint(depth-1, negated), m.constraint(depth-1, negated)
		return made{text: a.text + "|" + b.text, c: Any[*plain]{a.c, b.c}, ways: func(g *plain, at int, in bindings) []bindings {
			return append(a.ways(g, at, in), b.ways(g, at, in)...)
		}}
	case 3:
		a := m.constraint(depth-1, true)
		return made{text: "!" + a.text, c: Not[*plain]{a.c}, ways: func(g *plain, at int, in bindings) []bindings {
			if len(a.ways(g, at, in)) > 0 {
				return nil
			}
			return []bindings{in}
		}}
	case 4:
		a := m.constraint(depth-1, negated)
		return made{text: "?" + a.text, c: Maybe[*plain]{a.c}, ways: func(g *plain, at int, in bindings) []bindings {
			if ways := a.ways(g, at, in); len(ways) > 0 {
				return ways[:1]
			}
			return []bindings{in}
		}}
	}
	which, to := m.r.IntN(2), m.node(depth, negated)
	each := func(g *plain) func(int, func(to, edge int) bool) bool {
		return func(from int, try func(to, edge int) bool) bool {
			for to, holds := range g.holds[which][from] {
				if holds && try(to, 0) {
					return true
				}
			}
			return false
		}
	}
	return made{text: fmt.Sprint(" ", which, to.text), c: Relation[*plain]{Each: each, To: to.n, Name: NoName, Edge: NoName},
		ways: func(g *plain, at int, in bindings) (out []bindings) {
			for next, holds := range g.holds[which][at] {
				if holds {
					out = append(out, to.ways(g, next, in)...)
				}
			}
			return out
		}}
}

// TestSearchFindsEveryWay: what a search finds is what lists of ways say, in the same order.
func TestSearchFindsEveryWay(t *testing.T) {
	found := 0
	for seed := range uint64(1000) {
		r := rand.New(rand.NewPCG(seed, 1))
		root := maker{r}.node(4, false)
		g := &plain{}
		s := New(&Pattern[*plain]{Root: root.n, Names: Names{Nodes: []string{"x", "y"}, Groups: []string{"z"}}}, g)
		for range 3 {
			*g = *randomPlain(r)
			var want, got []string
			for at := range g.letters {
				for _, b := range root.ways(g, at, bindings{}) {
					want = append(want, fmt.Sprint(at, b))
				}
			}
			s.Each(len(g.letters), func() bool {
				b := bindings{}
				for name := range b.node {
					if at, ok := s.Node(name); ok {
						b.node[name] = at + 1
					}
				}
				b.letter, _ = s.Group(0)
				got = append(got, fmt.Sprint(s.Root(), b))
				return false
			})
			require.Equal(t, want, got, "seed %d: %s", seed, root.text)
			found += len(got)
		}
	}
	require.Greater(t, found, 3_000)
}

func TestSearchStops(t *testing.T) {
	g := &plain{letters: []string{"a", "a", "a"}}
	s := New(&Pattern[*plain]{Root: &Node[*plain]{Name: NoName}}, g)
	count := 0
	s.Each(3, func() bool {
		count++
		return count == 2
	})
	require.Equal(t, 2, count)
	require.Equal(t, 1, s.Root())
}
