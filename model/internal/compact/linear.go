// Package compact holds linear models that no longer learn: Linear, of sparse rows of weights,
// and Quantized, of small integers, which is a third as large and faster. Index, the table of their
// features, serves learners too.
//
//	l := compact.NewLinear(classes)
//	l.Add(class, weight) // to the row of the next key
//	l.End(key)
//	l.Done().Quantized().Score(scores, []uint64{key})
package compact

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"parser/model/internal/tables"
	"parser/model/npz"
)

// Linear is a linear model with sparse rows, which Score adds up.
type Linear struct {
	classes int
	index   Index    // of the features; a row is named by its start, see pack
	starts  []uint32 // row i is cells[starts[i]:starts[i+1]]
	cells   []cell
	dense   []float32 // full copies of long rows, one after another
}

// cell is one weight of a sparse row.
type cell struct {
	class  uint32
	weight float32
}

const (
	lastCell = 1 << 31 // marks the last cell of a row, so that a row needs no length
	isDense  = 1 << 31 // marks the names of rows that have a full copy
	// A row with weights for at least one class in denseShare is added faster as a full row.
	denseShare = 16
	inLine     = 16 // weights of a cache line, where full copies start
)

// NewLinear returns a model without rows over the given number of classes. Rows are made by Add and End; Done ends that.
func NewLinear(classes int) *Linear { return &Linear{classes: classes, starts: []uint32{0}} }

// Add adds a weight to the row, unless it is 0. A row has one weight for a class.
func (l *Linear) Add(class int32, weight float32) {
	if weight != 0 {
		l.cells = append(l.cells, cell{uint32(class), weight})
	}
}

// End makes the weights since the last call the row of a feature. A feature without weights is
// left out.
func (l *Linear) End(key uint64) {
	if n := uint32(len(l.cells)); n > l.starts[len(l.starts)-1] {
		l.cells[n-1].class |= lastCell
		l.index.keys, l.starts = append(l.index.keys, key), append(l.starts, n)
	}
}

// Done returns the model, which has all its rows.
func (l *Linear) Done() *Linear {
	l.pack(math.MaxInt) // cannot fail, since keys are different
	return l
}

// Classes returns the number of classes.
func (l *Linear) Classes() int { return l.classes }

// Weights returns the number of weights.
func (l *Linear) Weights() int { return len(l.cells) }

// Describe gives the size of the model in words.
func (l *Linear) Describe() string {
	return fmt.Sprintf("%d features, %d weights", len(l.index.keys), len(l.cells))
}

// Score sets dst to the score of each class. Features are identified by 32 bits of their hash
// and their place in the table.
func (l *Linear) Score(dst []float32, features []uint64) {
	clear(dst)
	l.AddScores(dst, features)
}

// AddScores adds the score of each class to dst. The weights for each class are added in the order of
// the features, whichever rows have full copies, full rows many at a time, up to the next sparse row.
// Before that no branch depends on the kind of a row, which the processor could not predict.
func (l *Linear) AddScores(dst []float32, features []uint64) {
	for some := range slices.Chunk(features, gathered) {
		var rows, starts, sparse [gathered]uint32 // sparse: which of starts are in cells
		var first [gathered]cell
		l.index.Find(rows[:], some)
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
			tables.AddRows(dst, l.dense, starts[from:at])
			from = int(at + 1)
			c := first[i]
			dst[c.class&^lastCell] += c.weight
			for next := starts[at] + 1; c.class&lastCell == 0; next++ {
				c = l.cells[next]
				dst[c.class&^lastCell] += c.weight
			}
		}
		tables.AddRows(dst, l.dense, starts[from:known])
	}
}

// pack builds the table, see Index.fill, and full copies of long rows. The name of a row, which Find
// sets instead of a number, is 1 + its place among the cells, or, marked by isDense, in the full copies.
func (l *Linear) pack(farthest int) error {
	if err := l.index.pack(farthest); err != nil {
		return err
	}
	stride := (l.classes + inLine - 1) / inLine * inLine
	names, end := make([]uint32, len(l.index.keys)), 0
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
	for i := range l.index.buckets { // which Add must not fill from now on
		for j, row := range l.index.buckets[i].Values[:] {
			if row != 0 {
				l.index.buckets[i].Values[j] = names[row-1]
			}
		}
	}
	return nil
}

// Entries returns the arrays that hold the model; their names start with prefix:
//
//	keys     uint64   the features, one per row
//	lengths  uint16   the number of weights in each row
//	classes  uint16   the class of each weight, row after row
//	weights  float32  the weights
func (l *Linear) Entries(prefix string) []npz.Entry {
	lengths := make([]uint16, len(l.index.keys))
	for row := range lengths {
		lengths[row] = uint16(l.starts[row+1] - l.starts[row])
	}
	classes, weights := make([]uint16, len(l.cells)), make([]float32, len(l.cells))
	for i, c := range l.cells {
		classes[i], weights[i] = uint16(c.class&^lastCell), c.weight
	}
	return []npz.Entry{
		{Name: prefix + "keys", Data: l.index.keys}, {Name: prefix + "lengths", Data: lengths},
		{Name: prefix + "classes", Data: classes}, {Name: prefix + "weights", Data: weights},
	}
}

// ReadLinear is the inverse of Entries. It refuses (ErrFile) arrays that do not fit together.
func ReadLinear(a *npz.Arrays, prefix string, classes int) (*Linear, error) {
	keys, err1 := npz.Array[uint64](a, prefix+"keys")
	lengths, err2 := npz.Array[uint16](a, prefix+"lengths")
	ofWeight, err3 := npz.Array[uint16](a, prefix+"classes")
	weights, err4 := a.Finite(prefix+"weights", len(ofWeight))
	if err := cmp.Or(err1, err2, err3, err4); err != nil {
		return nil, err
	}
	l := &Linear{classes: classes, index: Index{keys: keys}, starts: make([]uint32, 1, len(keys)+1), cells: make([]cell, len(weights))}
	for i, w := range weights {
		if int(ofWeight[i]) >= classes {
			return nil, fmt.Errorf("%w: weight %d is for class %d of %d", npz.ErrFile, i, ofWeight[i], classes)
		}
		l.cells[i] = cell{uint32(ofWeight[i]), w}
	}
	end := 0
	for _, n := range lengths {
		end += int(n)
		if n == 0 || end > len(weights) {
			return nil, fmt.Errorf("%w: a row without weights", npz.ErrFile)
		}
		l.cells[end-1].class |= lastCell
		l.starts = append(l.starts, uint32(end))
	}
	if end != len(weights) || len(lengths) != len(keys) {
		return nil, fmt.Errorf("%w: rows do not add up to the weights", npz.ErrFile)
	}
	return l, l.pack(maxProbe)
}
