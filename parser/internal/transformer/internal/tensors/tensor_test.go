package tensors

import (
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestFloats: numbers of all types, and of any range, are those that were written, mapped or read on demand.
func TestFloats(t *testing.T) {
	for folder, f := range golden(t) {
		for _, name := range []string{"double", "single", "half", "brain", "nothing", "number"} {
			tensor, _ := f.Find(name)
			for range 2 {
				for from := range tensor.Len() + 1 {
					for to := from; to <= tensor.Len(); to++ {
						want, got := make([]float32, to-from), make([]float32, to-from)
						for i := range want {
							want[i] = float32(from+i)/8 - 3
						}
						require.NoError(t, tensor.Floats(got, from))
						require.Equal(t, want, got, "%s %s", folder, name)
					}
				}
				tensor.Forget()
				require.NoError(t, tensor.part.data.close())
				tensor.part.data = onDemand{tensor.part.file}
			}
		}
		tensor, _ := f.Find("half")
		for _, c := range []struct{ from, n int }{{-1, 1}, {0, 25}, {25, 0}, {24, 1}, {math.MaxInt, 1}, {math.MinInt, 0}} {
			require.ErrorContains(t, tensor.Floats(make([]float32, c.n), c.from), `tensor "half" has 24 numbers, not those from `)
		}
		tensor, _ = f.Find("i64")
		require.ErrorIs(t, tensor.Floats(nil, 0), ErrFile)
		require.ErrorContains(t, tensor.Floats(nil, 0), `tensor "i64" has integers (I64), not weights`)
	}
}

// floats opens a file with one tensor, a table of two columns.
func floats(t testing.TB, kind string, data []byte) *Tensor {
	n := len(data) / types[kind].bytes
	f, err := Open(saved(t, append(forged("{"+entry("w", kind, fmt.Sprintf("[%d,2]", n/2), 0, int64(len(data)))+"}", 0), data...)))
	require.NoError(t, err)
	t.Cleanup(func() { f.Close() })
	tensor, _ := f.Find("w")
	return tensor
}

// TestHalves: every number of binary16 is what its definition says.
func TestHalves(t *testing.T) {
	var data []byte
	var want []float32
	for i := range 1 << 16 {
		exponent, fraction := i>>10&31, i&1023
		if exponent == 31 {
			continue
		}
		x := math.Ldexp(float64(fraction), -24)
		if exponent > 0 {
			x = math.Ldexp(float64(1024+fraction), exponent-25)
		}
		if i >= 1<<15 {
			x = math.Copysign(x, -1)
		}
		data, want = binary.LittleEndian.AppendUint16(data, uint16(i)), append(want, float32(x))
	}
	got := make([]float32, len(want))
	require.NoError(t, floats(t, "F16", data).Floats(got, 0))
	for i := range want {
		require.Equal(t, math.Float32bits(want[i]), math.Float32bits(got[i]), i)
	}
}

// TestWeightsAreFinite: a number that is not is named with its place; doubles must have room in single precision.
func TestWeightsAreFinite(t *testing.T) {
	const n = 40_000
	double := func(x float64) []byte { return binary.LittleEndian.AppendUint64(nil, math.Float64bits(x)) }
	single := func(x float64) []byte { return binary.LittleEndian.AppendUint32(nil, math.Float32bits(float32(x))) }
	for _, c := range []struct {
		kind  string
		bad   []byte
		shown string
	}{
		{"F64", double(math.Inf(1)), "+Inf"}, {"F64", double(math.NaN()), "NaN"}, {"F64", double(-1e39), "-Inf"},
		{"F32", single(math.Inf(-1)), "-Inf"}, {"F32", single(math.NaN()), "NaN"}, {"F32", []byte{1, 0, 0x80, 0x7f}, "NaN"},
		{"F16", []byte{0, 0x7c}, "+Inf"}, {"F16", []byte{0, 0xfc}, "-Inf"}, {"F16", []byte{1, 0x7e}, "NaN"}, {"F16", []byte{255, 255}, "NaN"},
		{"BF16", []byte{0x80, 0x7f}, "+Inf"}, {"BF16", []byte{0x80, 0xff}, "-Inf"}, {"BF16", []byte{0xc0, 0x7f}, "NaN"},
	} {
		for _, at := range []int{0, 1, 33_333, n - 1} {
			data := make([]byte, n*types[c.kind].bytes)
			copy(data[at*len(c.bad):], c.bad)
			tensor := floats(t, c.kind, data)
			err := tensor.Floats(make([]float32, n), 0)
			require.ErrorIs(t, err, ErrFile)
			require.ErrorContains(t, err, fmt.Sprintf(`%s: unusable tensors: tensor "w" has the number %s at [%d %d], in`, tensor.part.path, c.shown, at/2, at%2))
			require.NoError(t, tensor.Floats(make([]float32, at), 0), "those before it")
			require.NoError(t, tensor.Floats(make([]float32, n-at-1), at+1), "those after it")
		}
	}
	largest := make([]float32, 2)
	require.NoError(t, floats(t, "F64", slices.Concat(double(math.MaxFloat32), double(-math.MaxFloat32))).Floats(largest, 0))
	require.Equal(t, []float32{math.MaxFloat32, -math.MaxFloat32}, largest)
}

// TestRows of a table are read by several goroutines at once, without allocations for the table, and while others forget
// the pages.
func TestRows(t *testing.T) {
	const rows, columns = 5000, 2
	var data []byte
	for i := range rows * columns {
		data = binary.LittleEndian.AppendUint32(data, math.Float32bits(float32(i)))
	}
	table := floats(t, "F32", data)
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			row := make([]float32, columns)
			for i := range rows {
				if i%500 == 0 {
					table.Forget()
				}
				if err := table.Floats(row, i*columns); err != nil || row[1] != float32(i*columns+1) {
					t.Errorf("row %d: %v, %v", i, row, err)
				}
			}
		})
	}
	group.Wait()
	if _, can := table.part.data.(onDemand); !can {
		row := make([]float32, columns)
		require.Zero(t, testing.AllocsPerRun(100, func() { _ = table.Floats(row, 4000) }))
	}
}

