package model

import (
	"fmt"
	"math"

	"parser/model/kernel"
)

// Linear is a frozen linear model with sparse rows: Score adds up, over the
// features that it knows, their weights for each class.
type Linear struct {
	classes int
	keys    []uint64 // features, in the order of the rows
	starts  []uint32 // row i is cells[starts[i]:starts[i+1]]
	cells   []cell
	dense   []float32 // full copies of long rows, one after another
	table             // as in index; a row is named by its start, see rowName
}

var _ Model = (*Linear)(nil)

// lastCell marks the last cell of a row, so that a row needs no length.
const lastCell = 1 << 31

// A row that fills at least one class in denseShare is added up faster as a full
// row than cell by cell.
const denseShare = 16

// isDense marks the names of rows that have a full copy.
const isDense = 1 << 31

// Classes returns the number of classes.
func (l *Linear) Classes() int { return l.classes }

// Describe gives the size of the model in words.
func (l *Linear) Describe() string {
	return fmt.Sprintf("%d features, %d weights", l.Rows(), l.Cells())
}

// Rows returns the number of features that have a weight.
func (l *Linear) Rows() int { return len(l.keys) }

// Cells returns the number of weights.
func (l *Linear) Cells() int { return len(l.cells) }

// Score implements Scorer. A feature is told from another by 32 bits of its
// hash and its place in the table.
func (l *Linear) Score(dst []float32, features []uint64) {
	clear(dst)
	l.addScores(dst, features)
}

// addScores adds the scores to dst.
func (l *Linear) addScores(dst []float32, features []uint64) {
	for len(features) > 0 {
		n := min(gathered, len(features))
		l.addRows(dst, features[:n])
		features = features[n:]
	}
}

// addRows adds up to gathered rows to dst; see table.locate.
func (l *Linear) addRows(dst []float32, features []uint64) {
	var rows [gathered]uint32
	var first [gathered]cell
	l.locate(&rows, features)
	for i := range features {
		switch row := rows[i]; {
		case row == 0:
		case row&isDense != 0:
			kernel.Prefetch(l.full(row))
		default:
			first[i] = l.cells[row-1]
		}
	}
	for i := range features {
		switch row := rows[i]; {
		case row == 0:
		case row&isDense != 0:
			kernel.Add(dst, l.full(row))
		default:
			l.addCells(dst, first[i], l.cells[row:])
		}
	}
}

// full returns the full copy of a row that has one, by its name.
func (l *Linear) full(row uint32) []float32 {
	start := int(row&^isDense) - 1
	return l.dense[start : start+l.classes]
}

// addCells adds a sparse row: its first cell and those that follow to the last.
func (l *Linear) addCells(dst []float32, c cell, rest []cell) {
	dst[c.class&^lastCell] += c.weight
	for i := 0; c.class&lastCell == 0; i++ {
		c = rest[i]
		dst[c.class&^lastCell] += c.weight
	}
}

// link builds the table of slots over the rows; see table.link.
func (l *Linear) link(farthest int) bool {
	l.dense = nil
	return l.table.link(l.keys, farthest, l.rowName)
}

// rowName returns what a slot says of a row: 1 + its place among the cells, or
// marked by isDense, 1 + its place in the full copies, where it is put now.
func (l *Linear) rowName(row int) uint32 {
	cells := l.cells[l.starts[row]:l.starts[row+1]]
	if len(cells)*denseShare < l.classes {
		return l.starts[row] + 1
	}
	start := len(l.dense)
	l.dense = append(l.dense, make([]float32, l.classes)...)
	for _, c := range cells {
		l.dense[start+int(c.class&^lastCell)] += c.weight
	}
	return uint32(start+1) | isDense
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
