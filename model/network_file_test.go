package model

import (
	"bytes"
	"encoding/binary"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/model/internal/tables"
	"parser/model/npz"
)

// shape is the arrays of a network of two features, two hidden units and three
// classes.
type shape struct {
	network  []uint16
	hidden   []uint64
	in, out  []float32
	direct   []npz.Entry
	expected int // how many classes the caller expects
}

func goodShape() *shape {
	return &shape{[]uint16{2, 1}, []uint64{7, 1 << 63}, []float32{0.5, -1, 1, 0, 2, 3},
		[]float32{1, 0, -1, 0, 2, 4, 10, 20, 30}, nil, 3}
}

// direct is a linear model of two rows, with three weights for three classes.
func direct() []npz.Entry {
	return []npz.Entry{
		{Name: "0/keys", Data: []uint64{7, 1 << 63}}, {Name: "0/lengths", Data: []uint16{2, 1}},
		{Name: "0/classes", Data: []uint16{0, 2, 1}}, {Name: "0/weights", Data: []float32{1, -2, 0.5}},
	}
}

func (s *shape) entries() []npz.Entry {
	entries := []npz.Entry{{Name: "0/network", Data: s.network}, {Name: "0/hidden", Data: s.hidden}, {Name: "0/in", Data: s.in}, {Name: "0/out", Data: s.out}}
	return append(entries, s.direct...)
}

func (s *shape) read(t testing.TB) (Model, error) {
	a, err := read(written(t, s.entries()))
	require.NoError(t, err)
	return ReadModel(a, "0/", s.expected)
}

// Worked by hand: features 7 twice and 1<<63 have z = (4.5, 2); relu keeps both.
func TestReadNetwork(t *testing.T) {
	m, err := goodShape().read(t)
	require.NoError(t, err)
	require.Equal(t, []float32{14.5, 24, 33.5}, scoresOf(m, []uint64{7, 1 << 63, 7, 8}))
	require.Equal(t, []float32{10.5, 20, 29.5}, scoresOf(m, nil), "the biases, of which relu leaves one")
	require.Equal(t, "2 features, 2 hidden units", m.Describe())
	s := goodShape()
	s.network[1] = uint16(tanh)
	m, err = s.read(t)
	require.NoError(t, err)
	a, b := math.Tanh(0.5), math.Tanh(-1)
	require.InDeltaSlice(t, []float64{10 + a, 20 + 2*b, 30 - a + 4*b}, scoresOf(m, nil), 1e-5)
	s = goodShape()
	s.direct = direct()
	m, err = s.read(t)
	require.NoError(t, err)
	require.Equal(t, []float32{16.5, 24.5, 29.5}, scoresOf(m, []uint64{7, 1 << 63, 7, 8}))
	require.Equal(t, "2 features, 2 hidden units, 3 direct weights", m.Describe())
}

// The two units of each class, by hand: the feature 7 adds 1 to the units of class 0, 2 to those of class 1 and 3 to those of class 2.
func TestReadNetworkOfOwnUnits(t *testing.T) {
	s := goodShape()
	s.network = append(s.network, 1)
	s.in = []float32{0.5, -1, 0, 0, 0, 1, 1, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0}
	m, err := s.read(t)
	require.NoError(t, err)
	require.Equal(t, []float32{11.5, 24, 43}, scoresOf(m, []uint64{7, 1 << 63}))
	require.Equal(t, []float32{10.5, 20, 34}, scoresOf(m, nil), "relu leaves one unit of class 0, and one of class 2")
	require.Equal(t, "2 features, 2 hidden units of each class", m.Describe())
	again, err := read(written(t, m.Entries("0/")))
	require.NoError(t, err)
	same, err := ReadModel(again, "0/", 3)
	require.NoError(t, err)
	require.Equal(t, m, same)
	s.network[2] = 0
	_, err = s.read(t)
	require.ErrorIs(t, err, npz.ErrFile)
	s.network[2], s.in = 1, s.in[:6]
	_, err = s.read(t)
	require.ErrorIs(t, err, npz.ErrFile)
}