// TestShortened: a file that is cut while it is open is an error that says so, not the end of the program.
func TestShortened(t *testing.T) {
	const n = 1 << 16
	tensor := floats(t, "F32", make([]byte, 4*n))
	if err := os.Truncate(tensor.part.path, 1000); err != nil {
		t.Skip(err) // such as on Windows
	}
	for range 2 {
		err := tensor.Floats(make([]float32, n), 0)
		require.ErrorIs(t, err, ErrFile)
		require.ErrorContains(t, err, "when it was opened, and has fewer now")
		require.ErrorContains(t, err, tensor.part.path)
		require.NoError(t, tensor.Floats(make([]float32, 10), 0), "the beginning is there")
		require.NoError(t, tensor.part.data.close())
		tensor.part.data = onDemand{tensor.part.file}
	}
	_, err := (&Folder{parts: []*part{tensor.part}}).Digest()
	require.ErrorIs(t, err, ErrFile)
}

func BenchmarkFloats(b *testing.B) {
	for _, kind := range []string{"F64", "F32", "F16", "BF16"} {
		b.Run(kind, func(b *testing.B) {
			const n = 1 << 20
			tensor, dst := floats(b, kind, make([]byte, n*types[kind].bytes)), make([]float32, n)
			b.SetBytes(int64(n * types[kind].bytes))
			for b.Loop() {
				if err := tensor.Floats(dst, 0); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkRow(b *testing.B) {
	tensor, row := floats(b, "F32", make([]byte, 4<<20)), make([]float32, 768)
	for b.Loop() {
		if err := tensor.Floats(row, 1<<18); err != nil {
			b.Fatal(err)
		}
	}
}

func Example() {
	folder, err := Open(filepath.Join("testdata", "parts"))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer folder.Close()
	table, _ := folder.Find("single")
	row := make([]float32, table.Shape[1])
	err = table.Floats(row, 2*len(row)) // the third row
	fmt.Println(table.Type, table.Shape, row, err)
	// Output: F32 [4 3] [-2.25 -2.125 -2] <nil>
}
