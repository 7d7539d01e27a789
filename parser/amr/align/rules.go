package align

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// rule proposes pairs of free words and free nodes.
type rule struct {
	name  string
	pairs func(m *matcher) []pair
}

// rules returns the rules in their order.
func (a *Aligner) rules() []rule {
	t := &a.tables
	return []rule{
		{"word", sharing(func(s *sentence, w int) []string { return []string{s.lower[w], joined(s.lower[w])} }, (*view).names)},
		{"lemma", sharing(func(s *sentence, w int) []string { return []string{s.lemma[w], joined(s.lemma[w])} }, (*view).names)},
		{"number", t.numbers},
		{"part", parts},
		{"table", sharing(t.standsFor, (*view).named)},
		{"suffix", sharing(func(s *sentence, w int) []string { return t.stems(nil, s.lower[w], s.lemma[w]) },
			func(v *view, n int) []string { return t.stems(nil, v.labels[n]) })},
		{"fuzzy", fuzzy},
	}
}

// many is how many pairs that share a key are all looked at. Above it, the first word goes with the first
// node and so on, for time in proportion to the words.
const many = 1000

// sharing returns the pairs of which a word and a node have a key in common.
func sharing(ofWord func(*sentence, int) []string, ofNode func(*view, int) []string) func(*matcher) []pair {
	return func(m *matcher) (pairs []pair) {
		nodes := map[string][]int{}
		for _, n := range m.order {
			if m.wordOf[n] == None {
				for _, key := range ofNode(m.view, n) {
					nodes[key] = append(nodes[key], n)
				}
			}
		}
		delete(nodes, "")
		words := map[string][]int{}
		var keys []string
		for w, node := range m.nodeOf {
			if node != None {
				continue
			}
			for _, key := range ofWord(m.sentence, w) {
				if nodes[key] != nil {
					words[key] = append(words[key], w)
					keys = append(keys, key)
				}
			}
		}
		slices.Sort(keys)
		for _, key := range slices.Compact(keys) {
			pairs = combine(pairs, words[key], nodes[key])
		}
		return pairs
	}
}

// combine appends the pairs of some words and nodes.
func combine(pairs []pair, words, nodes []int) []pair {
	for i, w := range words {
		if len(words)*len(nodes) > many {
			if i < len(nodes) {
				pairs = append(pairs, pair{word: w, node: nodes[i]})
			}
			continue
		}
		for _, n := range nodes {
			pairs = append(pairs, pair{word: w, node: n})
		}
	}
	return pairs
}

// joined leaves out the hyphens of a word, "" if it has none.
func joined(s string) string {
	if j := strings.ReplaceAll(s, "-", ""); j != s {
		return j
	}
	return ""
}

// names returns the label of a node, and without hyphens.
func (v *view) names(n int) []string { return []string{v.labels[n], joined(v.labels[n])} }

// named returns the label of a node, and behind each role by which it is reached.
func (v *view) named(n int) []string {
	keys := []string{v.labels[n]}
	for _, role := range v.roles[n] {
		keys = append(keys, ":"+role+" "+v.labels[n])
	}
	return keys
}

var between = regexp.MustCompile(`[-_ ]+`)

// parts proposes words for concepts of several. Of two words the one higher up in the tree is
// the better.
func parts(m *matcher) []pair {
	pairs := sharing(func(s *sentence, w int) []string { return []string{s.lower[w], s.lemma[w]} },
		func(v *view, n int) []string {
			if p := between.Split(v.labels[n], -1); len(p) > 1 {
				return p
			}
			return nil
		})(m)
	for i, p := range pairs {
		pairs[i].strength = -m.sentence.depth[p.word]
	}
	return pairs
}

// Two words begin alike from prefix letters on.
const prefix = 4

// fuzzy proposes for each node the words that begin most like it.
func fuzzy(m *matcher) (pairs []pair) {
	begin := func(s string) string { return s[:min(prefix, len(s))] }
	words := map[string][]int{}
	for w, node := range m.nodeOf {
		if node == None && len(m.lower[w]) >= prefix {
			words[begin(m.lower[w])] = append(words[begin(m.lower[w])], w)
		}
	}
	for _, n := range m.order {
		if m.wordOf[n] != None || len(m.labels[n]) < prefix {
			continue
		}
		best, first := 0, len(pairs)
		like := words[begin(m.labels[n])]
		for _, w := range like[:min(len(like), many)] {
			common := max(alike(m.lower[w], m.labels[n]), alike(m.lemma[w], m.labels[n]))
			if common > best {
				best, pairs = common, pairs[:first]
			}
			if common == best {
				pairs = append(pairs, pair{word: w, node: n, strength: common})
			}
		}
	}
	return pairs
}

// alike returns how many bytes two strings begin with in common.
func alike(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// standsFor returns what the table of words has for a word.
func (t *tables) standsFor(s *sentence, w int) []string {
	keys := t.words[s.lower[w]]
	if s.lemma[w] != s.lower[w] {
		keys = append(slices.Clip(keys), t.words[s.lemma[w]]...)
	}
	return keys
}

// stems appends the stems that words may come from, themselves among them.
func (t *tables) stems(dst []string, words ...string) []string {
	for _, w := range words {
		dst = append(dst, w)
		for _, p := range t.prefixes {
			if rest, ok := strings.CutPrefix(w, p); ok && len(rest) >= prefix {
				dst = t.unsuffixed(dst, rest)
			}
		}
		dst = t.unsuffixed(dst, w)
	}
	slices.Sort(dst)
	return slices.Compact(dst)
}

// unsuffixed appends a word and what it becomes with each of its suffixes replaced.
func (t *tables) unsuffixed(dst []string, word string) []string {
	dst = append(dst, word)
	for i := len(word) - 1; i >= 3; i-- {
		for _, other := range t.suffixes[word[i:]] {
			dst = append(dst, word[:i]+other)
		}
	}
	return dst
}

// numbers proposes constants for words in digits and number words: the value of a stretch of
// them goes with the highest of its words in the tree.
func (t *tables) numbers(m *matcher) []pair {
	keys := make([][]string, len(m.words))
	for from := 0; from < len(m.words); from++ {
		values, length := t.value(m.lower[from:])
		if length == 0 {
			continue
		}
		head := from
		for w := from; w < from+length; w++ {
			if m.sentence.depth[w] < m.sentence.depth[head] {
				head = w
			}
		}
		keys[head] = append(keys[head], values...)
		for w := from; length > 1 && w < from+length; w++ {
			if values, _ := t.value(m.lower[w : w+1]); m.nodeOf[w] == None {
				keys[w] = append(keys[w], values...)
			}
		}
		from += length - 1
	}
	return sharing(func(_ *sentence, w int) []string { return keys[w] }, func(v *view, n int) []string {
		if !v.graph.Nodes[n].Constant() {
			return nil
		}
		if x, err := strconv.ParseFloat(strings.ReplaceAll(v.labels[n], ",", ""), 64); err == nil {
			return []string{number(x)}
		}
		return nil
	})(m)
}
