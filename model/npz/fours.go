package npz

import (
	"encoding/binary"
	"fmt"
	"math"

	"parser/model/kernel"
)

// fours are a matrix of inInt4: of each row, blocks of block numbers have a scale, and each number is a multiple of it
// from −mostOfFour to mostOfFour. Two of them are a byte, the first in its low half, plus zeroOfFour.
type fours struct {
	bytes  []uint8 // (cols+1)/2 of each row
	scales []half  // blocks(cols) of each row
}

const block, mostOfFour, zeroOfFour = 32, 7, 8

// clips are shares of the largest number of a block that may become the largest multiple: a smaller one rounds the others
// less. The first one comes first, so that rounding again changes nothing.
var clips = [...]float32{1, 0.95, 0.9, 0.85, 0.8}

func blocks(cols int) int { return (cols + block - 1) / block }

// append adds a row.
func (f *fours) append(numbers []float32) {
	at := len(f.bytes)
	f.bytes = append(f.bytes, make([]uint8, (len(numbers)+1)/2)...)
	own := f.bytes[at:]
	if len(numbers)%2 == 1 {
		own[len(own)-1] = zeroOfFour << 4
	}
	for from := 0; from < len(numbers); from += block {
		part := numbers[from:min(from+block, len(numbers))]
		scale, value := scaleOfFour(part)
		f.scales = append(f.scales, scale)
		for i, x := range part {
			own[(from+i)/2] |= uint8(multipleOfFour(x, value)+zeroOfFour) << (4 * (i % 2))
		}
	}
}

// scaleOfFour returns the scale, and its value, by which the multiples of a block are nearest to its numbers, in the sum of
// squares. It is 0 where all numbers are too small for one.
func scaleOfFour(part []float32) (half, float32) {
	largest, best, nearest := float32(0), [2]half{}, math.Inf(1)
	for _, x := range part {
		largest = max(largest, x, -x)
	}
	const least = 0x1p-14 // below which halves have fewer digits
	value := float32(0)
	for _, share := range clips {
		var scale [1]half
		var own [1]float32
		kernel.ToHalf(scale[:], []float32{largest / mostOfFour * share})
		kernel.FromHalf(own[:], scale[:])
		if own[0] < least {
			continue
		}
		loss := 0.0
		for _, x := range part {
			d := float64(x) - float64(float32(multipleOfFour(x, own[0]))*own[0])
			loss += float64(d * d)
		}
		if loss < nearest {
			best[0], value, nearest = scale[0], own[0], loss
		}
	}
	return best[0], value
}

func multipleOfFour(x, scale float32) int {
	if scale == 0 {
		return 0
	}
	return int(max(-mostOfFour, min(mostOfFour, math.RoundToEven(float64(x)/float64(scale)))))
}

// pairs are the multiples that a byte stands for.
var pairs = func() (of [1 << 8][2]float32) {
	for b := range of {
		of[b] = [2]float32{float32(b&0xf - zeroOfFour), float32(b>>4 - zeroOfFour)}
	}
	return of
}()

// row sets dst to a row.
func (f *fours) row(dst []float32, row int) {
	var scale [1]float32
	own, scales := f.bytes[row*((len(dst)+1)/2):], f.scales[row*blocks(len(dst)):]
	for ; len(dst) >= block; dst, own, scales = dst[block:], own[block/2:], scales[1:] {
		kernel.FromHalf(scale[:], scales[:1])
		part := (*[block]float32)(dst)
		for i, two := range (*[block / 2]uint8)(own) {
			multiples := &pairs[two]
			part[2*i], part[2*i+1] = multiples[0]*scale[0], multiples[1]*scale[0]
		}
	}
	if len(dst) > 0 {
		kernel.FromHalf(scale[:], scales[:1])
	}
	for i := range dst {
		dst[i] = pairs[own[i/2]][i%2] * scale[0]
	}
}

// readFours reads a matrix of inInt4. Other numbers than append makes are refused.
func (a *Arrays) readFours(name string, rows, cols int) (*fours, error) {
	bytes, err := itemsOf[uint8](a, name)
	if err != nil {
		return nil, err
	}
	scales, err := itemsOf[half](a, name+scaleEntry)
	if err != nil {
		return nil, err
	}
	if n := rows * blocks(cols); len(scales) != n {
		return nil, fmt.Errorf("%w: %s has %d numbers, not %d", ErrFile, name+scaleEntry, len(scales), n)
	}
	const negative, exponent = 0x8000, 0x7c00
	for i, x := range scales {
		if x&negative != 0 || x&exponent == exponent {
			return nil, fmt.Errorf("%w: %s: scale %d is negative, infinite, or no number", ErrFile, name, i)
		}
	}
	sound := 0
	for cols%2 == 0 && sound+8 <= len(bytes) && !hasZero(binary.LittleEndian.Uint64(bytes[sound:])) {
		sound += 8
	}
	for i := sound; i < len(bytes); i++ {
		x := bytes[i]
		if last := cols%2 == 1 && i%((cols+1)/2) == cols/2; x&0xf == 0 || x>>4 == 0 || last && x>>4 != zeroOfFour {
			return nil, fmt.Errorf("%w: %s: byte %d is %#x, which no rounding makes", ErrFile, name, i, x)
		}
	}
	return &fours{bytes, scales}, nil
}

// hasZero reports whether one of the 16 times 4 bits of x is 0: only then subtracting 1 from each sets a highest bit that x
// lacks (Mycroft 1987).
func hasZero(x uint64) bool {
	const ones = 0x1111111111111111
	return (x-ones)&^x&(8*ones) != 0
}
