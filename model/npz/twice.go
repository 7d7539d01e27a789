package npz

import (
	"fmt"
	"math"
	"slices"

	"parser/model/kernel"
)

// twice is a matrix of InInt8 that others had rounded to 4 bits before, as encoders are handed out (Q4_0 of llama.cpp, Gerganov
// 2023): the numbers of a block of a row were multiples, from −zeroOfFour to zeroOfFour−1, of a scale, all in half precision. So
// the multiples and the scale of each block are enough to round to 8 bits again, and take hardly more than half the space.
// Which scale it was is found by trying: any that gives the same 8 bits will do.
type twice struct {
	bytes []uint8 // (cols+1)/2 of each row, two multiples in each, as those of fours are
	of    []half  // blocks(cols) of each row
}

const blocksEntry = "/blocks" // ends the name of the entry with the scales of blocks

// steps are the numbers in 8 bits that the multiples of a scale become, by what stands for them.
type steps [1 << 4]int8

// stepsOf returns the steps of a scale, where the row has another one.
func stepsOf(scale half, ofRow float32) (all steps) {
	var value [1]float32
	var numbers [len(all)]float32 // as many as are rounded together
	var halves [len(all)]half
	kernel.FromHalf(value[:], []half{scale})
	for i := range numbers {
		numbers[i] = float32(i-zeroOfFour) * value[0]
	}
	kernel.ToHalf(halves[:], numbers[:])
	kernel.FromHalf(numbers[:], halves[:])
	all[0] = multiple(numbers[0], ofRow)
	for i := 1; i < zeroOfFour; i++ {
		all[i] = multiple(numbers[i], ofRow)
		all[2*zeroOfFour-i] = -all[i]
	}
	return all
}

// Fours is like Entries, but a matrix of InInt8 is in 4 bits where that loses nothing.
func (m *Rows) Fours(name string) []Entry {
	if t := m.twice(); t != nil {
		return []Entry{{Name: name, Data: t.bytes, Shape: []int{m.rows, (m.cols + 1) / 2}}, {Name: name + scaleEntry, Data: m.scales},
			{Name: name + blocksEntry, Data: t.of, Shape: []int{m.rows, blocks(m.cols)}}}
	}
	return m.Entries(name)
}

// twice returns a matrix of InInt8 in 4 bits, nil if a block of it has numbers that no scale makes.
func (m *Rows) twice() *twice {
	if m.multiples == nil {
		return nil
	}
	t := &twice{}
	for row := range m.rows {
		numbers := m.multiples[row*m.cols:][:m.cols]
		at := len(t.bytes)
		t.bytes = append(t.bytes, slices.Repeat([]uint8{zeroOfFour<<4 | zeroOfFour}, (m.cols+1)/2)...)
		for from := 0; from < m.cols; from += block {
			part := numbers[from:min(from+block, m.cols)]
			scale, found := scaleOfBlock(t.bytes[at+from/2:], part, m.scales[row])
			if !found {
				return nil
			}
			t.of = append(t.of, scale)
		}
	}
	return t
}

// scaleOfBlock returns a scale of which the numbers of a block are steps, and sets dst to these. The largest number
// is the lowest multiple, as it is in Q4_0, whose scales can therefore be negative.
func scaleOfBlock(dst []uint8, part []int8, ofRow float32) (half, bool) {
	largest := max(int(slices.Max(part)), -int(slices.Min(part)))
	if largest == 0 {
		return 0, true
	}
	var bounds [2]half
	kernel.ToHalf(bounds[:], []float32{(float32(largest) - 0.5) * ofRow / zeroOfFour, (float32(largest) + 0.5) * ofRow / zeroOfFour})
	const negative = 0x8000
	for scale := bounds[0]; scale <= bounds[1]; scale++ {
		for _, sign := range []half{negative, 0} {
			if setSteps(dst, part, scale|sign, ofRow) {
				return scale | sign, true
			}
		}
	}
	return 0, false
}

// setSteps sets dst to the multiples of a scale that become numbers, and reports whether all do.
func setSteps(dst []uint8, part []int8, scale half, ofRow float32) bool {
	var value [1]float32
	kernel.FromHalf(value[:], []half{scale})
	if value[0] == 0 {
		return false
	}
	each, most := float64(value[0])/float64(ofRow), 0.5+float64(1)/16 // to which rounding to half precision adds 127/2¹¹
	var own [block]int
	for i, x := range part {
		step := max(-zeroOfFour, min(zeroOfFour-1, math.RoundToEven(float64(x)/each)))
		if math.Abs(float64(step*each)-float64(x)) > most { // as almost always, and soon
			return false
		}
		own[i] = int(step) + zeroOfFour
	}
	all := stepsOf(scale, ofRow)
	for i, x := range part {
		if all[own[i]] != x {
			return false
		}
		shift := 4 * (i % 2)
		dst[i/2] = dst[i/2]&^(0xf<<shift) | uint8(own[i])<<shift
	}
	return true
}

// readTwice reads the numbers of a matrix that Fours has written, whose scales of rows were read.
func (m *Rows) readTwice(a *Arrays, name string) error {
	bytes, err := itemsOf[uint8](a, name)
	if err != nil {
		return err
	}
	scales, err := itemsOf[half](a, name+blocksEntry)
	if err != nil {
		return err
	}
	if n := m.rows * blocks(m.cols); len(scales) != n {
		return fmt.Errorf("%w: %s has %d numbers, not %d", ErrFile, name+blocksEntry, len(scales), n)
	}
	const exponent = 0x7c00
	m.multiples = make([]int8, m.rows*m.cols)
	for row := range m.rows {
		dst, own := m.multiples[row*m.cols:][:m.cols], bytes[row*((m.cols+1)/2):]
		for i, scale := range scales[row*blocks(m.cols):][:blocks(m.cols)] {
			if scale&exponent == exponent {
				return fmt.Errorf("%w: %s: scale %d is infinite, or no number", ErrFile, name+blocksEntry, row*blocks(m.cols)+i)
			}
			all, part := stepsOf(scale, m.scales[row]), dst[i*block:min((i+1)*block, m.cols)]
			for j, two := range own[i*block/2:][:(len(part)+1)/2] {
				if part[2*j] = all[two&0xf]; 2*j+1 < len(part) {
					part[2*j+1] = all[two>>4]
				}
			}
		}
	}
	return nil
}
