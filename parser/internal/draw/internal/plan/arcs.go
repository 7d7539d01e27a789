package plan

import (
	"cmp"
	"math"
	"slices"
	"sort"

	"parser/parser/internal/draw"
	"parser/parser/internal/draw/internal/label"
)

// Row is a row of words with the arcs over them, and those of the enhanced layer below them. X coordinates grow from the beginning of the
// sentence, whichever side that is on.
type Row struct {
	First      int       // word, from 0
	X          []float64 // middles of the words, from First
	Half       []float64 // halves of their widths
	Sides      [2]Side   // above and below
	Start, End float64
}

// Side is what is on one side of the words of a row.
type Side struct {
	Pieces []Piece // from the level farthest from the words to the nearest
	Levels int     // how many
}

// Piece is the part of an arc that is in a row. An arc that continues in another row extends to the margin.
type Piece struct {
	Arc               int // index into Picture.Arcs
	From, To          float64
	OpensIn, OpensOut bool // continues in a row before, or after
	Text              string
	Label             float64 // middle of the label
	Level             int     // from 1

	width float64 // of the label with room around it
}

// Arcs places a picture's arcs.
type Arcs struct {
	*draw.Picture
	Spacing
	RTL bool
	// Slots says where each arc ends, from the middles of its first and its last word.
	Slots [][2]float64

	half   []float64    // of each word: half of the width that it needs for itself
	ends   [2][][]int   // arcs above and below each word, from the beginning to the end of the sentence
	ending []draw.Token // the multiword token that ends at each word, or a zero one
}

// span returns the first and the last word of an arc, from 0; they are the same if its head is ROOT.
func span(a draw.Arc) (first, last int) {
	if a.Head == 0 {
		return a.Dep - 1, a.Dep - 1
	}
	return min(a.Head, a.Dep) - 1, max(a.Head, a.Dep) - 1
}

// side returns the index of the side of the words that an arc is on.
func side(a draw.Arc) int {
	if a.Layer == draw.EnhancedOnly {
		return 1
	}
	return 0
}

// NewArcs returns the arcs of a picture, ready to be placed in rows.
func NewArcs(p *draw.Picture, s Spacing) *Arcs {
	l := &Arcs{Picture: p, Spacing: s, RTL: label.RightToLeft(p.Words)}
	if p.Compares || slices.ContainsFunc(p.Arcs, func(a draw.Arc) bool { return side(a) == 1 }) { // several arrows may end at a word
		l.pitch = max(l.pitch, arrowRoom)
	}
	l.Slots, l.half = make([][2]float64, len(p.Arcs)), make([]float64, len(p.Words))
	l.ends = [2][][]int{make([][]int, len(p.Words)), make([][]int, len(p.Words))}
	for i, a := range p.Arcs {
		first, last := span(a)
		ends := l.ends[side(a)]
		ends[first] = append(ends[first], i)
		if first != last {
			ends[last] = append(ends[last], i)
		}
	}
	for w, word := range p.Words {
		l.half[w] = max(label.Width(label.Clean(word.Form), WordSize), l.spread(w, l.ends[0][w]), l.spread(w, l.ends[1][w])) / 2
		if l.Tags {
			l.half[w] = max(l.half[w], label.Width(label.Clean(word.Tag), TagSize)/2)
		}
	}
	l.ending = make([]draw.Token, len(p.Words))
	for _, t := range p.Tokens {
		if l.ending[t.Last-1] = t; t.First == t.Last {
			l.half[t.Last-1] = max(l.half[t.Last-1], label.Width(label.Clean(t.Form), TagSize)/2)
		}
	}
	return l
}

// spread gives the arcs on one side of word w their slots there, and returns how wide they are together.
func (l *Arcs) spread(w int, ends []int) float64 {
	slices.SortStableFunc(ends, func(a, b int) int { return l.order(w, a, b) })
	pitch := l.pitch
	if len(ends) > 1 {
		pitch = min(pitch, maxSpread/float64(len(ends)-1))
	}
	spread := float64(pitch * float64(len(ends)-1))
	for k, i := range ends {
		end := 0
		if first, _ := span(l.Arcs[i]); first != w {
			end = 1
		}
		l.Slots[i][end] = float64(float64(k)*pitch) - float64(spread/2)
	}
	return spread + HeadWide
}

