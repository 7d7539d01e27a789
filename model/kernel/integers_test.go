package kernel

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// sumOf adds rows one number after the other.
func sumOf(dst []int16, table []byte, starts []uint32) []int16 {
	sums := slices.Clone(dst)
	for k := range sums {
		for _, start := range starts {
			sums[k] += int16(table[int(start)*Unit+k]) - Zero
		}
	}
	return sums
}

// Sums of rows are those of numbers, for any length, number and places of the rows, and nothing
// else is touched.
func TestAddBytes(t *testing.T) {
	onPaths(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(6, 1))
		for n := range 200 {
			units, offset := n%11, n%3
			table := make([]byte, Unit*(units+1+r.IntN(20)))
			for i := range table {
				table[i] = byte(r.IntN(256))
			}
			starts := make([]uint32, [...]int{0, 1, 2, 64, 700}[n%5])
			for i := range starts {
				starts[i] = uint32(r.IntN(len(table)/Unit - units + 1)) // the last one is flush with the end
			}
			whole := make([]int16, Unit*units+7)
			for i := range whole {
				whole[i] = int16(r.IntN(1 << 16))
			}
			want := slices.Clone(whole)
			copy(want[offset:], sumOf(want[offset:][:Unit*units], table, starts))
			AddBytes(whole[offset:][:Unit*units], table, starts)
			require.Equal(t, want, whole, "%d rows of %d units", len(starts), units)
		}
	})
}

// MaxRows rows of the least and of the greatest numbers add up without overflow, on top of
// nothing as well as of rows before.
func TestAddBytesExtremes(t *testing.T) {
	onPaths(t, func(t *testing.T) {
		const columns = 7 * Unit
		table := make([]byte, 2*columns)
		for k := range columns {
			table[k], table[columns+k] = 0, 255
		}
		for _, n := range []int{1, MaxRows - 1, MaxRows} {
			for row, x := range []int{-128, 127} {
				starts := slices.Repeat([]uint32{uint32(row * columns / Unit)}, n)
				once, twice := make([]int16, columns), make([]int16, columns)
				AddBytes(once, table, starts)
				AddBytes(twice, table, starts[:n/2])
				AddBytes(twice, table, starts[n/2:])
				require.Equal(t, slices.Repeat([]int16{int16(n * x)}, columns), once, "%d times %d", n, x)
				require.Equal(t, once, twice)
			}
		}
	})
}

func TestAddBytesChecks(t *testing.T) {
	onPaths(t, func(t *testing.T) {
		table := make([]byte, 5*Unit)
		AddBytes(make([]int16, 2*Unit), table, []uint32{0, 3})
		require.Panics(t, func() { AddBytes(make([]int16, 2*Unit), table, []uint32{0, 4, 0}) }, "beyond the table")
		require.Panics(t, func() { AddBytes(make([]int16, 2*Unit), table, []uint32{math.MaxUint32}) })
		require.Panics(t, func() { AddBytes(make([]int16, Unit+1), table, []uint32{0}) }, "no whole units")
		require.Panics(t, func() { AddInts(make([]int16, Unit+1), make([]int16, Unit+1)) }, "no whole units")
		require.Panics(t, func() { AddInts(make([]int16, Unit), make([]int16, Unit-1)) }, "too short")
		require.Panics(t, func() { Floats(make([]float32, Unit-1), make([]int16, Unit), make([]int16, Unit), 1) }, "no whole units")
		require.Panics(t, func() { Floats(make([]float32, Unit), make([]int16, Unit), make([]int16, Unit-1), 1) }, "too short")
		AddBytes(nil, nil, nil)
		AddBytes(make([]int16, Unit), nil, nil)
	})
}

// Integers are added, and made numbers, as in plain Go, the extreme ones too, and nothing else is
// touched.
func TestIntegersArePlain(t *testing.T) {
	onPaths(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(6, 2))
		for n := 0; n <= 6*Unit; n += Unit {
			low, high, numbers := make([]int16, n+3), make([]int16, n+3), random(r, n+3)
			for i := range low {
				low[i], high[i] = int16(r.IntN(1<<16)), int16(r.IntN(1<<16))
			}
			if n > 0 {
				low[0], high[0], low[1], high[1] = math.MinInt16, math.MinInt16, math.MaxInt16, math.MaxInt16
			}
			want := slices.Clone(numbers)
			for i := range n {
				want[i] = float32(int(low[i])+128*int(high[i])) * 0.125
			}
			Floats(numbers[:n], low, high, 0.125)
			sameBits(t, want, numbers, "%d", n)
			sums := slices.Clone(low)
			for i := range n {
				sums[i] += high[i]
			}
			AddInts(low[:n], high)
			require.Equal(t, sums, low)
		}
	})
}

// The rows of a decision, from a table that is in no cache.
func BenchmarkAddBytes(b *testing.B) {
	const rows = 100_000
	r := rand.New(rand.NewPCG(5, 2))
	for _, n := range []int{32, 64, 128} {
		table, dst, starts := make([]byte, rows*128), make([]int16, n), make([]uint32, 64)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			eachPath(b, func(b *testing.B) {
				for b.Loop() {
					for i := range starts {
						starts[i] = r.Uint32N(rows) * 4
					}
					AddBytes(dst, table, starts)
				}
				nsPerValue(b, n*len(starts))
			})
		})
	}
}

func ExampleAddBytes() {
	sums, table := make([]int16, Unit), make([]byte, 2*Unit)
	table[0], table[Unit] = Zero+3, Zero+4 // the first numbers of two rows
	AddBytes(sums, table, []uint32{0, 1, 1})
	scores := make([]float32, Unit)
	Floats(scores, sums, make([]int16, Unit), 0.5)
	fmt.Println(sums[0], scores[0])
	// Output: 11 5.5
}
