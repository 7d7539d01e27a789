package draw

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

// moveLabels moves labels that stems of other arcs would pass behind, along their own arcs to
// the nearest place where there is room between stems, if there is one.
func (l *arcLayout) moveLabels(r *arcRow) {
	var stems []stem
	for _, p := range r.pieces {
		if l.Arcs[p.arc].Head == 0 {
			stems = append(stems, stem{p.label, p.level})
			continue
		}
		if !p.opensIn {
			stems = append(stems, stem{p.from, p.level})
		}
		if !p.opensOut {
			stems = append(stems, stem{p.to, p.level})
		}
	}
	slices.SortFunc(stems, func(a, b stem) int { return cmp.Or(cmp.Compare(a.x, b.x), a.level-b.level) })
	for i := range r.pieces {
		if p := &r.pieces[i]; l.Arcs[p.arc].Head != 0 {
			p.label = p.room(stems)
		}
	}
}

// room returns the place for the label of a piece that is nearest to where it is, between the
// stems that come from above.
func (p *piece) room(stems []stem) float64 {
	best, moved, from := p.label, math.Inf(1), p.from
	k, _ := slices.BinarySearchFunc(stems, p.from, func(s stem, x float64) int { return cmp.Compare(s.x, x) })
	for ; from < p.to; k++ {
		to := p.to
		if k < len(stems) {
			if stems[k].level <= p.level {
				continue
			}
			to = min(to, stems[k].x)
		}
		if to-from >= p.width {
			at := max(from+p.width/2, min(p.label, to-p.width/2))
			if math.Abs(at-p.label) < moved {
				best, moved = at, math.Abs(at-p.label)
			}
		}
		from = to
	}
	return best
}
