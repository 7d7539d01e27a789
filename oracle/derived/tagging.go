package derived

import "parser/oracle/fsa"

// Tagging is sequence tagging under Hamming loss: there is a tag for each word,
// any of the symbols 1..tags, and each wrong one costs 1.
//
//	C_x   reads as many tags as there are words
//	T     o:o at 0, o:p at 1, in one state
//	D_g   the gold tags
func Tagging(gold []fsa.Symbol, tags int) Problem {
	words := &fsa.Transducer{}
	words.SetStart(words.AddState())
	for i := range gold {
		next := words.AddState()
		for o := 1; o <= tags; o++ {
			words.Add(fsa.State(i), fsa.Symbol(o), fsa.One, next)
		}
	}
	words.SetFinal(fsa.State(len(gold)), fsa.One)
	return Problem{tags, words, []Factor{{Hamming(tags), fsa.Linear(gold...)}}}
}

// Hamming returns the transducer that replaces symbols, at 1 each.
func Hamming(symbols int) *fsa.Transducer {
	t := fsa.Linear()
	q := t.Start()
	for o := fsa.Symbol(1); int(o) <= symbols; o++ {
		for p := fsa.Symbol(1); int(p) <= symbols; p++ {
			t.AddArc(q, fsa.Arc{In: o, Out: p, Weight: unless(o == p), To: q})
		}
	}
	return t
}

// Levenshtein returns the transducer that deletes, inserts and replaces symbols,
// at 1 each (Levenshtein 1966).
func Levenshtein(symbols int) *fsa.Transducer {
	t := Hamming(symbols)
	for o := fsa.Symbol(1); int(o) <= symbols; o++ {
		t.AddArc(t.Start(), fsa.Arc{In: o, Weight: 1, To: t.Start()})
		t.AddArc(t.Start(), fsa.Arc{Out: o, Weight: 1, To: t.Start()})
	}
	return t
}

// unless returns 0 if ok, else 1.
func unless(ok bool) fsa.Weight {
	if ok {
		return fsa.One
	}
	return 1
}
