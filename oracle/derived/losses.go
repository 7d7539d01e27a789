package derived

import "parser/oracle/fsa"

// Losses returns the deterministic acceptor of the admissible sequences, each at its loss: the sum
// over all factors for this one sequence. So it says what the values truly are where factors are
// not decomposable; and it is what other questions about a problem can be put to, since it has one
// path for each sequence: how many sequences are optimal, which k are the best, what a policy is
// expected to lose ([fsa.PathSums]).
//
// It can be exponentially larger than the T_c of the factors. More than limit states in one of the
// machines on the way are fsa.ErrStateLimit; 0 means no limit, and then this may never end if the
// admissible sequences are infinitely many ([fsa.Determinize]). Commitments count as actions.
func Losses(p Problem, limit int) (*fsa.Transducer, error) {
	if err := p.check(); err != nil {
		return nil, err
	}
	var losses *fsa.Transducer
	for k, f := range p.Factors {
		i := &instance{p, &checked{Machine: p.Admissible, symbols: p.symbols()}}
		t, err := i.table(f, limit)
		if err != nil {
			return nil, err
		}
		if t, err = fsa.RemoveEpsilon(fsa.Input(t)); err == nil {
			t, err = fsa.Determinize(t, limit)
		}
		if err == nil && k > 0 {
			t, err = fsa.Intersect(losses, t, limit)
		}
		if err != nil {
			return nil, err
		}
		losses = fsa.Trim(t)
	}
	if losses.Len() == 0 {
		return nil, ErrNoSequence
	}
	return losses, nil
}
