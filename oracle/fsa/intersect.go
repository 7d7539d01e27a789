package fsa

// Intersect returns the acceptor of the strings that both a and b accept; their
// weights add up. Epsilon arcs are allowed.
//
// Precondition: acceptors (ErrNotAcceptor), and no more than limit states in the
// result (ErrStateLimit); a limit of 0 is none. There are at most 2·|a|·|b| states,
// of which those that can be reached are made, in O(|a|·|b|) time, where |·| counts
// states and arcs. Reference: Rabin & Scott 1959, Finite automata and their decision
// problems: the product of two automata; Mohri 2009, on intersection: it is [Compose]
// for acceptors.
func Intersect(a, b *Transducer, limit int) (*Transducer, error) {
	if err := needAcceptors(a, b); err != nil {
		return nil, err
	}
	return Expand(Compose(a, b), limit)
}
