package model

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"sync"

	"parser/model/kernel"
)

// Small is a linear model whose weights are multiples of a step, rounded from those of a Linear
// (Jacob et al. 2018 do so with networks): rows take a quarter of the memory, and several times
// as many numbers are added at once.
type Small struct {
	classes int
	step    float32         // a power of two
	buckets []kernel.Bucket // of the features' hashes; and the names of their rows, see below
	columns []uint16        // of each class in a full row, the most frequent class first
	full    []byte          // rows as kernel.AddBytes and kernel.AddWords take them
	fits    int             // wide rows that can be added in 16 bits
	cells   []uint32        // of short rows, see smallCell
	spaces  sync.Pool
}

var _ Model = (*Small)(nil)

// A row's name says of which kind it is and where it begins (kernel.Place): a short one in cells,
// the others in full, in units. A row that ends with the cache line, as most do, because the most
// frequent classes have the first columns, is one of bytes, as a full one is; a wide row, whose
// numbers a byte is too small for, is one of words.
const (
	isShort = iota << 30
	isLine
	isFull
	isWide
)

// line is how many columns a row of one cache line has.
const line = 64

// A byte holds numbers up to narrowest. Wide rows have larger ones, up to widest, so that at least
// two fit in 16 bits.
const narrowest, widest = 127, 1<<14 - 1

// smallCell is a number of a short row and its column: 16 bits each, the column in the upper ones,
// where the row's last one is marked by lastCell.
func smallCell(column uint16, number int16) uint32 {
	return uint32(column)<<16 | uint32(uint16(number))
}

// Shrink returns a linear model in small integers, and any other as it is.
func Shrink(m Model) Model {
	l, ok := m.(*Linear)
	if !ok {
		return m
	}
	exponent := l.exponent()
	rows, x := smallRows{step: float32(math.Ldexp(1, -exponent))}, index{}
	var ends []int // of the rows in numbers and classes, by key
	var numbers []int16
	var classes []uint16
	var cells []cell
	for row, key := range l.keys {
		start := len(numbers)
		cells = append(cells[:0], l.cells[l.starts[row]:l.starts[row+1]]...)
		slices.SortFunc(cells, func(a, b cell) int { return cmp.Compare(a.class&^lastCell, b.class&^lastCell) })
		for _, c := range cells {
			if n := int16(math.RoundToEven(math.Ldexp(float64(c.weight), exponent))); n != 0 {
				numbers, classes = append(numbers, n), append(classes, uint16(c.class&^lastCell))
			}
		}
		if len(numbers) > start {
			x.keys, ends = append(x.keys, key), append(ends, len(numbers))
		}
	}
	x.pack(math.MaxInt)
	for _, b := range x.buckets {
		used := 0
		for used < len(b.Values) && b.Values[used] != 0 {
			row, start := int(b.Values[used]-1), 0
			if row > 0 {
				start = ends[row-1]
			}
			rows.add(b.Checks[used], classes[start:ends[row]], numbers[start:ends[row]])
			used++
		}
		rows.used = append(rows.used, uint8(used))
	}
	return rows.build(l.classes)
}

// exponent returns e such that weights are rounded to multiples of 2^−e: the largest by which one
// row in 64 at most is wide, and no weight beyond what a wide one holds.
func (l *Linear) exponent() int {
	const within = 100 // so that 2^e is far from the ends of float32
	largest := make([]float32, len(l.keys))
	for row := range largest {
		for _, c := range l.cells[l.starts[row]:l.starts[row+1]] {
			largest[row] = max(largest[row], c.weight, -c.weight)
		}
	}
	if len(largest) == 0 {
		return 0
	}
	slices.Sort(largest)
	fits := func(weight float32, number float64) int { // largest e with weight·2^e ≤ number
		return int(math.Floor(max(-within, min(within, math.Log2(number/float64(weight))))))
	}
	last := len(largest) - 1
	return min(fits(largest[last-last/64], narrowest), fits(largest[last], widest))
}

// width returns the length of a full row. Beyond a unit it is a number of cache lines.
func (s *Small) width() int {
	if s.classes <= kernel.Unit {
		return kernel.Unit
	}
	return (s.classes + line - 1) / line * line
}

// Classes returns the number of classes.
func (s *Small) Classes() int { return s.classes }

// Describe gives the size of the model in words.
func (s *Small) Describe() string {
	rows := s.rows()
	return fmt.Sprintf("%d features, %d weights", len(rows.checks), len(rows.numbers))
}

// Score implements Scorer. A feature is told from another by 32 bits of its hash and its place
// in the table.
//
// No sum overflows, whatever the features: of kernel.MaxRows rows those of bytes fit in 16 bits;
// of wide ones only as many are added in 16 bits as fit, and then in 32, which have room for many
// more (2⁸·2¹⁴ < 2³¹). Then scores are taken of the sums, and they begin anew.
func (s *Small) Score(dst []float32, features []uint64) {
	w := s.spaces.Get().(*space)
	defer s.spaces.Put(w)
	clear(w.scores)
	for some := range slices.Chunk(features, kernel.MaxRows) {
		clear(w.narrow)
		clear(w.wide)
		for some := range slices.Chunk(some, kernel.MaxKeys) {
			s.add(w, some)
		}
		kernel.AddInts(w.scores, w.narrow, w.wide, s.step)
	}
	scores := w.scores
	for k, column := range s.columns[:len(dst)] {
		dst[k] = scores[column]
	}
}

// space is what a call of Score works in: sums and scores by column.
type space struct {
	names  [kernel.MaxKeys]uint32
	lists  kernel.Lists
	narrow []int16 // of rows of bytes
	wide   []int32 // and of all others
	scores []float32
}

func (s *Small) newSpace() any {
	n := s.width()
	return &space{narrow: make([]int16, n), wide: make([]int32, n), scores: make([]float32, n)}
}

// add adds the numbers of up to kernel.MaxKeys features to the sums.
func (s *Small) add(w *space, features []uint64) {
	names, l := w.names[:len(features)], &w.lists
	kernel.Find(names, s.buckets, features, s.full)
	l.Deal(names)
	kernel.AddBytes(w.narrow[:min(line, len(w.narrow))], s.full, l.Of(isLine>>30))
	kernel.AddBytes(w.narrow, s.full, l.Of(isFull>>30))
	kernel.AddWords(w.wide, s.full, l.Of(isWide>>30), s.fits)
	for _, at := range l.Of(isShort >> 30) {
		for more := true; more; at++ {
			c := s.cells[at-1]
			w.wide[c&^lastCell>>16] += int32(int16(c))
			more = c&lastCell == 0
		}
	}
}
