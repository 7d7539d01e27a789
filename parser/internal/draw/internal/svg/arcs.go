package svg

import (
	"parser/parser/internal/draw"
	"parser/parser/internal/draw/internal/label"
	"parser/parser/internal/draw/internal/plan"
	"parser/parser/internal/draw/meaning"
)

func (c *canvas) arcs(o draw.Options) {
	l := plan.NewArcs(c.Picture, plan.SpacingOf(o))
	rows := l.Rows(max(0, float64(o.Width)-2*margin))
	for _, r := range rows {
		c.width = max(c.width, r.End-r.Start)
	}
	c.width = max(c.width+2*margin, c.legendWidth())
	y := margin
	for _, r := range rows {
		y = c.row(l, r, y) + l.Between
	}
	c.height = max(y-l.Between, margin) + margin
	c.legend(nil)
}

// row draws a row from y down, and returns where it ends.
func (c *canvas) row(l *plan.Arcs, r *plan.Row, y float64) float64 {
	shift := margin - r.Start
	high := func(side int) float64 {
		return float64(float64(r.Sides[side].Levels)*l.Level) + plan.HeadHigh + labelSize/2
	}
	arcs := func(side int, base, outwards float64) { // base is where they end
		for i := range r.Sides[side].Pieces {
			c.piece(l, &r.Sides[side].Pieces[i], shift, base, outwards)
		}
	}
	base := y + high(0)
	arcs(0, base, -1)
	y = base + wordGap
	for k, x := range r.X {
		c.word(r.First+k, x+shift, y, r.Half[k], l.Tags, 0)
	}
	y += wordHigh
	if l.Tags {
		y += tagHigh
	}
	if c.tokens(r, shift, y) {
		y += tokenHigh
	}
	if r.Sides[1].Levels > 0 {
		y += wordGap
		arcs(1, y, 1)
		y += high(1)
	}
	return y
}

// piece draws a piece that ends at base. From there the way outwards, away from the words, is up (-1) or down (1).
func (c *canvas) piece(l *plan.Arcs, p *plan.Piece, shift, base, outwards float64) {
	a := l.Arcs[p.Arc]
	y := base + float64(outwards*float64(p.Level)*l.Level)
	from, to, middle := p.From+shift, p.To+shift, p.Label+shift
	c.add(`<g class="arc`, markClass(a.Mark), [...]string{"", " basic", " enhanced"}[a.Layer], `" data-head="`, c.ID(a.Head),
		`" data-dep="`, c.ID(a.Dep), `"`, since(a.Since), `>`)
	style := dashes(a.Mark)
	if a.Layer == draw.BasicOnly {
		style = ` stroke-dasharray="2 3"`
	}
	c.line("", style)
	head := base + float64(outwards*plan.HeadHigh)
	foot, tip := number((base+head)/2), to // the arrow hides the rest
	radius := min(plan.Corner, (to-from)/2)
	bend := number(y - float64(outwards*radius))
	if a.Head == 0 {
		tip = middle
		c.add("M", c.at(middle), " ", number(y), "V", foot)
	} else {
		if p.OpensIn {
			c.add("M", c.at(from), " ", number(y))
		} else {
			c.add("M", c.at(from), " ", foot, "V", bend, "Q", c.at(from), " ", number(y), " ", c.at(from+radius), " ", number(y))
		}
		if p.OpensOut {
			c.add("H", c.at(to))
		} else {
			c.add("H", c.at(to-radius), "Q", c.at(to), " ", number(y), " ", c.at(to), " ", bend, "V", foot)
		}
		if a.Head > a.Dep {
			tip = from
		}
	}
	c.add(`"/>`)
	if a.Head == 0 || !(a.Head > a.Dep && p.OpensIn || a.Head < a.Dep && p.OpensOut) {
		c.add(`<path class="tip" fill="currentColor" d="M`, c.at(tip), " ", number(base), "L", c.at(tip-plan.HeadWide/2), " ", number(head),
			"H", c.at(tip+plan.HeadWide/2), `Z"/>`)
	}
	if p.Text != "" {
		c.lineLabel(middle, y, labelSize/2, labelSize, p.Text, a.Label, meaning.Of(a.Label))
	}
	c.add("</g>\n")
}

// word draws word w, from 0, around x and from y down: at the beginning of its place if align is
// -1, in the middle if 0, and at the end if 1.
func (c *canvas) word(w int, x, y, half float64, tag bool, align int) {
	word := c.Words[w]
	empty := ""
	if word.Empty {
		empty = " empty"
	}
	c.add(`<g class="word`, stateClass(word.State), markClass(word.Mark), empty, `" data-id="`, c.ID(w+1), `">`)
	if word.State != draw.Plain {
		c.rect(`class="state" fill="none" stroke="none" rx="4"`, x-half-statePad, x+half+statePad, y, 2*half+2*statePad, stateHigh)
	}
	attributes := [...]string{` text-anchor="start"`, "", ` text-anchor="end"`}[align+1]
	if c.rtl {
		attributes += ` direction="rtl"`
	}
	c.text("form", x+float64(float64(align)*half), y+wordSize, wordSize, label.Clean(word.Form), attributes, "")
	if tag && word.Tag != "" {
		c.text("tag", x, y+wordHigh+tagSize, tagSize, label.Clean(word.Tag), "", meaning.Of(word.Tag))
	}
	c.add("</g>\n")
}

// tokens draws the brackets of the multiword tokens in a row, and reports whether there are any.
func (c *canvas) tokens(r *plan.Row, shift, y float64) (any bool) {
	for _, t := range c.Tokens {
		first, last := t.First-1-r.First, t.Last-1-r.First
		if first < 0 || last >= len(r.X) {
			continue
		}
		any = true
		from, to := r.X[first]-r.Half[first]+shift, r.X[last]+r.Half[last]+shift
		c.add(`<g class="token">`)
		c.line("", "")
		c.add("M", c.at(from), " ", number(y+bracketTop), "V", number(y+bracketFoot), "H", c.at(to), "V", number(y+bracketTop), `"/>`)
		c.text("form", (from+to)/2, y+tokenTop+tagSize, tagSize, label.Clean(t.Form), "", "")
		c.add("</g>\n")
	}
	return any
}
