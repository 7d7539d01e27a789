package svg

import (
	"math"
	"strconv"

	"parser/parser/draw"
	"parser/parser/draw/internal/label"
	"parser/parser/draw/internal/plan"
	"parser/parser/internal/meaning"
)

// treeView maps the coordinates of a layout, along the words and away from them, to those of
// a picture.
type treeView struct {
	*treeLayout
	aside         bool         // the words are in a column, and the trees beside it
	near, far     [2][]float64 // where each level begins and ends, by side, from the words' edge
	across        float64      // extent of the words
	edges         [2]float64   // where the words end, above and below
	length, depth float64      // of the picture along and away
}

// trees draws the picture's trees.
func (c *canvas) trees(o draw.Options) {
	spacing := plan.SpacingOf(o)
	v := viewTrees(c.Picture, spacing, false)
	if o.Width > 0 && v.length > float64(o.Width) {
		if aside := viewTrees(c.Picture, spacing, true); aside.depth < v.length {
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
func viewTrees(p *draw.Picture, m plan.Spacing, aside bool) *treeView {
	v := &treeView{treeLayout: newTreeLayout(p, m), aside: aside, across: columnHigh}
	if aside {
		v.lines()
		v.across = 0
		for _, w := range p.Words {
			v.across = max(v.across, label.Width(label.Clean(w.Form))*wordSize+2*labelGap)
		}
	} else {
		v.spread()
	}
	v.middle(func(n *placed) float64 {
		if aside {
			return labelSize / 2
		}
		return label.Width(label.Node(n.Node))*labelSize/2 + 1
	})
	var extent [2]float64
	for i, s := range v.sides {
		v.near[i], v.far[i] = make([]float64, s.levels+1), make([]float64, s.levels+1)
		deep := make([]float64, s.levels+1)
		for k := range s.nodes {
			n := &s.nodes[k]
			deep[n.level] = max(deep[n.level], v.deep(label.Node(n.Node)))
		}
		if i == 0 && s.levels > 0 {
			for k := range v.columns {
				deep[1] = max(deep[1], v.deep(label.Clean(v.bareTag(&v.columns[k]))))
			}
		}
		for k := 1; k <= s.levels; k++ {
			gap := m.Tier - deep[k]
			switch {
			case k == 1 && !aside:
				gap = 0
			case aside:
				gap = m.Gap
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
func (v *treeView) deep(text string) float64 {
	if v.aside {
		return label.Width(text)*labelSize + 2*labelGap
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

// node draws a node and the lines to its children.
func (c *canvas) node(v *treeView, side int, n *placed) {
	class := "label"
	if n.Word > 0 {
		class = "label tag"
		c.add(`<g class="node leaf`, markClass(n.Mark), `"`)
	} else {
		c.add(`<g class="node`, markClass(n.Mark), `"`)
	}
	if first, last := v.words(n); first > 0 {
		c.add(` data-first="`, strconv.Itoa(first), `" data-last="`, strconv.Itoa(last), `"`)
	}
	c.add(since(n.Since), ">")
	for _, k := range n.below {
		c.branch(v, side, n, &v.sides[side].nodes[k])
	}
	text, attributes := label.Node(n.Node), attribute("data-label", n.Label)
	tip, _ := meaning.Of(n.Label)
	if n.Mark == draw.Same {
		c.treeLabel(v, side, n.level, n.along, class, text, attributes, tip)
	} else {
		x, y := v.point(side, n.along, v.far[side][n.level]-v.deep(text)/2)
		half := label.Width(text)*labelSize/2 + boxPad
		c.rect(`class="box" fill="none" stroke="currentColor"`+dashes(n.Mark)+` rx="3"`, x-half, x+half, y-labelSize/2-boxPad, 2*half, labelSize+2*boxPad)
		c.text(class, x, y+labelSize*baseline, labelSize, text, attributes, tip)
	}
	c.add("</g>\n")
}

// treeLabel adds a text on a level. Seen from the side, the texts of a level are aligned where the
// lines to them end.
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
	c.text(class, x, y+labelSize*baseline, labelSize, text, attributes, tip)
}

// branch draws the line from a node to its child: half way to the level below, along the words,
// and straight to the child, so that siblings share a bar. If only the child is marked, only the
// last part of the line is.
func (c *canvas) branch(v *treeView, side int, n, child *placed) {
	along := child.along
	if math.Abs(along-n.along) < jog {
		along = n.along
	}
	bar := (v.near[side][n.level] + v.far[side][n.level-1]) / 2
	turn := min(plan.Corner, math.Abs(along-n.along), v.near[side][n.level]-bar)
	before := along - math.Copysign(turn, along-n.along)
	line := func(mark draw.Mark) {
		style := dashes(mark)
		if n.Open {
			style = ` stroke-dasharray="2 3"`
		}
		c.line(markClass(mark), style+since(max(n.Since, child.Since)))
	}
	to := func(command string, along, away float64) {
		x, y := v.point(side, along, away) // in the middle of a pixel, so that lines on top of each other look like one
		if c.rtl {
			x = c.width - x
		}
		c.add(command, number(math.Floor(x)+0.5), " ", number(math.Floor(y)+0.5))
	}
	line(n.Mark)
	to("M", n.along, v.far[side][n.level]-v.deep(label.Node(n.Node)))
	to("L", n.along, bar)
	to("L", before, bar)
	if n.Mark == draw.Same && child.Mark != draw.Same {
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

// column draws a word, and its tag if it has no leaf. Seen from the side, it begins beside its tag if
// there are trees on one side only.
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
	c.word(at.word-1, x, y-wordRise, half, false, align)
	if tag := v.bareTag(at); tag != "" && len(v.far[0]) > 1 {
		tip, _ := meaning.Of(tag)
		c.treeLabel(v, 0, 1, at.along, "tag", label.Clean(tag), "", tip)
	}
}

// bareTag returns the tag of a word without a leaf.
func (v *treeView) bareTag(at *column) string {
	if at.word == 0 || at.tagged[0] || at.tagged[1] {
		return ""
	}
	return v.Words[at.word-1].Tag
}
