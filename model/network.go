package model

import "fmt"

// Network is a frozen network with one hidden layer: with hidden sums z, an
// activation f (tanh or relu) and, optionally, direct weights w,
//
//	z = V_0 + Σ_i V_i,   h = f(z),   s_k = U_Hk + Σ_j h_j U_jk + Σ_i w_ki
//
// summed over the features that are present. Score does not allocate if there are
// at most 128 hidden units.
type Network struct {
	classes    int
	hidden     int
	activation activation
	keys       []uint64
	in         []float32 // V: a row of biases, and one for each key
	out        []float32 // U: a row for each hidden unit, and one of biases
	direct     *Linear   // or nil
	table                // a slot has 1 + the row of a key among keys, its place in V
}

var _ Model = (*Network)(nil)

// onStack is the number of hidden units that need no allocation.
const onStack = 128

// Classes returns the number of classes.
func (n *Network) Classes() int { return n.classes }

// Describe gives the size of the model in words.
func (n *Network) Describe() string {
	text := fmt.Sprintf("%d features, %d hidden units", len(n.keys), n.hidden)
	if n.direct != nil {
		text += fmt.Sprintf(", %d direct weights", n.direct.Cells())
	}
	return text
}

// Score implements Scorer.
func (n *Network) Score(dst []float32, features []uint64) {
	var room [onStack]float32
	z := room[:]
	if n.hidden > onStack {
		z = make([]float32, n.hidden)
	}
	z = z[:n.hidden]
	copy(z, n.in)
	for rest := features; len(rest) > 0; {
		some := rest[:min(gathered, len(rest))]
		rest = rest[len(some):]
		n.addRows(z, some)
	}
	n.activation.apply(z)
	output(dst, n.out, z)
	if n.direct != nil {
		n.direct.addScores(dst, features)
	}
}

// addRows adds up to gathered rows of V to z; see table.locate.
func (n *Network) addRows(z []float32, features []uint64) {
	var rows [gathered]uint32
	n.locate(&rows, features)
	for i := range features {
		prefetch(n.row(rows[i]))
	}
	for i := range features {
		if rows[i] != 0 {
			addTo(z, n.row(rows[i]))
		}
	}
}

func (n *Network) row(i uint32) []float32 { return n.in[int(i)*n.hidden : (int(i)+1)*n.hidden] }

// output sets dst to what hidden units h and the biases make of it.
func output(dst, out, h []float32) {
	classes := len(dst)
	copy(dst, out[len(h)*classes:])
	for j, h := range h {
		if h == 0 {
			continue
		}
		row := out[j*classes : (j+1)*classes]
		for k := range dst {
			dst[k] += float32(h * row[k])
		}
	}
}