// Arrays of the right types that do not make a network are refused.
func TestReadNetworkRefuses(t *testing.T) {
	for why, damage := range map[string]func(s *shape){
		"no hidden units":         func(s *shape) { s.network[0] = 0 },
		"other hidden units":      func(s *shape) { s.network[0] = 3 },
		"too many hidden units":   func(s *shape) { s.network[0] = maxHidden + 1 },
		"unknown activation":      func(s *shape) { s.network[1] = uint16(activations) },
		"half a shape":            func(s *shape) { s.network = s.network[:1] },
		"no shape":                func(s *shape) { s.network = nil },
		"a shape too long":        func(s *shape) { s.network = append(s.network, 0) },
		"a feature too few":       func(s *shape) { s.hidden = s.hidden[:1] },
		"a feature twice":         func(s *shape) { s.hidden[1] = s.hidden[0] },
		"a weight too few":        func(s *shape) { s.in = s.in[:5] },
		"no biases":               func(s *shape) { s.in = s.in[:4] },
		"not a number":            func(s *shape) { s.in[3] = float32(math.NaN()) },
		"infinite":                func(s *shape) { s.out[3] = float32(math.Inf(1)) },
		"an output too few":       func(s *shape) { s.out = s.out[:8] },
		"fewer classes":           func(s *shape) { s.expected = 2 },
		"more classes":            func(s *shape) { s.expected = 4 },
		"no classes":              func(s *shape) { s.expected = 0 },
		"negative classes":        func(s *shape) { s.expected = -1 },
		"damaged direct weights":  func(s *shape) { s.direct = direct(); s.direct[2].Data.([]uint16)[0] = 3 },
		"incomplete direct parts": func(s *shape) { s.direct = direct(); s.direct[1].Data = []uint16{2} },
	} {
		s := goodShape()
		damage(s)
		_, err := s.read(t)
		require.ErrorIs(t, err, npz.ErrFile, why)
	}
	for i := 1; i < len(goodShape().entries()); i++ {
		a, err := read(written(t, slices.Delete(goodShape().entries(), i, i+1)))
		require.NoError(t, err)
		_, err = ReadModel(a, "0/", 3)
		require.ErrorIs(t, err, npz.ErrFile)
		require.ErrorContains(t, err, goodShape().entries()[i].Name, "a missing array is named")
	}
}

func TestReadNetworkRefusesChosenFeatures(t *testing.T) {
	s := &shape{[]uint16{1, 0}, nil, []float32{0}, make([]float32, 2), nil, 1}
	const many = 2000
	for key := uint64(0); len(s.hidden) < many; key++ {
		if tables.BucketOf(tables.Hash(key), many/5) == 0 { // the first bucket of all
			s.hidden, s.in = append(s.hidden, key), append(s.in, 1)
		}
	}
	_, err := s.read(t)
	require.ErrorIs(t, err, npz.ErrFile)
	require.ErrorContains(t, err, "no hashes")
}

// A network file with one bit flipped is refused or gives the same model.
func TestFlippedBitsOfANetwork(t *testing.T) {
	s := goodShape()
	s.direct = direct()
	data := written(t, s.entries())
	want, err := s.read(t)
	require.NoError(t, err)
	for i := range data {
		for bit := range 8 {
			data[i] ^= 1 << bit
			a, err := read(data)
			var got Model
			if err == nil {
				got, err = ReadModel(a, "0/", 3)
			}
			if err != nil {
				require.ErrorIs(t, err, npz.ErrFile)
			} else if n, ok := got.(*network); ok {
				require.Equal(t, want.(*network).in, n.in)
				require.Equal(t, want.(*network).out, n.out)
			}
			data[i] ^= 1 << bit
		}
	}
}

// FuzzReadNetwork makes arrays from any bytes: they are refused with npz.ErrFile, or give a model
// that scores and survives a round trip.
func FuzzReadNetwork(f *testing.F) {
	good := goodShape()
	var b bytes.Buffer
	for _, array := range []any{good.hidden, good.in, good.out} {
		require.NoError(f, binary.Write(&b, binary.LittleEndian, array))
	}
	f.Add(uint16(2), uint16(1), uint8(2), uint8(6), b.Bytes())
	f.Add(uint16(1), uint16(0), uint8(0), uint8(1), make([]byte, 4*7))
	f.Fuzz(func(t *testing.T, units, activation uint16, keys, in uint8, data []byte) {
		take := func(n int) []byte {
			some := make([]byte, n)
			data = data[copy(some, data):]
			return some
		}
		s := &shape{network: []uint16{units, activation}, hidden: make([]uint64, keys), in: make([]float32, in), expected: 3}
		_, err := binary.Decode(take(8*int(keys)), binary.LittleEndian, s.hidden)
		require.NoError(t, err)
		_, err = binary.Decode(take(4*int(in)), binary.LittleEndian, s.in)
		require.NoError(t, err)
		s.out = make([]float32, len(data)/4)
		_, err = binary.Decode(data, binary.LittleEndian, s.out)
		require.NoError(t, err)
		m, err := s.read(t)
		if err != nil {
			require.ErrorIs(t, err, npz.ErrFile)
			return
		}
		n := m.(*network)
		scoresOf(m, append(slices.Clone(n.index.Keys()), 1, 2, 3))
		saved, err := read(written(t, m.Entries("0/")))
		require.NoError(t, err)
		again, err := ReadModel(saved, "0/", 3)
		require.NoError(t, err)
		require.Equal(t, n.index.Keys(), again.(*network).index.Keys())
		require.Equal(t, n.in, again.(*network).in)
		require.Equal(t, n.out, again.(*network).out)
	})
}
