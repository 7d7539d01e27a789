package draw

import (
	"cmp"
	"math"
	"slices"
	"sort"
)

// arcRow is the layout of words in a row with the arcs over them. X coordinates grow from the
// beginning of the sentence, whichever side that is on.
type arcRow struct {
	first, last int       // words, from 0; last is not included
	x           []float64 // middles of the words, from first
	half        []float64 // halves of their widths
	pieces      []piece
	levels      int // how many
	start, end  float64
}

// piece is an arc as far as it is in a row. Where it goes on in another one it reaches to the
// row's margin.
type piece struct {
	arc               int // index into Picture.Arcs
	from, to          float64
	opensIn, opensOut bool // goes on in a row before, or after
	text              string
	label             float64 // middle of the label
	width             float64 // of the label with room around it
	level             int     // from 1
}

// arcLayout lays a picture's arcs out.
type arcLayout struct {
	*Picture
	metrics
	rtl   bool
	slots [][2]float64 // of each arc: where it ends, from the middles of its first and its last word
	half  []float64    // of each word: half of the width that it needs for itself
	ends  [][]int      // arcs of each word, from the beginning to the end of the sentence
	// ending holds the multiword token that ends at each word, if there is one.
	ending []Token
}

// span returns the first and the last word of an arc, from 0; they are the same if its head
// is ROOT.
func (a Arc) span() (first, last int) {
	if a.Head == 0 {
		return a.Dep - 1, a.Dep - 1
	}
	return min(a.Head, a.Dep) - 1, max(a.Head, a.Dep) - 1
}

func newArcLayout(p *Picture, m metrics) *arcLayout {
	l := &arcLayout{Picture: p, metrics: m, rtl: rightToLeft(p.Words)}
	if p.Compares { // two arrows may end at a word
		l.pitch = max(l.pitch, headWide+2)
	}
	l.slots, l.half, l.ends = make([][2]float64, len(p.Arcs)), make([]float64, len(p.Words)), make([][]int, len(p.Words))
	for i, a := range p.Arcs {
		first, last := a.span()
		l.ends[first] = append(l.ends[first], i)
		if first != last {
			l.ends[last] = append(l.ends[last], i)
		}
	}
	for w, word := range p.Words {
		ends := l.ends[w]
		slices.SortStableFunc(ends, func(a, b int) int { return l.order(w, a, b) })
		pitch := l.pitch
		if len(ends) > 1 {
			pitch = min(pitch, maxSpread/float64(len(ends)-1))
		}
		spread := pitch * float64(len(ends)-1)
		for k, i := range ends {
			side := 0
			if first, _ := p.Arcs[i].span(); first != w {
				side = 1
			}
			l.slots[i][side] = float64(k)*pitch - spread/2
		}
		l.half[w] = max(textWidth(clean(word.Form))*wordSize, spread+headWide) / 2
		if l.tags {
			l.half[w] = max(l.half[w], textWidth(clean(word.Tag))*tagSize/2)
		}
	}
	l.ending = make([]Token, len(p.Words))
	for _, t := range p.Tokens {
		if l.ending[t.Last-1] = t; t.First == t.Last {
			l.half[t.Last-1] = max(l.half[t.Last-1], textWidth(clean(t.Form))*tagSize/2)
		}
	}
	return l
}

// order orders the arcs a and b where they end at word w so that arcs which contain one
// another do not cross: first those that come from before, the shortest first, then those from
// ROOT, and then those from behind, the longest first.
func (l *arcLayout) order(w, a, b int) int {
	place := func(i int) (side, other int) {
		switch first, last := l.Arcs[i].span(); {
		case first == last:
			return 1, 0
		case last == w:
			return 0, first
		default:
			return 2, last
		}
	}
	sideA, otherA := place(a)
	sideB, otherB := place(b)
	if c := cmp.Or(sideA-sideB, otherB-otherA); c != 0 || sideA == 0 {
		return cmp.Or(c, a-b)
	}
	return b - a
}

// rows breaks the sentence into rows of a width.
func (l *arcLayout) rows(width float64) (rows []*arcRow) {
	for first := 0; first < len(l.Words); {
		last := len(l.Words)
		if width > 0 {
			last = l.fit(first, width)
		}
		row := l.row(first, last)
		for width > 0 && row.end-row.start > width {
			shorter := l.breakBefore(first, last-1)
			if shorter == first || shorter >= last {
				break
			}
			last = shorter
			row = l.row(first, last)
		}
		l.stack(row)
		rows = append(rows, row)
		first = last
	}
	return rows
}

// fit returns the end of a row that has room for its words at least.
func (l *arcLayout) fit(first int, width float64) int {
	sum := 0.0
	for w := first; w < len(l.Words); w++ {
		if sum += 2 * l.half[w]; sum > width && w > first {
			return l.breakBefore(first, w)
		}
		sum += l.gap
	}
	return len(l.Words)
}

// breakBefore returns the last place up to word last where a row may end, which is not
// inside of a multiword token: if that begins the row, the place behind it.
func (l *arcLayout) breakBefore(first, last int) int {
	k := sort.Search(len(l.Tokens), func(k int) bool { return l.Tokens[k].Last > last })
	switch {
	case k == len(l.Tokens) || l.Tokens[k].First-1 >= last:
		return last
	case l.Tokens[k].First-1 > first:
		return l.Tokens[k].First - 1
	}
	return l.Tokens[k].Last
}

