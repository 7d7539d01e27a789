package draw

import (
	"math"
	"strconv"

	"parser/parser/internal/meaning"
)

// treeView maps the coordinates of a layout, along the words and away from them, to those of
// a picture.
type treeView struct {
	*treeLayout
	aside         bool         // the words are in a column and the trees to its sides
	near, far     [2][]float64 // where each level begins and ends, by side, from the words' edge
	across        float64      // extent of the words
	edges         [2]float64   // where the words end, above and below
	length, depth float64      // of the picture along and away
}

const (
	labelGap = 3.0 // space around a node's label
	jog      = 4.0 // how far a child must be from the middle of its parent to have a bar
)

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
			c.node(v, side, &v.sides[side].nodes[i])
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
			v.across = max(v.across, textWidth(clean(w.Form))*wordSize+2*labelGap)
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
		v.near[i], v.far[i] = make([]float64, s.levels+1), make([]float64, s.levels+1)
		deep := make([]float64, s.levels+1)
		for k := range s.nodes {
			n := &s.nodes[k]
			deep[n.level] = max(deep[n.level], v.deep(n.text()))
		}
		if i == 0 && s.levels > 0 {
			for k := range v.columns {
				deep[1] = max(deep[1], v.deep(clean(v.bareTag(&v.columns[k]))))
			}
		}
		for k := 1; k <= s.levels; k++ {
			gap := m.tier - deep[k]
			switch {
			case k == 1 && !aside:
				gap = 0
			case aside:
				gap = m.gap
			}
			v.near[i][k] = extent[i] + gap
			v.far[i][k] = v.near[i][k] + deep[k]
			extent[i] = v.far[i][k]
		}
	}
	v.edges[0] = margin + extent[0]
	v.edges[1] = v.edges[0] + v.across
	v.depth = v.edges[1] + extent[1] + margin
	v.length = v.treeLayout.length + 2*margin
	return v
}

// deep returns the extent of a label away from the words.
func (v *treeView) deep(label string) float64 {
	if v.aside {
		return textWidth(label)*labelSize + 2*labelGap
	}
	return labelSize + 2*labelGap
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

// node draws a node and the lines to its children.
func (c *canvas) node(v *treeView, side int, n *placed) {
	class := "label"
	if n.Word > 0 {
		class = "label tag"
		c.add(`<g class="node leaf`, n.Mark.class(), `"`)
	} else {
		c.add(`<g class="node`, n.Mark.class(), `"`)
	}
	if first, last := v.words(n); first > 0 {
		c.add(` data-first="`, strconv.Itoa(first), `" data-last="`, strconv.Itoa(last), `"`)
	}
	c.add(since(n.Since), ">")
	for _, k := range n.below {
		c.branch(v, side, n, &v.sides[side].nodes[k])
	}
	attributes := attribute("data-label", n.Label)
	tip, _ := meaning.Of(n.Label)
	if n.Mark == Same {
		c.treeLabel(v, side, n.level, n.along, class, n.text(), attributes, tip)
	} else {
		x, y := v.point(side, n.along, v.far[side][n.level]-v.deep(n.text())/2)
		half := textWidth(n.text())*labelSize/2 + 2
		left := x - half
		if c.rtl {
			left = x + half
		}
		c.add(`<rect class="box" fill="none" stroke="currentColor"`, n.Mark.dashes(), ` rx="3" x="`, c.at(left), `" y="`, number(y-labelSize/2-2), `" width="`, number(2*half), `" height="`, number(labelSize+4), `"/>`)
		c.text(class, x, y+labelSize*0.35, labelSize, n.text(), attributes, tip)
	}
	c.add("</g>\n")
}

// treeLabel adds a text on a level. Seen from the side those of a level begin in line, where
// the lines to them end.
func (c *canvas) treeLabel(v *treeView, side, level int, along float64, class, text, attributes, tip string) {
	near, far := v.near[side][level], v.far[side][level]
	x, y := v.point(side, along, (near+far)/2)
	if v.aside {
		x, y = v.point(side, along, far-labelGap)
		if side == 0 != c.rtl {
			attributes += ` text-anchor="start"`
		} else {
			attributes += ` text-anchor="end"`
		}
	}
	c.text(class, x, y+labelSize*0.35, labelSize, text, attributes, tip)
}

// branch draws the line from a node to its child: half way to the level below, along the words,
// and straight to the child. So siblings share a bar. A mark of the child alone is that of the
// last part.
func (c *canvas) branch(v *treeView, side int, n, child *placed) {
	along := child.along
	if math.Abs(along-n.along) < jog {
		along = n.along
	}
	bar := (v.near[side][n.level] + v.far[side][n.level-1]) / 2
	turn := min(corner, math.Abs(along-n.along), v.near[side][n.level]-bar)
	before := along - math.Copysign(turn, along-n.along)
	mark, dashes := n.Mark, ""
	if n.Open {
		dashes = ` stroke-dasharray="2 3"`
	}
	line := func(mark Mark) {
		if !n.Open {
			dashes = mark.dashes()
		}
		c.add(`<path class="line`, mark.class(), `" fill="none" stroke="currentColor"`, dashes, since(max(n.Since, child.Since)), ` d="`)
	}
	to := func(command string, along, away float64) {
		x, y := v.point(side, along, away) // in the middle of a pixel, lines over lines look like one
		if c.rtl {
			x = c.width - x
		}
		c.add(command, number(math.Floor(x)+0.5), " ", number(math.Floor(y)+0.5))
	}
	line(mark)
	to("M", n.along, v.far[side][n.level]-v.deep(n.text()))
	to("L", n.along, bar)
	to("L", before, bar)
	if mark == Same && child.Mark != Same {
		c.add(`"/>`)
		line(child.Mark)
		to("M", before, bar)
	}
	to("Q", along, bar)
	to(" ", along, bar-turn)
	to("L", along, v.far[side][child.level])
	c.add(`"/>`)
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

// column draws a word, and its tag where no leaf has it. Seen from the side it begins beside its
// tag if there are trees on one side only.
func (c *canvas) column(v *treeView, at *column) {
	if at.word == 0 {
		return
	}
	x, y := v.point(0, at.along, -v.across/2)
	half, align := at.half, 0
	if v.aside {
		half = v.across/2 - labelGap
		switch {
		case len(c.Below) == 0:
			align = -1
		case len(c.Trees) == 0:
			align = 1
		}
	}
	c.word(at.word-1, x, y-wordSize*0.65, half, false, align)
	if tag := v.bareTag(at); tag != "" && len(v.far[0]) > 1 {
		tip, _ := meaning.Of(tag)
		c.treeLabel(v, 0, 1, at.along, "tag", clean(tag), "", tip)
	}
}

// bareTag returns the tag of a word that no leaf has.
func (v *treeView) bareTag(at *column) string {
	if at.word == 0 || at.tagged[0] || at.tagged[1] {
		return ""
	}
	return v.Words[at.word-1].Tag
}
