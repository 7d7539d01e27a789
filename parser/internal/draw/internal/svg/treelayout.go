package svg

import (
	"cmp"
	"slices"

	"parser/parser/internal/draw"
	"parser/parser/internal/draw/internal/label"
	"parser/parser/internal/draw/internal/plan"
)

// treeView places trees above and below a row of words, or on both sides of a column of them. Every
// word has a column in the row, and so has every constituent without words. The coordinate along
// grows with the columns, from the beginning of the sentence.
type treeView struct {
	*draw.Picture
	plan.Spacing
	aside         bool // the words are in a column, and the trees beside it
	columns       []column
	sides         [2]treeSide // above and below the words
	across        float64     // extent of the words
	edges         [2]float64  // where the words end, above and below
	length, depth float64     // of the picture along and away
}

type column struct {
	word        int // from 1, or 0 for a constituent without words
	along, half float64
	tagged      bool // has a leaf
}

// treeSide is the forest on one side of the words, children before their parents.
type treeSide struct {
	nodes     []*placed
	levels    int
	heights   []int     // level of the topmost node over each column
	near, far []float64 // where each level begins and ends, from the words' edge
}

type placed struct {
	*draw.Node
	first, last int // columns
	level       int // from 1 for tags
	along       float64
	below       []*placed // its children
}

// viewTrees lays the trees out upright or from the side.
func viewTrees(p *draw.Picture, m plan.Spacing, aside bool) *treeView {
	v := &treeView{Picture: p, Spacing: m, aside: aside, across: columnHigh}
	v.fill()
	if aside {
		v.across = 0
		for _, w := range p.Words {
			v.across = max(v.across, label.Width(label.Clean(w.Form), wordSize)+2*labelGap)
		}
		for i := range v.columns {
			v.columns[i].half = columnHigh / 2
			v.columns[i].along = (float64(i) + 0.5) * columnHigh
		}
		v.length = float64(float64(len(v.columns))*columnHigh) + 2*margin
	} else {
		v.spread()
	}
	v.middle()
	v.edges[0] = margin + v.stack(0)
	v.edges[1] = v.edges[0] + v.across
	v.depth = v.edges[1] + v.stack(1) + margin
	return v
}

// fill makes the columns, and gives every node its columns and its level.
func (v *treeView) fill() {
	sides := [2][]*draw.Node{v.Trees, v.Below}
	ends := make([][]*draw.Node, len(v.Words)+1) // leaves by their words, and constituents without words by the words before
	for _, side := range sides {
		word := 0
		for n := range draw.Nodes(side) {
			if word = max(word, n.Word); len(n.Children) == 0 {
				at := cmp.Or(n.Word, word)
				ends[at] = append(ends[at], n)
			}
		}
	}
	columnOf := map[*draw.Node]int{}
	for w, nodes := range ends {
		of := len(v.columns)
		if w > 0 {
			v.columns = append(v.columns, column{word: w})
		}
		for _, n := range nodes {
			if columnOf[n] = of; n.Word > 0 {
				v.columns[of].tagged = true
			} else {
				columnOf[n] = len(v.columns)
				v.columns = append(v.columns, column{})
			}
		}
	}
	for i, side := range sides {
		v.sides[i].heights = make([]int, len(v.columns))
		for _, n := range side {
			v.sides[i].place(n, columnOf)
		}
	}
}

// place appends n and all nodes below it to a side. Each is on the lowest level above its children
// that has nothing else over its words.
func (s *treeSide) place(n *draw.Node, columnOf map[*draw.Node]int) *placed {
	p := &placed{Node: n, level: 1}
	for k, child := range n.Children {
		c := s.place(child, columnOf)
		p.below = append(p.below, c)
		if p.level = max(p.level, c.level+1); k == 0 {
			p.first, p.last = c.first, c.last
		}
		p.first, p.last = min(p.first, c.first), max(p.last, c.last)
	}
	if at, ok := columnOf[n]; ok {
		p.first, p.last = at, at
	}
	over := s.heights[p.first : p.last+1] // if branches cross, this holds more than what is below p
	p.level = max(p.level, slices.Max(over)+1)
	for k := range over {
		over[k] = p.level
	}
	s.levels = max(s.levels, p.level)
	s.nodes = append(s.nodes, p)
	return p
}