// row places the words of a row, and the ends of its arcs.
func (l *arcLayout) row(first, last int) *arcRow {
	r := &arcRow{first: first, last: last, x: make([]float64, last-first), half: l.half[first:last]}
	for w := first; w < last; w++ {
		at := r.half[w-first]
		if w > first {
			at += r.x[w-1-first] + r.half[w-1-first] + l.gap
		}
		for _, i := range l.ends[w] {
			from, to := l.Arcs[i].span()
			if from != to && to == w && from >= first {
				at = max(at, r.x[from-first]+l.slots[i][0]-l.slots[i][1]+l.need(l.Arcs[i].text()))
			}
		}
		if t := l.ending[w]; 0 < t.First && t.First-1 < w {
			at = max(at, r.x[t.First-1-first]-r.half[t.First-1-first]-r.half[w-first]+textWidth(clean(t.Form))*tagSize)
		}
		r.x[w-first] = at
	}
	r.end = r.x[len(r.x)-1] + r.half[len(r.x)-1]
	for w := first; w < last; w++ {
		for _, i := range l.ends[w] {
			l.addPiece(r, w, i)
		}
	}
	for _, p := range r.pieces { // which reach to the margins
		r.start, r.end = min(r.start, p.from), max(r.end, p.to)
	}
	for i := range r.pieces {
		p := &r.pieces[i]
		if p.opensIn {
			p.from = r.start
			p.label = p.from + p.width/2
		}
		if p.opensOut {
			p.to = r.end
			p.label = p.to - p.width/2
		}
	}
	return r
}

// need is the least distance of the ends of an arc with a label.
func (l *arcLayout) need(text string) float64 { return textWidth(text)*labelSize + 2*corner + 4 }

// addPiece adds the part of arc i that ends at word w of a row, unless the arc began there at
// a word before.
func (l *arcLayout) addPiece(r *arcRow, w, i int) {
	a := l.Arcs[i]
	first, last := a.span()
	p := piece{arc: i, text: a.text(), opensIn: first < r.first, opensOut: last >= r.last}
	switch {
	case first != last && w == last && !p.opensIn:
		return
	case p.opensIn:
		p.text = l.goesOn(p.text, first, !l.rtl)
	case p.opensOut:
		p.text = l.goesOn(p.text, last, l.rtl)
	}
	p.width = l.need(p.text)
	if first == last {
		p.label = r.x[w-r.first] + l.slots[i][0]
		p.from, p.to = p.label-p.width/2, p.label+p.width/2
		r.pieces = append(r.pieces, p)
		return
	}
	if !p.opensIn {
		p.from = r.x[first-r.first] + l.slots[i][0]
	}
	if !p.opensOut {
		p.to = r.x[last-r.first] + l.slots[i][1]
	}
	switch {
	case p.opensIn:
		p.from = p.to - p.width
	case p.opensOut:
		p.to = p.from + p.width
	default:
		p.label = (p.from + p.to) / 2
	}
	r.pieces = append(r.pieces, p)
}

// goesOn returns the label of an arc that leads to word w of another row, which is to the left
// or to the right.
func (l *arcLayout) goesOn(label string, w int, left bool) string {
	form := []rune(clean(l.Words[w].Form))
	if len(form) > 12 {
		form = append(form[:11], '…')
	}
	if left {
		return string(form) + " ⋯ " + label
	}
	return label + " ⋯ " + string(form)
}

// text returns the label of an arc as it is drawn.
func (a Arc) text() string { return a.Mark.sign() + clean(a.Label) }

// sign is what precedes marked labels, so that marks are no matter of colours only.
func (m Mark) sign() string {
	switch m {
	case GoldOnly:
		return "−"
	case SystemOnly:
		return "+"
	}
	return ""
}

// stack gives each piece the lowest level above those that it contains where there is room.
// Arcs from ROOT, which come straight from above, and arcs that go on in other rows, whose labels
// are at the margins, are above all that end below them.
func (l *arcLayout) stack(r *arcRow) {
	byLength := slices.Clone(r.pieces)
	rank := func(p *piece) int {
		switch {
		case l.Arcs[p.arc].Head == 0:
			return 3
		case p.opensOut: // longer than they look, with their labels where others may come down
			return 2
		case p.opensIn:
			return 1
		}
		return 0
	}
	slices.SortStableFunc(byLength, func(a, b piece) int {
		return cmp.Or(rank(&a)-rank(&b), cmp.Compare(a.to-a.from, b.to-b.from))
	})
	levels := [][]*piece{}
	for i := range byLength {
		p := &byLength[i]
		least := 0
		for k := len(levels) - 1; k >= 0 && least == 0; k-- {
			for _, q := range levels[k] {
				inside := p.from <= q.from && q.to <= p.to
				if rank(p) > 0 {
					inside = p.from < q.from && q.from < p.to || p.from < q.to && q.to < p.to
				}
				if inside {
					least = k + 1
					break
				}
			}
		}
		for least < len(levels) && slices.ContainsFunc(levels[least], func(q *piece) bool { return p.from < q.to && q.from < p.to }) {
			least++
		}
		if least == len(levels) {
			levels = append(levels, nil)
		}
		levels[least] = append(levels[least], p)
		p.level = least + 1
	}
	r.levels = len(levels)
	// From the top, so that labels, which hide what is behind them, are in front of the arcs
	// that cross theirs.
	slices.SortStableFunc(byLength, func(a, b piece) int { return b.level - a.level })
	r.pieces = byLength
	l.moveLabels(r)
	for i := range r.pieces {
		r.pieces[i].label = math.Round(r.pieces[i].label)
	}
}
