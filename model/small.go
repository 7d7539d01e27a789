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
	full    []byte          // rows as kernel.AddBytes takes them
	cells   []uint32        // of short rows, see smallCell
	spaces  sync.Pool
}

var _ Model = (*Small)(nil)

// A row's name says of which kind it is and where it begins (kernel.Place): a short one in
// cells, the others in full, in units. A row of the first class ends with the cache line, as most
// rows do, because the most frequent classes have the first columns. A wide row, whose numbers
// take more than a byte, has two bytes of each: a row of the lower seven bits, then one of what
// these leave, in multiples of 1<<lowBits.
const (
	isShort = iota << 30
	isLine
	isFull
	isWide
)

// line is how many columns a row of one cache line has.
const line = 64

// A byte holds numbers up to narrowest. The two bytes of a wide row hold those up to widest, as
// −64 ≤ low < 64 and high ≤ 127.
const lowBits, narrowest, widest = 7, 127, 127 << 7

// split returns the two bytes of a number.
func split(number int16) (low, high int16) {
	high = (number + 1<<(lowBits-1)) >> lowBits
	return number - high<<lowBits, high
}

// smallCell is a number for a class of a short row: 16 bits each, the class in the upper ones,
// where the row's last one is marked by lastCell.
func smallCell(class uint16, number int16) uint32 { return uint32(class)<<16 | uint32(uint16(number)) }

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
// Of kernel.MaxRows features the sums fit in 16 bits whatever their numbers are, as low and high
// of each are a byte; then scores are taken of them, and they begin anew.
func (s *Small) Score(dst []float32, features []uint64) {
	w := s.spaces.Get().(*space)
	defer s.spaces.Put(w)
	clear(dst)
	for some := range slices.Chunk(features, kernel.MaxRows) {
		clear(w.low)
		clear(w.high)
		for some := range slices.Chunk(some, kernel.MaxKeys) {
			s.add(w, some)
		}
		kernel.Floats(w.scores, w.low, w.high, s.step)
		for k, column := range s.columns[:len(dst)] {
			dst[k] += w.scores[column]
		}
	}
}

// space is what a call of Score works in.
type space struct {
	names     [kernel.MaxKeys]uint32
	lists     kernel.Lists
	low, high []int16 // sums by column: low + high·2⁷
	scores    []float32
}

func (s *Small) newSpace() any {
	n := s.width()
	return &space{low: make([]int16, n), high: make([]int16, n), scores: make([]float32, n)}
}

// add adds the numbers of up to kernel.MaxKeys features to the sums.
func (s *Small) add(w *space, features []uint64) {
	names, l := w.names[:len(features)], &w.lists
	kernel.Find(names, s.buckets, features, s.full)
	l.Deal(names)
	kernel.AddBytes(w.low[:min(line, len(w.low))], s.full, l.Of(isLine>>30))
	kernel.AddBytes(w.low, s.full, l.Of(isFull>>30))
	if wide := l.Of(isWide >> 30); len(wide) > 0 {
		kernel.AddBytes(w.high, s.full[len(w.high):], wide)
	}
	for _, at := range l.Of(isShort >> 30) {
		for more := true; more; at++ {
			c := s.cells[at-1]
			column := c &^ lastCell >> 16
			low, high := split(int16(c))
			w.low[column] += low
			w.high[column] += high
			more = c&lastCell == 0
		}
	}
}
