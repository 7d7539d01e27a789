package evalb

import "parser/ptb"

// matcher matches the brackets of a sentence; its maps serve sentence after
// sentence.
type matcher struct {
	free map[ptb.Span]int // the first system bracket of its kind that is not taken
	next []int            // per system bracket the next of the same kind
}

// match gives each gold bracket, in order, the first system bracket that is not
// taken, covers the same words and has an equal label. It calls found with the
// places of each pair and returns how many there are. Its time is linear in the
// number of brackets, whatever their order and number over the same words.
func (m *matcher) match(r *rules, gold, system []ptb.Span, found func(gold, system int)) int {
	m.fill(r, system)
	matched := 0
	for n, g := range gold {
		if i := m.take(r, g, len(system)); i < len(system) {
			found(n, i)
			matched++
		}
	}
	return matched
}

// fill makes all system brackets free.
func (m *matcher) fill(r *rules, system []ptb.Span) {
	if m.free == nil {
		m.free = map[ptb.Span]int{}
	}
	clear(m.free)
	m.next = append(m.next[:0], make([]int, len(system))...)
	for i := len(system) - 1; i >= 0; i-- {
		kind := r.kind(system[i], system[i].Label)
		m.next[i] = m.first(kind, len(system))
		m.free[kind] = i
	}
}

// take returns the first free system bracket that matches g, which is free no
// longer, or none.
func (m *matcher) take(r *rules, g ptb.Span, none int) int {
	kind := r.kind(g, g.Label)
	best := m.first(kind, none)
	for _, label := range r.sameLabel[g.Label] {
		other := r.kind(g, label)
		if i := m.first(other, none); i < best {
			kind, best = other, i
		}
	}
	if best < none {
		m.free[kind] = m.next[best]
	}
	return best
}

func (m *matcher) first(kind ptb.Span, none int) int {
	if i, ok := m.free[kind]; ok {
		return i
	}
	return none
}

// kind returns the bracket that all have in common which match a bracket over
// these words under a label.
func (r *rules) kind(words ptb.Span, label string) ptb.Span {
	words.Label = label
	if !r.Labelled {
		words.Label = ""
	}
	return words
}

// innermost appends to dst, for each boundary between words from 0 to n, the
// smallest of the brackets that have words on both sides of it, or else one over
// the whole sentence. The brackets must be nested and in the order in which they
// open.
func innermost(dst, brackets []ptb.Span, n int) []ptb.Span {
	var open []ptb.Span
	for p := range n + 1 {
		for len(open) > 0 && open[len(open)-1].End <= p {
			open = open[:len(open)-1]
		}
		inner := ptb.Span{End: n}
		if len(open) > 0 {
			inner = open[len(open)-1]
		}
		dst = append(dst, inner)
		for len(brackets) > 0 && brackets[0].Start == p {
			open, brackets = append(open, brackets[0]), brackets[1:]
		}
	}
	return dst
}

// crosses tells whether a bracket crosses one of those that innermost was given.
//
// Those that have words on both sides of a boundary are nested in each other. So
// if any of them that reach over the bracket's start end inside it, then the
// innermost does; and if any that reach over its end start inside it, then the
// innermost does.
func crosses(inner []ptb.Span, b ptb.Span) bool {
	return inner[b.Start].End < b.End || inner[b.End].Start > b.Start
}
