package derived

import (
	"errors"

	"parser/oracle/fsa"
)

// Problem is one instance of an imitation learning problem, in automata.
// Actions are the symbols 1..Actions.
//
// The loss of an action sequence α is the sum, over all factors, of the weight that the factor
// gives to it: min over gold sequences β of Loss(α, β) + Gold(β) (with one factor: l(α), Section 3
// of the paper). The value of a prefix is what the best admissible sequences that begin with it
// lose, factor by factor:
//
//	value(α) = Σ_f min {f(α′) : α′ admissible, α ≤ α′}
//
// With one factor that is the paper's objective. With several it is a lower bound of the
// best sequence's loss, and equal to it if one sequence is best for all factors at once
// (as where arcs are decomposable). If that holds only once something about the rest of the
// sequence is settled, settling it is a commitment: a symbol that an admissible sequence may contain
// once (Committed).
type Problem struct {
	Actions     int         // their number
	Commitments int         // their number; they are the symbols after the actions
	Admissible  fsa.Machine // C_x: accepts the admissible sequences, at weight 0 or at a cost of their own, which each factor adds
	Factors     []Factor    // of the loss, one or more
}

// Factor is one summand of a loss.
type Factor struct {
	Loss fsa.Machine // T: reads action sequences, writes what Gold reads (Definition 8)
	Gold fsa.Machine // D_g: accepts the gold sequences (Definition 7); nil: Loss knows gold by itself
}

// machine returns T ∘ D_g.
func (f *Factor) machine() fsa.Machine {
	if f.Gold == nil {
		return f.Loss
	}
	return fsa.Compose(f.Loss, f.Gold)
}

// Errors.
var (
	ErrNoSequence = errors.New("no admissible sequence with a finite loss")
	ErrAction     = errors.New("an arc reads a symbol that is no action")
	ErrTooLarge   = errors.New("the gold tree has too many brackets at one place")
)

// Oracle follows a sequence of actions through a problem and says what each next action leads to.
type Oracle interface {
	// Reset returns to the empty prefix.
	Reset() error
	// Values sets dst[o], for each action o, to the value of the prefix followed by o: the smallest
	// loss of admissible sequences that begin so, ∞ without any; and dst[0] to the loss if
	// the sequence ends here, ∞ if it may not. dst has Actions+1 elements.
	Values(dst []fsa.Weight) error
	// Advance appends action o, from 1 to Actions, to the prefix.
	Advance(o fsa.Symbol) error
}

// symbols is the number of actions and commitments.
func (p *Problem) symbols() int { return p.Actions + p.Commitments }

// table returns T_c = C_x ∘ (T ∘ D_g) of a factor, in tables, with the states that can be reached
// and from which the end can be reached; without such states it is ErrNoSequence. Arcs that read
// something other than an action are refused.
func (p *Problem) table(f Factor, limit int) (*fsa.Transducer, error) {
	t, err := fsa.Expand(fsa.Compose(p.Admissible, f.machine()), limit)
	if err != nil {
		return nil, err
	}
	for _, a := range t.All {
		if a.In < 0 || int(a.In) > p.symbols() {
			return nil, ErrAction
		}
	}
	if t = fsa.Trim(t); t.Len() == 0 {
		return nil, ErrNoSequence
	}
	return t, nil
}

// view is the transducer that writes for each action what it means to a factor: see returns that,
// and the next state. Ending costs what the factor loses in any case.
func view[K comparable](start K, actions int, lost fsa.Weight, see func(q K, o fsa.Symbol) (x fsa.Symbol, to K)) fsa.Machine {
	final := func(K) fsa.Weight { return lost }
	return fsa.NewLazy(start, final, func(q K, arc func(in, out fsa.Symbol, w fsa.Weight, to K)) {
		for o := fsa.Symbol(1); int(o) <= actions; o++ {
			x, to := see(q, o)
			arc(o, x, fsa.One, to)
		}
	})
}

// unless returns 0 if ok, else 1.
func unless(ok bool) fsa.Weight {
	if ok {
		return fsa.One
	}
	return 1
}

// only returns 0 if ok, else ∞.
func only(ok bool) fsa.Weight {
	if ok {
		return fsa.One
	}
	return fsa.Zero()
}

// Costs turns values of actions into costs: how much more each action loses than the best one. An
// action without a sequence costs ∞; if no action has one, all do. Ending, dst[0], is among the
// choices.
func Costs(dst, values []fsa.Weight) {
	best := fsa.Zero()
	for _, v := range values {
		best = best.Plus(v)
	}
	if best.IsZero() {
		best = fsa.One
	}
	for o, v := range values {
		dst[o] = v - best
	}
}
