package compact

import (
	"encoding/binary"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/model/internal/tables"
	"parser/model/npz"
)

// gather is the inverse of tables.Hash: it finds keys for wanted places in a table.
func gather(h uint64) uint64 { return unshift(h*inverse(tables.Hash(1)), 29) }

// unshift undoes h ^ h>>n.
func unshift(h uint64, n int) uint64 {
	x := h
	for range 64 / n {
		x = h ^ x>>n
	}
	return x
}

// inverse is the inverse of an odd number modulo 2⁶⁴ (Newton's iteration).
func inverse(a uint64) uint64 {
	x := a
	for range 6 {
		x *= 2 - a*x
	}
	return x
}

func TestHashIsOneToOne(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for range 1000 {
		key := random.Uint64()
		require.Equal(t, key, gather(tables.Hash(key)))
		require.Equal(t, key, tables.Hash(gather(key)))
	}
}

// Keys that are plain numbers, wherever their bits are, lie near their places, and the table
// distinguishes all of them.
func TestHashSpreadsNumbers(t *testing.T) {
	for shift := range 48 {
		x := Index{}
		for i := range uint64(1 << 16) {
			x.keys = append(x.keys, i<<shift)
		}
		require.NoError(t, x.pack(3), "shifted by %d", shift)
		for row := 0; row < len(x.keys); row += gathered {
			var rows [gathered]uint32
			x.Find(rows[:], x.keys[row:row+gathered])
			for i := range rows {
				if row+i+1 != int(rows[i]) { // asked three million times
					t.Fatalf("shifted by %d: row %d, want %d", shift, rows[i], row+i+1)
				}
			}
		}
	}
}

// indexTwin checks an Index against a map.
type indexTwin struct {
	index Index
	rows  map[uint64]int
}

func newIndexTwin() *indexTwin { return &indexTwin{rows: map[uint64]int{}} }

func (x *indexTwin) add(t *testing.T, key uint64) {
	row, ok := x.rows[key]
	if !ok {
		row = len(x.rows)
		x.rows[key] = row
	}
	require.Equal(t, row, x.index.Add(key))
	require.Equal(t, row, x.index.Add(key))
	require.Len(t, x.index.keys, len(x.rows))
}

// find looks for a key without adding it. The index may take a key that was not added for another.
func (x *indexTwin) find(t *testing.T, key uint64) {
	if len(x.index.keys) == 0 {
		return
	}
	var rows [gathered]uint32
	x.index.Find(rows[:], []uint64{key})
	if row, ok := x.rows[key]; !ok && rows[0] != 0 {
		require.NotEqual(t, key, x.index.keys[rows[0]-1])
	} else if ok {
		require.NotZero(t, rows[0], "row %d", row)
	}
}

// check looks at all keys and at the table itself.
func (x *indexTwin) check(t *testing.T) {
	require.Len(t, x.index.keys, len(x.rows))
	for key, row := range x.rows {
		require.Equal(t, row, x.index.Add(key))
		require.Equal(t, key, x.index.keys[row])
	}
	filled := 0
	for _, b := range x.index.buckets {
		free := slices.Index(b.Values[:], 0)
		if free < 0 {
			free = len(b.Values)
		}
		filled += free
		require.Equal(t, make([]uint32, len(b.Values)-free), b.Values[free:], "filled from the first slot on")
	}
	require.Equal(t, len(x.rows), filled)
	require.LessOrEqual(t, filled, perBucket*len(x.index.buckets))
}

func TestIndexEqualsMap(t *testing.T) {
	for name, key := range map[string]func(random *rand.Rand) uint64{
		"any":               (*rand.Rand).Uint64,
		"small":             func(random *rand.Rand) uint64 { return random.Uint64N(9000) },
		"high bits only":    func(random *rand.Rand) uint64 { return random.Uint64N(9000) << 50 },
		"one place, check":  func(random *rand.Rand) uint64 { return gather(random.Uint64N(40)<<33 | 7) },
		"one place":         func(random *rand.Rand) uint64 { return gather(random.Uint64N(400)) },
		"both ends":         func(random *rand.Rand) uint64 { return gather(-random.Uint64N(400)) },
		"zero and all ones": func(random *rand.Rand) uint64 { return -random.Uint64N(2) },
	} {
		t.Run(name, func(t *testing.T) {
			random, x := rand.New(rand.NewPCG(2, 2)), newIndexTwin()
			x.find(t, 0)
			for range 6000 {
				x.add(t, key(random))
				x.find(t, key(random))
			}
			x.check(t)
		})
	}
}

func FuzzIndex(f *testing.F) {
	f.Add([]byte("one two three one two one"))
	f.Add(make([]byte, 64))
	f.Fuzz(func(t *testing.T, data []byte) {
		x := newIndexTwin()
		for ; len(data) >= 3; data = data[3:] {
			short := uint64(data[0]) | uint64(data[1])<<8
			switch data[2] % 3 {
			case 0:
				x.add(t, short)
			case 1:
				x.add(t, gather(short<<28|uint64(data[2])))
			default:
				x.find(t, binary.LittleEndian.Uint64(append(data[:2:2], 0, 0, 0, 0, 0, 0)))
			}
		}
		x.check(t)
	})
}

// What a record keeps of an index numbers the same keys.
func TestKeptIndex(t *testing.T) {
	var x, again Index
	for i := range uint64(1000) {
		x.Add(i * i)
	}
	r := npz.NewRecord()
	x.Sync(r)
	a, err := read(written(t, r.Entries()))
	require.NoError(t, err)
	r = a.Record()
	again.Sync(r)
	require.NoError(t, r.Err())
	require.Equal(t, x, again)
	require.Equal(t, 1000, again.Add(1000))
	require.Equal(t, int64(8*1001+64*len(again.buckets)), again.Size())
}

// A file's keys are different, and not chosen to lie in one place.
func TestReadIndex(t *testing.T) {
	keys := []uint64{3, 1, 2}
	x, err := ReadIndex(keys)
	require.NoError(t, err)
	require.Equal(t, NewIndex(keys), x)
	require.Equal(t, keys, x.Keys())
	_, err = ReadIndex([]uint64{3, 1, 3})
	require.ErrorIs(t, err, npz.ErrFile)
	require.ErrorContains(t, err, "two rows")
	keys = nil
	for i := range uint64(5000) {
		keys = append(keys, gather(i))
	}
	_, err = ReadIndex(keys)
	require.ErrorIs(t, err, npz.ErrFile)
	require.ErrorContains(t, err, "no hashes")
}
