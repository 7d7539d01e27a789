package align

import (
	"cmp"
	"math"
	"slices"
)

// span is a stretch of words, from the first to the last.
type span struct{ first, last int }

// none is the span of a node without words: it adds nothing to the least and the greatest of others.
var none = span{math.MaxInt, None}

// spans aligns free words between those of a whole, such as a date, with its free nodes.
func (m *matcher) spans() {
	of := slices.Repeat([]span{none}, len(m.labels)) // of each node, its parts included
	for n, w := range m.wordOf {
		if w != None {
			of[n] = span{w, w}
		}
	}
	var wholes []int // free ones
	for _, n := range slices.Backward(m.order) {
		if m.wordOf[n] != None {
			continue
		}
		for _, part := range m.parts[n] {
			of[n] = span{min(of[n].first, of[part].first), max(of[n].last, of[part].last)}
		}
		if m.parts[n] != nil && of[n] != none {
			wholes = append(wholes, n)
		}
	}
	slices.SortFunc(wholes, func(a, b int) int {
		return cmp.Or(cmp.Compare(of[a].first, of[b].first), cmp.Compare(of[b].last, of[a].last), cmp.Compare(m.rank[a], m.rank[b]))
	})
	for len(wholes) > 0 {
		s, inside := of[wholes[0]], []int{}
		for len(wholes) > 0 && s.first <= of[wholes[0]].first && of[wholes[0]].last <= s.last {
			inside = append(inside, wholes[0])
			for _, part := range m.parts[wholes[0]] {
				if m.wordOf[part] == None && of[part] == none {
					inside = append(inside, part)
				}
			}
			wholes = wholes[1:]
		}
		m.fill(s, inside)
	}
}

// leastJaro is the similarity above which labels are alike.
const leastJaro = 0.001

// fill aligns the free content words of a span with nodes: the most similar first, and those
// without any similarity from the top of the tree and the bottom of the graph.
func (m *matcher) fill(s span, nodes []int) {
	var words []int
	for w := s.first; w <= s.last; w++ {
		if m.nodeOf[w] == None && !m.functional(w) {
			words = append(words, w)
		}
	}
	type match struct {
		pair
		jaro float64
	}
	var matches []match
	for _, w := range words {
		for _, n := range nodes {
			if j := jaro([]rune(m.lower[w]), []rune(m.labels[n])); j > leastJaro {
				matches = append(matches, match{pair{word: w, node: n}, j})
			}
		}
	}
	slices.SortStableFunc(matches, func(a, b match) int { return cmp.Compare(b.jaro, a.jaro) })
	for _, p := range matches {
		m.link(p.pair, "span")
	}
	words = slices.DeleteFunc(words, func(w int) bool { return m.nodeOf[w] != None })
	slices.SortStableFunc(words, func(a, b int) int { return cmp.Compare(m.sentence.depth[a], m.sentence.depth[b]) })
	nodes = slices.DeleteFunc(nodes, func(n int) bool { return m.wordOf[n] != None })
	slices.SortStableFunc(nodes, func(a, b int) int { return cmp.Compare(m.view.depth[b], m.view.depth[a]) })
	for i := range min(len(words), len(nodes)) {
		m.link(pair{word: words[i], node: nodes[i]}, "span")
	}
}
