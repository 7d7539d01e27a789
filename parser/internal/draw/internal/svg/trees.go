package svg

import (
	"math"
	"strconv"

	"parser/parser/internal/draw"
	"parser/parser/internal/draw/internal/label"
	"parser/parser/internal/draw/internal/plan"
	"parser/parser/internal/draw/meaning"
)

// trees draws upright trees, or trees from the side if those are too wide and these are narrower.
func (c *canvas) trees(o draw.Options) {
	spacing := plan.SpacingOf(o)
	v := viewTrees(c.Picture, spacing, false)
	if o.Width > 0 && v.length > float64(o.Width) {
		if aside := viewTrees(c.Picture, spacing, true); aside.depth < v.length {
			v = aside
		}
	}
	c.width, c.height = v.length, v.depth
	if v.aside {
		c.width, c.height = v.depth, v.length
	}
	c.width = max(c.width, c.legendWidth())
	for side := range v.sides {
		for _, n := range v.sides[side].nodes {
			c.node(v, side, n)
		}
	}
	for i := range v.columns {
		c.column(v, &v.columns[i])
	}
	c.legend(v)
}

func (c *canvas) node(v *treeView, side int, n *placed) {
	kind, class := "node", "label"
	if n.Word > 0 {
		kind, class = "node leaf", "label tag"
	}
	c.add(`<g class="`, kind, markClass(n.Mark), `"`)
	if first, last := v.words(n); first > 0 {
		c.add(` data-first="`, strconv.Itoa(first), `" data-last="`, strconv.Itoa(last), `"`)
	}
	c.add(since(n.Since), ">")
	for _, child := range n.below {
		c.branch(v, side, n, child)
	}
	text, attributes := label.Node(n.Node), attribute("data-label", n.Label)
	if n.Mark == draw.Same {
		c.treeLabel(v, side, n.level, n.along, class, text, attributes, meaning.Of(n.Label))
	} else {
		x, y := v.point(side, n.along, v.sides[side].far[n.level]-float64(v.deep(text)/2))
		half := float64(label.Width(text, labelSize)/2) + boxPad
		c.rect(`class="box" fill="none" stroke="currentColor"`+dashes(n.Mark)+` rx="3"`, x-half, x+half, y-labelSize/2-boxPad, 2*half, labelSize+2*boxPad)
		c.text(class, x, y+labelSize*baseline, labelSize, text, attributes, meaning.Of(n.Label))
	}
	c.add("</g>\n")
}

// treeLabel adds a text on a level. Seen from the side, the texts of a level are aligned where the lines to them end.
func (c *canvas) treeLabel(v *treeView, side, level int, along float64, class, text, attributes, tip string) {
	near, far := v.sides[side].near[level], v.sides[side].far[level]
	x, y := v.point(side, along, float64((near+far)/2))
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

// branch draws the line from a node to its child: half way to the level below, along the words, and straight to the
// child, so that siblings share a bar. If only the child is marked, only the last part of the line is.
func (c *canvas) branch(v *treeView, side int, n, child *placed) {
	s := &v.sides[side]
	along := child.along
	if math.Abs(along-n.along) < jog {
		along = n.along
	}
	bar := float64((s.near[n.level] + s.far[n.level-1]) / 2)
	turn := min(plan.Corner, math.Abs(along-n.along), s.near[n.level]-bar)
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
	to("M", n.along, s.far[n.level]-v.deep(label.Node(n.Node)))
	to("L", n.along, bar)
	to("L", before, bar)
	if n.Mark == draw.Same && child.Mark != draw.Same {
		c.add(`"/>`)
		line(child.Mark)
		to("M", before, bar)
	}
	to("Q", along, bar)
	to(" ", along, bar-turn)
	to("L", along, s.far[child.level])
	c.add(`"/>`)
}

// column draws a word, and its tag if it has no leaf. Seen from the side, it begins beside its tag if
// there are trees on one side only.
func (c *canvas) column(v *treeView, at *column) {
	if at.word == 0 {
		return
	}
	x, y := v.point(0, at.along, float64(-v.across/2))
	half, align := at.half, 0
	if v.aside {
		half = float64(v.across/2) - labelGap
		switch {
		case len(c.Below) == 0:
			align = -1
		case len(c.Trees) == 0:
			align = 1
		}
	}
	c.word(at.word-1, x, y-wordRise, half, false, align)
	if tag := v.bareTag(at); tag != "" && v.sides[0].levels > 0 {
		c.treeLabel(v, 0, 1, at.along, "tag", label.Clean(tag), "", meaning.Of(tag))
	}
}
