package align

import (
	"slices"
	"strings"
	"unicode"
)

// words proposes words that are the concept or constant of a node, preferably with the same capitals.
func words(m *matcher) []pair {
	const exact = "="
	return m.partsFirst(m.sharing(func(w int) []string { return []string{exact + m.words[w].Form, m.lower[w], plain(m.lower[w])} }, func(n int) []string {
		return append(m.names(n), exact+strip(&m.graph.Nodes[n]))
	}))
}

func lemmas(m *matcher) []pair {
	return m.partsFirst(m.sharing(func(w int) []string { return []string{m.lemma[w], plain(m.lemma[w])} }, m.names))
}

// partsFirst makes pairs with wholes a little weaker: the word more likely stands for the name
// "moon" than for its kind, since wholes are easily inserted and names are not.
func (m *matcher) partsFirst(pairs []pair) []pair {
	for i, p := range pairs {
		if pairs[i].strength *= 2; m.parts[p.node] != nil {
			pairs[i].strength--
		}
	}
	return pairs
}

// names returns the label of a node unchanged and plain.
func (v *view) names(n int) []string { return []string{v.labels[n], plain(v.labels[n])} }

// plain returns the letters and digits of a text with a letter.
func plain(s string) string {
	if strings.IndexFunc(s, unicode.IsLetter) < 0 {
		return ""
	}
	return strings.Map(func(c rune) rune {
		if unicode.In(c, unicode.L, unicode.M, unicode.N) {
			return c
		}
		return -1
	}, s)
}

// most is the maximal number of words in one concept or constant.
const most = 8

// joins proposes, for concepts and constants of several consecutive words, the word highest in the tree.
func joins(m *matcher) (pairs []pair) {
	nodes := map[string][]int{}
	for _, n := range m.order {
		if m.wordOf[n] == None {
			nodes[plain(m.labels[n])] = append(nodes[plain(m.labels[n])], n)
		}
	}
	delete(nodes, "")
	for from := range m.lower {
		text, head := "", from
		for w := from; w < min(from+most, len(m.lower)) && m.nodeOf[w] == None; w++ {
			more := plain(m.lower[w])
			if text += more; m.sentence.depth[w] < m.sentence.depth[head] && more != "" {
				head = w
			}
			if like := nodes[text]; w > from && len(like) > 0 {
				pairs = append(pairs, pair{word: head, node: like[0]})
				nodes[text] = like[1:]
			}
		}
	}
	return pairs
}

// parts proposes content words for concepts of several words. The higher of two words in the tree is better.
func parts(m *matcher) []pair {
	ofWord := func(w int) []string { return []string{m.lower[w], m.lemma[w]} }
	pairs := m.contentSharing(ofWord, func(n int) []string { return split(m.labels[n]) })
	for i, p := range pairs {
		pairs[i].strength = -m.sentence.depth[p.word]
	}
	return pairs
}

func split(s string) []string {
	parts := strings.FieldsFunc(s, func(c rune) bool { return strings.ContainsRune("-_ ", c) })
	if len(parts) == 1 {
		return nil
	}
	return parts
}

// notRelative marks in the table what a word does not stand for in a relative clause.
const notRelative = "?"

func (a *Aligner) standFor(m *matcher) []pair {
	return m.sharing(func(w int) []string {
		keys := slices.Clone(a.words[m.lower[w]])
		if m.lemma[w] != m.lower[w] {
			keys = append(keys, a.words[m.lemma[w]]...)
		}
		relative := m.relative(w)
		for i, key := range keys {
			if rest, ok := strings.CutPrefix(key, notRelative); ok && relative {
				keys[i] = ""
			} else if ok {
				keys[i] = rest
			}
		}
		return keys
	}, func(n int) []string {
		keys := []string{m.labels[n]}
		for _, role := range m.roles[n] {
			keys = append(keys, ":"+role+" "+m.labels[n])
		}
		return keys
	})
}

func (a *Aligner) derived(m *matcher) []pair {
	return m.contentSharing(func(w int) []string {
		return a.stems(append([]string{m.lower[w], m.lemma[w]}, split(m.lower[w])...))
	}, func(n int) []string { return a.stems([]string{m.labels[n]}) })
}

const (
	shortStem   = 3 // letters
	shortPrefix = 4 // letters after a prefix
)

// stems returns words and the stems that they may come from.
func (a *Aligner) stems(words []string) (stems []string) {
	for _, w := range words {
		stems = append(stems, w)
		for _, p := range a.prefixes {
			if rest, ok := strings.CutPrefix(w, p); ok && len(rest) >= shortPrefix {
				stems = a.unsuffixed(append(stems, rest), rest)
			}
		}
		stems = a.unsuffixed(stems, w)
	}
	return stems
}

// unsuffixed appends the forms of a word with each of its suffixes replaced.
func (a *Aligner) unsuffixed(dst []string, word string) []string {
	for i := len(word) - 1; i >= 2; i-- {
		for _, other := range a.suffixes[word[i:]] {
			if i+len(other) >= shortStem {
				dst = append(dst, word[:i]+other)
			}
		}
	}
	return dst
}
