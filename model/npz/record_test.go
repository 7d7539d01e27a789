package npz

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// stateOf returns the bytes of a file that keeps a state.
func stateOf(t testing.TB, keep func(*Record)) []byte {
	r := NewRecord()
	keep(r)
	require.NoError(t, r.Err())
	return written(t, r.Entries())
}

// restored calls keep with the record in a file.
func restored(t testing.TB, file []byte, keep func(*Record)) error {
	a, err := read(file)
	require.NoError(t, err)
	r := a.Record()
	keep(r)
	return r.Err()
}

// The parts of a record are what they were, and another kind of number is refused.
func TestRecords(t *testing.T) {
	type parts struct {
		N     int
		X     float64
		Yes   bool
		Words []uint32
		Lists [][]int32
		Texts [][]byte
		Known map[string]int
	}
	keep := func(p *parts) func(*Record) {
		return func(r *Record) {
			r.Numbers("numbers", &p.N, &p.X, &p.Yes)
			KeepItems(r.Part("a").Part("b"), "words", &p.Words)
			KeepLists(r, "lists", &p.Lists)
			KeepLists(r, "texts", &p.Texts)
			r.JSON("known", &p.Known)
		}
	}
	want := parts{1<<53 - 1, math.Inf(-1), true, []uint32{1, math.MaxUint32}, [][]int32{{}, {-1, math.MinInt32}, {}},
		[][]byte{{}, []byte("\x00ü"), []byte("x")}, map[string]int{"a": 1}}
	var got parts
	file := stateOf(t, keep(&want))
	require.NoError(t, restored(t, file, keep(&got)))
	require.Equal(t, want, got)

	r := NewRecord()
	r.Numbers("text", new(string))
	require.EqualError(t, r.Err(), "text: *string is no number")
	r.Fail(fmt.Errorf("another"))
	require.EqualError(t, r.Err(), "text: *string is no number", "the first")
	require.ErrorIs(t, restored(t, file, func(r *Record) { KeepItems(r, "numbers", new([]uint8)) }), ErrFile)
	require.ErrorIs(t, restored(t, file, func(r *Record) { r.Numbers("numbers", new(int)) }), ErrFile)
	require.ErrorIs(t, restored(t, file, func(r *Record) { r.JSON("known", new(int)) }), ErrFile)
	require.ErrorIs(t, restored(t, file, func(r *Record) { r.Random("known", new(rand.PCG)) }), ErrFile)
}
