package model

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"parser/model/internal/compact"
	"parser/model/internal/tables"
	"parser/model/npz"
)

// network is a frozen network with one hidden layer: with hidden sums z, an
// activation f (tanh or relu) and, optionally, direct weights w,
//
//	z = V_0 + Σ_i V_i,   h = f(z),   s_k = U_Hk + Σ_j h_j U_jk + Σ_i w_ki
//
// summed over the features that are present. Where each class has hidden units of its own, as many as the others, z_kj and h_kj take the
// places of z_j and h_j.
type network struct {
	classes    int
	hidden     int  // units, of each class or of all
	own        bool // whether each class has units of its own
	activation activation
	index      compact.Index
	in         []float32       // V: a row of biases, and one for each feature; the units of a class follow those of the one before
	out        []float32       // U: a row for each hidden unit, and one of biases
	direct     *compact.Linear // or nil
}

var _ Model = (*network)(nil)

const onStack = 512 // hidden units that need no allocation

func (n *network) Classes() int { return n.classes }

func (n *network) Describe() string {
	text := fmt.Sprintf("%d features, %d hidden units", len(n.index.Keys()), n.hidden)
	if n.own {
		text += " of each class"
	}
	if n.direct != nil {
		text += fmt.Sprintf(", %d direct weights", n.direct.Weights())
	}
	return text
}

// units returns how many hidden units there are in all, and how far those of a class are from those of the next.
func (n *network) units() (sum, apart int) {
	if n.own {
		return n.hidden * n.classes, n.hidden
	}
	return n.hidden, 0
}

func (n *network) Score(dst []float32, features []uint64) {
	var room [onStack]float32
	units, apart := n.units()
	z := append(room[:0], n.in[:units]...)
	for some := range slices.Chunk(features, gathered) { // see compact.Index
		var rows, room [gathered]uint32
		n.index.Find(rows[:], some)
		starts := room[:0]
		for _, row := range rows[:len(some)] {
			if row != 0 {
				starts = append(starts, row*uint32(units))
			}
		}
		tables.AddRows(z, n.in, starts)
	}
	n.activation.apply(z)
	output(dst, n.out, z, apart)
	if n.direct != nil {
		n.direct.AddScores(dst, features)
	}
}

// output sets dst to the scores by the weights U, of units h that are apart by so much from those of the next class.
func output(dst, out, h []float32, apart int) {
	classes := len(dst)
	units := len(out)/classes - 1
	copy(dst, out[units*classes:])
	for j := range units {
		row := out[j*classes : (j+1)*classes]
		for k := range dst {
			dst[k] += float32(h[j+k*apart] * row[k])
		}
	}
}

// Entries returns the arrays that hold the model; their names start with prefix:
//
//	network  uint16   how many hidden units there are, the activation: 0 tanh, 1 relu; and 1 if these are those of each class
//	hidden   uint64   the features of the hidden layer
//	in       float32  the biases of the hidden units, and the weights of each feature
//	out      float32  the weights of each hidden unit for the classes, and the biases of these
//
// and, if it has direct connections, those of a compact.Linear.
func (n *network) Entries(prefix string) []npz.Entry {
	shape := []uint16{uint16(n.hidden), uint16(n.activation)}
	if n.own {
		shape = append(shape, 1)
	}
	entries := []npz.Entry{
		{Name: prefix + networkEntry, Data: shape},
		{Name: prefix + "hidden", Data: n.index.Keys()}, {Name: prefix + "in", Data: n.in}, {Name: prefix + "out", Data: n.out},
	}
	if n.direct != nil {
		entries = append(entries, n.direct.Entries(prefix)...)
	}
	return entries
}

// activation is the function that a hidden unit applies to its sum.
type activation uint16

// The numbers of activations, as model files have them.
const (
	tanh activation = iota
	relu
	activations
)

func (a activation) apply(z []float32) {
	for i, x := range z {
		if a == tanh {
			z[i] = float32(math.Tanh(float64(x)))
		} else {
			z[i] = max(0, x)
		}
	}
}

// derivative returns the derivative at the point where the activation is h.
func (a activation) derivative(h float64) float64 {
	switch {
	case a == tanh:
		return 1 - float64(h*h)
	case h > 0:
		return 1
	}
	return 0
}

const networkEntry = "network" // which only networks have

// readNetwork is the inverse of Entries. It refuses (npz.ErrFile) arrays that do not fit together.
func readNetwork(a *npz.Arrays, prefix string, classes int) (*network, error) {
	shape, err := npz.Array[uint16](a, prefix+networkEntry)
	if err != nil {
		return nil, err
	}
	own := len(shape) == 3 && shape[2] == 1
	if len(shape) != 2 && !own || shape[0] == 0 || shape[0] > maxHidden || shape[1] >= uint16(activations) || classes < 1 {
		return nil, fmt.Errorf("%w: %s%s is %v, for %d classes", npz.ErrFile, prefix, networkEntry, shape, classes)
	}
	n := &network{classes: classes, hidden: int(shape[0]), own: own, activation: activation(shape[1])}
	units, _ := n.units()
	var err2, err3 error
	keys, err1 := npz.Array[uint64](a, prefix+"hidden")
	n.in, err2 = a.Finite(prefix+"in", (len(keys)+1)*units)
	n.out, err3 = a.Finite(prefix+"out", (n.hidden+1)*classes)
	if err := cmp.Or(err1, err2, err3); err != nil {
		return nil, err
	}
	if a.Has(prefix + "keys") {
		if n.direct, err = compact.ReadLinear(a, prefix, classes); err != nil {
			return nil, err
		}
	}
	n.index, err = compact.ReadIndex(keys)
	return n, err
}
