package model

import (
	"iter"
	"math/bits"
	"slices"

	"parser/model/npz"
)

// span says where the n cells of a row are: at a place that begins at start. The place of a sparse
// row has room for 1<<room cells, in the order in which they were made; the mark of a cell is its
// class. A row that would need room for more than one class in fullShare is full instead: it has
// its cell of class k at start+k, which is added faster. There marks number the cells from 1 in
// the order in which they were made; 0 marks a class without a cell, whose weight is 0.
type span struct {
	start uint32
	n     uint16
	room  uint8
	seen  uint8 // updates so far, at most MinUpdates
}

const (
	fullRow   = 15 // marks a full row, as its room
	fullShare = 4
	cacheLine = 16 // weights
)

// cell returns the place of a row's cell for a class, making it if need be.
func (m *matrix) cell(row int, class Class) uint32 {
	s := &m.spans[row]
	if s.room == fullRow {
		if at := s.start + uint32(class); m.marks[at] != 0 {
			return at
		}
	} else if i := slices.Index(m.marks[s.start:][:s.n], uint16(class)); i >= 0 {
		return s.start + uint32(i)
	}
	return m.appendCell(s, class)
}

func (m *matrix) appendCell(s *span, class Class) uint32 {
	if s.room != fullRow && s.n == 1<<s.room {
		m.grow(s)
	}
	at, mark := s.start+uint32(s.n), uint16(class)
	s.n++
	if s.room == fullRow {
		at, mark = s.start+uint32(class), s.n
	}
	m.marks[at], m.weight[at] = mark, 0
	if m.average {
		m.sums[at] = 0
	}
	for i := range m.stateOf(at) {
		m.stateOf(at)[i] = m.initial
	}
	return at
}

func (m *matrix) grow(s *span) {
	room := s.room + 1
	if fullShare<<room > m.classes {
		room = fullRow
	}
	start := m.allocate(room)
	for i := range s.n {
		from, to, mark := s.start+uint32(i), start+uint32(i), m.marks[s.start+uint32(i)]
		if room == fullRow {
			to, mark = start+uint32(mark), i+1
		}
		m.marks[to], m.weight[to] = mark, m.weight[from]
		if m.average {
			m.sums[to] = m.sums[from]
		}
		copy(m.stateOf(to), m.stateOf(from))
	}
	m.free[s.room] = append(m.free[s.room], s.start)
	s.start, s.room = start, room
}

// allocate returns the start of a place, if possible one that a row has outgrown. Places of full
// rows start at cache lines unless they are smaller.
func (m *matrix) allocate(room uint8) uint32 {
	start, size := len(m.weight), 1<<room
	if room == fullRow {
		line := min(cacheLine, 1<<bits.Len(uint(m.classes-1)))
		start = (start + line - 1) / line * line
		size = m.classes
	} else if free := m.free[room]; len(free) > 0 {
		m.free[room] = free[:len(free)-1]
		return free[len(free)-1]
	}
	more := start + size - len(m.weight)
	m.weight = append(m.weight, make([]float32, more)...)
	m.marks = append(m.marks, make([]uint16, more)...)
	m.state = append(m.state, make([]float32, m.width*more)...)
	if m.average {
		m.sums = append(m.sums, make([]float64, more)...)
	}
	return uint32(start)
}

// extent returns where the weights of a row start, and how many there are.
func (m *matrix) extent(row int) (start, n uint32) {
	s := m.spans[row]
	if s.room == fullRow {
		return s.start, uint32(m.classes)
	}
	return s.start, uint32(s.n)
}

// cells yields the class and the place of each cell of a row, in the order in which the cells were
// made.
func (m *matrix) cells(row int) iter.Seq2[Class, uint32] {
	s := m.spans[row]
	return func(yield func(Class, uint32) bool) {
		if s.room != fullRow {
			for i, k := range m.marks[s.start:][:s.n] {
				if !yield(Class(k), s.start+uint32(i)) {
					return
				}
			}
			return
		}
		for k, mark := range m.marks[s.start:][:m.classes] {
			if mark > 0 {
				m.column[mark-1] = uint16(k)
			}
		}
		for _, k := range m.column[:s.n] {
			if !yield(Class(k), s.start+uint32(k)) {
				return
			}
		}
	}
}

// Sync implements Learner. It keeps the places that rows have outgrown, so that learning reuses
// them in the same order.
func (m *matrix) Sync(r *npz.Record) { m.keep(r, true) }

// keep is Keep for a matrix whose rows all have cells, or all lack them.
func (m *matrix) keep(r *npz.Record, cells bool) {
	m.weights.keep(r)
	npz.KeepItems(r, "marks", &m.marks)
	m.index.Sync(r)
	starts, ns := make([]uint32, len(m.spans)), make([]uint16, len(m.spans))
	rooms, seen := make([]uint8, len(m.spans)), make([]uint8, len(m.spans))
	for i, s := range m.spans {
		starts[i], ns[i], rooms[i], seen[i] = s.start, s.n, s.room, s.seen
	}
	npz.KeepItems(r, "starts", &starts)
	npz.KeepItems(r, "lengths", &ns)
	npz.KeepItems(r, "rooms", &rooms)
	npz.KeepItems(r, "seen", &seen)
	free := m.free[:]
	npz.KeepLists(r, "free", &free)
	rows := len(starts)
	r.Check(len(m.marks) == len(m.weight) && len(free) == len(m.free) && rows == len(m.index.Keys())+1 && len(ns) == rows &&
		len(rooms) == rows && len(seen) == rows, "rows")
	if !r.Reading() || r.Err() != nil {
		return
	}
	copy(m.free[:], free)
	taken := make([]bool, len(m.weight)) // whether a weight belongs to a place
	take := func(start uint32, size int) bool {
		if int(start)+size > len(taken) || slices.Contains(taken[start:][:size], true) {
			return false
		}
		for i := range size {
			taken[int(start)+i] = true
		}
		return true
	}
	for room, places := range free {
		for _, at := range places {
			r.Check(take(at, 1<<room), "free")
		}
	}
	m.spans = make([]span, rows)
	for i := 1; i < rows; i++ {
		s := span{starts[i], ns[i], rooms[i], seen[i]}
		m.spans[i] = s
		size := m.classes
		if s.room < fullRow {
			size = 1 << s.room
		}
		r.Check(s.room <= fullRow && int(s.n) <= size && (s.n > 0) == cells && take(s.start, size) && m.marked(s), "rows")
	}
}

func (m *matrix) marked(s span) bool {
	if s.room < fullRow { // addScores reads the first mark even if n is 0
		marks := m.marks[s.start:][:max(1, s.n)]
		return !slices.ContainsFunc(marks, func(class uint16) bool { return int(class) >= m.classes })
	}
	marks, cells := m.marks[s.start:][:m.classes], uint16(0)
	for k, mark := range marks {
		if mark > s.n {
			return false
		}
		if mark > 0 {
			cells++
			m.column[mark-1] = uint16(k)
		}
	}
	for i, k := range m.column[:s.n] { // each mark from 1 to n must occur
		if marks[k] != uint16(i+1) {
			return false
		}
	}
	return cells == s.n
}
