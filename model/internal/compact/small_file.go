package compact

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
	"math"
	"slices"

	"parser/model/internal/tables"
	"parser/model/npz"
)

// smallRows holds the rows of a Quantized as a file does, in the order of its table.
type smallRows struct {
	step    float32
	used    []uint8  // how many slots of each bucket are in use
	checks  []uint32 // the check of each row
	lengths []uint16 // how many numbers of each row are not 0
	classes []uint16 // the class of each number
	numbers []int16
}

func (r *smallRows) add(check uint32, classes []uint16, numbers []int16) {
	r.checks, r.lengths = append(r.checks, check), append(r.lengths, uint16(len(numbers)))
	r.classes, r.numbers = append(r.classes, classes...), append(r.numbers, numbers...)
}

// A row is kept full if that takes at most fullCost times the memory of its cells.
const fullCost = 8

// build puts the longest rows, those of the most frequent features, next to each other.
func (r *smallRows) build(classes int) *Quantized {
	s := &Quantized{classes: classes, step: r.step, buckets: tables.Table[tables.Bucket](len(r.used)), columns: order(r.classes, classes), fits: tables.MaxRows}
	starts := make([]uint32, 1, len(r.lengths)+1) // row i has numbers[starts[i]:starts[i+1]]
	for _, n := range r.lengths {
		starts = append(starts, starts[len(starts)-1]+uint32(n))
	}
	names, width, full := make([]uint32, len(r.lengths)), s.width(), 0
	s.spaces.New = func() any {
		return &space{narrow: make([]int16, width), wide: make([]int32, width), scores: make([]float32, width)}
	}
	for _, row := range longestFirst(r.lengths, classes) {
		from, to := starts[row], starts[row+1]
		kind, size := uint32(isLine), min(width, line)
		for i := from; i < to; i++ {
			switch number := max(r.numbers[i], -r.numbers[i]); {
			case number > narrowest:
				kind, size, s.fits = isWide, 2*width, min(s.fits, math.MaxInt16/int(number))
			case kind == isLine && s.columns[r.classes[i]] >= line:
				kind, size = isFull, width
			}
		}
		if 4*int(to-from)*fullCost >= size {
			names[row] = kind | uint32(full/tables.Unit)
			full += size
			continue
		}
		names[row] = isShort | uint32(len(s.cells)+1)
		for i := from; i < to; i++ {
			s.cells = append(s.cells, uint32(s.columns[r.classes[i]])<<16|uint32(uint16(r.numbers[i])))
		}
		s.cells[len(s.cells)-1] |= lastCell
	}
	s.full = tables.Table[byte](full)
	zeros := bytes.Repeat([]byte{tables.Zero}, 1<<12)
	for n := 0; n < full; {
		n += copy(s.full[n:], zeros)
	}
	row := 0
	for i, used := range r.used {
		b := &s.buckets[i]
		for slot := range used {
			b.Checks[slot], b.Values[slot] = r.checks[row], names[row]
			s.fill(names[row], r.classes[starts[row]:starts[row+1]], r.numbers[starts[row]:starts[row+1]])
			row++
		}
	}
	return s
}

// fill writes the numbers of a row over zeros, unless it is short.
func (s *Quantized) fill(name uint32, classes []uint16, numbers []int16) {
	at := int(name&tables.Offset) * tables.Unit
	switch name &^ tables.Offset {
	case isLine, isFull:
		for i, number := range numbers {
			s.full[at+int(s.columns[classes[i]])] += byte(number)
		}
	case isWide:
		for column := range s.width() {
			binary.LittleEndian.PutUint16(s.full[at+2*column:], tables.ZeroWord)
		}
		for i, number := range numbers {
			binary.LittleEndian.PutUint16(s.full[at+2*int(s.columns[classes[i]]):], uint16(tables.ZeroWord+int(number)))
		}
	}
}

// longestFirst returns the rows in descending order of their lengths, by a counting sort.
func longestFirst(lengths []uint16, longest int) []uint32 {
	places := make([]int, longest+1) // the place of the next row of each length
	for _, n := range lengths {
		places[n]++
	}
	longer := 0
	for n, count := range slices.Backward(places) {
		places[n] = longer
		longer += count
	}
	rows := make([]uint32, len(lengths))
	for row, n := range lengths {
		rows[places[n]] = uint32(row)
		places[n]++
	}
	return rows
}

// order returns the columns of the classes, the most frequent class first.
func order(classes []uint16, n int) []uint16 {
	counts, byCount, columns := make([]int, n), make([]uint16, n), make([]uint16, n)
	for _, k := range classes {
		counts[k]++
	}
	for k := range byCount {
		byCount[k] = uint16(k)
	}
	slices.SortStableFunc(byCount, func(a, b uint16) int { return counts[b] - counts[a] })
	for column, k := range byCount {
		columns[k] = uint16(column)
	}
	return columns
}

