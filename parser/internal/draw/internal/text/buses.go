package text

import (
	"cmp"
	"slices"

	"parser/parser/internal/draw"
)

// arcColumns draws arcs beside words. A word has a row of its own, or as many as it has heads. All
// dependents on one side of a word share one vertical line, its bus. Buses that arrive are outside
// of those that leave, so that lines only cross if their arcs do.
type arcColumns struct {
	rows   []arcLine
	buses  []bus
	levels int
	roots  bool
}

// arcLine is a row: a word with one of its heads.
type arcLine struct {
	word int // from 1
	arc  *draw.Arc
	in   int    // the bus from its head, or -1
	out  [2]int // the buses to its dependents above and below, or -1
}

// bus is a vertical line from a word to its dependents on one side.
type bus struct {
	head, first, last int // rows
	deps              []int
	level             int // columns from the words, from 0
}

func newArcColumns(p *draw.Picture) *arcColumns {
	heads := make([][]*draw.Arc, len(p.Words)+1)
	for i := range p.Arcs {
		a := &p.Arcs[i]
		heads[a.Dep] = append(heads[a.Dep], a)
	}
	c := &arcColumns{}
	first, last := make([]int, len(heads)), make([]int, len(heads)) // rows of words
	for w := 1; w < len(heads); w++ {
		first[w] = len(c.rows)
		slices.SortStableFunc(heads[w], func(a, b *draw.Arc) int {
			return cmp.Or(cmp.Compare(a.Layer, b.Layer), cmp.Compare(a.Mark, b.Mark))
		})
		if len(heads[w]) == 0 {
			heads[w] = []*draw.Arc{nil}
		}
		for _, a := range heads[w] {
			c.rows = append(c.rows, arcLine{word: w, arc: a, in: -1, out: [2]int{-1, -1}})
			c.roots = c.roots || a != nil && a.Head == 0
		}
		last[w] = len(c.rows) - 1
	}
	for r := range c.rows {
		row := &c.rows[r]
		if row.arc == nil || row.arc.Head == 0 {
			continue
		}
		head, side := first[row.arc.Head], 0
		if head < r {
			head, side = last[row.arc.Head], 1
		}
		out := &c.rows[head].out[side]
		if *out < 0 {
			*out = len(c.buses)
			c.buses = append(c.buses, bus{head: head, first: head, last: head})
		}
		row.in = *out
		b := &c.buses[row.in]
		b.deps = append(b.deps, r)
		b.first, b.last = min(b.first, r), max(b.last, r)
	}
	c.stack()
	return c
}

// stack gives each bus the level nearest to the words that has room and is outside of the buses that
// it contains and of those of its dependents.
func (c *arcColumns) stack() {
	depth := c.depths()
	order := make([]int, len(c.buses))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, k int) int {
		a, b := c.buses[i], c.buses[k]
		return cmp.Or(depth[b.head]-depth[a.head], (a.last-a.first)-(b.last-b.first))
	})
	var levels [][]*bus
	for _, i := range order {
		b := &c.buses[i]
		for _, r := range b.deps {
			for _, out := range c.rows[r].out {
				if out >= 0 && out != i {
					b.level = max(b.level, c.buses[out].level+1)
				}
			}
		}
		for level := len(levels) - 1; level >= b.level; level-- {
			if slices.ContainsFunc(levels[level], func(q *bus) bool { return b.first <= q.first && q.last <= b.last }) {
				b.level = level + 1
			}
		}
		for b.level < len(levels) && slices.ContainsFunc(levels[b.level], func(q *bus) bool { return b.first <= q.last && q.first <= b.last }) {
			b.level++
		}
		for b.level >= len(levels) {
			levels = append(levels, nil)
		}
		levels[b.level] = append(levels[b.level], b)
	}
	c.levels = len(levels)
}

// depths returns how many arcs lead to each row from a row without a head, or around a cycle.
func (c *arcColumns) depths() []int {
	depth := make([]int, len(c.rows)) // 0 is unknown
	for r := range c.rows {
		var path []int
		for at := r; depth[at] == 0; at = c.buses[c.rows[at].in].head {
			depth[at] = 1 // in case of a cycle
			if path = append(path, at); c.rows[at].in < 0 {
				break
			}
		}
		for _, row := range slices.Backward(path) {
			if in := c.rows[row].in; in >= 0 {
				depth[row] = depth[c.buses[in].head] + 1
			}
		}
	}
	return depth
}

// width returns how wide the lines are, in characters; pitch is how wide each level is.
func (c *arcColumns) width(pitch int) int {
	if len(c.buses) == 0 && !c.roots {
		return 0
	}
	width := max(c.levels-1, 0)*pitch + 2
	if c.roots && c.levels > 0 {
		width += pitch
	}
	return width
}

func (c *arcColumns) line(r, pitch int) string {
	row, width := c.rows[r], c.width(pitch)
	at := func(bus int) int { return width - 2 - c.buses[bus].level*pitch }
	cells := make([]box, width)
	for i := range c.buses {
		if b := &c.buses[i]; b.first <= r && r <= b.last {
			cell := &cells[at(i)]
			if b.first < r {
				cell.up = light
			}
			if r < b.last {
				cell.down = light
			}
		}
	}
	arrives, tip := width, -1 // of the arc to the word
	switch {
	case row.in >= 0:
		arrives, tip = at(row.in), width-1
	case row.arc != nil:
		arrives, tip = -1, width-1 // from the margin
	}
	from := arrives
	for _, out := range row.out {
		if out < 0 {
			continue
		}
		x := at(out)
		if from = min(from, x); x > arrives && pitch > 1 {
			tip = min(tip, x-1)
		}
	}
	segment := func(x int) stroke { // from x to the next
		switch {
		case x < from:
			return none
		case arrives <= x && x < tip && row.arc.Layer == draw.EnhancedOnly:
			return dashed
		case arrives <= x && x < tip:
			return [...]stroke{light, dashed, heavy, heavy, heavy}[row.arc.Mark] // prefixes distinguish marks, too
		}
		return light
	}
	text := make([]rune, width)
	for x, cell := range cells {
		cell.left, cell.right = segment(x-1), segment(x)
		text[x] = cell.rune()
	}
	if tip >= 0 {
		text[tip] = '>'
	}
	return string(text)
}
