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
	word        int        // from 1, or 0 for no word
	after       int        // of a column without a word: the word before it
	empty       *draw.Node // of a column without a word: the constituent
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
	sides := [2][]*draw.Node{p.Trees, p.Below}
	for _, side := range sides {
		word := 0
		for _, n := range side {
			word = l.addEmpties(n, word)
		}
	}
	slices.SortStableFunc(l.columns, func(a, b column) int {
		return cmp.Or(a.word+a.after-b.word-b.after, b.word-a.word)
	})
	words, empties := make([]int, len(p.Words)+1), map[*draw.Node]int{} // their columns
	for i, c := range l.columns {
		if c.empty != nil {
			empties[c.empty] = i
		} else {
			words[c.word] = i
		}
	}
	for i, side := range sides {
		l.sides[i].heights = make([]int, len(l.columns))
		for _, n := range side {
			l.place(i, n, words, empties)
		}
	}
	return l
}

// addEmpties adds columns for the constituents without words in n, given the last word before n,
// and returns the last word in or before it.
func (l *treeLayout) addEmpties(n *draw.Node, word int) int {
	if n.Word == 0 && len(n.Children) == 0 {
		l.columns = append(l.columns, column{after: word, empty: n})
	}
	for _, child := range n.Children {
		word = l.addEmpties(child, word)
	}
	return max(word, n.Word)
}

// place appends n and all nodes below it to a side, and returns the index of n. Each is on the lowest
// level above its children that has nothing else over its words.
func (l *treeLayout) place(side int, n *draw.Node, words []int, empties map[*draw.Node]int) int {
	s := &l.sides[side]
	p := placed{Node: n, level: 1}
	for k, child := range n.Children {
		i := l.place(side, child, words, empties)
		p.below = append(p.below, i)
		c := &s.nodes[i]
		if p.level = max(p.level, c.level+1); k == 0 {
			p.first, p.last = c.first, c.last
		}
		p.first, p.last = min(p.first, c.first), max(p.last, c.last)
	}
	switch {
	case n.Word > 0:
		p.first = words[n.Word]
		p.last = p.first
		l.columns[p.first].tagged[side] = true
	case len(n.Children) == 0:
		p.first = empties[n]
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
	type text struct {
		first int // column
		width float64
	}
	ending := make([][]text, len(l.columns)) // by their last column
	for i := range l.sides {
		for _, n := range l.sides[i].nodes {
			size := labelSize
			if n.Word > 0 {
				size = tagSize
			}
			ending[n.last] = append(ending[n.last], text{n.first, label.Width(label.Node(n.Node))*size + 2*labelGap})
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
			if n.first == i {
				c.half = max(c.half, n.width/2)
			}
		}
		c.along = end + l.Gap + c.half
		for _, n := range ending[i] {
			if first := l.columns[n.first]; n.first < i {
				c.along = max(c.along, first.along-first.half+n.width-c.half)
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
