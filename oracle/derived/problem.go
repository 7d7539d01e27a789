package derived

import (
	"cmp"
	"errors"
	"fmt"

	"parser/oracle/fsa"
)

// Problem is one instance of an imitation learning problem (Definition 2), stated by automata. The
// actions are the symbols 1..Actions of [fsa.Symbol].
//
// The loss of a sequence of actions α is the sum of what the factors say: each gives it the least
// Loss(α, β) + Gold(β) over all gold sequences β (l(α) in Section 3), plus the weight of α in
// Admissible. The value of a prefix is what the best admissible sequences that begin with it lose:
//
//	value(α) = Σ_f min {f(α′) : α′ admissible, α ≤ α′}
//
// With one factor that is the paper's objective. With several it is a lower bound of the least
// loss, and equal to it after every prefix for which one sequence is best for all factors at once,
// which is what decomposability means for arcs (Goldberg & Nivre 2013). [Losses] says what is true,
// for problems that are small enough. Where factors decompose only once other questions are
// decided, such as how far a stack will be emptied, the answers can be commitments: symbols after
// the actions, any number of which an admissible sequence may contain. The value of a prefix is
// then the least value that it has with commitments after it to which Admissible lets none be added.
type Problem struct {
	Actions     int         // number of actions
	Commitments int         // number of commitments, the symbols Actions+1..Actions+Commitments; usually 0
	Admissible  fsa.Machine // C_x (Definition 9): an acceptor of the admissible sequences, at weight 0 or at a cost
	Factors     []Factor    // one or more
}

// Factor is one summand of a loss. The paper's construction has one.
type Factor struct {
	Loss fsa.Machine // T (Definition 8): reads actions, writes what Gold reads
	Gold fsa.Machine // D_g (Definition 7): an acceptor of the gold sequences; nil if Loss needs none
}

// ErrNoSequence is the error of problems in which nothing can be done, perhaps because machines do
// not fit together. A machine that is too large is fsa.ErrStateLimit; one without shortest paths is
// fsa.ErrNegativeCycle; a weight that is not a number or −∞ is fsa.ErrWeight.
var ErrNoSequence = errors.New("no admissible sequence with a finite loss")

// Oracle follows a sequence of actions through a problem, and says what each next action leads to.
type Oracle interface {
	// Reset returns to the empty prefix.
	Reset() error
	// Values sets dst[o], for each action o, to the value of the prefix followed by o: the smallest
	// loss of admissible sequences that begin so, ∞ without any; and dst[0] to the loss if the
	// sequence ends here, ∞ if it may not. dst has Actions+1 elements.
	Values(dst []fsa.Weight) error
	// Advance appends action o to the prefix; other symbols are an error. After a prefix with which
	// no admissible sequence begins, all values are ∞.
	Advance(o fsa.Symbol) error
}

// Costs turns the values of actions into costs: how much more each action loses than the best one.
// An action that no admissible sequence continues with costs ∞; if no sequence continues, all do. Ending,
// dst[0], is among the choices. dst and values have the same length, and may be the same slice.
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

// symbols is the number of actions and commitments.
func (p *Problem) symbols() int { return p.Actions + p.Commitments }

// check returns an error if something is missing.
func (p *Problem) check() error {
	switch {
	case p.Actions < 1 || p.Commitments < 0:
		return fmt.Errorf("problem has %d actions and %d commitments", p.Actions, p.Commitments)
	case p.Admissible == nil:
		return errors.New("problem has no automaton of admissible sequences")
	case len(p.Factors) == 0:
		return errors.New("problem has no factor of the loss")
	}
	for i, f := range p.Factors {
		if f.Loss == nil {
			return fmt.Errorf("factor %d of the loss has no transducer", i+1)
		}
	}
	return nil
}

// machine returns T ∘ D_g.
func (f *Factor) machine() fsa.Machine {
	if f.Gold == nil {
		return f.Loss
	}
	return fsa.Compose(f.Loss, f.Gold)
}

// instance is a problem that is complete, whose actions are checked as they are met.
type instance struct {
	Problem
	admissible *checked
}

// oracle makes an oracle for a problem, and lets it find the best commitments.
func (p Problem) oracle(build func(*instance) (Oracle, error)) (Oracle, error) {
	if err := p.check(); err != nil {
		return nil, err
	}
	i := &instance{p, &checked{Machine: p.Admissible, symbols: p.symbols()}}
	o, err := build(i)
	if err != nil {
		return nil, err
	}
	if p.Commitments > 0 {
		o = &committed{oracle: o, actions: p.Actions, values: make([]fsa.Weight, 1+p.symbols())}
	}
	return o, nil
}

// loss returns T_c = C_x ∘ (T ∘ D_g) of a factor, on demand.
func (i *instance) loss(f Factor) fsa.Machine { return fsa.Compose(i.admissible, f.machine()) }

// table returns T_c in tables, with the states that can be reached and from which the end can be
// reached; without such states it is ErrNoSequence.
func (i *instance) table(f Factor, limit int) (*fsa.Transducer, error) {
	t, err := fsa.Expand(i.loss(f), limit)
	if err = cmp.Or(i.admissible.err, err); err != nil {
		return nil, err
	}
	if t = fsa.Trim(t); t.Len() == 0 {
		return nil, ErrNoSequence
	}
	return t, nil
}

// checkAction returns an error for a symbol that is neither an action nor a commitment.
func (p *Problem) checkAction(o fsa.Symbol) error {
	if o < 1 || int(o) > p.symbols() {
		return fmt.Errorf("symbol %d is not an action", o)
	}
	return nil
}

// checked is the automaton of admissible sequences; err says whether an arc met so far reads
// something other than an action, or writes something other than it reads.
type checked struct {
	fsa.Machine
	symbols int
	err     error
}

// Arcs implements fsa.Machine.
func (c *checked) Arcs(q fsa.State) []fsa.Arc {
	arcs := c.Machine.Arcs(q)
	for _, a := range arcs {
		switch {
		case a.In < 0 || int(a.In) > c.symbols:
			c.err = fmt.Errorf("symbol %d is not an action: from state %d of the admissible sequences", a.In, q)
		case a.In != a.Out:
			c.err = fmt.Errorf("%w: %d:%d, from state %d of the admissible sequences", fsa.ErrNotAcceptor, a.In, a.Out, q)
		}
	}
	return arcs
}
