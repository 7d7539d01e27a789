package loops

import (
	"fmt"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"
)

// A crew does each part of its work once, and its ranges begin at multiples of the grain.
func TestCrew(t *testing.T) {
	for crew := range Crew(6) {
		for _, n := range []int{0, 1, 2, 11, 12, 13, 100} {
			done := make([]atomic.Int32, n)
			crew.Each(n, func(i int) { done[i].Add(1) })
			for _, grain := range []int{1, 5, 12} {
				crew.Share(n, grain, func(from, to int) {
					require.Zero(t, from%grain)
					for i := from; i < to; i++ {
						done[i].Add(1)
					}
				})
			}
			for i := range done {
				require.EqualValues(t, 4, done[i].Load(), "%d of %d by %d", i, n, crew)
			}
		}
	}
}

// A product has the same bits with any crew.
func TestMulAddBy(t *testing.T) {
	for _, m := range []int{0, 1, 12, 13, 50, 200} {
		for _, across := range []bool{false, true} {
			t.Run(fmt.Sprint(m, across), func(t *testing.T) {
				const rows, cols = 37, 70
				var p Panels
				p.Pack(numbers(rows*cols), rows, cols, cols, 1)
				a, rowStride, colStride := numbers(m*rows), rows, 1
				if across {
					rowStride, colStride = 1, m
				}
				want := numbers(m * cols)
				p.MulAdd(want, cols, a, rowStride, colStride, m)
				for crew := range Crew(5) {
					c := numbers(m * cols)
					p.MulAddBy(crew, c, cols, a, rowStride, colStride, m)
					require.Equal(t, want, c, crew)
				}
			})
		}
	}
}

// numbers returns numbers of different sizes.
func numbers(n int) []float32 {
	x := make([]float32, n)
	for i := range x {
		x[i] = float32(i*i%101)/7 - 5
	}
	return x
}
