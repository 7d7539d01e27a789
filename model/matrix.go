package model

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
