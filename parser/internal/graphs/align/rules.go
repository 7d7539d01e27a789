package align

import "slices"

type rule struct {
	name  string
	pairs func(*matcher) []pair
}

func (a *Aligner) rules() []rule {
	return []rule{
		{"word", words},
		{"lemma", lemmas},
		{"number", a.values},
		{"join", joins},
		{"part", parts},
		{"table", a.standFor},
		{"suffix", a.derived},
		{"fuzzy", fuzzy},
		{"similar", similar},
	}
}

// many is the largest number of pairs with a common key that are all considered. Above it, the first word goes with the
// first node and so on, so that the time is proportional to the number of words.
const many = 1000

// contentSharing is sharing for content words.
func (m *matcher) contentSharing(ofWord, ofNode func(int) []string) []pair {
	return m.sharing(func(w int) []string {
		if m.functional(w) {
			return nil
		}
		return ofWord(w)
	}, ofNode)
}

// sharing returns the pairs of a word and a node with a common key; "" is no key. The first keys of
// a word are the strongest.
func (m *matcher) sharing(ofWord, ofNode func(int) []string) (pairs []pair) {
	nodes := map[string][]int{}
	for _, n := range m.order {
		if m.wordOf[n] == None {
			for _, key := range ofNode(n) {
				nodes[key] = append(nodes[key], n)
			}
		}
	}
	delete(nodes, "")
	type place struct{ word, strength int }
	words := map[string][]place{}
	var keys []string
	for w, node := range m.nodeOf {
		if node != None {
			continue
		}
		for i, key := range ofWord(w) {
			if nodes[key] != nil {
				words[key] = append(words[key], place{w, -i})
				keys = append(keys, key)
			}
		}
	}
	slices.Sort(keys)
	for _, key := range slices.Compact(keys) {
		for i, p := range words[key] {
			nodes := nodes[key]
			if len(words[key])*len(nodes) > many {
				nodes = nodes[min(i, len(nodes)):min(i+1, len(nodes))]
			}
			for _, n := range nodes {
				pairs = append(pairs, pair{word: p.word, node: n, strength: p.strength})
			}
		}
	}
	return pairs
}
