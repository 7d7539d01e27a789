package oracle

// matcher finds the best use of the open brackets that start at one word. It
// keeps its working space.
type matcher struct {
	n     int32 // words: what the root bracket has to cover
	root  bool  // the outermost cell is the root bracket
	cells []int32
	chain []Span
	most  []int32 // most[i]: matches of the first i cells and the groups so far
	next  []int32
	used  []bool
}

// of returns the maximum, over all ways to match cells (labels of open brackets,
// outermost first) with gold brackets of chain (outermost first) that keep the
// order, of
//
//	2·matched + min(room, gold brackets not matched and not outside a matched one)
//
// Gold brackets with equal spans form a group and have no order among themselves.
// The outermost cell at the first word is the root bracket.
func (m *matcher) of(cells []int32, chain []Span, room int32) int32 {
	m.root = len(chain) > 0 && chain[0].Start == 0
	// To match those that are alike from the outermost on is best, whatever the others
	// are: a match of one of the two with something else could be given to this pair. It
	// keeps the search small for trees that are thousands of brackets deep.
	n := 0
	for n < len(cells) && n < len(chain) && cells[n] == chain[n].Label && !(n == 0 && m.barred(chain[0])) {
		n++
	}
	m.root = m.root && n == 0
	return 2*int32(n) + m.rest(cells[n:], chain[n:], room)
}

// barred reports whether the outermost cell cannot become g: it is the root
// bracket, and g does not cover all words.
func (m *matcher) barred(g Span) bool { return m.root && g.End < m.n }

// rest is of by dynamic programming over the groups.
func (m *matcher) rest(cells []int32, chain []Span, room int32) int32 {
	value := min(room, int32(len(chain)))
	if len(cells) == 0 || len(chain) == 0 {
		return value
	}
	m.most = zeros(m.most, len(cells)+1)
	for from := 0; from < len(chain); {
		to := from + 1
		for to < len(chain) && chain[to].End == chain[from].End {
			to++
		}
		value = max(value, m.group(cells, chain[from:to], int32(len(chain)-from), room))
		from = to
	}
	return value
}

// group extends m.most by one group, and returns the best value with the
// innermost match in it; inside is the number of gold brackets from this group
// inwards.
func (m *matcher) group(cells []int32, group []Span, inside, room int32) int32 {
	value := int32(0)
	m.next = append(m.next[:0], m.most...)
	first := 0
	if m.barred(group[0]) {
		first = 1
	}
	for i := first; i < len(cells); i++ {
		m.used = append(m.used[:0], make([]bool, len(group))...)
		matched := int32(0)
		for k := i; k < len(cells) && int(matched) < len(group); k++ {
			if !m.take(cells[k], group) {
				if k == i {
					break // another i begins with a match
				}
				continue
			}
			matched++
			total := m.most[i] + matched
			m.next[k+1] = max(m.next[k+1], total)
			value = max(value, 2*total+min(room, inside-matched))
		}
	}
	for i := range cells {
		m.next[i+1] = max(m.next[i+1], m.next[i])
	}
	m.most, m.next = m.next, m.most
	return value
}

// take uses up a bracket of the group with the given label.
func (m *matcher) take(label int32, group []Span) bool {
	for i, b := range group {
		if b.Label == label && !m.used[i] {
			m.used[i] = true
			return true
		}
	}
	return false
}
