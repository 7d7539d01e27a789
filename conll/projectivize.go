package conll

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Scheme says how a pseudo-projective tree remembers what it was (Nivre &
// Nilsson 2005, section 3). An arc that had to be lifted is marked with ↑, the
// arcs it was lifted along with ↓:
//
//	          lifted arc   arc on the path
//	Head      d↑h          p
//	Path      d↑           p↓
//	HeadPath  d↑h          p↓
//
// where d and p are the arcs' own labels and h is the label of the word that
// the lifted arc started from. An arc can be both, as in d↑h↓. The zero value
// leaves trees as they are.
type Scheme uint8

// The schemes.
const (
	None Scheme = iota
	Head
	Path
	HeadPath
)

var schemeNames = [...]string{"none", "head", "path", "head+path"}

// ParseScheme returns the scheme that is called none, head, path or head+path.
func ParseScheme(name string) (Scheme, error) {
	if i := slices.Index(schemeNames[:], name); i >= 0 {
		return Scheme(i), nil
	}
	return None, fmt.Errorf("no pseudo-projective scheme %q: want one of %s", name, strings.Join(schemeNames[:], ", "))
}

// The marks of lifted arcs and of the arcs on their path.
const (
	markLifted = "↑"
	markPath   = "↓"
)

// ErrMark is returned for a treebank whose own labels contain a mark.
var ErrMark = errors.New("label contains " + markLifted + " or " + markPath + ", which mark lifted arcs")

// decoration is what a label says beyond its own meaning.
type decoration struct {
	label  string // without marks
	lifted bool
	head   string // label of the head before lifting; "" when not recorded
	path   bool
}

// undecorate splits any label, even one that no tree was ever given.
func undecorate(label string) (d decoration) {
	label, _, d.path = strings.Cut(label, markPath)
	d.label, d.head, d.lifted = strings.Cut(label, markLifted)
	d.head, _, _ = strings.Cut(d.head, markLifted)
	return d
}

// Plain returns a label without its decoration.
func Plain(label string) string { return undecorate(label).label }

// Projectivize makes a tree projective in place and returns the number of words
// whose head changed. heads[i] and labels[i] belong to word i+1. A projective tree
// stays as it is. A tree with one root keeps it and gets no other: all other words
// descend from the root, so no arc from it is ever lifted. In a tree with several
// roots words can be lifted to ROOT.
//
// The smallest non-projective arc is lifted until none is left: d, a dependent of j, becomes a
// dependent of j's head (Nivre & Nilsson 2005, figure 3). The smallest arc is the shortest; among
// arcs of the same length it is the leftmost.
//
// In a partial tree words without head keep none. Others are lifted where [Complete] cannot make
// the tree projective. A word that would have to be lifted over a word without head has no known
// target and loses its own head (NoHead).
//
// The error wraps a cause of [CheckPartial], or ErrMark if a label contains a mark; then nothing is
// changed.
func (c Scheme) Projectivize(heads []int, labels []string) (lifted int, err error) {
	if c == None {
		return 0, nil
	}
	if err := CheckPartial(heads, false); err != nil {
		return 0, err
	}
	if slices.Contains(heads, NoHead) {
		return c.projectivizePartial(heads, labels)
	}
	for i, label := range labels {
		if strings.Contains(label, markLifted) || strings.Contains(label, markPath) {
			return 0, fmt.Errorf("%w: %q of word %d", ErrMark, label, i+1)
		}
	}
	marks := make([]decoration, len(heads))
	bad := make([]bool, len(heads)) // the dependents of non-projective arcs
	arcs := NonProjectiveArcs(heads)
	for _, d := range arcs {
		bad[d-1] = true
	}
	for left := len(arcs); left > 0; left-- {
		d, length, start := 0, 0, 0
		for i, head := range heads {
			if bad[i] {
				l, r := min(i+1, head), max(i+1, head)
				if d == 0 || r-l < length || r-l == length && l < start {
					d, length, start = i+1, r-l, l
				}
			}
		}
		j := heads[d-1]
		heads[d-1], bad[d-1] = heads[j-1], false
		if m := &marks[d-1]; !m.lifted {
			m.lifted, m.head = true, labels[j-1]
			lifted++
		}
		marks[j-1].path = true
		// A lift takes descendants from j and gives none to other words, so a non-projective arc
		// stays so until it is lifted itself, and only the lifted arc and the other arcs from j can
		// become non-projective.
		for i, head := range heads {
			if (head == j || i == d-1) && !bad[i] && !projectiveArc(heads, i+1) {
				bad[i] = true
				left++
			}
		}
	}
	for i, m := range marks {
		if m.lifted {
			labels[i] += markLifted
			if c != Path {
				labels[i] += m.head
			}
		}
		if m.path && c != Head {
			labels[i] += markPath
		}
	}
	return lifted, nil
}

// projectiveArc reports whether all words between d and its head descend from the head.
func projectiveArc(heads []int, d int) bool {
	h := heads[d-1]
	for k := min(h, d) + 1; h > 0 && k < max(h, d); k++ {
		above := k
		for above > 0 && above != h {
			above = heads[above-1]
		}
		if above != h {
			return false
		}
	}
	return true
}

// Deprojectivize undoes [Scheme.Projectivize] in a sentence as far as possible; see
// [Scheme.Deprojectivize].
func Deprojectivize(s *Sentence, scheme Scheme) {
	heads, labels := s.Heads(nil), s.Labels(nil)
	scheme.Deprojectivize(heads, labels)
	for i := range s.Words {
		s.Words[i].Head, s.Words[i].Deprel = heads[i], labels[i]
	}
}

// Deprojectivize moves lifted words back to the head that their label suggests and removes all
// decorations, in place; it returns the number of words moved. It accepts any heads and labels,
// from Projectivize or from a parser: a tree stays a tree and the root of a tree with one root
// stays the root.
//
// The words are taken from the top of the tree downwards and from left to right. Each searches
// below its head, breadth first and from left to right, for the first word that may have been its
// head (Nivre & Nilsson 2005, section 3). With Head that is a word with label h; with Path, where
// only arcs with ↓ are followed, the first end of such a path; with HeadPath, such an end with
// label h, or else any word with label h on the path. A word that finds nothing tries again after
// the others have moved, and with HeadPath finally as if the scheme were Head, since a path breaks
// when one of its arcs is lifted or when a parser misses a ↓. If all fails the word stays where it
// is.
func (c Scheme) Deprojectivize(heads []int, labels []string) (moved int) {
	if c == None {
		return 0
	}
	marks := make([]decoration, len(heads)+1) // by word
	decorated := false
	for i, label := range labels {
		m := undecorate(label)
		marks[i+1], labels[i] = m, m.label
		decorated = decorated || m.lifted
	}
	if !decorated {
		return 0
	}
	first, sibling := children(heads)
	queue := make([]int, 0, len(marks))
	order, last := append(make([]int, 0, len(marks)), 0), c // from the top down, breadth first, without words on cycles
	for i := 0; i < len(order); i++ {
		for kid := first[order[i]]; kid > 0; kid = sibling[kid] {
			order = append(order, kid)
		}
	}
	if c == HeadPath {
		last = Head
	}
	for _, scheme := range []Scheme{c, c, last} {
		for _, d := range order[1:] {
			from := heads[d-1]
			if !marks[d].lifted || from != headOrRoot(heads, d) { // unknown or outside
				continue
			}
			to := scheme.search(first, sibling, marks, d, from, queue)
			if to == 0 {
				continue
			}
			place := &first[from]
			for *place != d {
				place = &sibling[*place]
			}
			*place = sibling[d]
			for place = &first[to]; *place != 0 && *place < d; {
				place = &sibling[*place]
			}
			*place, sibling[d] = d, *place
			heads[d-1], marks[d].lifted = to, false
			moved++
		}
	}
	return moved
}

// search looks for the head of d below from, but not below d, where it would make a cycle. It
// returns 0 if there is no such word. The queue is empty and has room for all words.
func (c Scheme) search(first, sibling []int, marks []decoration, d, from int, queue []int) int {
	onPath := 0
	queue = append(queue, from)
	for i := 0; i < len(queue); i++ {
		word, before := queue[i], len(queue)
		for kid := first[word]; kid > 0; kid = sibling[kid] { // that d can descend to
			if kid != d && (c == Head || marks[kid].path) {
				queue = append(queue, kid)
			}
		}
		end := len(queue) == before
		if word == from {
			continue
		}
		fits := marks[word].label == marks[d].head
		switch {
		case c == Head && fits, c == Path && end, c == HeadPath && fits && end:
			return word
		case c == HeadPath && fits && onPath == 0:
			onPath = word
		}
	}
	return onPath
}
