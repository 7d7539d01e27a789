package model

import "math"

// Linear is a frozen linear model with sparse rows: Score adds up, over the
// features that it knows, their weights for each class.
type Linear struct {
	classes int
	keys    []uint64 // features, in the order of the rows
	starts  []uint32 // row i is cells[starts[i]:starts[i+1]]
	cells   []cell
	table   // as in index, with a row's start in place of its number
}

var _ Scorer = (*Linear)(nil)

// lastCell marks the last cell of a row, so that a row needs no length.
const lastCell = 1 << 31

// Classes returns the number of classes.
func (l *Linear) Classes() int { return l.classes }

// Rows returns the number of features that have a weight.
func (l *Linear) Rows() int { return len(l.keys) }

// Cells returns the number of weights.
func (l *Linear) Cells() int { return len(l.cells) }

// Score implements Scorer. A feature is told from another by 32 bits of its
// hash and its place in the table.
func (l *Linear) Score(dst []float32, features []uint64) {
	clear(dst)
	for len(features) > 0 {
		n := min(gathered, len(features))
		l.addRows(dst, features[:n])
		features = features[n:]
	}
}

// addRows adds up to gathered rows to dst; see table.locate.
func (l *Linear) addRows(dst []float32, features []uint64) {
	var starts [gathered]int32
	var first [gathered]cell
	l.locate(&starts, features)
	for i := range features {
		if starts[i] >= 0 {
			first[i] = l.cells[starts[i]]
		}
	}
	for i := range features {
		if starts[i] < 0 {
			continue
		}
		c := first[i]
		dst[c.class&^lastCell] += c.weight
		for at := starts[i] + 1; c.class&lastCell == 0; at++ {
			c = l.cells[at]
			dst[c.class&^lastCell] += c.weight
		}
	}
}

// link builds the table of slots over the rows. It gives up and returns false
// where a row would lie farther than the given number of slots from its own.
func (l *Linear) link(farthest int) bool {
	size := minSlots
	for 3*size < 4*len(l.keys) {
		size *= 2
	}
	l.table = table{make([]slot, size), uint64(size - 1)}
	for row, key := range l.keys {
		h := scatter(key)
		i := h & l.mask
		for probe := 0; l.slots[i].row != 0; probe++ {
			if probe == farthest {
				return false
			}
			i = (i + 1) & l.mask
		}
		l.slots[i] = slot{uint32(h >> 32), l.starts[row] + 1}
	}
	return true
}

// builder collects rows into a Linear.
type builder struct{ l *Linear }

func newBuilder(classes int) builder {
	return builder{&Linear{classes: classes, starts: []uint32{0}}}
}

// add puts a weight into the current row; zero is left out.
func (b builder) add(class uint32, weight float32) {
	if weight != 0 {
		b.l.cells = append(b.l.cells, cell{class, weight})
	}
}

// endRow ends the current row, which is left out if it is empty.
func (b builder) endRow(key uint64) {
	end := uint32(len(b.l.cells))
	if end == b.l.starts[len(b.l.starts)-1] {
		return
	}
	b.l.cells[end-1].class |= lastCell
	b.l.keys = append(b.l.keys, key)
	b.l.starts = append(b.l.starts, end)
}

func (b builder) finish() *Linear {
	b.l.link(math.MaxInt)
	return b.l
}
