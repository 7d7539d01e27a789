// Package projective has what is special about trees whose arcs do not cross: how other trees are made such and brought
// back, and which partial trees can become such.
//
//	lifted, err := projective.HeadPath.Projectivize(heads, labels) // before training
//	projective.HeadPath.Deprojectivize(heads, labels)              // after parsing
//
// heads[i] is the head of word i+1: 0 is ROOT, conll.NoHead unknown.
package projective

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"parser/conll"
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
// target and loses its own head.
//
// The error wraps a cause of [conll.CheckPartial], or ErrMark if a label contains a mark; then nothing is
// changed.
func (c Scheme) Projectivize(heads []int, labels []string) (lifted int, err error) {
	if c == None {
		return 0, nil
	}
	if err := conll.CheckPartial(heads, false); err != nil {
		return 0, err
	}
	if slices.Contains(heads, conll.NoHead) {
		return c.projectivizePartial(heads, labels)
	}
	for i, label := range labels {
		if strings.Contains(label, markLifted) || strings.Contains(label, markPath) {
			return 0, fmt.Errorf("%w: %q of word %d", ErrMark, label, i+1)
		}
	}
	marks := make([]decoration, len(heads))
	bad := make([]bool, len(heads)) // the dependents of non-projective arcs
	arcs := conll.NonProjectiveArcs(heads)
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
			if (head == j || i == d-1) && !bad[i] && head > 0 && outside(heads, head, i+1) > 0 {
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

// outside returns the first word between a head and its dependent that does not descend from the head, or 0.
func outside(heads []int, head, dep int) int {
	for word := min(head, dep) + 1; word < max(head, dep); word++ {
		if !reaches(heads, word, head) {
			return word
		}
	}
	return 0
}

// Deprojectivize undoes [Scheme.Projectivize] in a sentence as far as possible; see
// [Scheme.Deprojectivize].
func Deprojectivize(s *conll.Sentence, scheme Scheme) {
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
	below := make([][]int, len(marks)) // ROOT and every word, from left to right
	for i, head := range heads {
		if head < 0 || head > len(heads) {
			head = 0
		}
		below[head] = append(below[head], i+1)
	}
	order, last := slices.Clone(below[0]), c // from the top down, breadth first, without words on cycles
	for i := 0; i < len(order); i++ {
		order = append(order, below[order[i]]...)
	}
	if c == HeadPath {
		last = Head
	}
	for _, scheme := range []Scheme{c, c, last} {
		for _, d := range order {
			from := heads[d-1]
			if !marks[d].lifted || from < 0 || from > len(heads) {
				continue
			}
			to := scheme.search(below, marks, d, from)
			if to == 0 {
				continue
			}
			at := slices.Index(below[from], d)
			below[from] = slices.Delete(below[from], at, at+1)
			at, _ = slices.BinarySearch(below[to], d)
			below[to] = slices.Insert(below[to], at, d)
			heads[d-1], marks[d].lifted = to, false
			moved++
		}
	}
	return moved
}

// search looks for the head of d below from, but not below d, where it would make a cycle. It returns 0 if there is no
// such word.
func (c Scheme) search(below [][]int, marks []decoration, d, from int) int {
	onPath := 0
	queue := []int{from}
	for i := 0; i < len(queue); i++ {
		word, before := queue[i], len(queue)
		for _, kid := range below[word] { // that d can descend to
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
