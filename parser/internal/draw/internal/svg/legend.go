package svg

import (
	"parser/parser/internal/draw"
	"parser/parser/internal/draw/internal/label"
	"parser/parser/internal/draw/internal/plan"
)

const (
	legendLine = 28.0 // width of a sample
	legendGap  = 6.0
	legendHigh = 18.0
)

// legendWidth returns how wide a picture must be for its legend.
func (c *canvas) legendWidth() float64 {
	if !c.Compares {
		return 0
	}
	wide := 0.0
	for _, text := range c.legendTexts(nil) {
		wide = max(wide, label.Width(text, labelSize))
	}
	return 2*margin + legendLine + legendGap + wide
}

// legendTexts says what the marks mean; v is nil if there are no trees, or if their view is not known yet.
func (c *canvas) legendTexts(v *treeView) [2]string {
	gold, system := "", ""
	switch {
	case !plan.HasTrees(c.Picture):
	case v == nil || !v.aside:
		gold, system = ", above", ", below"
	case c.rtl:
		gold, system = ", right", ", left"
	default:
		gold, system = ", left", ", right"
	}
	texts := label.Legend(c.Picture)
	return [2]string{label.Sign(draw.GoldOnly) + " " + texts[0] + gold, label.Sign(draw.SystemOnly) + " " + texts[1] + system}
}

// legend explains the marks below a picture that compares, at its beginning.
func (c *canvas) legend(v *treeView) {
	if !c.Compares {
		return
	}
	anchor := ` text-anchor="start"`
	if c.rtl {
		anchor = ` text-anchor="end"`
	}
	c.height += legendHigh / 2
	for i, text := range c.legendTexts(v) {
		mark := []draw.Mark{draw.GoldOnly, draw.SystemOnly}[i]
		c.add(`<g class="legend`, markClass(mark), `">`)
		c.line("", dashes(mark))
		c.add("M", c.at(margin), " ", number(c.height), "H", c.at(margin+legendLine), `"/>`)
		c.text("label", margin+legendLine+legendGap, c.height+labelSize*baseline, labelSize, text, anchor, "")
		c.add("</g>\n")
		c.height += legendHigh
	}
	c.height += margin - legendHigh/2
}
