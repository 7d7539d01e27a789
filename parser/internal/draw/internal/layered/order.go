package layered

import (
	"cmp"
	"slices"
)

// sweeps is how often order sorts the layers, alternately down and up.
const sweeps = 12

// order orders the items of each layer by the mean place of those they are joined to in the layer
// before, and then in the layer after, again and again, and keeps the order with the fewest crossings.
func (l *layers) order() {
	best, fewest := l.copied(), l.crossings()
	for sweep := 0; sweep < sweeps && fewest > 0; sweep++ {
		for k := range l.rows {
			if sweep%2 == 0 {
				l.sort(k, func(t *item) []int { return t.above })
			} else {
				l.sort(len(l.rows)-1-k, func(t *item) []int { return t.below })
			}
		}
		if crossings := l.crossings(); crossings < fewest {
			best, fewest = l.copied(), crossings
		}
	}
	l.rows = best
	for _, row := range l.rows {
		l.number(row)
	}
}

func (l *layers) copied() [][]int {
	rows := make([][]int, len(l.rows))
	for k, row := range l.rows {
		rows[k] = slices.Clone(row)
	}
	return rows
}

func (l *layers) number(row []int) {
	for place, i := range row {
		l.items[i].place = place
	}
}

// sort orders a layer by the mean place of the joined items; an item without any stays after its neighbour.
func (l *layers) sort(k int, joined func(t *item) []int) {
	row := l.rows[k]
	means := make([]float64, len(row)) // by place
	for place, i := range row {
		others := joined(&l.items[i])
		if len(others) == 0 {
			if place > 0 {
				means[place] = means[place-1]
			}
			continue
		}
		sum := 0
		for _, o := range others {
			sum += l.items[o].place
		}
		means[place] = float64(sum) / float64(len(others))
	}
	slices.SortStableFunc(row, func(a, b int) int { return cmp.Compare(means[l.items[a].place], means[l.items[b].place]) })
	l.number(row)
}

// crossings counts the pairs of joints between neighbouring layers that cross.
func (l *layers) crossings() (sum int) {
	for k, row := range l.rows[:len(l.rows)-1] {
		counts := make([]int, len(l.rows[k+1])+1) // a Fenwick tree of the joints that end at each place
		ends := 0
		for _, i := range row {
			below := l.items[i].below
			for _, o := range below {
				before := 0
				for at := l.items[o].place + 1; at > 0; at -= at & -at {
					before += counts[at]
				}
				sum += ends - before
			}
			for _, o := range below {
				ends++
				for at := l.items[o].place + 1; at < len(counts); at += at & -at {
					counts[at]++
				}
			}
		}
	}
	return sum
}
