package model

import (
	"bytes"
	"encoding/binary"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// reread writes the entries and reads them as a model.
func reread(t testing.TB, entries []Entry, classes int) (*Linear, error) {
	a, err := readNPZ(written(t, entries))
	require.NoError(t, err)
	return readLinear(a, "0/", classes)
}

func TestLinearRoundTrip(t *testing.T) {
	for _, decisions := range []int{0, 1, 50, 500} {
		_, l := trained(uint64(decisions), decisions)
		again, err := reread(t, l.Entries("0/"), someClasses)
		require.NoError(t, err)
		requireSame(t, l, again)
		require.Equal(t, written(t, l.Entries("0/")), written(t, again.Entries("0/")))
	}
}

// Several models live in one file, each under its own prefix.
func TestPrefixesSetModelsApart(t *testing.T) {
	_, one := trained(1, 40)
	_, two := trained(2, 60)
	a, err := readNPZ(written(t, append(one.Entries("0/"), two.Entries("1/")...)))
	require.NoError(t, err)
	for prefix, want := range map[string]*Linear{"0/": one, "1/": two} {
		got, err := readLinear(a, prefix, someClasses)
		require.NoError(t, err)
		requireSame(t, want, got)
	}
	_, err = readLinear(a, "2/", someClasses)
	require.ErrorIs(t, err, ErrFile)
}

// rows are the arrays of a model of two rows, with three weights for three classes.
type rows struct {
	keys     []uint64
	lengths  []uint16
	classes  []uint16
	weights  []float32
	expected int // classes that the caller asks for
}

func goodRows() *rows {
	return &rows{[]uint64{7, 1 << 63}, []uint16{2, 1}, []uint16{0, 2, 1}, []float32{1, -2, 0.5}, 3}
}

func (r *rows) entries() []Entry {
	return []Entry{{Name: "0/keys", Data: r.keys}, {Name: "0/lengths", Data: r.lengths}, {Name: "0/classes", Data: r.classes}, {Name: "0/weights", Data: r.weights}}
}

func TestReadLinear(t *testing.T) {
	l, err := reread(t, goodRows().entries(), 3)
	require.NoError(t, err)
	scores := make([]float32, 3)
	l.Score(scores, []uint64{1 << 63, 7, 7, 8})
	require.Equal(t, []float32{2, 0.5, -4}, scores)
	require.Equal(t, []int{3, 2, 3}, []int{l.Classes(), l.Rows(), l.Cells()})
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
		require.ErrorIs(t, err, ErrFile, why)
	}
	for i, e := range goodRows().entries() {
		_, err := reread(t, slices.Delete(goodRows().entries(), i, i+1), 3)
		require.ErrorIs(t, err, ErrFile)
		require.ErrorContains(t, err, e.Name, "a missing array is named")
		entries := goodRows().entries()
		entries[i].Data = []uint8{1, 2, 3}
		_, err = reread(t, entries, 3)
		require.ErrorIs(t, err, ErrFile)
		require.ErrorContains(t, err, e.Name, "an array of another type is named")
	}
}

// Features that were chosen to fall on one place would make reading quadratic.
func TestReadLinearRefusesChosenFeatures(t *testing.T) {
	const many = 200_000
	r := &rows{expected: 1, classes: make([]uint16, many), weights: make([]float32, many)}
	for i := range uint64(many) {
		r.keys, r.lengths = append(r.keys, gather(i)), append(r.lengths, 1)
	}
	_, err := reread(t, r.entries(), 1)
	require.ErrorIs(t, err, ErrFile)
	for i := range r.keys {
		r.keys[i] = uint64(i) << 32
	}
	_, err = reread(t, r.entries(), 1)
	require.NoError(t, err, "features need not be hashes as long as they are not chosen")
}

// A whole file with one bit flipped is refused or gives the same model.
func TestFlippedBitsOfAModel(t *testing.T) {
	_, l := trained(1, 2)
	data := written(t, l.Entries("0/"))
	for i := range data {
		for bit := range 8 {
			data[i] ^= 1 << bit
			a, err := readNPZ(data)
			var got *Linear
			if err == nil {
				got, err = readLinear(a, "0/", someClasses)
			}
			if err == nil {
				requireSame(t, l, got)
			} else {
				require.ErrorIs(t, err, ErrFile)
			}
			data[i] ^= 1 << bit
		}
	}
}

// FuzzReadLinear makes the four arrays out of any bytes: refused with ErrFile, or
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
		a := &Arrays{raw: map[string]array{
			"0/keys.npy":    {"<u8", [2]int{int(keys)}, take(8 * int(keys))},
			"0/lengths.npy": {"<u2", [2]int{int(lengths)}, take(2 * int(lengths))},
			"0/classes.npy": {"<u2", [2]int{int(classes)}, take(2 * int(classes))},
		}}
		a.raw["0/weights.npy"] = array{"<f4", [2]int{len(data) / 4}, data[:len(data)/4*4]}
		l, err := readLinear(a, "0/", someClasses)
		if err != nil {
			require.ErrorIs(t, err, ErrFile)
			return
		}
		l.Score(make([]float32, someClasses), append(l.keys, 1, 2, 3))
		again, err := reread(t, l.Entries("0/"), someClasses)
		require.NoError(t, err)
		requireSame(t, l, again)
	})
}
