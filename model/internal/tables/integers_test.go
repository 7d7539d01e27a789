package tables

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/testdata/testkit"
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

// Sums of rows are right for any length, number and places of rows, and nothing else is touched.
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

// MaxRows rows of the least and of the greatest numbers add up without overflow, also on top of
// earlier rows.
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

// Sums of rows of words are right, also for extreme numbers and for sums in several parts, and
// nothing else is touched.
func TestAddWords(t *testing.T) {
	onPaths(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(6, 3))
		for n := range 300 {
			units, offset, fits := n%11, n%3, 1+n%7
			most := math.MaxInt16 / fits
			table := make([]byte, Unit*(2*units+1+r.IntN(20)))
			for i := 0; i < len(table); i += 2 {
				number := r.IntN(2*most+1) - most
				if r.IntN(3) == 0 {
					number = most * (2*r.IntN(2) - 1)
				}
				binary.LittleEndian.PutUint16(table[i:], uint16(number+ZeroWord))
			}
			starts := make([]uint32, [...]int{0, 1, 2, 64, 100}[n%5])
			for i := range starts {
				starts[i] = uint32(r.IntN(len(table)/Unit - 2*units + 1)) // the last one is flush with the end
			}
			whole := make([]int32, Unit*units+7)
			for i := range whole {
				whole[i] = r.Int32() >> 8
			}
			want := slices.Clone(whole)
			for k := range Unit * units {
				for _, start := range starts {
					want[offset+k] += int32(binary.LittleEndian.Uint16(table[int(start)*Unit+2*k:])) - ZeroWord
				}
			}
			AddWords(whole[offset:][:Unit*units], table, starts, fits)
			require.Equal(t, want, whole, "%d rows of %d units", len(starts), units)
		}
	})
}

func TestIntegersAreChecked(t *testing.T) {
	onPaths(t, func(t *testing.T) {
		table := make([]byte, 5*Unit)
		AddBytes(make([]int16, 2*Unit), table, []uint32{0, 3})
		require.Panics(t, func() { AddBytes(make([]int16, 2*Unit), table, []uint32{0, 4, 0}) }, "beyond the table")
		require.Panics(t, func() { AddBytes(make([]int16, 2*Unit), table, []uint32{math.MaxUint32}) })
		require.Panics(t, func() { AddBytes(make([]int16, Unit+1), table, []uint32{0}) }, "no whole units")
		AddWords(make([]int32, 2*Unit), table, []uint32{0, 1}, 9)
		require.Panics(t, func() { AddWords(make([]int32, 2*Unit), table, []uint32{0, 2, 0}, 9) }, "beyond the table")
		require.Panics(t, func() { AddWords(make([]int32, Unit+1), table, []uint32{0}, 9) }, "no whole units")
		require.Panics(t, func() { AddInts(make([]float32, Unit-1), make([]int16, Unit), make([]int32, Unit), 1) }, "no whole units")
		require.Panics(t, func() { AddInts(make([]float32, Unit), make([]int16, Unit), make([]int32, Unit-1), 1) }, "too short")
		AddBytes(nil, nil, nil)
		AddWords(nil, nil, nil, 1)
		AddBytes(make([]int16, Unit), nil, nil)
		AddWords(make([]int32, Unit), nil, nil, 1)
	})
}

// Integers of both kinds are added as floats as in plain Go, including extreme ones, and nothing
// else is touched.
func TestAddInts(t *testing.T) {
	onPaths(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(6, 2))
		for n := 0; n <= 6*Unit; n += Unit {
			low, high, numbers := make([]int16, n+3), make([]int32, n+3), testkit.Floats(r, n+3)
			for i := range low {
				low[i], high[i] = int16(r.IntN(1<<16)), r.Int32()>>r.IntN(24)-1<<20
			}
			if n > 0 {
				low[0], low[1] = math.MinInt16, math.MaxInt16
			}
			want := slices.Clone(numbers)
			for i := range n {
				want[i] += float32(int(low[i])+int(high[i])) * 0.125
			}
			AddInts(numbers[:n], low, high, 0.125)
			testkit.SameBits(t, want, numbers, "%d", n)
		}
	})
}

// The rows of a decision, from a table too large for caches.
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
	AddInts(scores, sums, make([]int32, Unit), 0.5)
	fmt.Println(sums[0], scores[0])
	// Output: 11 5.5
}
