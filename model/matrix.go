package model

import (
	"math"
	"math/bits"
	"slices"
)

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
	spans   []span // of each row
	free    [16][]uint32
	column  []uint16 // scratch for takeCells, by class
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

// addScores adds the scores to dst. Of some features at a time it loads what is needed of
// all before using any; see index.locate.
func (m *matrix) addScores(dst []float32, features []uint64) {
	if len(m.spans) == 0 {
		return
	}
	for some := range slices.Chunk(features, gathered) {
		var rows [gathered]uint32
		var spans [gathered]span
		var first [gathered]cell
		m.index.locate(&rows, some)
		for i := range some {
			if rows[i] != 0 {
				spans[i] = m.spans[rows[i]-1]
			}
		}
		for i := range some {
			first[i] = m.cells[spans[i].start]
		}
		for i := range some {
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
}

// touch returns the row of a feature, which it makes if need be, and counts an
// update of it.
func (m *matrix) touch(feature uint64) int {
	row := m.index.add(feature)
	if row == len(m.spans) {
		m.spans = append(m.spans, m.allocate(0))
	}
	if s := &m.spans[row]; int(s.seen) < m.MinUpdates {
		s.seen++
	}
	return row
}

// cell returns the place of a row's cell for class, making it if need be.
func (m *matrix) cell(row int, class Class) uint32 {
	s := &m.spans[row]
	for i := s.start; i < s.start+uint32(s.n); i++ {
		if m.cells[i].class == uint32(class) {
			return i
		}
	}
	return m.appendCell(s, uint32(class))
}

// appendCell puts a cell behind those of a row, which moves to a larger place if need be.
func (m *matrix) appendCell(s *span, class uint32) uint32 {
	if room := uint8(bits.Len(uint(s.n))); room > s.room {
		place := m.allocate(room)
		end := s.start + uint32(s.n)
		copy(m.cells[place.start:], m.cells[s.start:end])
		if m.average {
			copy(m.sums[place.start:], m.sums[s.start:end])
		}
		copy(m.state[int(place.start)*m.width:], m.state[int(s.start)*m.width:int(end)*m.width])
		m.free[s.room] = append(m.free[s.room], s.start)
		s.start, s.room = place.start, room
	}
	at := s.start + uint32(s.n)
	m.cells[at] = cell{class: class}
	if m.average {
		m.sums[at] = 0
	}
	for i := range m.stateOf(at) {
		m.stateOf(at)[i] = m.initial
	}
	s.n++
	return at
}

// allocate returns a place, reusing those that rows outgrew. No row needs more cells than
// one for each class.
func (m *matrix) allocate(room uint8) span {
	if free := m.free[room]; len(free) > 0 {
		m.free[room] = free[:len(free)-1]
		return span{start: free[len(free)-1], room: room}
	}
	start, size := len(m.cells), min(1<<room, m.classes)
	m.cells = append(m.cells, make([]cell, size)...)
	m.state = append(m.state, make([]float32, m.width*size)...)
	if m.average {
		m.sums = append(m.sums, make([]float64, size)...)
	}
	return span{start: uint32(start), room: room}
}

// take makes the block that of features and classes, with cells that it makes where
// they are missing. The features count as updated.
func (m *matrix) take(features []uint64, classes []Class) {
	m.rows, m.values, m.places = m.rows[:0], m.values[:0], m.places[:0]
	for _, f := range features {
		m.rows = append(m.rows, m.touch(f))
	}
	slices.Sort(m.rows)
	rows := m.rows[:0] // each once
	for _, row := range m.rows {
		if n := len(rows); n > 0 && row == rows[n-1] {
			m.values[n-1]++
			continue
		}
		rows, m.values = append(rows, row), append(m.values, 1)
		m.takeCells(row, classes)
	}
	m.rows = rows
}

// takeCells adds the places of a row's cells for classes to the block. Its time is
// linear in the cells and classes: column[k] says where the cell of class k is,
// and is believed only if the cell there is one of class k, so that what earlier
// rows left in it does no harm (Briggs & Torczon 1993).
func (m *matrix) takeCells(row int, classes []Class) {
	if len(m.column) == 0 {
		m.column = make([]uint16, m.classes)
	}
	s := &m.spans[row]
	if len(classes) > 0 {
		for i, c := range m.cells[s.start : s.start+uint32(s.n)] {
			m.column[c.class] = uint16(i)
		}
	}
	for _, k := range classes {
		if i := m.column[k]; i >= s.n || m.cells[s.start+uint32(i)].class != uint32(k) {
			m.column[k] = s.n
			m.appendCell(s, uint32(k))
		}
		m.places = append(m.places, uint32(m.column[k]))
	}
	for i := len(m.places) - len(classes); i < len(m.places); i++ {
		m.places[i] += s.start // now that the row stays where it is
	}
}

// Freeze returns the weights, averaged if the matrix averages; rows without any
// weight but zero are left out.
func (m *matrix) Freeze() Model { return m.freeze() }

func (m *matrix) freeze() *Linear {
	l := &Linear{classes: m.classes, starts: []uint32{0}}
	for row, s := range m.spans {
		if int(s.seen) < m.MinUpdates {
			continue
		}
		end := len(l.cells)
		for i := s.start; i < s.start+uint32(s.n); i++ {
			if w := m.frozen(i); w != 0 {
				l.cells = append(l.cells, cell{m.cells[i].class, w})
			}
		}
		if len(l.cells) > end {
			l.cells[len(l.cells)-1].class |= lastCell
			l.keys, l.starts = append(l.keys, m.index.keys[row]), append(l.starts, uint32(len(l.cells)))
		}
	}
	l.pack(math.MaxInt)
	return l
}
