package plan

import (
	"cmp"
	"math"
	"slices"
)

// stem is where an arc comes down to a word, from its level.
type stem struct {
	x     float64
	level int
}

// moveLabels moves labels that would cover stems of other arcs to the nearest place along their own
// arcs with enough room between stems, if there is one.
func (l *Arcs) moveLabels(side *Side) {
	var stems []stem
	for _, p := range side.Pieces {
		if l.Arcs[p.Arc].Head == 0 {
			stems = append(stems, stem{p.Label, p.Level})
			continue
		}
		if !p.OpensIn {
			stems = append(stems, stem{p.From, p.Level})
		}
		if !p.OpensOut {
			stems = append(stems, stem{p.To, p.Level})
		}
	}
	slices.SortFunc(stems, func(a, b stem) int { return cmp.Or(cmp.Compare(a.x, b.x), a.level-b.level) })
	for i := range side.Pieces {
		if p := &side.Pieces[i]; l.Arcs[p.Arc].Head != 0 {
			p.Label = p.room(stems)
		}
	}
}

// room returns the nearest place for the label of a piece between the stems that come down from
// higher levels, or its present place.
func (p *Piece) room(stems []stem) float64 {
	best, moved, from := p.Label, math.Inf(1), p.From
	k, _ := slices.BinarySearchFunc(stems, p.From, func(s stem, x float64) int { return cmp.Compare(s.x, x) })
	for ; from < p.To; k++ {
		to := p.To
		if k < len(stems) {
			if stems[k].level <= p.Level {
				continue
			}
			to = min(to, stems[k].x)
		}
		if to-from >= p.width {
			at := max(from+float64(p.width/2), min(p.Label, to-float64(p.width/2)))
			if math.Abs(at-p.Label) < moved {
				best, moved = at, math.Abs(at-p.Label)
			}
		}
		from = to
	}
	return best
}
