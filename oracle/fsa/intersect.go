package fsa

// Intersect returns the acceptor of the strings that both a and b accept; the
// weights of the two add up. Epsilon arcs are allowed.
//
// Both must be acceptors, or the error is ErrNotAcceptor. The result has at most
// twice |a|·|b| states, of which those that can be reached are made, in O(|a|·|b|)
// steps where |·| counts states and arcs; more than limit of them are
// ErrStateLimit, a limit of 0 is none. (Rabin & Scott 1959: the product of two
// automata; Mohri 2009, Section 5.2: it is the composition of acceptors.)
func Intersect(a, b *Transducer, limit int) (*Transducer, error) {
	if err := needAcceptors(a, b); err != nil {
		return nil, err
	}
	return Expand(Compose(a, b), limit)
}
