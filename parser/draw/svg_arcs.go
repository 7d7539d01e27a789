package draw

import (
	"strconv"

	"parser/parser/internal/meaning"
)

// arcs draws the picture's arcs, row by row.
func (c *canvas) arcs(o Options) {
	l := newArcLayout(c.Picture, metricsOf(o))
	rows := l.rows(max(0, float64(o.Width)-2*margin))
	for _, r := range rows {
		c.width = max(c.width, r.end-r.start)
	}
	c.width = max(c.width+2*margin, c.legendWidth())
	y := margin
	for _, r := range rows {
		y = c.arcRow(l, r, y) + l.between
	}
	c.height = max(y-l.between, margin) + margin
	c.legend(nil)
}

// arcRow draws a row from y down, and returns where it ends.
func (c *canvas) arcRow(l *arcLayout, r *arcRow, y float64) float64 {
	shift := margin - r.start
	base := y + float64(r.levels)*l.level + headHigh + labelSize/2 // where arcs end
	for i := range r.pieces {
		c.piece(l, &r.pieces[i], shift, base)
	}
	y = base + 4
	for k, x := range r.x {
		c.word(r.first+k, x+shift, y, r.half[k], l.tags, 0)
	}
	y += wordSize * 1.3
	if l.tags {
		y += tagSize * 1.4
	}
	if c.tokens(r, shift, y) {
		y += tagSize * 2
	}
	return y
}

// piece draws an arc, or the part of it in a row.
func (c *canvas) piece(l *arcLayout, p *piece, shift, base float64) {
	a := l.Arcs[p.arc]
	y := base - float64(p.level)*l.level
	from, to, label := p.from+shift, p.to+shift, p.label+shift
	c.add(`<g class="arc`, a.Mark.class(), `" data-head="`, strconv.Itoa(a.Head), `" data-dep="`, strconv.Itoa(a.Dep), `"`, since(a.Since), `>`)
	c.add(`<path class="line" fill="none" stroke="currentColor"`, a.Mark.dashes(), ` d="`)
	foot, tip := number(base-headHigh/2), to // the arrow hides the rest
	radius := min(corner, (to-from)/2)
	switch {
	case a.Head == 0:
		tip = label
		c.add("M", c.at(label), " ", number(y), "V", foot)
	default:
		if p.opensIn {
			c.add("M", c.at(from), " ", number(y))
		} else {
			c.add("M", c.at(from), " ", foot, "V", number(y+radius), "Q", c.at(from), " ", number(y), " ", c.at(from+radius), " ", number(y))
		}
		if p.opensOut {
			c.add("H", c.at(to))
		} else {
			c.add("H", c.at(to-radius), "Q", c.at(to), " ", number(y), " ", c.at(to), " ", number(y+radius), "V", foot)
		}
		if a.Head > a.Dep {
			tip = from
		}
	}
	c.add(`"/>`)
	if a.Head == 0 || !(a.Head > a.Dep && p.opensIn || a.Head < a.Dep && p.opensOut) {
		c.add(`<path class="tip" fill="currentColor" d="M`, c.at(tip), " ", number(base), "L", c.at(tip-headWide/2), " ", number(base-headHigh),
			"H", c.at(tip+headWide/2), `Z"/>`)
	}
	if p.text != "" {
		wide := textWidth(p.text)*labelSize + 2
		left := label - wide/2
		if c.rtl {
			left = label + wide/2
		}
		c.add(`<rect class="ground" fill="#fff" x="`, c.at(left), `" y="`, number(y-labelSize/2), `" width="`, number(wide), `" height="`, number(labelSize), `"/>`)
		tip, _ := meaning.Of(a.Label)
		c.text("label", label, y+labelSize*0.35, labelSize, p.text, attribute("data-label", a.Label), tip)
	}
	c.add("</g>\n")
}

// word draws word w, from 0, around x and from y down: at the beginning of its place if align is
// -1, in the middle if 0, and at the end if 1.
func (c *canvas) word(w int, x, y, half float64, tag bool, align int) {
	word := c.Words[w]
	c.add(`<g class="word`, word.State.class(), `" data-id="`, strconv.Itoa(w+1), `">`)
	if word.State != Plain {
		left := x - half - 3
		if c.rtl {
			left = x + half + 3
		}
		c.add(`<rect class="state" fill="none" stroke="none" rx="4" x="`, c.at(left), `" y="`, number(y), `" width="`, number(2*half+6), `" height="`, number(wordSize*1.35), `"/>`)
	}
	attributes := [...]string{` text-anchor="start"`, "", ` text-anchor="end"`}[align+1]
	if c.rtl {
		attributes += ` direction="rtl"`
	}
	c.text("form", x+float64(align)*half, y+wordSize, wordSize, clean(word.Form), attributes, "")
	if tag && word.Tag != "" {
		tip, _ := meaning.Of(word.Tag)
		c.text("tag", x, y+wordSize*1.3+tagSize, tagSize, clean(word.Tag), "", tip)
	}
	c.add("</g>\n")
}

// tokens draws the brackets of the multiword tokens in a row, if there are any.
func (c *canvas) tokens(r *arcRow, shift, y float64) (any bool) {
	for _, t := range c.Tokens {
		first, last := t.First-1-r.first, t.Last-1-r.first
		if first < 0 || last >= len(r.x) {
			continue
		}
		any = true
		from, to := r.x[first]-r.half[first]+shift, r.x[last]+r.half[last]+shift
		c.add(`<g class="token"><path class="line" fill="none" stroke="currentColor" d="M`, c.at(from), " ", number(y+2), "V", number(y+6), "H", c.at(to), "V", number(y+2), `"/>`)
		c.text("form", (from+to)/2, y+8+tagSize, tagSize, clean(t.Form), "", "")
		c.add("</g>\n")
	}
	return any
}

// class returns the class of marked elements, with the blank before it.
func (m Mark) class() string { return [...]string{"", " gold", " system", " new"}[m] }

// dashes tells marks apart where there are no colours.
func (m Mark) dashes() string {
	switch m {
	case GoldOnly:
		return ` stroke-dasharray="5 3" stroke-width="1.8"`
	case SystemOnly:
		return ` stroke-width="2.4"`
	case New:
		return ` stroke-width="3"`
	}
	return ""
}

func (s State) class() string { return [...]string{"", " stack", " buffer", " done"}[s] }

// since returns the attribute that says since which step of a trace something is there.
func since(step int) string {
	if step == 0 {
		return ""
	}
	return attribute("data-since", strconv.Itoa(step))
}
