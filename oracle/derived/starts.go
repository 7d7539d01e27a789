package derived

import (
	"fmt"
	"slices"

	"parser/oracle/fsa"
)

// Factored returns bracketing under the exact loss, brackets that are wrong plus
// those that are missing, in one factor for each start: brackets with different
// starts never compete, while those with the same start do, since only the
// outermost open one can become the longest. The sum is exact, with MaxOpens binding
// or not, unless MaxDepth binds.
//
// More than 255 gold brackets with the same start are ErrTooLarge.
func (b *Bracketing) Factored() (Problem, error) {
	p := Problem{Actions: b.actions(), Admissible: b.Admissible()}
	groups := b.groups()
	for start := range b.Words {
		var labels [][]int32
		l := placing{start: start}
		for _, g := range groups {
			if g.start == start {
				labels, l.ends = append(labels, g.labels), append(l.ends, g.end)
			}
		}
		slices.Reverse(l.ends)
		l.family = newStartFamily(labels, b.MaxOpens, false)
		if l.family.brackets > maxGroup {
			return p, fmt.Errorf("%w: %d brackets start at word %d", ErrTooLarge, l.family.brackets, start+1)
		}
		p.Factors = append(p.Factors, Factor{Loss: fsa.Compose(l.machine(OpenLabel(b.Labels)), l.family.machine(false))})
	}
	return p, nil
}

// placing writes with each action of a sentence what it is to one of its starts.
type placing struct {
	family *startFamily
	start  int32
	ends   []int32 // of gold brackets, ascending
}

// placed is a state of it: before the start there is nothing to count; behind it, the
// open brackets with this start and the others above them.
type placed struct{ words, own, above int32 }

// machine returns the transducer over the actions below actions. It writes nothing for
// what does not concern the start.
func (l *placing) machine(actions fsa.Symbol) fsa.Machine {
	final := func(placed) fsa.Weight { return fsa.One }
	return fsa.NewLazy(placed{}, final, func(q placed, arc func(in, out fsa.Symbol, w fsa.Weight, to placed)) {
		for o := Word; o < actions; o++ {
			out, to := l.read(q, o)
			arc(o, out, fsa.One, to)
		}
	})
}

// read follows one action.
func (l *placing) read(q placed, o fsa.Symbol) (out fsa.Symbol, to placed) {
	to = q
	switch here := q.words == l.start; {
	case o == Word:
		to.words++
		if here || q.own > 0 {
			out = wordAt(l.ends, to.words)
		}
	case o > Close && here:
		to.own++
		out = l.family.opening(l.family.names, int32(o-OpenLabel(0)))
	case q.own == 0:
		// other brackets
	case o > Close:
		to.above++
		out = elsewhere
	case q.above > 0:
		to.above--
	default:
		to.own--
		out = closed
	}
	return out, to
}
