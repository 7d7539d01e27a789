package model

import (
	"math/bits"
	"slices"
)

// block is what an update of a matrix touches: the cells of a decision's
// features for some classes. A feature is in it once; its value x is how often
// it is present.
type block struct {
	rows   []int
	values []float32 // x of each row
	n      int       // classes
	cells  []uint32  // row by row, the place of the cell for each class
	column []uint16  // scratch for cellsOf, by class
}

// take makes b the block of features and classes, with cells that it makes where
// they are missing. The features count as updated.
func (m *matrix) take(b *block, features []uint64, classes []Class) {
	b.rows, b.values = b.rows[:0], b.values[:0]
	for _, f := range features {
		b.rows = append(b.rows, m.touch(f))
	}
	b.merge()
	b.n = len(classes)
	b.cells = sized(b.cells, len(b.rows)*b.n)
	if b.n == 0 {
		return
	}
	for i, row := range b.rows {
		m.cellsOf(b, b.of(i), row, classes)
	}
}

// of returns the cells of the i-th row.
func (b *block) of(i int) []uint32 { return b.cells[i*b.n : (i+1)*b.n] }

// merge leaves each row once and counts how often it was there.
func (b *block) merge() {
	slices.Sort(b.rows)
	n := 0
	for i, row := range b.rows {
		if i > 0 && row == b.rows[n-1] {
			b.values[n-1]++
			continue
		}
		b.rows[n], b.values = row, append(b.values, 1)
		n++
	}
	b.rows = b.rows[:n]
}

// cellsOf sets dst[i] to the place of a row's cell for classes[i]. Its time is
// linear in the cells and classes: column[k] says where the cell of class k is,
// and is believed only if the cell there is one of class k, so that what earlier
// rows left in it does no harm (Briggs & Torczon 1993).
func (m *matrix) cellsOf(b *block, dst []uint32, row int, classes []Class) {
	if len(b.column) == 0 {
		b.column = make([]uint16, m.classes)
	}
	s := &m.rows[row]
	cells := m.cells[s.start : s.start+uint32(s.n)]
	for i, c := range cells {
		b.column[c.class] = uint16(i)
	}
	has := func(k Class) bool {
		at := int(b.column[k])
		return at < len(cells) && cells[at].class == uint32(k)
	}
	n := int(s.n)
	for _, k := range classes {
		if !has(k) {
			n++
		}
	}
	if room := uint8(bits.Len(uint(min(n, m.classes) - 1))); room > s.room {
		m.grow(s, room)
	}
	for i, k := range classes {
		if !has(k) {
			b.column[k] = s.n
			m.appendCell(s, uint32(k))
			cells = m.cells[s.start : s.start+uint32(s.n)]
		}
		dst[i] = s.start + uint32(b.column[k])
	}
}

// norm returns ‖φ‖², the sum of the squares of the values.
func (b *block) norm() float64 {
	sum := 0.0
	for _, x := range b.values {
		sum += float64(x) * float64(x)
	}
	return sum
}

// maxWeight bounds the size of a weight, so that scores are finite whatever the
// options and costs: the sum of a million such weights is, and so is it times
// another one.
const maxWeight = 1e15

// move adds delta to the weight of a cell, as far as maxWeight allows.
func (m *matrix) move(at uint32, delta float64) {
	m.set(at, bounded(float64(m.cells[at].weight)+delta))
}

// set changes the weight of a cell.
func (m *matrix) set(at uint32, weight float32) {
	c := &m.cells[at]
	if m.average {
		m.sums[at] += m.time * (float64(weight) - float64(c.weight))
	}
	c.weight = weight
}
