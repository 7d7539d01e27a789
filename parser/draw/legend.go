package draw

// Sizes of a legend.
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
		wide = max(wide, textWidth(text)*labelSize)
	}
	return 2*margin + legendLine + legendGap + wide
}

// legendTexts says what the marks mean; v is nil if there are no trees or, for the time
// being, no view.
func (c *canvas) legendTexts(v *treeView) [2]string {
	gold, system := "", ""
	switch trees := len(c.Trees)+len(c.Below) > 0; {
	case !trees:
	case v == nil || !v.aside:
		gold, system = ", above", ", below"
	case c.rtl:
		gold, system = ", right", ", left"
	default:
		gold, system = ", left", ", right"
	}
	texts := c.explained()
	return [2]string{GoldOnly.sign() + " " + texts[0] + gold, SystemOnly.sign() + " " + texts[1] + system}
}

// legend draws what marks mean below a picture that compares, at its beginning.
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
		mark := []Mark{GoldOnly, SystemOnly}[i]
		c.add(`<g class="legend`, mark.class(), `"><path class="line" fill="none" stroke="currentColor"`, mark.dashes(),
			` d="M`, c.at(margin), " ", number(c.height), "H", c.at(margin+legendLine), `"/>`)
		c.text("label", margin+legendLine+legendGap, c.height+labelSize*0.35, labelSize, text, anchor, "")
		c.add("</g>\n")
		c.height += legendHigh
	}
	c.height += margin - legendHigh/2
}

// explained says what the marks mean: what only gold has, or the first of two, and what only the
// other has.
func (p *Picture) explained() [2]string {
	if p.Names == [2]string{} {
		return [2]string{"missing: in gold only", "wrong: in the system's only"}
	}
	return [2]string{"by " + clean(p.Names[0]) + " only", "by " + clean(p.Names[1]) + " only"}
}
