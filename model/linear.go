package model

import (
	"cmp"
	"fmt"
	"slices"

	"parser/model/kernel"
)

// Linear is a frozen linear model with sparse rows: Score adds up, over the
// features that it knows, their weights for each class.
type Linear struct {
	classes int
	index            // of the features; a row is named by its start, see name
	starts  []uint32 // row i is cells[starts[i]:starts[i+1]]
	cells   []cell
	dense   []float32 // full copies of long rows, one after another
}

var _ Model = (*Linear)(nil)

// lastCell marks the last cell of a row, so that a row needs no length.
const lastCell = 1 << 31

// A row that fills at least one class in denseShare is added up faster as a full
// row than cell by cell.
const denseShare = 16

// Full copies begin at cache lines, which hold so many weights.
const inLine = 16

// isDense marks the names of rows that have a full copy.
const isDense = 1 << 31

// Classes returns the number of classes.
func (l *Linear) Classes() int { return l.classes }

// Describe gives the size of the model in words.
func (l *Linear) Describe() string {
	return fmt.Sprintf("%d features, %d weights", len(l.keys), len(l.cells))
}

// Score implements Scorer. A feature is told from another by 32 bits of its
// hash and its place in the table.
func (l *Linear) Score(dst []float32, features []uint64) {
	clear(dst)
	l.addScores(dst, features)
}

// addScores adds the scores to dst, see kernel.Find. For each class the weights are added in
// the order of the features, whichever rows have full copies. Full rows are added many at a
// time, up to the next sparse one; what kind a row is of does not decide any jump before that,
// as there is no foreseeing it.
func (l *Linear) addScores(dst []float32, features []uint64) {
	for some := range slices.Chunk(features, gathered) {
		var rows, starts, sparse [gathered]uint32 // sparse: which of starts are in cells
		var first [gathered]cell
		kernel.Find(rows[:], l.buckets, some, nil)
		known, short := 0, 0
		for _, row := range rows[:len(some)] {
			starts[known%gathered], sparse[short%gathered] = row&^isDense-1, uint32(known)
			if row != 0 {
				known++
			}
			if int32(row) > 0 { // known, and not marked by isDense
				short++
			}
		}
		for i, at := range sparse[:short] {
			first[i] = l.cells[starts[at]]
		}
		from := 0
		for i, at := range sparse[:short] {
			kernel.AddRows(dst, l.dense, starts[from:at])
			from = int(at + 1)
			c := first[i]
			dst[c.class&^lastCell] += c.weight
			for next := starts[at] + 1; c.class&lastCell == 0; next++ {
				c = l.cells[next]
				dst[c.class&^lastCell] += c.weight
			}
		}
		kernel.AddRows(dst, l.dense, starts[from:known])
	}
}

// pack builds the table, see index.fill, and full copies of long rows. A row is named by 1 +
// its place among the cells, or marked by isDense, 1 + its place in the full copies.
func (l *Linear) pack(farthest int) error {
	if err := l.index.pack(farthest); err != nil {
		return err
	}
	stride := (l.classes + inLine - 1) / inLine * inLine
	names, end := make([]uint32, len(l.keys)), 0
	for row := range names {
		names[row] = l.starts[row] + 1
		if int(l.starts[row+1]-l.starts[row])*denseShare >= l.classes {
			names[row] = uint32(end+1) | isDense
			end += stride
		}
	}
	l.dense = make([]float32, end)
	for row, name := range names {
		if name&isDense != 0 {
			full := l.dense[name&^isDense-1:]
			for _, c := range l.cells[l.starts[row]:l.starts[row+1]] {
				full[c.class&^lastCell] += c.weight
			}
		}
	}
	l.rename(names)
	return nil
}

// Entries returns the arrays that hold the model; their names begin with prefix:
//
//	keys     uint64   the features, one per row
//	lengths  uint16   the number of weights in each row
//	classes  uint16   the class of each weight, row after row
//	weights  float32  the weights
func (l *Linear) Entries(prefix string) []Entry {
	lengths := make([]uint16, len(l.keys))
	for row := range lengths {
		lengths[row] = uint16(l.starts[row+1] - l.starts[row])
	}
	classes, weights := make([]uint16, len(l.cells)), make([]float32, len(l.cells))
	for i, c := range l.cells {
		classes[i], weights[i] = uint16(c.class&^lastCell), c.weight
	}
	return []Entry{
		{Name: prefix + "keys", Data: l.keys}, {Name: prefix + "lengths", Data: lengths},
		{Name: prefix + "classes", Data: classes}, {Name: prefix + "weights", Data: weights},
	}
}

// readLinear restores a model from the arrays that Entries made. It refuses (ErrFile)
// arrays that do not fit together.
func readLinear(a *Arrays, prefix string, classes int) (*Linear, error) {
	keys, err1 := Array[uint64](a, prefix+"keys")
	lengths, err2 := Array[uint16](a, prefix+"lengths")
	ofWeight, err3 := Array[uint16](a, prefix+"classes")
	weights, err4 := a.finite(prefix+"weights", len(ofWeight))
	if err := cmp.Or(err1, err2, err3, err4); err != nil {
		return nil, err
	}
	l := &Linear{classes: classes, index: index{keys: keys}, starts: make([]uint32, 1, len(keys)+1), cells: make([]cell, len(weights))}
	for i, w := range weights {
		if int(ofWeight[i]) >= classes {
			return nil, fmt.Errorf("%w: weight %d is for class %d of %d", ErrFile, i, ofWeight[i], classes)
		}
		l.cells[i] = cell{uint32(ofWeight[i]), w}
	}
	end := 0
	for _, n := range lengths {
		end += int(n)
		if n == 0 || end > len(weights) {
			return nil, fmt.Errorf("%w: a row without weights", ErrFile)
		}
		l.cells[end-1].class |= lastCell
		l.starts = append(l.starts, uint32(end))
	}
	if end != len(weights) || len(lengths) != len(keys) {
		return nil, fmt.Errorf("%w: rows do not add up to the weights", ErrFile)
	}
	return l, l.pack(maxProbe)
}
