package draw

import (
	"strconv"

	"parser/parser/draw/meaning"
)

// treeView maps the coordinates of a layout, along the words and away from them, to those of
// a picture.
type treeView struct {
	*treeLayout
	aside         bool         // the words are in a column and the trees to its sides
	away          [2][]float64 // middle of each level, by side, from the words' edge
	half          [2][]float64 // half of its extent
	across        float64      // extent of the words
	edges         [2]float64   // where the words end, above and below
	length, depth float64      // of the picture along and away
}

// trees draws the picture's trees.
func (c *canvas) trees(o Options) {
	v := viewTrees(c.Picture, metricsOf(o), false)
	if o.Width > 0 && v.length > float64(o.Width) {
		if aside := viewTrees(c.Picture, metricsOf(o), true); aside.depth < v.length {
			v = aside
		}
	}
	if v.aside {
		c.width, c.height = v.depth, v.length
	} else {
		c.width, c.height = v.length, v.depth
	}
	c.width = max(c.width, c.legendWidth())
	for side := range v.sides {
		for i := range v.sides[side].nodes {
			c.node(v, side, i)
		}
	}
	for i := range v.columns {
		c.column(v, &v.columns[i])
	}
	c.legend(v)
}

// viewTrees lays the trees out upright or from the side.
func viewTrees(p *Picture, m metrics, aside bool) *treeView {
	v := &treeView{treeLayout: newTreeLayout(p, m), aside: aside, across: wordSize * 1.4}
	if aside {
		v.lines()
		v.across = 0
		for _, w := range p.Words {
			v.across = max(v.across, textWidth(clean(w.Form))*wordSize+8)
		}
	} else {
		v.spread()
	}
	v.middle(func(n *placed) float64 {
		if aside {
			return labelSize / 2
		}
		return textWidth(n.text())*labelSize/2 + 1
	})
	var extent [2]float64
	for i, s := range v.sides {
		v.away[i], v.half[i] = make([]float64, s.levels+1), make([]float64, s.levels+1)
		for k := 1; k <= s.levels; k++ {
			v.half[i][k] = labelSize/2 + 2
		}
		if aside {
			for k := range s.nodes {
				n := &s.nodes[k]
				v.half[i][n.level] = max(v.half[i][n.level], textWidth(n.text())*labelSize/2+3)
			}
		}
		for k := 1; k <= s.levels; k++ {
			gap := m.tier - 2*v.half[i][k]
			switch {
			case k == 1 && !aside:
				gap = 0
			case aside:
				gap = m.gap
			}
			v.away[i][k] = extent[i] + gap + v.half[i][k]
			extent[i] = v.away[i][k] + v.half[i][k]
		}
	}
	v.edges[0] = margin + extent[0]
	v.edges[1] = v.edges[0] + v.across
	v.depth = v.edges[1] + extent[1] + margin
	v.length = v.treeLayout.length + 2*margin
	return v
}

// point returns the place in the picture that is so far along, and away from the words.
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

// node draws a node and the line to its parent.
func (c *canvas) node(v *treeView, side, i int) {
	n := &v.sides[side].nodes[i]
	kind := ""
	if n.Word > 0 {
		kind = " leaf"
	}
	c.add(`<g class="node`, kind, n.Mark.class(), `"`)
	if first, last := v.words(n); first > 0 {
		c.add(` data-first="`, strconv.Itoa(first), `" data-last="`, strconv.Itoa(last), `"`)
	}
	c.add(since(n.Since), ">")
	own := func(n *placed) float64 { // half of a label's extent away from the words
		if v.aside {
			return textWidth(n.text())*labelSize/2 + 3
		}
		return labelSize/2 + 2
	}
	for _, k := range n.below {
		child := &v.sides[side].nodes[k]
		dashes := child.Mark.dashes()
		if n.Open {
			dashes = ` stroke-dasharray="2 3"`
		}
		c.add(`<path class="line`, child.Mark.class(), `" fill="none" stroke="currentColor"`, dashes, since(max(n.Since, child.Since)), ` d="`)
		for step, at := range [][2]float64{
			{n.along, v.away[side][n.level] - own(n)},
			{child.along, v.away[side][n.level-1] + v.half[side][n.level-1]},
			{child.along, v.away[side][child.level] + own(child)},
		} {
			x, y := v.point(side, at[0], at[1])
			c.add([]string{"M", "L", "L"}[step], c.at(x), " ", number(y))
		}
		c.add(`"/>`)
	}
	x, y := v.point(side, n.along, v.away[side][n.level])
	if n.Mark != Same {
		half := textWidth(n.text())*labelSize/2 + 2
		left := x - half
		if c.rtl {
			left = x + half
		}
		c.add(`<rect class="box" fill="none" stroke="currentColor"`, n.Mark.dashes(), ` rx="3" x="`, c.at(left), `" y="`, number(y-labelSize/2-2), `" width="`, number(2*half), `" height="`, number(labelSize+4), `"/>`)
	}
	class := "label"
	if n.Word > 0 {
		class = "label tag"
	}
	tip, _ := meaning.Of(n.Label)
	c.text(class, x, y+labelSize*0.35, labelSize, n.text(), attribute("data-label", n.Label), tip)
	c.add("</g>\n")
}

// words returns the first and the last word of a node, or 0.
func (v *treeView) words(n *placed) (first, last int) {
	for _, c := range v.columns[n.first : n.last+1] {
		if c.word > 0 {
			if last = c.word; first == 0 {
				first = c.word
			}
		}
	}
	return first, last
}

// column draws a word, and its tag where no leaf has it.
func (c *canvas) column(v *treeView, at *column) {
	if at.word == 0 {
		return
	}
	x, y := v.point(0, at.along, -v.across/2)
	half := at.half
	if v.aside {
		half = v.across/2 - 4
	}
	tag := ""
	if !at.tagged[0] && !at.tagged[1] {
		tag = c.Words[at.word-1].Tag
	}
	c.word(at.word-1, x, y-wordSize*0.65, half, false)
	if tag != "" && len(v.away[0]) > 1 {
		tip, _ := meaning.Of(tag)
		x, y = v.point(0, at.along, v.away[0][1])
		c.text("tag", x, y+tagSize*0.35, tagSize, clean(tag), "", tip)
	}
}
