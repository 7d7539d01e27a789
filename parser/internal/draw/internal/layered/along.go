package layered

import (
	"cmp"
	"slices"
)

// rounds is how often along moves all items, down and up.
const rounds = 30

// along places the items along their layers: each as close as possible to the middle of the items it
// is joined to in the layer before, and then in the layer after, again and again.
func (l *layers) along() {
	for _, row := range l.rows {
		at := 0.0
		for place, i := range row {
			if place > 0 {
				at += l.apart(row[place-1], i)
			}
			l.items[i].along = at
		}
	}
	for range rounds {
		for _, row := range l.rows {
			l.move(row, func(t *item) [2][]int { return [2][]int{t.above} })
		}
		for _, row := range slices.Backward(l.rows) {
			l.move(row, func(t *item) [2][]int { return [2][]int{t.below} })
		}
	}
	for range 2 {
		for _, row := range l.rows {
			l.move(row, func(t *item) [2][]int { return [2][]int{t.above, t.below} })
		}
	}
}

// apart returns how far apart the middles of two neighbours must be.
func (l *layers) apart(a, b int) float64 {
	gap := l.Gap
	if l.items[a].passes || l.items[b].passes {
		gap = l.Pass
	}
	return float64((l.items[a].size.Along+l.items[b].size.Along)/2) + gap
}

// run is a stretch of neighbours without spare room between them. Their best common shift is
// shift/weight, the weighted mean of the shifts that they want.
type run struct {
	shift, weight float64
	items         int
}

// move places the items of a layer, in their order and with the space between them, such that the
// weighted sum of squared distances from the places that they want is least. It subtracts the space
// from all places, and pools adjacent violators in the rest.
func (l *layers) move(row []int, joined func(t *item) [2][]int) {
	var runs []run
	offset := 0.0
	for place, i := range row {
		if place > 0 {
			offset += l.apart(row[place-1], i)
		}
		t := &l.items[i]
		want, weight := 0.0, 0.0
		for _, others := range joined(t) {
			for _, o := range others {
				w := 1.0
				if t.passes && l.items[o].passes {
					w = 8 // keeps long edges straight
				}
				want += float64(w * l.items[o].along)
				weight += w
			}
		}
		if weight == 0 {
			want, weight = 0.1*t.along, 0.1
		}
		runs = append(runs, run{want - float64(weight*offset), weight, 1})
		for n := len(runs); n > 1 && runs[n-2].shift*runs[n-1].weight > runs[n-1].shift*runs[n-2].weight; n-- {
			a, b := runs[n-2], runs[n-1]
			runs = append(runs[:n-2], run{a.shift + b.shift, a.weight + b.weight, a.items + b.items})
		}
	}
	offset, place := 0.0, 0
	for _, r := range runs {
		for range r.items {
			if place > 0 {
				offset += l.apart(row[place-1], row[place])
			}
			l.items[row[place]].along = r.shift/r.weight + offset
			place++
		}
	}
}

// port returns how far from the middle of a node the edge through a next item begins or ends. The
// edges on one side of a node are side by side, in the order of their next items.
func (l *layers) port(v, next int) float64 {
	const most = 8.0 // from one port to the next
	t := &l.items[v]
	side := t.below
	if l.items[next].layer < t.layer {
		side = t.above
	}
	if len(side) < 2 {
		return 0
	}
	ordered := slices.SortedStableFunc(slices.Values(side), func(a, b int) int { return cmp.Compare(l.items[a].place, l.items[b].place) })
	pitch := min(most, 0.7*t.size.Along/float64(len(side)-1))
	return pitch * (float64(slices.Index(ordered, next)) - float64(float64(len(side)-1)/2))
}
