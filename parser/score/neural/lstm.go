package neural

import (
	"fmt"
	"math/rand/v2"

	"parser/model/kernel"
)

// lstm is a layer of two recurrences, one in each direction (Hochreiter & Schmidhuber 1997;
// Graves & Schmidhuber 2005). With x the input at a position and h, c the state at the one
// before (or, backwards, behind),
//
//	i, f, o = σ(xW + hU + b)    g = tanh(xW + hU + b)
//	c' = f·c + i·g              h' = o·tanh(c')
//
// and the output at a position is h' of both directions. The blocks i, f, g, o of the
// forward direction are the first half of the columns of W and b.
type lstm struct {
	units     int        // of each direction
	in        *matrix    // W: in × 8 units
	bias      *matrix    // b: 1 × 8 units
	recurrent [2]*matrix // U of each direction: units × 4 units

	packedIn, packedInBack               kernel.Panels // W, and transposed
	packedRecurrent, packedRecurrentBack [2]kernel.Panels
}

func newLSTM(name string, in, units int) *lstm {
	l := &lstm{units: units, in: newMatrix(name+"/W", in, 8*units), bias: newMatrix(name+"/b", 1, 8*units)}
	for d, direction := range []string{"forward", "backward"} {
		l.recurrent[d] = newMatrix(fmt.Sprintf("%s/%s/U", name, direction), units, 4*units)
	}
	return l
}

// draw draws the weights one begins with; the bias of forget gates is 1 (Jozefowicz et al. 2015).
func (l *lstm) draw(random *rand.Rand) {
	l.in.glorot(l.in.rows, l.units, random)
	for d := range l.recurrent {
		l.recurrent[d].orthogonal(random)
		for j := range l.units {
			l.bias.weights[(4*d+1)*l.units+j] = 1
		}
	}
}

func (l *lstm) matrices() []*matrix {
	return []*matrix{l.in, l.bias, l.recurrent[0], l.recurrent[1]}
}

// pack packs the weights for products, and for those of learning.
func (l *lstm) pack(learning bool) {
	l.packedIn.Pack(l.in.weights, l.in.rows, l.in.cols, l.in.cols, 1)
	for d, u := range l.recurrent {
		l.packedRecurrent[d].Pack(u.weights, u.rows, u.cols, u.cols, 1)
		if learning {
			l.packedRecurrentBack[d].Pack(u.weights, u.cols, u.rows, 1, u.cols)
		}
	}
	if learning {
		l.packedInBack.Pack(l.in.weights, l.in.cols, l.in.rows, 1, l.in.cols)
	}
}

// pass is what a layer has computed of a batch, a row for each of its positions.
type pass struct {
	in     []float32 // as wide as W is high
	gates  []float32 // 8 units
	cells  []float32 // c of both directions
	tanh   []float32 // … and tanh(c)
	out    []float32 // h of both directions
	before []float32 // h that the recurrence of a direction came from
	slopes []float32 // the gradient by what the gates' functions were of
	carry  []float32 // the gradient by c of each sentence
	zero   []float32 // the state before the first position
	wide   kernel.Panels
}

// multiply sets some rows of gates to xW + b.
func (l *lstm) multiply(gates, in []float32, rows int) {
	wide := l.in.cols
	for row := range rows {
		copy(gates[row*wide:][:wide], l.bias.weights)
	}
	l.packedIn.MulAdd(gates, wide, in, l.in.rows, 1, rows)
}

// forward computes the output from xW + b in s.gates.
func (l *lstm) forward(s *pass, p *packing) {
	n, rows := l.units, p.rows()
	s.cells, s.tanh, s.out = sized(s.cells, rows*2*n), sized(s.tanh, rows*2*n), sized(s.out, rows*2*n)
	s.zero = sized(s.zero, n)
	clear(s.zero)
	for d := range 2 {
		for i := range p.active {
			step, from, known := l.step(p, d, i)
			if known > 0 {
				l.packedRecurrent[d].MulAdd(s.gates[p.start[step]*8*n+d*4*n:], 8*n, s.out[p.start[from]*2*n+d*n:], 2*n, 1, known)
			}
			for j := range p.active[step] {
				row := p.start[step] + j
				old := s.zero
				if j < known {
					old = s.cells[(p.start[from]+j)*2*n+d*n:][:n]
				}
				half := row*2*n + d*n
				kernel.Cell(s.out[half:half+n], s.cells[half:half+n], s.tanh[half:half+n], s.gates[row*8*n+d*4*n:][:4*n], old)
			}
		}
	}
}

// step returns the i-th position that a direction comes to, the one before, and how many
// sentences have both.
func (l *lstm) step(p *packing, direction, i int) (step, from, known int) {
	if direction == 0 {
		if i > 0 {
			known = p.active[i]
		}
		return i, i - 1, known
	}
	step = len(p.active) - 1 - i
	if i > 0 {
		known = p.active[step+1]
	}
	return step, step + 1, known
}

// backward adds the gradients by the weights, and sets that by the input, of a loss whose
// gradient by the output is given, which is overwritten.
func (l *lstm) backward(s *pass, p *packing, out, in []float32) {
	n, rows := l.units, p.rows()
	s.slopes, s.before, s.carry = sized(s.slopes, rows*8*n), sized(s.before, rows*n), sized(s.carry, len(p.rank)*n)
	for d := range 2 {
		clear(s.carry)
		for i := len(p.active) - 1; i >= 0; i-- {
			step, from, known := l.step(p, d, i)
			for j := range p.active[step] {
				row, old := p.start[step]+j, s.zero
				if j < known {
					old = s.cells[(p.start[from]+j)*2*n+d*n:][:n]
				}
				half, quarter := row*2*n+d*n, row*8*n+d*4*n
				kernel.CellBack(s.slopes[quarter:quarter+4*n], s.carry[j*n:(j+1)*n], out[half:half+n], s.gates[quarter:quarter+4*n], s.tanh[half:half+n], old)
			}
			if known > 0 {
				l.packedRecurrentBack[d].MulAdd(out[p.start[from]*2*n+d*n:], 2*n, s.slopes[p.start[step]*8*n+d*4*n:], 8*n, 1, known)
			}
			for j := range p.active[step] {
				before := s.before[(p.start[step]+j)*n:][:n]
				if j >= known {
					clear(before)
					continue
				}
				copy(before, s.out[(p.start[from]+j)*2*n+d*n:])
			}
		}
		s.wide.Pack(s.slopes[d*4*n:], rows, 4*n, 8*n, 1)
		s.wide.MulAdd(l.recurrent[d].gradient, 4*n, s.before, 1, n, n)
	}
	for row := range rows {
		kernel.Add(l.bias.gradient, s.slopes[row*8*n:][:8*n])
	}
	s.wide.Pack(s.slopes, rows, 8*n, 8*n, 1)
	s.wide.MulAdd(l.in.gradient, 8*n, s.in, 1, l.in.rows, l.in.rows)
	clear(in)
	l.packedInBack.MulAdd(in, l.in.rows, s.slopes, 8*n, 1, rows)
}

// sized returns a slice of n, x itself if there is room; what is in it does not matter.
func sized[T any](x []T, n int) []T {
	if cap(x) < n {
		return make([]T, n, n+n/4)
	}
	return x[:n]
}
