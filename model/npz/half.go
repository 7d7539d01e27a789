package npz

import "parser/model/kernel"

// half is a number in half precision, NumPy's float16.
type half = kernel.Half

func halvesOf(numbers []float32) []half {
	halves := make([]half, len(numbers))
	kernel.ToHalf(halves, numbers)
	return halves
}
