package model

import (
	"bytes"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/model/npz"
)

// written returns a file of entries.
func written(t testing.TB, entries []npz.Entry) []byte {
	var b bytes.Buffer
	require.NoError(t, npz.Write(&b, entries))
	return b.Bytes()
}

// read reads a file of entries.
func read(data []byte) (*npz.Arrays, error) {
	return npz.Read(bytes.NewReader(data), int64(len(data)))
}

// stateOf returns the bytes of a file that keeps a state.
func stateOf(t testing.TB, keep func(*npz.Record)) []byte {
	r := npz.NewRecord()
	keep(r)
	require.NoError(t, r.Err())
	return written(t, r.Entries())
}

// restored calls keep with the record in a file.
func restored(t testing.TB, file []byte, keep func(*npz.Record)) error {
	a, err := read(file)
	require.NoError(t, err)
	r := a.Record()
	keep(r)
	return r.Err()
}

// A learner that was kept and restored learns like one that went on, to the last bit.
func TestKeptLearnersGoOn(t *testing.T) {
	everySpec(t, func(t *testing.T, s Spec) {
		set(&s, "min-updates", 2)
		decisions := randomDecisions(7, 120)
		whole := teach(t, s, someClasses, decisions, nil)
		half := teach(t, s, someClasses, decisions[:60], nil)
		again, err := s.New(someClasses)
		require.NoError(t, err)
		file := stateOf(t, half.Sync)
		require.NoError(t, restored(t, file, again.Sync))
		require.Equal(t, file, stateOf(t, again.Sync))
		scores := make([]float32, someClasses)
		for _, d := range decisions[60:] {
			again.Score(scores, d.Features)
			again.Learn(d, scores)
		}
		require.Equal(t, stateOf(t, whole.Sync), stateOf(t, again.Sync))
		require.Equal(t, written(t, whole.Freeze().Entries("")), written(t, again.Freeze().Entries("")))
	})
}

// So do examples, even if memory is full, and their random choices.
func TestKeptExamplesGoOn(t *testing.T) {
	for _, limit := range []int64{0, 6000} {
		fill := func(e *Examples, decisions []*Decision) *Examples {
			for _, d := range decisions {
				e.Add(d)
			}
			learner := teach(t, specOf(t, "perceptron"), someClasses, nil, nil)
			e.Pass(learner, 1, rand.New(rand.NewPCG(9, 9)))
			return e
		}
		decisions := randomDecisions(3, 200)
		whole := fill(fill(NewExamples(limit, 4), decisions[:100]), decisions[100:])
		again := NewExamples(limit, 5)
		require.NoError(t, restored(t, stateOf(t, fill(NewExamples(limit, 4), decisions[:100]).Sync), again.Sync))
		fill(again, decisions[100:])
		require.Equal(t, stateOf(t, whole.Sync), stateOf(t, again.Sync))
		require.Equal(t, whole.size(), again.size())
		require.Equal(t, limit > 0, whole.full)
	}
}

// Arrays of a damaged record that do not fit together are refused, and a learner restored from
// others does not panic.
func TestDamagedRecordsAreRefused(t *testing.T) {
	for _, name := range []string{"arow", "nn"} {
		s := specOf(t, name)
		decisions := randomDecisions(7, 30)
		r := npz.NewRecord()
		teach(t, s, someClasses, decisions, nil).Sync(r)
		refused := 0
		for i, e := range r.Entries() {
			for _, damaged := range damagedItems(e.Data) {
				entries := slices.Clone(r.Entries())
				entries[i].Data = damaged
				l, err := s.New(someClasses)
				require.NoError(t, err)
				if err := restored(t, written(t, entries), l.Sync); err != nil {
					require.ErrorIs(t, err, npz.ErrFile)
					refused++
					continue
				}
				scores := make([]float32, someClasses)
				for _, d := range decisions {
					l.Score(scores, d.Features)
					l.Learn(d, scores)
				}
				l.Freeze()
			}
		}
		require.Greater(t, refused, len(r.Entries()))
	}
}

// damagedItems returns a slice without its last item, with one more, and with single items whose
// bits are all set.
func damagedItems(data any) []any {
	switch items := data.(type) {
	case []uint8:
		return damage(items, math.MaxUint8)
	case []uint16:
		return damage(items, math.MaxUint16)
	case []uint32:
		return damage(items, math.MaxUint32)
	case []uint64:
		return damage(items, math.MaxUint64)
	}
	return nil
}

func damage[T uint8 | uint16 | uint32 | uint64 | float32 | float64](items []T, most T) (all []any) {
	if len(items) == 0 {
		return []any{[]T{most}}
	}
	all = append(all, items[:len(items)-1], append(slices.Clone(items), most))
	for i := 0; i < len(items); i += 1 + len(items)/20 {
		other := slices.Clone(items)
		other[i] = most
		all = append(all, other)
	}
	return all
}

// FuzzKept changes an item of a learner that was kept: the record is refused, or the restored learner scores, learns
// and freezes.
func FuzzKept(f *testing.F) {
	decisions := randomDecisions(7, 30)
	var kept [][]npz.Entry
	var specs []Spec
	for _, name := range []string{"perceptron", "arow", "sgd+", "nn-ftrl"} {
		s := specOf(f, name)
		r := npz.NewRecord()
		teach(f, s, someClasses, decisions, nil).Sync(r)
		kept, specs = append(kept, r.Entries()), append(specs, s)
	}
	f.Add(uint8(0), uint8(0), uint16(0), uint64(math.MaxUint64))
	f.Add(uint8(1), uint8(5), uint16(3), uint64(1))
	f.Add(uint8(3), uint8(9), uint16(7), math.Float64bits(math.NaN()))
	f.Fuzz(func(t *testing.T, learner, entry uint8, item uint16, value uint64) {
		own := int(learner) % len(kept)
		entries := slices.Clone(kept[own])
		e := &entries[int(entry)%len(entries)]
		e.Data = changed(e.Data, int(item), value)
		l, err := specs[own].New(someClasses)
		require.NoError(t, err)
		if err := restored(t, written(t, entries), l.Sync); err != nil {
			require.ErrorIs(t, err, npz.ErrFile)
			return
		}
		scores := make([]float32, someClasses)
		for _, d := range decisions {
			l.Score(scores, d.Features)
			l.Learn(d, scores)
		}
		l.Freeze()
	})
}

// changed returns a copy of items in which one has the bits of a value.
func changed(data any, at int, value uint64) any {
	switch items := data.(type) {
	case []uint8:
		return with(items, at, uint8(value))
	case []uint16:
		return with(items, at, uint16(value))
	case []uint32:
		return with(items, at, uint32(value))
	case []uint64:
		return with(items, at, value)
	case []float32:
		return with(items, at, math.Float32frombits(uint32(value)))
	case []float64:
		return with(items, at, math.Float64frombits(value))
	}
	return data
}

// with returns a copy of items with one replaced, or with one item if it is empty.
func with[T uint8 | uint16 | uint32 | uint64 | float32 | float64](items []T, at int, value T) []T {
	if len(items) == 0 {
		return []T{value}
	}
	items = slices.Clone(items)
	items[at%len(items)] = value
	return items
}
