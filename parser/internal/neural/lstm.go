package neural

import (
	"fmt"
	"math/rand/v2"

	"parser/parser/internal/loops"
)

// lstms is the architecture of layers of LSTMs.
type lstms struct{}

func (lstms) name() string { return "lstm" }

func (lstms) check(s Size) error {
	if s.Layers < 1 || s.Layers > 16 || s.Units < 1 {
		return fmt.Errorf("%d layers of 2 × %d units, not 1 to 16 layers of some units", s.Layers, s.Units)
	}
	return nil
}

func (lstms) describe(s Size) string {
	return fmt.Sprintf("%d layers of 2 × %d units", s.Layers, s.Units)
}

func (lstms) new(prefix string, in int, s Size) encoder {
	units := s.Units
	forgetGates := func(m *matrix, _ *rand.Rand) { // begin with the bias 1 (Jozefowicz et al. 2015)
		for j := range units {
			m.weights[units+j], m.weights[5*units+j] = 1, 1
		}
	}
	l := &lstm{units: units}
	l.in = newFactor(prefix+"/W", in, 8*units, glorot(in, units))
	l.bias = newMatrix(prefix+"/b", 1, 8*units, forgetGates)
	for d, direction := range []string{"forward", "backward"} {
		l.recurrent[d] = newFactor(fmt.Sprintf("%s/%s/U", prefix, direction), units, 4*units, orthogonal)
	}
	return l
}

// lstm is a layer of two recurrences, one in each direction (Hochreiter & Schmidhuber 1997;
// Graves & Schmidhuber 2005). With x the input at a position and h, c the state at the one
// before (or, backwards, after) it,
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
}

func (l *lstm) widths() widths { return widths{l.in.rows, l.in.cols, 2 * l.units} }

func (l *lstm) matrices() []*matrix {
	return []*matrix{l.in, l.bias, l.recurrent[0], l.recurrent[1]}
}

func (l *lstm) newPass() pass { return &lstmPass{lstm: l} }

// lstmPass holds what a layer has computed for a batch, with a row for each position.
type lstmPass struct {
	*lstm
	gates  []float32 // 8 units
	cells  []float32 // c of both directions
	tanh   []float32 // … and tanh(c)
	out    []float32 // h of both directions
	before []float32 // h of the position before, in one direction
	slopes []float32 // the gradient with respect to the inputs of the gates
	carry  []float32 // the gradient with respect to c, for each sentence
	zero   []float32 // the state before the first position
	wide   loops.Panels
	room   left
	more   []float32 // hU at a position
}

// alone sets xW + b.
func (l *lstm) alone(room *left, gates, in []float32, rows int) {
	l.in.affine(room, gates, in, l.bias, rows)
}

// forward turns xW + b into the gates.
func (s *lstmPass) forward(p *packing, gates []float32) []float32 {
	n, rows := s.units, p.rows()
	s.gates = gates
	s.cells, s.tanh, s.out = sized(s.cells, rows*2*n), sized(s.tanh, rows*2*n), sized(s.out, rows*2*n)
	s.zero = zeroed(s.zero, n)
	for d := range 2 {
		for i := range p.active {
			step, from, known := s.step(p, d, i)
			if known > 0 {
				u := &s.recurrent[d].product
				s.more = sized(s.more, known*4*n)
				u.times(1, s.more, s.room.read(s.out[p.start[from]*2*n+d*n:], 2*n, known, u))
			}
			for j := range p.active[step] {
				row, old := p.start[step]+j, s.zero
				gates := s.gates[row*8*n+d*4*n:][:4*n]
				if j < known {
					old = s.cells[(p.start[from]+j)*2*n+d*n:][:n]
					loops.Add(gates, s.more[j*4*n:][:4*n])
				}
				half := row*2*n + d*n
				loops.Cell(s.out[half:half+n], s.cells[half:half+n], s.tanh[half:half+n], gates, old)
			}
		}
	}
	return s.out
}

// step returns the i-th position that a direction reaches, the position before it, and how many
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

func (s *lstmPass) backward(p *packing, in, dOut, dIn []float32) {
	n, rows := s.units, p.rows()
	s.slopes, s.before, s.carry = sized(s.slopes, rows*8*n), sized(s.before, rows*n), sized(s.carry, len(p.rank)*n)
	for d := range 2 {
		clear(s.carry)
		for i := len(p.active) - 1; i >= 0; i-- {
			step, from, known := s.step(p, d, i)
			for j := range p.active[step] {
				row, old := p.start[step]+j, s.zero
				if j < known {
					old = s.cells[(p.start[from]+j)*2*n+d*n:][:n]
				}
				half, quarter := row*2*n+d*n, row*8*n+d*4*n
				loops.CellBack(s.slopes[quarter:quarter+4*n], s.carry[j*n:(j+1)*n], dOut[half:half+n], s.gates[quarter:quarter+4*n], s.tanh[half:half+n], old)
			}
			if known > 0 {
				s.recurrent[d].packedBack.MulAdd(dOut[p.start[from]*2*n+d*n:], 2*n, s.slopes[p.start[step]*8*n+d*4*n:], 8*n, 1, known)
			}
			for j := range p.active[step] {
				before := s.before[(p.start[step]+j)*n:][:n]
				if j < known {
					copy(before, s.out[(p.start[from]+j)*2*n+d*n:])
				} else {
					clear(before)
				}
			}
		}
		s.wide.Pack(s.slopes[d*4*n:], rows, 4*n, 8*n, 1)
		s.wide.MulAdd(s.recurrent[d].gradient, 4*n, s.before, 1, n, n)
	}
	clear(dIn)
	s.in.affineBack(dIn, s.slopes, in, s.bias, rows, &s.wide)
}
