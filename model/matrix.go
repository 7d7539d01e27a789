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
	return matrix{MinUpdates: w.MinUpdates, classes: classes, average: w.Average}
}

// matrix is the weights of a learner that is linear: one row per feature, one
// column per class. Rows are sparse: a feature has cells only for the classes
// that it was updated for. A cell has a weight, as many numbers of state as the
// learner's update needs, and, if the matrix averages, the sum from which the
// mean of its weights over time is computed lazily: with u = Σ t·Δ_t over the
// changes Δ_t made at decision t, the mean of the initial weight (zero) and
// those after each of T decisions is w − u/(T+1) (Daumé 2006, Figure 2.3).
type matrix struct {
	// MinUpdates is how often a feature must have been updated before it takes
	// part in scoring (Goldberg & Elhadad 2011); 0 and 1 let all take part.
	MinUpdates int

	classes int
	width   int     // numbers of state per cell
	initial float32 // the state of a new cell
	average bool    // whether Freeze returns means
	time    float64 // decisions so far, t above
	index   index
	rows    []span
	cells   []cell
	state   []float32 // cell i has state[i*width:(i+1)*width]
	sums    []float64 // u, parallel to cells if the matrix averages
	free    [16][]uint32
}

// cell is one weight of a row.
type cell struct {
	class  uint32
	weight float32
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
	if len(m.rows) == 0 {
		return
	}
	for len(features) > 0 {
		n := min(gathered, len(features))
		m.addRows(dst, features[:n])
		features = features[n:]
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

// bump adds delta to the weight of a cell.
func (m *matrix) bump(at uint32, delta float32) {
	m.cells[at].weight += delta
	if m.average {
		m.sums[at] += m.time * float64(delta)
	}
}

// cell returns the place of a row's cell for class, making it if need be.
func (m *matrix) cell(row int, class uint32) uint32 {
	s := &m.rows[row]
	for i := s.start; i < s.start+uint32(s.n); i++ {
		if m.cells[i].class == class {
			return i
		}
	}
	if int(s.n) == m.size(s.room) {
		m.grow(s, s.room+1)
	}
	return m.appendCell(s, class)
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
	b := newBuilder(m.classes)
	for row, s := range m.rows {
		if int(s.seen) < m.MinUpdates {
			continue
		}
		for i := s.start; i < s.start+uint32(s.n); i++ {
			b.add(m.cells[i].class, m.frozen(i))
		}
		b.endRow(m.index.keys[row])
	}
	return b.finish()
}

// frozen returns the weight of a cell that Freeze keeps.
func (m *matrix) frozen(at uint32) float32 {
	if !m.average {
		return m.cells[at].weight
	}
	return float32(float64(m.cells[at].weight) - m.sums[at]/(m.time+1))
}

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
