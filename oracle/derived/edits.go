package derived

import "parser/oracle/fsa"

// Edits returns the transducer with a single state that writes out for in at a weight, for all
// symbols from 0, which is fsa.Epsilon, to the given one; it does not where the weight is ∞. It
// deletes in where out is epsilon, and inserts out where in is.
func Edits(symbols int, weight func(in, out fsa.Symbol) fsa.Weight) *fsa.Transducer {
	t := fsa.Linear()
	q := t.Start()
	for in := range fsa.Symbol(symbols + 1) {
		for out := range fsa.Symbol(symbols + 1) {
			if w := weight(in, out); in+out != fsa.Epsilon && !w.IsZero() {
				t.AddArc(q, fsa.Arc{In: in, Out: out, Weight: w, To: q})
			}
		}
	}
	return t
}

// Hamming returns the transducer that replaces the symbols 1..symbols, at 1 each (Hamming 1950).
func Hamming(symbols int) *fsa.Transducer {
	return Edits(symbols, func(in, out fsa.Symbol) fsa.Weight {
		switch {
		case in == out:
			return fsa.One
		case in == fsa.Epsilon || out == fsa.Epsilon:
			return fsa.Zero()
		}
		return 1
	})
}

// Levenshtein returns the transducer that deletes, inserts and replaces the symbols 1..symbols, at
// 1 each (Levenshtein 1966).
func Levenshtein(symbols int) *fsa.Transducer {
	return Edits(symbols, func(in, out fsa.Symbol) fsa.Weight {
		if in == out {
			return fsa.One
		}
		return 1
	})
}
