package tables

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/testdata/testkit"
)

// Sums of rows have the bits of plain Go on every path, for any length, number and places of
// rows, and nothing else is touched.
func TestAddRowsIsPlain(t *testing.T) {
	onPaths(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(5, 1))
		for n := range 300 {
			table := testkit.Floats(r, 4*n+1)
			if n%2 == 0 {
				copy(table[r.IntN(len(table)):], special)
			}
			starts := make([]uint32, [...]int{0, 1, 2, 3, 64}[n%5])
			for i := range starts {
				starts[i] = uint32(r.IntN(3*n + 2)) // the last one is flush with the end
			}
			whole, offset := testkit.Floats(r, n+10), r.IntN(5)
			want := append([]float32(nil), whole...)
			for _, start := range starts {
				for k := range n {
					want[offset+k] += table[int(start)+k]
				}
			}
			AddRows(whole[offset:][:n], table, starts)
			testkit.SameBits(t, want, whole, "%d rows of length %d", len(starts), n)
		}
	})
}

// Rows are added in their order, each sum rounded.
func TestAddRowsInOrder(t *testing.T) {
	onPaths(t, func(t *testing.T) {
		const n = 150
		table := make([]float32, 3*n)
		for k := range n {
			table[k], table[n+k], table[2*n+k] = 1<<24, 1, -1<<24
		}
		for _, c := range []struct {
			starts []uint32
			want   float32
		}{{[]uint32{0, n, 2 * n}, 0}, {[]uint32{0, 2 * n, n}, 1}, {[]uint32{n, n, 0, 2 * n}, 2}} {
			dst := make([]float32, n)
			AddRows(dst, table, c.starts)
			for k := range dst {
				require.Equal(t, c.want, dst[k], "%v", c.starts)
			}
		}
	})
}

func TestAddRowsChecks(t *testing.T) {
	onPaths(t, func(t *testing.T) {
		table := make([]float32, 20)
		AddRows(make([]float32, 3), table, []uint32{0, 17})
		require.Panics(t, func() { AddRows(make([]float32, 3), table, []uint32{0, 18}) }, "beyond the table")
		require.Panics(t, func() { AddRows(make([]float32, 3), table, []uint32{1 << 31, 0}) })
		require.Panics(t, func() { AddRows(nil, table, []uint32{21}) })
		AddRows(nil, nil, nil)
		AddRows(make([]float32, 3), nil, nil)
	})
}

// The rows of a decision, from a table too large for caches.
func BenchmarkAddRows(b *testing.B) {
	const rows = 100_000
	r := rand.New(rand.NewPCG(5, 2))
	for _, n := range []int{30, 126} {
		table, dst, starts := make([]float32, rows*128), make([]float32, n), make([]uint32, 64)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			eachPath(b, func(b *testing.B) {
				for b.Loop() {
					for i := range starts {
						starts[i] = r.Uint32N(rows) * 128
					}
					AddRows(dst, table, starts)
				}
				nsPerValue(b, n*len(starts))
			})
		})
	}
}

func ExampleAddRows() {
	dst := []float32{1, 2}
	AddRows(dst, []float32{0, 10, 20, 30, 40}, []uint32{1, 3})
	fmt.Println(dst)
	// Output: [41 62]
}
