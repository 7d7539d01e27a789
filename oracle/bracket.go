package oracle

import (
	"slices"

	"parser/transition"
)

// topDown is the dynamic oracle of the top-down system, exact where every bracket may have a single
// child. Let R be the gold brackets not built yet and p the position. The gold brackets that start
// after p, or at p if no bracket was just opened, are all attainable. Those that start at s and end
// at p or later (only later, if a bracket was just opened) are attainable as far as they are the
// open brackets with start s, as a common subsequence of both, outermost first. Equal spans
// commute: they form one group, from which a run of open brackets takes the labels that both have.
// Brackets that start at p can still be opened inside the last one just opened, as many as MaxOpens
// allows. Brackets with different starts never compete, so that
//
//	V = Σ_s (open at s) + (gold at s) − best(s)
//
// where best counts 2 for each gold bracket that an open one becomes, which is then neither wrong
// nor missing, and 1 for each that can still be opened. The root bracket can only become a bracket
// over all words.
type topDown struct {
	base
	inside []int32 // of cells
	most   []int32 // most[i]: matches of the first i cells and the groups so far
	next   []int32
	left   []int32 // of the group
}

func (o *topDown) Moves(dst *Costs, c *transition.Config, legal transition.Moves) error {
	p := c.Next - 1
	if legal.Has(transition.Close) {
		dst[transition.Close] = o.close(c, p)
	}
	if legal.Has(transition.Shift) {
		cells, lost := o.onward(c, p)
		dst[transition.Shift] = lost - o.match(cells, o.starting(p), 0)
	}
	if legal.Has(transition.Open) {
		dst[transition.Open] = o.open(&o.opens, c, p)
	}
	return nil
}

func (o *topDown) Labels(dst *LabelCosts, c *transition.Config, _ transition.Move) error {
	o.open(dst, c, c.Next-1)
	return nil
}

// room is how many more brackets can be opened before the next word.
func (o *topDown) room(c *transition.Config) int32 { return o.system.Params().MaxOpens - c.Opens }

// onward returns the labels of the brackets just opened, and what shifting and opening lose unless
// what starts here is attained: those gold brackets and, if no bracket was just opened, those that
// could end here.
func (o *topDown) onward(c *transition.Config, p int32) (cells []int32, lost int32) {
	if c.Opens > 0 {
		cells = o.cells(c, p)
	} else {
		for _, s := range o.ending.of(p) {
			if cells = o.cells(c, s); len(cells) > 0 {
				lost += o.match(cells, o.remaining(c, s), 0) - o.match(cells, o.reaching(s, p+1), 0)
			}
		}
		cells = o.inside[:0]
	}
	return cells, lost + o.match(cells, o.starting(p), o.room(c))
}

// open returns the cost of opening the best bracket, and sets dst to what labels add to it. The new
// bracket may be right, and has its place among those that start here.
func (o *topDown) open(dst *LabelCosts, c *transition.Config, p int32) int32 {
	cells, lost := o.onward(c, p)
	return o.price(dst, p, func(label int32) int32 {
		o.inside = append(cells, label)
		return lost + 1 - o.match(o.inside, o.starting(p), o.room(c)-1)
	})
}

// close makes the topmost bracket end here, right or wrong.
func (o *topDown) close(c *transition.Config, p int32) int32 {
	top := &c.Nodes[c.S(0)]
	cells, chain := o.cells(c, top.First-1), o.remaining(c, top.First-1)
	cost := o.match(cells, chain, 0)
	if i := slices.Index(chain, Span{top.Label, top.First - 1, p}); i >= 0 {
		chain = slices.Delete(chain, i, i+1) // of remaining's own list, since this bracket ends at p
		cost -= 2
	}
	return cost - o.match(cells[:len(cells)-1], chain, 0)
}

// cells returns the labels of the open brackets that start at s, outermost first.
func (o *topDown) cells(c *transition.Config, s int32) []int32 {
	o.inside = o.inside[:0]
	for i, ok := itemAt(c, s); ok && i < len(c.Stack) && c.Nodes[c.Stack[i]].First == s+1; i++ {
		o.inside = append(o.inside, c.Nodes[c.Stack[i]].Label)
	}
	return o.inside
}

// match returns the maximum, over all ways to match cells (labels of open brackets,
// outermost first) with gold brackets of chain (outermost first) that keep the
// order, of
//
//	2·matched + min(room, gold brackets not matched and not outside a matched one)
//
// Gold brackets with equal spans form a group and have no order among themselves.
// The outermost cell at the first word is the root bracket, which has to cover all words.
func (o *topDown) match(cells []int32, chain []Span, room int32) int32 {
	barred := func(b Span) bool { return b.Start == 0 && b.End < o.n() } // from the root bracket
	// It is best to match equal brackets from the outermost on, whatever the others are: a match of
	// one of the two with something else could be given to this pair. This keeps the search small
	// for trees that are thousands of brackets deep.
	n := 0
	for n < len(cells) && n < len(chain) && cells[n] == chain[n].Label && (n > 0 || !barred(chain[0])) {
		n++
	}
	cells, chain = cells[n:], chain[n:]
	value := min(room, int32(len(chain)))
	o.most = zeros(o.most, len(cells)+1)
	for len(cells) > 0 && len(chain) > 0 { // dynamic programming over the groups
		size, first := 1, 0
		for size < len(chain) && chain[size].End == chain[0].End {
			size++
		}
		if n == 0 && barred(chain[0]) {
			first = 1
		}
		value = max(value, o.group(cells, first, chain[:size], int32(len(chain)), room))
		chain = chain[size:]
	}
	return 2*int32(n) + value
}

// group extends o.most by one group, whose brackets can match cells from first on, and returns the
// best value with the innermost match in it. inside is the number of gold brackets from this group
// inwards.
func (o *topDown) group(cells []int32, first int, group []Span, inside, room int32) int32 {
	value := int32(0)
	o.next = append(o.next[:0], o.most...)
	for i := first; i < len(cells); i++ {
		o.left = o.left[:0]
		for _, b := range group {
			o.left = append(o.left, b.Label)
		}
		matched := int32(0)
		for k := i; k < len(cells) && len(o.left) > 0; k++ {
			taken := slices.Index(o.left, cells[k])
			if taken < 0 && k == i {
				break // another i begins with a match
			}
			if taken < 0 {
				continue
			}
			o.left = slices.Delete(o.left, taken, taken+1)
			matched++
			total := o.most[i] + matched
			o.next[k+1] = max(o.next[k+1], total)
			value = max(value, 2*total+min(room, inside-matched))
		}
	}
	for i := range cells {
		o.next[i+1] = max(o.next[i+1], o.next[i])
	}
	o.most, o.next = o.next, o.most
	return value
}

// bracket closes the topmost bracket where its gold bracket ends, and opens gold brackets where
// they start. Both are made in the same order, so the node of a bracket tells which gold bracket it
// is.
func (o *static) bracket(c *transition.Config, legal transition.Moves) (transition.Move, int32) {
	p := c.Next - 1
	if i := int(c.S(0) - c.N - 1); legal.Has(transition.Close) && i < len(o.gold) && o.gold[i].End == p {
		return transition.Close, transition.None
	}
	if i := len(c.Nodes) - int(c.N) - 1; legal.Has(transition.Open) && i < len(o.gold) && o.gold[i].Start == p {
		return transition.Open, o.gold[i].Label
	}
	return transition.Shift, transition.None
}
