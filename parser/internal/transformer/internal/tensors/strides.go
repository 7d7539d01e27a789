package tensors

import (
	"fmt"
	"slices"
)

// view is a tensor: it has these numbers of a storage.
type view struct {
	storage        storage
	first          int64
	shape, strides []int64
}

// newView reads (storage, place of the first number, shape, strides, …), and checks that all numbers are in the storage.
func newView(args tuple) (*view, error) {
	s, isStorage := args[0].(storage)
	first, isNumber := args[1].(int64)
	v := &view{s, first, sides(args[2]), sides(args[3])}
	if !isStorage || !isNumber || first < 0 || v.shape == nil || len(v.shape) != len(v.strides) {
		return nil, errPickle
	}
	outside := fmt.Errorf("a tensor of the shape %v, with the strides %v from number %d on, is not within the %d numbers of its storage",
		v.shape, v.strides, first, s.numbers)
	if slices.Contains(v.shape, 0) {
		v.first = 0
		return v, nil
	}
	last := first
	for i, n := range v.shape {
		if stride := v.strides[i]; n > 1 && stride > (s.numbers-last)/(n-1) {
			return nil, outside
		} else if n > 1 {
			last += (n - 1) * stride
		}
	}
	if last >= s.numbers {
		return nil, outside
	}
	return v, nil
}

// sides returns the numbers in a tuple, none of which is negative; nil if it is something else.
func sides(x any) []int64 {
	t, is := x.(tuple)
	if !is || len(t) > mostDimensions {
		return nil
	}
	numbers := []int64{}
	for _, x := range t {
		n, is := x.(int64)
		if !is || n < 0 || n > mostSide {
			return nil
		}
		numbers = append(numbers, n)
	}
	return numbers
}

// inOrder reports whether the numbers of a tensor lie one after the other, the last dimension varying fastest.
func (v *view) inOrder() bool {
	step := int64(1)
	for i, n := range slices.Backward(v.shape) {
		if n == 0 {
			return true
		}
		if n > 1 && v.strides[i] != step {
			return false
		}
		step *= n
	}
	return true
}