// order orders the ends of the arcs a and b at word w such that arcs do not cross if one contains
// the other: first the arcs from words before w, the shortest first, then those from ROOT, and then
// those from words after w, the longest first.
func (l *Arcs) order(w, a, b int) int {
	place := func(i int) (from, other int) {
		switch first, last := span(l.Arcs[i]); {
		case first == last:
			return 1, 0
		case last == w:
			return 0, first
		default:
			return 2, last
		}
	}
	fromA, otherA := place(a)
	fromB, otherB := place(b)
	if c := cmp.Or(fromA-fromB, otherB-otherA); c != 0 || fromA == 0 {
		return cmp.Or(c, a-b)
	}
	return b - a
}

// Rows breaks the sentence into rows of a width; 0 makes one row. An empty sentence has no rows.
func (l *Arcs) Rows(width float64) (rows []*Row) {
	for first := 0; first < len(l.Words); {
		last := len(l.Words)
		if width > 0 {
			last = l.fit(first, width)
		}
		row := l.row(first, last)
		for width > 0 && row.End-row.Start > width {
			shorter := l.breakBefore(first, last-1)
			if shorter == first || shorter >= last {
				break
			}
			last = shorter
			row = l.row(first, last)
		}
		for i := range row.Sides {
			l.stack(&row.Sides[i])
		}
		rows = append(rows, row)
		first = last
	}
	return rows
}

// ArcLevels returns the level of each arc of a sentence in one row.
func (r *Row) ArcLevels() []int {
	levels := make([]int, len(r.Sides[0].Pieces)+len(r.Sides[1].Pieces))
	for _, side := range r.Sides {
		for _, p := range side.Pieces {
			levels[p.Arc] = p.Level
		}
	}
	return levels
}

// fit returns the end of a row that has room for its words, if not for its arcs.
func (l *Arcs) fit(first int, width float64) int {
	sum := 0.0
	for w := first; w < len(l.Words); w++ {
		if sum += 2 * l.half[w]; sum > width && w > first {
			return l.breakBefore(first, w)
		}
		sum += l.Gap
	}
	return len(l.Words)
}