// rows is the inverse of build.
func (s *Quantized) rows() *smallRows {
	r := &smallRows{step: s.step}
	ofColumn := make([]uint16, s.classes)
	for k, column := range s.columns {
		ofColumn[column] = uint16(k)
	}
	numbers := make([]int16, s.classes) // the numbers of a row, by class
	for i := range s.buckets {
		used := uint8(0)
		for slot, name := range s.buckets[i].Values[:] {
			if name == 0 {
				break
			}
			used++
			clear(numbers)
			at := int(name & tables.Offset)
			full := s.full[min(at*tables.Unit, len(s.full)):]
			switch name &^ tables.Offset {
			case isShort:
				for more := true; more; at++ {
					c := s.cells[at-1]
					numbers[ofColumn[c&^lastCell>>16]] = int16(c)
					more = c&lastCell == 0
				}
			case isWide:
				for column, k := range ofColumn {
					numbers[k] = int16(int(binary.LittleEndian.Uint16(full[2*column:])) - tables.ZeroWord)
				}
			case isFull:
				for column, k := range ofColumn {
					numbers[k] = int16(full[column]) - tables.Zero
				}
			case isLine:
				for column, k := range ofColumn[:min(line, s.classes)] {
					numbers[k] = int16(full[column]) - tables.Zero
				}
			}
			length := uint16(0)
			for k, number := range numbers {
				if number != 0 {
					r.classes, r.numbers = append(r.classes, uint16(k)), append(r.numbers, number)
					length++
				}
			}
			r.checks, r.lengths = append(r.checks, s.buckets[i].Checks[slot]), append(r.lengths, length)
		}
		r.used = append(r.used, used)
	}
	return r
}

// large stands in a file for a number too large for a byte.
const large = -128

// Entries returns the arrays that hold the model; their names start with prefix:
//
//	step     float32  the weight that the number 1 stands for
//	buckets  uint8    how many slots of each bucket of the table are in use
//	checks   uint32   the lower half of the hash of the feature in each slot
//	lengths  uint16   how many numbers the row of each slot has
//	classes  uint16   the class of each number, row after row
//	numbers  int8     the numbers; −128 stands for the next one in
//	large    int16    the numbers beyond ±127
//
// If all lengths or all classes are below 256, they are uint8. For the table see tables.Bucket,
// tables.Hash and tables.BucketOf.
func (s *Quantized) Entries(prefix string) []npz.Entry { return s.rows().entries(prefix) }

func (r *smallRows) entries(prefix string) []npz.Entry {
	numbers, others := make([]int8, len(r.numbers)), []int16{}
	for i, n := range r.numbers {
		if numbers[i] = int8(n); n > narrowest || n < -narrowest {
			numbers[i], others = large, append(others, n)
		}
	}
	return []npz.Entry{
		{Name: prefix + SmallEntry, Data: []float32{r.step}}, {Name: prefix + "buckets", Data: r.used, Deflate: true},
		{Name: prefix + "checks", Data: r.checks}, npz.Narrow(prefix+"lengths", r.lengths), npz.Narrow(prefix+"classes", r.classes),
		{Name: prefix + "numbers", Data: numbers}, {Name: prefix + "large", Data: others},
	}
}

// SmallEntry ends the name of an array that only a Quantized has, and no Linear.
const SmallEntry = "step"

// ReadSmall is the inverse of Entries. It refuses (ErrFile) arrays that do not fit together, and tables
// that take long to search: any maxProbe buckets in a row must include one with a free slot.
func ReadSmall(a *npz.Arrays, prefix string, classes int) (*Quantized, error) {
	step, err1 := a.Finite(prefix+SmallEntry, 1)
	used, err2 := npz.Array[uint8](a, prefix+"buckets")
	checks, err3 := npz.Array[uint32](a, prefix+"checks")
	lengths, err4 := a.Widen(prefix + "lengths")
	ofNumber, err5 := a.Widen(prefix + "classes")
	numbers, err6 := npz.Array[int8](a, prefix+"numbers")
	others, err7 := npz.Array[int16](a, prefix+"large")
	if err := cmp.Or(err1, err2, err3, err4, err5, err6, err7); err != nil {
		return nil, err
	}
	r := smallRows{step: step[0], used: used, checks: checks, lengths: lengths, classes: ofNumber, numbers: make([]int16, 0, len(numbers))}
	if !(step[0] > 0) {
		return nil, fmt.Errorf("%w: a step of %v", npz.ErrFile, step[0])
	}
	if len(lengths) != len(checks) || len(numbers) != len(ofNumber) {
		return nil, fmt.Errorf("%w: %d rows of %d, %d numbers for %d classes", npz.ErrFile, len(lengths), len(checks), len(numbers), len(ofNumber))
	}
	for i, n := range numbers {
		number := int16(n)
		if n == large {
			if len(others) == 0 {
				return nil, fmt.Errorf("%w: a large number is missing", npz.ErrFile)
			}
			number, others = others[0], others[1:]
		}
		if number == 0 || number > widest || number < -widest || int(ofNumber[i]) >= classes {
			return nil, fmt.Errorf("%w: %d as number %d, for class %d of %d", npz.ErrFile, number, i, ofNumber[i], classes)
		}
		r.numbers = append(r.numbers, number)
	}
	rows, full, end := 0, 0, 0
	for _, n := range append(used, used[:min(len(used), maxProbe)]...) { // the first follow the last
		if full++; n < 8 {
			full = 0
		}
		if n > 8 || full >= maxProbe || full >= len(used) {
			return nil, fmt.Errorf("%w: a table that is too full", npz.ErrFile)
		}
	}
	for _, n := range used {
		rows += int(n)
	}
	for _, n := range lengths {
		if end += int(n); n == 0 || end > len(numbers) {
			return nil, fmt.Errorf("%w: a row without numbers", npz.ErrFile)
		}
		for i := end - int(n) + 1; i < end; i++ {
			if ofNumber[i-1] >= ofNumber[i] {
				return nil, fmt.Errorf("%w: the classes of a row do not ascend", npz.ErrFile)
			}
		}
	}
	if rows != len(checks) || end != len(numbers) || len(others) > 0 {
		return nil, fmt.Errorf("%w: rows do not add up to the numbers", npz.ErrFile)
	}
	return r.build(classes), nil
}
