package safetensors

import (
	"encoding/binary"
	"fmt"
	"math"

	"parser/model/kernel"
)

// Floats sets dst to the numbers from a place on, which numbers all of them, row by row. The error is an ErrFile if the
// tensor has no such numbers, or one that is not finite.
func (t *Tensor) Floats(dst []float32, from int) error {
	size := sizes[t.Type]
	if from < 0 || from > len(t.data)/size || len(dst) > len(t.data)/size-from {
		return fmt.Errorf("%w: tensor %s has no numbers %d to %d", ErrFile, t.Name, from, from+len(dst))
	}
	data := t.data[from*size:][:len(dst)*size]
	switch t.Type {
	case "F32":
		for i := range dst {
			dst[i] = math.Float32frombits(binary.LittleEndian.Uint32(data[4*i:]))
		}
	case "BF16": // the upper half of an F32
		for i := range dst {
			dst[i] = math.Float32frombits(uint32(binary.LittleEndian.Uint16(data[2*i:])) << 16)
		}
	case "F16":
		var halves [256]kernel.Half
		for from := 0; from < len(dst); from += len(halves) {
			n := min(len(halves), len(dst)-from)
			for i := range n {
				halves[i] = kernel.Half(binary.LittleEndian.Uint16(data[2*(from+i):]))
			}
			kernel.FromHalf(dst[from:], halves[:n])
		}
	case "F64":
		for i := range dst {
			dst[i] = float32(math.Float64frombits(binary.LittleEndian.Uint64(data[8*i:])))
		}
	default:
		return fmt.Errorf("%w: tensor %s has whole numbers, of type %s", ErrFile, t.Name, t.Type)
	}
	for i, x := range dst {
		if x-x != 0 {
			return fmt.Errorf("%w: tensor %s has the number %v at %d", ErrFile, t.Name, x, from+i)
		}
	}
	return nil
}

// Integers returns the numbers of a small tensor of type I64.
func (t *Tensor) Integers() ([]int64, error) {
	if t.Type != "I64" {
		return nil, fmt.Errorf("%w: tensor %s is of type %s", ErrFile, t.Name, t.Type)
	}
	numbers := make([]int64, len(t.data)/8)
	for i := range numbers {
		numbers[i] = int64(binary.LittleEndian.Uint64(t.data[8*i:]))
	}
	return numbers, nil
}

// Forget lets go of the memory of the tensor's numbers, for what will seldom be read again: the system fetches them
// from the file when they are.
func (t *Tensor) Forget() { forget(t.data) }