// breakBefore returns the last place up to word last where a row may end, which is never inside a
// multiword token. If a token starts the row, it is the place after the token.
func (l *Arcs) breakBefore(first, last int) int {
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
func (l *Arcs) row(first, last int) *Row {
	r := &Row{First: first, X: make([]float64, last-first), Half: l.half[first:last]}
	for w := first; w < last; w++ {
		at := r.Half[w-first]
		if w > first {
			at += r.X[w-1-first] + r.Half[w-1-first] + l.Gap
		}
		for _, i := range slices.Concat(l.ends[0][w], l.ends[1][w]) {
			from, to := span(l.Arcs[i])
			if from != to && to == w && from >= first {
				at = max(at, r.X[from-first]+l.Slots[i][0]-l.Slots[i][1]+need(label.Marked(l.Arcs[i].Label, l.Arcs[i].Mark)))
			}
		}
		if t := l.ending[w]; 0 < t.First && t.First-1 < w {
			at = max(at, r.X[t.First-1-first]-r.Half[t.First-1-first]-r.Half[w-first]+label.Width(label.Clean(t.Form), TagSize))
		}
		r.X[w-first] = at
	}
	r.End = r.X[len(r.X)-1] + r.Half[len(r.X)-1]
	for k := range r.Sides {
		side := &r.Sides[k]
		for w := first; w < last; w++ {
			for _, i := range l.ends[k][w] {
				l.addPiece(r, side, w, i)
			}
		}
		for _, p := range side.Pieces { // those of open arcs extend to the margins
			r.Start, r.End = min(r.Start, p.From), max(r.End, p.To)
		}
	}
	for _, side := range r.Sides {
		for i := range side.Pieces {
			switch p := &side.Pieces[i]; {
			case p.OpensIn:
				p.From, p.Label = r.Start, r.Start+float64(p.width/2)
			case p.OpensOut:
				p.To, p.Label = r.End, r.End-float64(p.width/2)
			}
		}
	}
	return r
}

// need is the least distance between the ends of an arc with a label.
func need(text string) float64 { return label.Width(text, LabelSize) + 2*Corner + labelRoom }

// addPiece adds the part of arc i that ends at word w of a row, unless an earlier word of the row has added it.
func (l *Arcs) addPiece(r *Row, side *Side, w, i int) {
	a := l.Arcs[i]
	first, last := span(a)
	p := Piece{Arc: i, Text: label.Marked(a.Label, a.Mark), OpensIn: first < r.First, OpensOut: last >= r.First+len(r.X)}
	switch {
	case first != last && w == last && !p.OpensIn:
		return
	case p.OpensIn:
		p.Text = l.goesOn(p.Text, first, !l.RTL)
	case p.OpensOut:
		p.Text = l.goesOn(p.Text, last, l.RTL)
	}
	p.width = need(p.Text)
	switch start, end := r.X[w-r.First]+l.Slots[i][0], r.X[w-r.First]+l.Slots[i][1]; {
	case first == last:
		p.From, p.Label, p.To = start-float64(p.width/2), start, start+float64(p.width/2)
	case p.OpensIn:
		p.From, p.To = end-p.width, end
	case p.OpensOut:
		p.From, p.To = start, start+p.width
	default:
		p.From, p.To = start, r.X[last-r.First]+l.Slots[i][1]
		p.Label = (p.From + p.To) / 2
	}
	side.Pieces = append(side.Pieces, p)
}

// goesOn returns the label of an arc that leads to word w of another row, to the left or to the right.
func (l *Arcs) goesOn(text string, w int, left bool) string {
	const most = 12 // characters of the word
	form := []rune(label.Clean(l.Words[w].Form))
	if len(form) > most {
		form = append(form[:most-1], '…')
	}
	if left {
		return string(form) + " ⋯ " + text
	}
	return text + " ⋯ " + string(form)
}

// stack gives each piece on a side the nearest level with room outside of the pieces that it contains. Arcs from
// ROOT, which come straight from above, and arcs that continue in other rows, which have their
// labels at the margins, are above all arcs that end below them.
func (l *Arcs) stack(side *Side) {
	byLength := slices.Clone(side.Pieces)
	rank := func(p *Piece) int {
		switch {
		case l.Arcs[p.Arc].Head == 0:
			return 3
		case p.OpensOut: // longer than it looks, with its label where others may come down
			return 2
		case p.OpensIn:
			return 1
		}
		return 0
	}
	slices.SortStableFunc(byLength, func(a, b Piece) int {
		return cmp.Or(rank(&a)-rank(&b), cmp.Compare(a.To-a.From, b.To-b.From))
	})
	levels := [][]*Piece{}
	for i := range byLength {
		p := &byLength[i]
		inside := func(q *Piece) bool {
			if rank(p) > 0 {
				return p.From < q.From && q.From < p.To || p.From < q.To && q.To < p.To
			}
			return p.From <= q.From && q.To <= p.To
		}
		least := len(levels)
		for least > 0 && !slices.ContainsFunc(levels[least-1], inside) {
			least--
		}
		for least < len(levels) && slices.ContainsFunc(levels[least], func(q *Piece) bool { return p.From < q.To && q.From < p.To }) {
			least++
		}
		if least == len(levels) {
			levels = append(levels, nil)
		}
		levels[least] = append(levels[least], p)
		p.Level = least + 1
	}
	side.Levels = len(levels)
	// From the top, so that the labels cover the arcs that cross theirs.
	slices.SortStableFunc(byLength, func(a, b Piece) int { return b.Level - a.Level })
	side.Pieces = byLength
	l.moveLabels(side)
	for i := range side.Pieces {
		side.Pieces[i].Label = math.Round(side.Pieces[i].Label)
	}
}
