package align

import "slices"

// fewest is the minimal length in letters of words compared by their beginnings.
const fewest = 4

// fuzzy proposes for each node the words that begin most like it.
func fuzzy(m *matcher) (pairs []pair) {
	begin := func(s string) []string {
		if len(s) < fewest {
			return nil
		}
		return []string{s[:fewest]}
	}
	best := map[int]int{} // of each node
	ofWord := func(w int) []string { return begin(m.lower[w]) }
	ofNode := func(n int) []string { return begin(m.labels[n]) }
	for _, p := range m.contentSharing(ofWord, ofNode) {
		p.strength = max(common(m.lower[p.word], m.labels[p.node]), common(m.lemma[p.word], m.labels[p.node]))
		best[p.node] = max(best[p.node], p.strength)
		pairs = append(pairs, p)
	}
	return slices.DeleteFunc(pairs, func(p pair) bool { return p.strength < best[p.node] })
}

// common returns the length in bytes of the common prefix of two strings.
func common(a, b string) int {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}

// slip is the similarity from which one word may be a misspelling of another.
const slip = 0.85

// similar proposes content words that are the concept or constant up to a slip or two, in the middle or at one end.
func similar(m *matcher) (pairs []pair) {
	ends := func(s string) []string {
		if len(s) < fewest {
			return nil
		}
		return []string{s[:2] + "-", "-" + s[len(s)-2:]}
	}
	ofWord := func(w int) []string { return append(ends(m.lower[w]), ends(m.lemma[w])...) }
	ofNode := func(n int) []string { return ends(m.labels[n]) }
	for _, p := range m.contentSharing(ofWord, ofNode) {
		j := max(jaro([]rune(m.lower[p.word]), []rune(m.labels[p.node])), jaro([]rune(m.lemma[p.word]), []rune(m.labels[p.node])))
		if j >= slip {
			p.strength = int(1000 * j)
			pairs = append(pairs, p)
		}
	}
	return pairs
}

// jaro returns the similarity of two strings of Jaro (1989), from 0 to 1.
func jaro(a, b []rune) float64 {
	if len(a) == 0 || len(b) == 0 {
		return 0
	}
	window := max(len(a)/2-1, len(b)/2-1, 0)
	used := make([]bool, len(b))
	var common []rune // runes of a that b has nearby, in the order of a
	for i, c := range a {
		for j := max(i-window, 0); j < min(i+window+1, len(b)); j++ {
			if !used[j] && b[j] == c {
				used[j] = true
				common = append(common, c)
				break
			}
		}
	}
	if len(common) == 0 {
		return 0
	}
	moved, k := 0, 0
	for j, c := range b {
		if used[j] {
			if common[k] != c {
				moved++
			}
			k++
		}
	}
	n := float64(len(common))
	return (n/float64(len(a)) + n/float64(len(b)) + (n-float64(moved/2))/n) / 3
}
