package decode_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/parser/internal/decode"
	"parser/transition"
)

// bracketed are constituency systems with the names of their labels, and the longest sentences to try. Where chains are
// joined, the last label stands for several brackets.
var bracketed = []struct {
	transition.System
	names   [][]string
	longest int
}{
	{transition.Bracket{MaxOpens: 2}, [][]string{{"A"}, {"B"}}, 3},
	{transition.Bracket{MaxOpens: 3}, [][]string{{"A"}}, 4},
	{transition.InOrder{MaxUnary: 1}, [][]string{{"A"}, {"B"}}, 3},
	{transition.InOrder{MaxUnary: 2}, [][]string{{"A"}, {"B"}}, 2},
	{transition.InOrder{MaxUnary: 2}, [][]string{{"A"}}, 3},
	{transition.ShiftLabel{}, [][]string{{"A"}, {"B"}, {"A", "B"}}, 3},
	{transition.ShiftLabel{}, [][]string{{"A"}}, 4},
	{transition.Split{}, [][]string{{"A"}, {"B"}, {"A", "B"}}, 3},
	{transition.Split{}, [][]string{{"A"}}, 4},
}

// spansOf returns the constituents of a terminal configuration, each before those inside it.
func spansOf(c *transition.Config, names [][]string) (all []decode.Span) {
	type bracket struct {
		node, depth int32
	}
	var nodes []bracket
	for i := range c.Nodes[c.N+1:] {
		depth, node := int32(0), c.N+1+int32(i)
		for n := node; c.Nodes[n].Head > 0; n = c.Nodes[n].Head {
			depth++
		}
		nodes = append(nodes, bracket{node, depth})
	}
	for w := int32(1); w <= c.N; w++ {
		if c.Nodes[w].Label != transition.None {
			nodes = append(nodes, bracket{w, 1 << 20})
		}
	}
	slices.SortStableFunc(nodes, func(a, b bracket) int {
		m, n := &c.Nodes[a.node], &c.Nodes[b.node]
		if m.First != n.First {
			return int(m.First - n.First)
		}
		if m.Last != n.Last {
			return int(n.Last - m.Last)
		}
		return int(a.depth - b.depth)
	})
	for _, b := range nodes {
		if n := &c.Nodes[b.node]; n.Label != transition.None {
			for _, name := range names[n.Label] {
				all = append(all, decode.Span{Label: name, Start: n.First - 1, End: n.Last})
			}
		}
	}
	return all
}

// contains reports whether constituents have all given ones, in their order.
func contains(all, given []decode.Span) bool {
	for _, s := range all {
		if len(given) > 0 && s.Start == given[0].Start && s.End == given[0].End && (given[0].Label == "" || given[0].Label == s.Label) {
			given = given[1:]
		}
	}
	return len(given) == 0
}

// bounded reports whether constituents keep to the bounds of a system, where what is given may exceed them: then all others
// are matched but the outermost, or the innermost over several items.
func bounded(p transition.Params, all, given []decode.Span, n int32) bool {
	count := func(list []decode.Span, is func(decode.Span) bool) (n int32) {
		for _, s := range list {
			if is(s) {
				n++
			}
		}
		return n
	}
	for i, s := range all {
		starting := func(o decode.Span) bool { return o.Start == s.Start }
		same := func(o decode.Span) bool { return o.Start == s.Start && o.End == s.End }
		opens, needed := count(all, starting), count(given, starting)
		if s.Start == 0 && count(given, func(o decode.Span) bool { return o.Start == 0 && o.End == n }) == 0 {
			needed++
		}
		if p.MaxOpens > 0 && opens > max(p.MaxOpens, needed) {
			return false
		}
		chain, wanted := count(all, same), count(given, same)
		innermost := i == len(all)-1 || !same(all[i+1])
		if p.MaxUnary > 0 && innermost && chain > p.MaxUnary {
			last := slices.IndexFunc(given, same) + int(wanted) - 1
			if s.End-s.Start > 1 && wanted > 0 && given[last].Label != "" && given[last].Label != s.Label {
				wanted++
			}
			if chain > wanted {
				return false
			}
		}
	}
	return true
}

// derivations visits the derivations that d offers until visit returns false.
func derivations(d *decode.Derivation, visit func(*decode.Derivation) bool) bool {
	q := d.Next()
	if q == nil {
		return visit(d)
	}
	for _, k := range slices.Clone(q.Classes) {
		next := &decode.Derivation{}
		next.CopyFrom(d)
		next.Next()
		if _ = next.Take(k); !derivations(next, visit) {
			return false
		}
	}
	return true
}

