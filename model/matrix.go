package model

import (
	"math"
	"math/bits"
	"slices"

	"parser/model/option"
)

// Weights says how a learner keeps its weights.
type Weights struct {
	Average    bool // whether Freeze returns the mean of the weights after each decision
	MinUpdates int  // updates before a feature takes part in scoring, at most 255
}

func (w *Weights) options(average bool) option.List {
	return option.List{
		option.Of("average", &w.Average, average, "take the mean of the weights over time"),
		option.Of("min-updates", &w.MinUpdates, 0, "`N` updates that a feature needs before it counts").Within(0, math.MaxUint8),
	}
}

// matrix returns the empty weights of a learner.
func (w *Weights) matrix(classes int) matrix {
	return matrix{weights: weights{average: w.Average}, MinUpdates: w.MinUpdates, classes: classes}
}

// matrix is the weights of a learner that is linear: one row per feature, one column
// per class. Rows are sparse: a feature has cells only for the classes that it was
// updated for.
type matrix struct {
	weights
	// MinUpdates is how often a feature must have been updated before it takes
	// part in scoring (Goldberg & Elhadad 2011); 0 and 1 let all take part.
	MinUpdates int

	classes int
	initial float32 // the state of a new cell
	index   index
	rows    []span
	free    [16][]uint32
}

// span is where the cells of a row are: cells[start:start+n], in a place
// of 1<<room cells or as many as there are classes.
type span struct {
	start uint32
	n     uint16
	room  uint8
	seen  uint8 // updates so far, at most MinUpdates
}

// Classes returns the number of classes.
func (m *matrix) Classes() int { return m.classes }

// Score sets dst to the scores under the current, not averaged, weights.
func (m *matrix) Score(dst []float32, features []uint64) {
	clear(dst)
	m.addScores(dst, features)
}

// addScores adds the scores to dst.
func (m *matrix) addScores(dst []float32, features []uint64) {
	if len(m.rows) > 0 {
		for some := range slices.Chunk(features, gathered) {
			m.addRows(dst, some)
		}
	}
}

// addRows adds up to gathered rows to dst, loading what is needed of all of
// them before using any; see table.locate.
func (m *matrix) addRows(dst []float32, features []uint64) {
	var rows [gathered]uint32
	var spans [gathered]span
	var first [gathered]cell
	m.index.locate(&rows, features)
	for i := range features {
		if rows[i] != 0 {
			spans[i] = m.rows[rows[i]-1]
		}
	}
	for i := range features {
		first[i] = m.cells[spans[i].start]
	}
	for i := range features {
		s := spans[i]
		if s.n == 0 || int(s.seen) < m.MinUpdates {
			continue
		}
		dst[first[i].class] += first[i].weight
		for _, c := range m.cells[s.start+1 : s.start+uint32(s.n)] {
			dst[c.class] += c.weight
		}
	}
}

// touch returns the row of a feature, which it makes if need be, and counts an
// update of it.
func (m *matrix) touch(feature uint64) int {
	row := m.index.add(feature)
	if row == len(m.rows) {
		m.rows = append(m.rows, m.allocate(0))
	}
	if r := &m.rows[row]; int(r.seen) < m.MinUpdates {
		r.seen++
	}
	return row
}

// appendCell puts a cell behind those of a row that has room for it.
func (m *matrix) appendCell(s *span, class uint32) uint32 {
	i := s.start + uint32(s.n)
	m.cells[i] = cell{class: class}
	if m.average {
		m.sums[i] = 0
	}
	for j := range m.width {
		m.state[int(i)*m.width+j] = m.initial
	}
	s.n++
	return i
}

// size returns the cells of a place: no row needs more than one for each class.
func (m *matrix) size(room uint8) int { return min(1<<room, m.classes) }

// grow moves a row to a larger place.
func (m *matrix) grow(s *span, room uint8) {
	t := m.allocate(room)
	end := s.start + uint32(s.n)
	copy(m.cells[t.start:], m.cells[s.start:end])
	if m.average {
		copy(m.sums[t.start:], m.sums[s.start:end])
	}
	copy(m.state[int(t.start)*m.width:], m.state[int(s.start)*m.width:int(end)*m.width])
	m.free[s.room] = append(m.free[s.room], s.start)
	s.start, s.room = t.start, t.room
}

// allocate returns a place, reusing those that rows outgrew.
func (m *matrix) allocate(room uint8) span {
	if free := m.free[room]; len(free) > 0 {
		m.free[room] = free[:len(free)-1]
		return span{start: free[len(free)-1], room: room}
	}
	start, size := len(m.cells), m.size(room)
	m.cells = append(m.cells, make([]cell, size)...)
	m.state = append(m.state, make([]float32, m.width*size)...)
	if m.average {
		m.sums = append(m.sums, make([]float64, size)...)
	}
	return span{start: uint32(start), room: room}
}

// Freeze returns the weights, averaged if the matrix averages; rows without any
// weight but zero are left out.
func (m *matrix) Freeze() Model { return m.freeze() }

func (m *matrix) freeze() *Linear {
	l := &Linear{classes: m.classes, starts: []uint32{0}}
	for row, s := range m.rows {
		if int(s.seen) < m.MinUpdates {
			continue
		}
		for i := s.start; i < s.start+uint32(s.n); i++ {
			if w := m.frozen(i); w != 0 {
				l.cells = append(l.cells, cell{m.cells[i].class, w})
			}
		}
		l.endRow(m.index.keys[row])
	}
	l.pack(l.keys, math.MaxInt, l.rowName)
	return l
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
	b.places = sized(b.places, len(b.rows)*b.n)
	for i, row := range b.rows {
		if b.n > 0 {
			m.cellsOf(b, b.of(i), row, classes)
		}
	}
}

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

// cell returns the place of a row's cell for class, making it if need be.
func (m *matrix) cell(row int, class Class) uint32 {
	s := &m.rows[row]
	for i := s.start; i < s.start+uint32(s.n); i++ {
		if m.cells[i].class == uint32(class) {
			return i
		}
	}
	if room := uint8(bits.Len(uint(s.n))); room > s.room {
		m.grow(s, room)
	}
	m.appendCell(s, uint32(class))
	return s.start + uint32(s.n) - 1
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
