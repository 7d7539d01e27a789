package neural

import (
	"slices"

	"parser/parser/internal/loops"
	"parser/parser/internal/view"
)

// slot holds the products of the weights of one slot with the vectors of positions. The products of the
// first slots, which nearly every word reaches, are computed for all positions at once; the others
// when they are first needed.
type slot struct {
	at   []int32   // by half and row of the packing: where a product begins, or missing
	from []int32   // the row of each product made on demand; nil if all were made at once
	made int       // of these
	data []float32 // units of each product

	gradient []float32 // of the loss of a batch with respect to data
}

// missing marks products that do not exist yet, wanted those that fetch will make.
const missing, wanted = -1, -2

// eager is the number of slots whose products are made for all positions: all of them if they see
// spans, otherwise those on the stack and the buffer.
func (n *network) eager() int {
	if n.view.Spans {
		return n.view.Slots
	}
	return min(n.view.Slots, 4)
}

// multiply begins a batch: it makes the products of eager slots.
func (s *session) multiply() {
	halves, rows := s.view.Halves(), s.rows()
	for i := range s.slotted {
		t := &s.slotted[i]
		t.at, t.from, t.made, t.data = sized(t.at, halves*rows), t.from[:0], 0, t.data[:0]
		for j := range t.at {
			if t.at[j] = missing; i < s.eager() {
				t.at[j] = int32(j * s.Hidden)
			}
		}
	}
	for half := range halves {
		l := s.left.read(s.encoded[half*s.slots.rows/halves:], s.slots.rows, rows, &s.packedSlots[half])
		for i := range s.eager() {
			t := &s.slotted[i]
			t.data = sized(t.data, halves*rows*s.Hidden)
			s.packedSlots[i*halves+half].times(s.crew, t.data[half*rows*s.Hidden:], l)
		}
	}
}

// want notes which products a view of a sentence needs.
func (s *session) want(v *view.Seen, sentence int) {
	for _, term := range v.Plus {
		t := &s.slotted[term.Slot]
		if row := s.row(sentence, int(term.Position)); term.Half == 0 && t.at[row] == missing {
			t.at[row], t.from = wanted, append(t.from, int32(row))
		}
	}
}

func (s *session) fetch() {
	for i := range s.slotted {
		t := &s.slotted[i]
		n := len(t.from) - t.made
		if n == 0 {
			continue
		}
		s.gather(t.from[t.made:])
		size := len(t.data)
		t.data = slices.Grow(t.data, n*s.Hidden)[:size+n*s.Hidden]
		s.packedSlots[i].times(1, t.data[size:], s.left.read(s.gathered, s.slots.rows, n, &s.packedSlots[i]))
		for j, row := range t.from[t.made:] {
			t.at[row] = int32(size + j*s.Hidden)
		}
		t.made = len(t.from)
	}
}

func (s *session) gather(rows []int32) {
	wide := s.slots.rows
	s.gathered = sized(s.gathered, len(rows)*wide)
	for i, row := range rows {
		copy(s.gathered[i*wide:][:wide], s.encoded[int(row)*wide:])
	}
}

func (s *session) product(t view.Term, sentence int) []float32 {
	p := &s.slotted[t.Slot]
	return p.data[p.at[int(t.Half)*s.rows()+s.row(sentence, int(t.Position))]:][:s.Hidden]
}

// backwardSlots propagates the gradients of products to what slots see, in l.outputs.
func (l *learner) backwardSlots() {
	l.outputs = zeroed(l.outputs, len(l.encoded))
	halves, rows, wide := l.view.Halves(), l.rows(), l.slots.rows
	high := wide / halves
	for i := range l.slotted {
		t := &l.slotted[i]
		gradient := l.slots.gradient[i*l.Hidden:]
		if i < l.eager() {
			for half := range halves {
				part := t.gradient[half*rows*l.Hidden:][:rows*l.Hidden]
				l.packedSlotsBack[i*halves+half].MulAddBy(l.crew, l.outputs[half*high:], wide, part, l.Hidden, 1, rows)
				l.wide.Pack(part, rows, l.Hidden, l.Hidden, 1)
				l.wide.MulAddBy(l.crew, gradient[half*high*l.slots.cols:], l.slots.cols, l.encoded[half*high:], 1, wide, high)
			}
			continue
		}
		n := len(t.from)
		if n == 0 {
			continue
		}
		l.gather(t.from)
		l.wide.Pack(t.gradient, n, l.Hidden, l.Hidden, 1)
		l.wide.MulAddBy(l.crew, gradient, l.slots.cols, l.gathered, 1, wide, wide)
		clear(l.gathered)
		l.packedSlotsBack[i].MulAdd(l.gathered, wide, t.gradient, l.Hidden, 1, n)
		for j, row := range t.from {
			loops.Add(l.outputs[int(row)*wide:][:wide], l.gathered[j*wide:][:wide])
		}
	}
	l.drop(len(l.encoders), l.outputs, wide)
}
