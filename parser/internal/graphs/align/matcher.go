package align

import (
	"cmp"
	"slices"
)

type matcher struct {
	*sentence
	*view
	rank               []int // of each node: its place in the order
	nodeOf             []int // of each word, or None
	wordOf             []int // of each node, or None
	heldWord, heldNode []bool
	links              []Link
}

func newMatcher(s *sentence, v *view) *matcher {
	m := &matcher{sentence: s, view: v, rank: make([]int, len(v.labels)), nodeOf: slices.Repeat([]int{None}, len(s.words)),
		wordOf:   slices.Repeat([]int{None}, len(v.labels)),
		heldWord: make([]bool, len(s.words)), heldNode: make([]bool, len(v.labels))}
	for r, n := range v.order {
		m.rank[n] = r
	}
	return m
}

// pair is a word and a node that a rule would align.
type pair struct {
	word, node int
	strength   int // stronger pairs go first
	agreement  int
}

// takeSure aligns those pairs of a rule that have no rival of the same strength. Words and nodes
// with rivals are left to takeBest: no weaker rule may take them before.
func (m *matcher) takeSure(rule string, pairs []pair) {
	pairs = distinct(pairs)
	words, nodes := map[int]rivals{}, map[int]rivals{}
	for _, p := range pairs {
		words[p.word] = words[p.word].with(p.strength)
		nodes[p.node] = nodes[p.node].with(p.strength)
	}
	for _, p := range pairs {
		sure := rivals{p.strength, 1}
		if words[p.word] == sure && nodes[p.node] == sure && !m.heldWord[p.word] && !m.heldNode[p.node] {
			m.link(p, rule)
		}
	}
	for _, p := range pairs {
		m.heldWord[p.word], m.heldNode[p.node] = true, true
	}
}

// rivals are the strongest pairs of a word or node.
type rivals struct{ strength, count int }

func (r rivals) with(strength int) rivals {
	switch {
	case r.count == 0 || strength > r.strength:
		return rivals{strength, 1}
	case strength == r.strength:
		r.count++
	}
	return r
}

// takeBest aligns the pairs of a rule, starting with those that agree best with what is aligned.
func (m *matcher) takeBest(rule string, pairs []pair) {
	pairs = distinct(pairs)
	for i := range pairs {
		pairs[i].agreement = m.agreement(pairs[i].word, pairs[i].node)
	}
	slices.SortFunc(pairs, func(a, b pair) int {
		return cmp.Or(cmp.Compare(b.strength, a.strength), cmp.Compare(b.agreement, a.agreement),
			cmp.Compare(m.view.depth[a.node], m.view.depth[b.node]), cmp.Compare(m.rank[a.node], m.rank[b.node]), cmp.Compare(a.word, b.word))
	})
	for _, p := range pairs {
		m.link(p, rule)
	}
}

func distinct(pairs []pair) []pair {
	slices.SortFunc(pairs, func(a, b pair) int {
		return cmp.Or(cmp.Compare(a.node, b.node), cmp.Compare(a.word, b.word), cmp.Compare(b.strength, a.strength))
	})
	return slices.CompactFunc(pairs, func(a, b pair) bool { return a.node == b.node && a.word == b.word })
}

// link aligns a pair if both are free.
func (m *matcher) link(p pair, rule string) {
	if m.nodeOf[p.word] == None && m.wordOf[p.node] == None {
		m.nodeOf[p.word], m.wordOf[p.node] = p.node, p.word
		m.links = append(m.links, Link{Word: p.word, Node: p.node, Rule: rule})
	}
}

// agreement says how close a word is to those of the nodes around a node. Neighbours within a name
// count most: "Company" in a name more likely belongs to it than to the concept above.
func (m *matcher) agreement(word, node int) (sum int) {
	for _, n := range m.around[node] {
		if w := m.wordOf[n]; w != None && w != word {
			sum += m.near(word, w)
		}
	}
	if n := m.before[node]; n != None && word > 0 && m.wordOf[n] == word-1 {
		sum += 2 * nearest
	}
	if n := m.after[node]; n != None && m.wordOf[n] == word+1 {
		sum += 2 * nearest
	}
	return sum
}