// start returns the start of a derivation with all labels, which keeps spans unless they are nil.
func start(s transition.System, names [][]string, n int, spans *decode.Spans) *decode.Derivation {
	uses := map[decode.Use]bool{}
	for m := range transition.NumMoves {
		for label := range names {
			if m.Labelled() {
				uses[decode.Use{Move: m, Label: int32(label)}] = true
			}
		}
	}
	d := &decode.Derivation{System: s, Actions: decode.NewActions(s, uses)}
	if spans != nil {
		d.Constraint = spans
	}
	d.Start(0, n)
	return d
}

// TestSpansEqualExhaustive: of all derivations of the system with room for given constituents, exactly those whose tree
// has them all are offered, and every one that is begun comes to its end.
func TestSpansEqualExhaustive(t *testing.T) {
	const many = 20000 // derivations
	for _, b := range bracketed {
		random := rand.New(rand.NewPCG(2, 7))
		kept, rejected := 0, 0
		for n := 1; n <= b.longest; n++ {
			type shape struct {
				steps string
				spans []decode.Span
			}
			every := map[transition.System][]shape{}
			all := func(s transition.System) []shape {
				if every[s] == nil {
					derivations(start(s, b.names, n, nil), func(d *decode.Derivation) bool {
						every[s] = append(every[s], shape{fmt.Sprint(d.Config.Steps), spansOf(&d.Config, b.names)})
						return len(every[s]) < many
					})
				}
				return every[s]
			}
			for range 30 {
				var given []decode.Span
				some := all(b.System)
				for _, s := range some[random.IntN(len(some))].spans {
					if random.IntN(3) == 0 {
						s.Label = ""
					}
					if random.IntN(2) == 0 {
						given = append(given, s)
					}
				}
				spans := decode.NewSpans(b.names)
				require.NoError(t, spans.Check(b.System, given))
				room := spans.Start(b.System, given)
				if len(all(room)) == many {
					continue
				}
				var want, got []string
				for _, d := range all(room) {
					if contains(d.spans, given) && bounded(b.System.Params(), d.spans, given, int32(n)) {
						want = append(want, d.steps)
					}
				}
				derivations(start(room, b.names, n, spans), func(d *decode.Derivation) bool {
					got = append(got, fmt.Sprint(d.Config.Steps))
					return true
				})
				require.Equal(t, want, got, "%v, %d words, given %v", b.System, n, given)
				kept, rejected = kept+len(got), rejected+len(all(room))-len(got)
			}
		}
		t.Logf("%v: %d derivations are offered, and %d are not", b.System, kept, rejected)
		require.Greater(t, kept, 500)
		require.Greater(t, rejected, 500)
	}
}

// TestSpansOnLongSentences: whatever is chosen, the end is a tree with all given constituents.
func TestSpansOnLongSentences(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 5))
	for _, b := range bracketed {
		for range 200 {
			n, trees := 1+random.IntN(30), [2][]decode.Span{}
			spans, room, given := (*decode.Spans)(nil), b.System, []decode.Span(nil)
			for i := range trees {
				d := start(room, b.names, n, spans)
				for q := d.Next(); q != nil; q = d.Next() {
					_ = d.Take(q.Classes[random.IntN(len(q.Classes))])
				}
				if trees[i] = spansOf(&d.Config, b.names); i == 0 {
					for _, s := range trees[0] {
						if random.IntN(2) == 0 {
							given = append(given, s)
						}
					}
					spans = decode.NewSpans(b.names)
					room = spans.Start(b.System, given)
				}
			}
			require.True(t, contains(trees[1], given), "%v: %v has not %v", b.System, trees[1], given)
		}
	}
}

func TestSpansThatNoTreeHas(t *testing.T) {
	joined := decode.NewSpans([][]string{{"A"}, {"B"}, {"A", "B"}})
	for _, c := range []struct {
		given []decode.Span
		text  string // of the error
	}{
		{[]decode.Span{{"A", 0, 2}, {"B", 0, 1}, {"", 1, 2}}, ""},
		{[]decode.Span{{"A", 0, 2}, {"C", 0, 1}}, "C over words 1 to 1"},
		{[]decode.Span{{"A", 0, 2}, {"B", 0, 2}}, ""},
		{[]decode.Span{{"A", 0, 2}, {"", 0, 2}}, ""},
		{[]decode.Span{{"", 0, 3}, {"B", 0, 2}, {"A", 0, 2}}, "B over A over words 1 to 2"},
		{[]decode.Span{{"", 0, 2}, {"", 0, 2}, {"A", 0, 2}}, "_ over _ over A over words 1 to 2"},
	} {
		err := joined.Check(transition.ShiftLabel{}, c.given)
		if c.text == "" {
			require.NoError(t, err)
			continue
		}
		require.ErrorIs(t, err, decode.ErrSpan)
		require.EqualError(t, err, decode.ErrSpan.Error()+": "+c.text)
	}
	require.NoError(t, joined.Check(transition.InOrder{MaxUnary: 1}, []decode.Span{{"B", 0, 2}, {"A", 0, 2}}), "it builds one by one")
}
