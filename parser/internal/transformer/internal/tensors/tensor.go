package tensors

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"runtime/debug"
)

// Tensor is an array of numbers in a file.
type Tensor struct {
	Name  string
	Type  string // F64, F32, F16, BF16, I64, I32, I16, I8, U8 or BOOL
	Shape []int  // of the dimensions, the last varying fastest; empty for a single number

	part       *part
	at, bytes  int64    // where it is in the file
	transposed bool     // the file has the columns of Shape one after the other, not its rows
	scaling    *scaling // of whole numbers that stand for others
}

// types are the known types of numbers: the size, and for floating point what turns them into single precision and
// returns the place of the first that is no finite number there, or -1.
var types = map[string]struct {
	bytes  int
	floats func(dst []float32, src []byte) int
}{
	"F64": {8, fromF64}, "F32": {4, fromF32}, "F16": {2, fromF16}, "BF16": {2, fromBF16},
	"I64": {8, nil}, "I32": {4, nil}, "I16": {2, nil}, "I8": {1, nil}, "U8": {1, nil}, "BOOL": {1, nil},
}

// Len returns the number of numbers.
func (t *Tensor) Len() int { return int(t.bytes) / types[t.Type].bytes }

// floating reports whether the numbers are no integers, or stand for such.
func (t *Tensor) floating() bool { return types[t.Type].floats != nil || t.scaling != nil }

// Floats reads the numbers from number from on into dst, which it fills. They are rounded to single precision. A row of
// a table is Floats(row, i*len(row)): only the pages of the file in which it lies are read. It is an ErrFile if a number
// is not finite, if the tensor has integers, or if its file was shortened, and a plain error if there are fewer numbers.
func (t *Tensor) Floats(dst []float32, from int) error {
	switch {
	case !t.floating():
		return fmt.Errorf("%s: %w: tensor %q has integers (%s), not weights", t.part.path, ErrFile, t.Name, t.Type)
	case from < 0 || from > t.Len()-len(dst):
		return fmt.Errorf("%s: tensor %q has %d numbers, not those from %d to %d",
			t.part.path, t.Name, t.Len(), from, from+len(dst))
	case t.transposed:
		return t.exchanged(dst, from)
	}
	return t.stored(dst, from)
}

// read calls use with the bytes of n numbers from number from on.
func (t *Tensor) read(from, n int, use func(src []byte)) (err error) {
	// Touching a page that is gone raises a signal (SIGBUS), which becomes a panic with an address.
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		switch fault := recover().(type) {
		case nil:
		case interface{ Addr() uintptr }:
			err = t.part.cut()
		default:
			panic(fault)
		}
	}()
	bytes := types[t.Type].bytes
	src, err := t.part.data.view(t.at+int64(from)*int64(bytes), n*bytes)
	switch {
	case errors.Is(err, io.EOF):
		return t.part.cut()
	case err != nil:
		return fmt.Errorf("%s: tensor %q: %w", t.part.path, t.Name, err)
	}
	use(src)
	return nil
}

// Forget lets the operating system take back the memory in which it has kept this tensor, such as after all of it was
// copied. It may be read again.
func (t *Tensor) Forget() { t.part.data.forget(t.at, t.bytes) }

const exponent32 = 0x7f800000 // all bits of an exponent in single precision: infinite, or not a number

func fromF64(dst []float32, src []byte) int {
	for i := range dst {
		x := float32(math.Float64frombits(binary.LittleEndian.Uint64(src[8*i:])))
		if dst[i] = x; math.Float32bits(x)&exponent32 == exponent32 {
			return i
		}
	}
	return -1
}

func fromF32(dst []float32, src []byte) int {
	for i := range dst {
		bits := binary.LittleEndian.Uint32(src[4*i:])
		if dst[i] = math.Float32frombits(bits); bits&exponent32 == exponent32 {
			return i
		}
	}
	return -1
}

// fromF16 has IEEE 754's binary16: 1 bit of sign, 5 of exponent, 10 of fraction. With these at the places of single
// precision, the difference of the exponents' biases is a factor, which is exact, also for subnormal numbers.
func fromF16(dst []float32, src []byte) int {
	const exponent, sign = 0x7c00, 0x8000
	for i := range dst {
		bits := uint32(binary.LittleEndian.Uint16(src[2*i:]))
		size := math.Float32frombits(bits&^sign<<13) * 0x1p112
		if dst[i] = math.Float32frombits(math.Float32bits(size) | bits&sign<<16); bits&exponent == exponent {
			dst[i] = math.Float32frombits(bits&sign<<16 | exponent32 | bits&^(sign|exponent)<<13)
			return i
		}
	}
	return -1
}

// fromBF16 has the upper halves of numbers in single precision.
func fromBF16(dst []float32, src []byte) int {
	for i := range dst {
		bits := uint32(binary.LittleEndian.Uint16(src[2*i:])) << 16
		if dst[i] = math.Float32frombits(bits); bits&exponent32 == exponent32 {
			return i
		}
	}
	return -1
}