// spread places the columns such that each node's label is over its own words, and no wider than they are.
func (v *treeView) spread() {
	ending := make([][]*placed, len(v.columns)) // by their last column
	for _, s := range v.sides {
		for _, n := range s.nodes {
			ending[n.last] = append(ending[n.last], n)
		}
	}
	width := func(n *placed) float64 {
		size := labelSize
		if n.Word > 0 {
			size = tagSize
		}
		return label.Width(label.Node(n.Node), size) + 2*labelGap
	}
	end := -v.Gap
	for i := range v.columns {
		c := &v.columns[i]
		if c.word > 0 {
			w := v.Words[c.word-1]
			c.half = max(label.Width(label.Clean(w.Form), wordSize), label.Width(label.Clean(w.Tag), tagSize)) / 2
		}
		for _, n := range ending[i] {
			if n.first == i {
				c.half = max(c.half, width(n)/2)
			}
		}
		c.along = end + v.Gap + c.half
		for _, n := range ending[i] {
			if first := v.columns[n.first]; n.first < i {
				c.along = max(c.along, first.along-first.half+width(n)-c.half)
			}
		}
		end = c.along + c.half
	}
	v.length = max(end, 0) + 2*margin
}

// middle places the nodes over the middle of their children, as far as their labels stay over their own words.
func (v *treeView) middle() {
	for _, s := range v.sides {
		for _, n := range s.nodes {
			first, last := v.columns[n.first], v.columns[n.last]
			n.along = (first.along + last.along) / 2
			if last := len(n.below) - 1; last >= 0 {
				n.along = (n.below[0].along + n.below[last].along) / 2
			}
			half := labelSize / 2
			if !v.aside {
				half = float64(label.Width(label.Node(n.Node), labelSize)/2) + 1
			}
			n.along = max(first.along-first.half+half, min(n.along, last.along+last.half-half))
		}
	}
}

// stack places the levels of a side one after the other, and returns how far they extend.
func (v *treeView) stack(side int) (extent float64) {
	s := &v.sides[side]
	deep := make([]float64, s.levels+1)
	for _, n := range s.nodes {
		deep[n.level] = max(deep[n.level], v.deep(label.Node(n.Node)))
	}
	if side == 0 && s.levels > 0 {
		for i := range v.columns {
			deep[1] = max(deep[1], v.deep(label.Clean(v.bareTag(&v.columns[i]))))
		}
	}
	s.near, s.far = make([]float64, s.levels+1), make([]float64, s.levels+1)
	for k := 1; k <= s.levels; k++ {
		gap := v.Tier - deep[k]
		switch {
		case v.aside:
			gap = v.Gap
		case k == 1:
			gap = 0
		}
		s.near[k] = extent + gap
		extent = s.near[k] + deep[k]
		s.far[k] = extent
	}
	return extent
}

// deep returns the extent of a label away from the words.
func (v *treeView) deep(text string) float64 {
	if v.aside {
		return label.Width(text, labelSize) + 2*labelGap
	}
	return labelSize + 2*labelGap
}

// point returns the place in the picture at a distance along, and away from, the words.
func (v *treeView) point(side int, along, away float64) (x, y float64) {
	along += margin
	depth := v.edges[0] - away
	if side == 1 {
		depth = v.edges[1] + away
	}
	if v.aside {
		return depth, along
	}
	return along, depth
}

// words returns the first and the last word of a node, or 0.
func (v *treeView) words(n *placed) (first, last int) {
	for _, c := range v.columns[n.first : n.last+1] {
		first, last = cmp.Or(first, c.word), max(last, c.word)
	}
	return first, last
}

func (v *treeView) bareTag(at *column) string {
	if at.word == 0 || at.tagged {
		return ""
	}
	return v.Words[at.word-1].Tag
}
