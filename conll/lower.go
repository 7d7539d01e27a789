package conll

import "slices"

// Deprojectivize moves lifted words back to the head that their label suggests
// and removes all decorations, in place; it returns the number of words moved.
// Any heads and labels will do, whether Projectivize or a parser made them: a
// tree stays a tree and the root of a tree with one root stays the root.
//
// The words are taken from the top of the tree downwards and from left to
// right. Each searches below its head, breadth first and from left to right,
// for the first word that can have been its head (Nivre & Nilsson 2005, section
// 3). With Head that is a word with label h; with Path, where only arcs with ↓
// are followed, the first end of such a path; with HeadPath, such an end with
// label h, or else any word with label h on the path. A word that finds nothing
// tries again when the others have moved, and with HeadPath at last as if the
// scheme were Head, since a path is broken by lifting an arc of it, or by a
// parser that overlooks a ↓. If all fails it stays where it is.
func (c Scheme) Deprojectivize(heads []int, labels []string) (moved int) {
	if c == None {
		return 0
	}
	l := &lowerer{heads: heads, marks: make([]decoration, len(heads)+1)}
	decorated := false
	for i, label := range labels {
		m := undecorate(label)
		l.marks[i+1], labels[i] = m, m.label
		decorated = decorated || m.lifted
	}
	if !decorated {
		return 0
	}
	l.kids = children(heads)
	order, last := []int{0}, c // from the top down, breadth first, without words on cycles
	for i := 0; i < len(order); i++ {
		order = append(order, l.kids[order[i]]...)
	}
	if c == HeadPath {
		last = Head
	}
	for _, l.scheme = range []Scheme{c, c, last} {
		for _, d := range order[1:] {
			if l.marks[d].lifted && l.lower(d) {
				moved++
			}
		}
	}
	return moved
}

// lowerer is the inverse of lifter.
type lowerer struct {
	scheme Scheme
	heads  []int
	kids   [][]int      // from left to right
	marks  []decoration // by word
	queue  []int
}

// lower moves d to the head it finds.
func (l *lowerer) lower(d int) bool {
	from := l.heads[d-1]
	if from != headOrRoot(l.heads, d) {
		return false // unknown or outside
	}
	to := l.search(d, from)
	if to == 0 {
		return false
	}
	at, _ := slices.BinarySearch(l.kids[from], d)
	l.kids[from] = slices.Delete(l.kids[from], at, at+1)
	at, _ = slices.BinarySearch(l.kids[to], d)
	l.kids[to] = slices.Insert(l.kids[to], at, d)
	l.heads[d-1] = to
	l.marks[d].lifted = false
	return true
}

// search looks for the head of d below from, but not below d, where it would
// make a cycle. It returns 0 if there is none.
func (l *lowerer) search(d, from int) int {
	onPath := 0
	l.queue = append(l.queue[:0], from)
	for i := 0; i < len(l.queue); i++ {
		word, before := l.queue[i], len(l.queue)
		for _, kid := range l.kids[word] { // to which d can go down
			if kid != d && (l.scheme == Head || l.marks[kid].path) {
				l.queue = append(l.queue, kid)
			}
		}
		end := len(l.queue) == before
		if word == from {
			continue
		}
		fits := l.marks[word].label == l.marks[d].head
		switch {
		case l.scheme == Head && fits, l.scheme == Path && end, l.scheme == HeadPath && fits && end:
			return word
		case l.scheme == HeadPath && fits && onPath == 0:
			onPath = word
		}
	}
	return onPath
}
