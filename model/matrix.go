package model

import (
	"slices"

	"parser/model/internal/compact"
	"parser/model/internal/tables"
)

// gathered is how many features a model adds up at a time.
const gathered = 64

// matrix holds the weights of a linear learner: a row for each feature, a column for each class.
// Rows are sparse: a feature has cells only for classes that it was updated for. Rows of many
// cells are full, see span.
type matrix struct {
	weights
	// MinUpdates is how often a feature must have been updated before it takes
	// part in scoring (Goldberg & Elhadad 2011), at least 1.
	MinUpdates int

	classes int
	initial float32 // the state of a new cell
	index   compact.Index
	spans   []span   // of each row; row 0 is for features without a row
	marks   []uint16 // of each cell, see span
	free    [fullRow][]uint32
	column  []uint16 // scratch, by class
}

func (m *matrix) Classes() int { return m.classes }

// Score sets dst to the scores under the current, not averaged, weights.
func (m *matrix) Score(dst []float32, features []uint64) {
	clear(dst)
	m.addScores(dst, features)
}

// addScores adds the scores to dst. It takes some features at a time and loads what it needs of
// all of them before it uses any; see tables.Find. For each class the weights are added in the
// order of the features, whichever rows are full. Full rows are added many at a time, up to the
// next sparse row.
func (m *matrix) addScores(dst []float32, features []uint64) {
	for some := range slices.Chunk(features, gathered) {
		var rows, starts [gathered]uint32
		var spans [gathered]span
		var sparse [gathered]struct{ i, at uint32 } // spans[i] is one, and the row of starts[at]
		var marks [gathered]uint16
		var first [gathered]float32
		m.index.Find(rows[:], some)
		for i, row := range rows[:len(some)] {
			spans[i] = m.spans[row]
		}
		known, short := uint32(0), uint32(0)
		for i := range some {
			s := &spans[i]
			starts[known%gathered], sparse[short%gathered].i, sparse[short%gathered].at = s.start, uint32(i), known
			counts, isSparse := uint32(0), uint32(0)
			if int(s.seen) >= m.MinUpdates {
				counts = 1
			}
			if s.room != fullRow {
				isSparse = counts
			}
			known, short = known+counts, short+isSparse
		}
		for j, row := range sparse[:short] {
			start := spans[row.i].start
			marks[j], first[j] = m.marks[start], m.weight[start]
		}
		from := uint32(0)
		for j, row := range sparse[:short] {
			tables.AddRows(dst, m.weight, starts[from:row.at])
			from = row.at + 1
			dst[marks[j]] += first[j]
			start, end := spans[row.i].start+1, spans[row.i].start+uint32(spans[row.i].n)
			weights := m.weight[start:end]
			for j, k := range m.marks[start:end] {
				dst[k] += weights[j]
			}
		}
		tables.AddRows(dst, m.weight, starts[from:known])
	}
}

// touch returns the row of a feature, making it if need be, and counts an update of it.
func (m *matrix) touch(feature uint64) int {
	row := m.index.Add(feature) + 1
	if row == len(m.spans) {
		m.spans = append(m.spans, span{start: m.allocate(0)})
	}
	if s := &m.spans[row]; int(s.seen) < m.MinUpdates {
		s.seen++
	}
	return row
}

// take sets the block to the given features and classes, making cells that are missing. The
// features count as updated.
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

// takeCells adds the places of a row's cells for classes to the block. It takes time linear in
// the cells and classes: column[k] says where the cell of class k is, and counts only if the cell
// there has class k, so that what earlier rows left in it does no harm (Briggs & Torczon 1993).
func (m *matrix) takeCells(row int, classes []Class) {
	s := &m.spans[row]
	if s.room != fullRow && len(classes) > 0 {
		for i, k := range m.marks[s.start:][:s.n] {
			m.column[k] = uint16(i)
		}
	}
	for _, k := range classes {
		if s.room == fullRow {
			m.cell(row, k)
		} else if i := m.column[k]; i >= s.n || m.marks[s.start+uint32(i)] != uint16(k) {
			m.column[k] = s.n
			m.appendCell(s, k)
		}
	}
	for _, k := range classes { // after which the row moves no more
		at := s.start + uint32(k)
		if s.room != fullRow {
			at = s.start + uint32(m.column[k])
		}
		m.places = append(m.places, at)
	}
}

// Freeze returns the weights, averaged if the matrix averages. Rows of zeros are left out.
func (m *matrix) Freeze() Model { return m.freeze() }

func (m *matrix) freeze() *compact.Linear {
	b := compact.NewLinear(m.classes)
	for i, key := range m.index.Keys() {
		row := i + 1
		if int(m.spans[row].seen) < m.MinUpdates {
			continue
		}
		for k, at := range m.cells(row) {
			b.Add(k, m.frozen(at))
		}
		b.End(key)
	}
	return b.Done()
}
