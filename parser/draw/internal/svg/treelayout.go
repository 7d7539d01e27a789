package svg

import (
	"cmp"
	"slices"

	"parser/parser/draw"
	"parser/parser/draw/internal/label"
	"parser/parser/draw/internal/plan"
)

// treeLayout places the nodes of trees above and below a row of columns. Every word has a column,
// and so has every constituent without words. The coordinate along grows with the columns, from
// the beginning of the sentence.
type treeLayout struct {
	*draw.Picture
	plan.Spacing
	columns []column
	sides   [2]treeSide // above and below the words
	length  float64     // of the row
}

// column is a place in the row.
type column struct {
	word        int // from 1; 0 is none
	after       int // of a column without a word: the word before it
	along, half float64
	tagged      [2]bool // has a leaf above, below
}

// treeSide is the forest on one side of the words, children before their parents.
type treeSide struct {
	nodes   []placed
	levels  int
	heights []int // level of the topmost node over each column
}

// placed is a node with its place.
type placed struct {
	*draw.Node
	first, last int // columns
	level       int // from 1 for tags
	along       float64
	below       []int // its children
}

func newTreeLayout(p *draw.Picture, m plan.Spacing) *treeLayout {
	l := &treeLayout{Picture: p, Spacing: m}
	for w := range p.Words {
		l.columns = append(l.columns, column{word: w + 1})
	}
	empties := map[*draw.Node]int{} // index into the columns before sorting
	for _, side := range [][]*draw.Node{p.Trees, p.Below} {
		word := 0
		for _, n := range side {
			word = l.addEmpties(n, word, empties)
		}
	}
	order := make([]int, len(l.columns))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		x, y := l.columns[a], l.columns[b]
		return cmp.Or(x.word+x.after-y.word-y.after, y.word-x.word)
	})
	sorted, at := make([]column, len(order)), make([]int, len(order))
	for i, k := range order {
		sorted[i], at[k] = l.columns[k], i
	}
	l.columns = sorted
	for i, side := range [][]*draw.Node{p.Trees, p.Below} {
		l.sides[i].heights = make([]int, len(l.columns))
		for _, n := range side {
			l.place(i, n, at, empties)
		}
	}
	return l
}

// addEmpties adds columns for the constituents without words in n, given the last word before n,
// and returns the last word in or before it.
func (l *treeLayout) addEmpties(n *draw.Node, word int, empties map[*draw.Node]int) int {
	if n.Word == 0 && len(n.Children) == 0 {
		empties[n] = len(l.columns)
		l.columns = append(l.columns, column{after: word})
	}
	for _, child := range n.Children {
		word = l.addEmpties(child, word, empties)
	}
	return max(word, n.Word)
}

// place appends n and all nodes below it to a side, and returns the index of n. Each is on the lowest
// level above its children that has nothing else over its words.
func (l *treeLayout) place(side int, n *draw.Node, at []int, empties map[*draw.Node]int) int {
	s := &l.sides[side]
	p := placed{Node: n, level: 1}
	for k, child := range n.Children {
		i := l.place(side, child, at, empties)
		p.below = append(p.below, i)
		c := &s.nodes[i]
		if p.level = max(p.level, c.level+1); k == 0 {
			p.first, p.last = c.first, c.last
		}
		p.first, p.last = min(p.first, c.first), max(p.last, c.last)
	}
	switch {
	case n.Word > 0:
		p.first = at[n.Word-1]
		p.last = p.first
		l.columns[p.first].tagged[side] = true
	case len(n.Children) == 0:
		p.first = at[empties[n]]
		p.last = p.first
	}
	over := s.heights[p.first : p.last+1] // if branches cross, this holds more than what is below p
	p.level = max(p.level, slices.Max(over)+1)
	for k := range over {
		over[k] = p.level
	}
	s.levels = max(s.levels, p.level)
	s.nodes = append(s.nodes, p)
	return len(s.nodes) - 1
}

// spread places the columns such that each node's label is over its own words, and no wider than
// they are.
func (l *treeLayout) spread() {
	ending := make([][][2]float64, len(l.columns)) // first column and width of nodes by their last column
	for i := range l.sides {
		for _, n := range l.sides[i].nodes {
			size := labelSize
			if n.Word > 0 {
				size = tagSize
			}
			ending[n.last] = append(ending[n.last], [2]float64{float64(n.first), label.Width(label.Node(n.Node))*size + 2*labelGap})
		}
	}
	end := -l.Gap
	for i := range l.columns {
		c := &l.columns[i]
		if c.word > 0 {
			w := l.Words[c.word-1]
			c.half = max(label.Width(label.Clean(w.Form))*wordSize, label.Width(label.Clean(w.Tag))*tagSize) / 2
		}
		for _, n := range ending[i] {
			if int(n[0]) == i {
				c.half = max(c.half, n[1]/2)
			}
		}
		c.along = end + l.Gap + c.half
		for _, n := range ending[i] {
			if first := l.columns[int(n[0])]; int(n[0]) < i {
				c.along = max(c.along, first.along-first.half+n[1]-c.half)
			}
		}
		end = c.along + c.half
	}
	l.length = max(end, 0)
}

// lines places the columns as lines of text.
func (l *treeLayout) lines() {
	for i := range l.columns {
		l.columns[i].half = columnHigh / 2
		l.columns[i].along = (float64(i) + 0.5) * columnHigh
	}
	l.length = float64(len(l.columns)) * columnHigh
}

// middle places the nodes over the middle of their children, as far as their labels stay over their
// own words. half returns half of the extent of a label.
func (l *treeLayout) middle(half func(*placed) float64) {
	for i := range l.sides {
		nodes := l.sides[i].nodes
		for k := range nodes {
			n := &nodes[k]
			first, last := l.columns[n.first], l.columns[n.last]
			n.along = (first.along + last.along) / 2
			if len(n.below) > 0 {
				n.along = (nodes[n.below[0]].along + nodes[n.below[len(n.below)-1]].along) / 2
			}
			n.along = max(first.along-first.half+half(n), min(n.along, last.along+last.half-half(n)))
		}
	}
}
