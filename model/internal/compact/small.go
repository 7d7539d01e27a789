package compact

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"sync"

	"parser/model/internal/tables"
)

// Quantized is a linear model whose weights are multiples of a step, rounded from those of a Linear
// (as Jacob et al. 2018 round networks). Its rows take a quarter of the memory, and several
// times as many numbers are added at once.
type Quantized struct {
	classes int
	step    float32         // a power of two
	buckets []tables.Bucket // hashes of the features, and the names of their rows, see below
	columns []uint16        // the column of each class in a full row, the most frequent class first
	full    []byte          // rows as tables.AddBytes and tables.AddWords take them
	fits    int             // how many wide rows can be added in 16 bits
	cells   []uint32        // of short rows: a column in the upper 16 bits, a number in the others; lastCell ends a row
	spaces  sync.Pool
}

// The name of a row says which kind it is and where it starts (tables.Offset): a short row in
// cells, the others in full, in units. Lines and full rows are bytes; a line ends with the first
// cache line, as most rows do, since the most frequent classes have the first columns. Wide rows
// are words, for numbers too large for a byte.
const (
	isShort = iota << 30
	isLine
	isFull
	isWide
)

const line = 64 // columns of a row of one cache line

// A byte holds numbers up to narrowest. Wide rows hold numbers up to widest, so that the sum of
// at least two fits in 16 bits.
const narrowest, widest = 127, 1<<14 - 1

// Quantized returns the model in small integers.
func (l *Linear) Quantized() *Quantized {
	exponent := l.exponent()
	rows, x := smallRows{step: float32(math.Ldexp(1, -exponent))}, Index{}
	var ends []int // of the rows in numbers and classes, by key
	var numbers []int16
	var classes []uint16
	var cells []cell
	for row, key := range l.index.keys {
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

// exponent returns e such that weights are rounded to multiples of 2^−e: the largest e for which
// at most one row in 64 is wide, and every weight fits a wide row.
func (l *Linear) exponent() int {
	const within = 100 // so that 2^e is far from the ends of float32
	largest := make([]float32, len(l.index.keys))
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

func (s *Quantized) width() int { // of a full row
	if s.classes <= tables.Unit {
		return tables.Unit
	}
	return (s.classes + line - 1) / line * line
}

// Classes returns the number of classes.
func (s *Quantized) Classes() int { return s.classes }

// Describe gives the size of the model in words.
func (s *Quantized) Describe() string {
	rows := s.rows()
	return fmt.Sprintf("%d features, %d weights", len(rows.checks), len(rows.numbers))
}

// Score sets dst to the score of each class. Features are identified by 32 bits of their hash
// and their place in the table.
//
// No sum overflows: that of tables.MaxRows rows of bytes fits in 16 bits; as many wide rows as fit are
// added in 16 bits, and their sums in 32 (2⁸·2¹⁴ < 2³¹). After tables.MaxRows rows the sums are added
// to the scores and start again from 0.
func (s *Quantized) Score(dst []float32, features []uint64) {
	w := s.spaces.Get().(*space)
	defer s.spaces.Put(w)
	clear(w.scores)
	for some := range slices.Chunk(features, tables.MaxRows) {
		clear(w.narrow)
		clear(w.wide)
		for some := range slices.Chunk(some, tables.MaxKeys) {
			s.add(w, some)
		}
		tables.AddInts(w.scores, w.narrow, w.wide, s.step)
	}
	scores := w.scores
	for k, column := range s.columns[:len(dst)] {
		dst[k] = scores[column]
	}
}

// space is the working memory of a call of Score: sums and scores by column.
type space struct {
	names  [tables.MaxKeys]uint32
	lists  tables.Lists
	narrow []int16 // sums of rows of bytes
	wide   []int32 // sums of all other rows
	scores []float32
}

func (s *Quantized) add(w *space, features []uint64) {
	names, l := w.names[:len(features)], &w.lists
	tables.Find(names, s.buckets, features, s.full)
	l.Partition(names)
	tables.AddBytes(w.narrow[:min(line, len(w.narrow))], s.full, l.Of(isLine>>30))
	tables.AddBytes(w.narrow, s.full, l.Of(isFull>>30))
	tables.AddWords(w.wide, s.full, l.Of(isWide>>30), s.fits)
	for _, at := range l.Of(isShort >> 30) {
		for more := true; more; at++ {
			c := s.cells[at-1]
			w.wide[c&^lastCell>>16] += int32(int16(c))
			more = c&lastCell == 0
		}
	}
}
