package compact

import (
	"bytes"
	"encoding/binary"
	"math"
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

// decoded returns the numbers that bytes are, without what remains of the bytes.
func decoded[T int8 | int16 | uint8 | uint16 | uint32 | uint64 | float32](t *testing.T, data []byte) []T {
	numbers := make([]T, len(data)/binary.Size(*new(T)))
	_, err := binary.Decode(data, binary.LittleEndian, numbers)
	require.NoError(t, err)
	return numbers
}

// reread writes the entries and reads them as a model.
func reread(t testing.TB, entries []npz.Entry, classes int) (*Linear, error) {
	a, err := read(written(t, entries))
	require.NoError(t, err)
	return ReadLinear(a, "0/", classes)
}

func TestLinearRoundTrip(t *testing.T) {
	for _, rows := range []int{0, 1, 50, 500} {
		l := randomLinear(uint64(rows), rows)
		again, err := reread(t, l.Entries("0/"), someClasses)
		require.NoError(t, err)
		requireSame(t, l, again)
		require.Equal(t, written(t, l.Entries("0/")), written(t, again.Entries("0/")))
	}
}

// Several models live in one file, each under its own prefix.
func TestPrefixesSetModelsApart(t *testing.T) {
	one, two := randomLinear(1, 40), randomLinear(2, 60)
	a, err := read(written(t, append(one.Entries("0/"), two.Entries("1/")...)))
	require.NoError(t, err)
	for prefix, want := range map[string]*Linear{"0/": one, "1/": two} {
		got, err := ReadLinear(a, prefix, someClasses)
		require.NoError(t, err)
		requireSame(t, want, got)
	}
	_, err = ReadLinear(a, "2/", someClasses)
	require.ErrorIs(t, err, npz.ErrFile)
}

// rows are the arrays of a model of two rows, with three weights for three classes.
type rows struct {
	keys     []uint64
	lengths  []uint16
	classes  []uint16
	weights  []float32
	expected int // how many classes the caller expects
}

func goodRows() *rows {
	return &rows{[]uint64{7, 1 << 63}, []uint16{2, 1}, []uint16{0, 2, 1}, []float32{1, -2, 0.5}, 3}
}

func (r *rows) entries() []npz.Entry {
	return []npz.Entry{{Name: "0/keys", Data: r.keys}, {Name: "0/lengths", Data: r.lengths}, {Name: "0/classes", Data: r.classes},
		{Name: "0/weights", Data: r.weights}}
}

func TestReadLinear(t *testing.T) {
	l, err := reread(t, goodRows().entries(), 3)
	require.NoError(t, err)
	scores := make([]float32, 3)
	l.Score(scores, []uint64{1 << 63, 7, 7, 8})
	require.Equal(t, []float32{2, 0.5, -4}, scores)
	require.Equal(t, []int{3, 3}, []int{l.Classes(), l.Weights()})
	require.Equal(t, "2 features, 3 weights", l.Describe())
}

// Arrays of the right types that do not make a model are refused.
func TestReadLinearRefuses(t *testing.T) {
	for why, damage := range map[string]func(r *rows){
		"a class too many":      func(r *rows) { r.classes[1] = 3 },
		"fewer classes":         func(r *rows) { r.expected = 2 },
		"no classes":            func(r *rows) { r.expected = 0 },
		"negative classes":      func(r *rows) { r.expected = -1 },
		"not a number":          func(r *rows) { r.weights[0] = float32(math.NaN()) },
		"infinite":              func(r *rows) { r.weights[2] = float32(math.Inf(1)) },
		"minus infinite":        func(r *rows) { r.weights[2] = float32(math.Inf(-1)) },
		"a row without weights": func(r *rows) { r.lengths = []uint16{3, 0} },
		"a row too long":        func(r *rows) { r.lengths[1] = 2 },
		"a row too short":       func(r *rows) { r.lengths[0] = 1 },
		"a row without length":  func(r *rows) { r.lengths = r.lengths[:1] },
		"a length without row":  func(r *rows) { r.keys = r.keys[:1] },
		"a weight too few":      func(r *rows) { r.weights = r.weights[:2] },
		"a class too few":       func(r *rows) { r.classes = r.classes[:2] },
		"no rows but weights":   func(r *rows) { r.keys, r.lengths = nil, nil },
		"a feature twice":       func(r *rows) { r.keys[1] = r.keys[0] },
	} {
		r := goodRows()
		damage(r)
		_, err := reread(t, r.entries(), r.expected)
		require.ErrorIs(t, err, npz.ErrFile, why)
	}
	for i, e := range goodRows().entries() {
		_, err := reread(t, slices.Delete(goodRows().entries(), i, i+1), 3)
		require.ErrorIs(t, err, npz.ErrFile)
		require.ErrorContains(t, err, e.Name, "a missing array is named")
		entries := goodRows().entries()
		entries[i].Data = []uint8{1, 2, 3}
		_, err = reread(t, entries, 3)
		require.ErrorIs(t, err, npz.ErrFile)
		require.ErrorContains(t, err, e.Name, "an array of another type is named")
	}
}

// Features chosen to share one place would make reading quadratic.
func TestReadLinearRefusesChosenFeatures(t *testing.T) {
	const many = 200_000
	r := &rows{expected: 1, classes: make([]uint16, many), weights: make([]float32, many)}
	for i := range uint64(many) {
		r.keys, r.lengths = append(r.keys, gather(i)), append(r.lengths, 1)
	}
	_, err := reread(t, r.entries(), 1)
	require.ErrorIs(t, err, npz.ErrFile)
	for i := range r.keys {
		r.keys[i] = uint64(i) << 32
	}
	_, err = reread(t, r.entries(), 1)
	require.NoError(t, err, "features need not be hashes as long as they are not chosen")
}

// A whole file with one bit flipped is refused or gives the same model.
func TestFlippedBitsOfAModel(t *testing.T) {
	l := randomLinear(1, 2)
	data := written(t, l.Entries("0/"))
	for i := range data {
		for bit := range 8 {
			data[i] ^= 1 << bit
			a, err := read(data)
			var got *Linear
			if err == nil {
				got, err = ReadLinear(a, "0/", someClasses)
			}
			if err == nil {
				requireSame(t, l, got)
			} else {
				require.ErrorIs(t, err, npz.ErrFile)
			}
			data[i] ^= 1 << bit
		}
	}
}

// FuzzReadLinear makes the four arrays out of any bytes: refused with npz.ErrFile, or
// a model that scores and comes out as it went in.
func FuzzReadLinear(f *testing.F) {
	good := goodRows()
	var b bytes.Buffer
	for _, array := range []any{good.keys, good.lengths, good.classes, good.weights} {
		require.NoError(f, binary.Write(&b, binary.LittleEndian, array))
	}
	f.Add(uint8(2), uint8(2), uint8(3), b.Bytes())
	f.Add(uint8(0), uint8(0), uint8(0), []byte{})
	f.Fuzz(func(t *testing.T, keys, lengths, classes uint8, data []byte) {
		take := func(n int) []byte {
			some := make([]byte, n)
			data = data[copy(some, data):]
			return some
		}
		r := &rows{
			decoded[uint64](t, take(8*int(keys))), decoded[uint16](t, take(2*int(lengths))), decoded[uint16](t, take(2*int(classes))),
			decoded[float32](t, data), someClasses,
		}
		l, err := reread(t, r.entries(), someClasses)
		if err != nil {
			require.ErrorIs(t, err, npz.ErrFile)
			return
		}
		l.Score(make([]float32, someClasses), append(l.index.keys, 1, 2, 3))
		again, err := reread(t, l.Entries("0/"), someClasses)
		require.NoError(t, err)
		requireSame(t, l, again)
	})
}

// FuzzFile reads any file: refused with ErrFile, or a model that scores.
func FuzzFile(f *testing.F) {
	l := randomLinear(1, 3)
	f.Add(written(f, l.Entries("0/")))
	f.Add(written(f, l.Quantized().Entries("0/")))
	f.Fuzz(func(t *testing.T, data []byte) {
		a, err := read(data)
		if err != nil {
			require.ErrorIs(t, err, npz.ErrFile)
			return
		}
		if l, err := ReadLinear(a, "0/", someClasses); err == nil {
			l.Score(make([]float32, someClasses), l.index.keys)
		} else {
			require.ErrorIs(t, err, npz.ErrFile)
		}
		if s, err := ReadSmall(a, "0/", someClasses); err == nil {
			s.Score(make([]float32, someClasses), []uint64{1, 2, 3})
		} else {
			require.ErrorIs(t, err, npz.ErrFile)
		}
	})
}
