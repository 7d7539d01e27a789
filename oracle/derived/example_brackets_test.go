package derived_test

import (
	"parser/oracle/derived"
	"parser/oracle/fsa"
)

// The running example of the paper: "John hit the ball", where a parser has opened NP( before "hit". A state of C_x
// has the number of words so far, that of open brackets, at most 4, and whether a word or a bracket came last that lets
// brackets be closed. T inserts, deletes and relabels opening brackets at 1; extra or missing closing brackets cost
// nothing, as in the paper.
//
// What the oracle advises is right where the parse is right so far. After NP( it says that "hit" is as good as VP(,
// since relabelling a bracket costs no more than inserting one; but with "hit" one bracket will be wrong and another
// missing, and with VP( there is one wrong bracket. After "hit" it says that NP( can be closed for nothing, since any
// closing bracket can be moved for nothing; but then two more brackets go wrong. With weights of 2 and 1/2 for these
// edits both errors are gone.
func ExampleEdits() {
	var names fsa.Symbols
	sentence := spell("John hit the ball", &names)
	opening := spell("S( VP( NP(", &names)
	closing := names.Add(")")

	type state struct {
		words, open int
		mayClose    bool
	}
	final := func(q state) fsa.Weight {
		if q.words == len(sentence) && q.open == 0 {
			return fsa.One
		}
		return fsa.Zero()
	}
	bracketings := fsa.NewLazy(state{}, final, func(q state, arc func(in, out fsa.Symbol, w fsa.Weight, to state)) {
		if q.words < len(sentence) && q.open > 0 {
			arc(sentence[q.words], sentence[q.words], fsa.One, state{q.words + 1, q.open, true})
		}
		if q.mayClose && (q.open > 1 || q.open == 1 && q.words == len(sentence)) {
			arc(closing, closing, fsa.One, state{q.words, q.open - 1, true})
		}
		for _, label := range opening {
			if q.open < 4 && q.words < len(sentence) {
				arc(label, label, fsa.One, state{q.words, q.open + 1, false})
			}
		}
	})
	gold := fsa.Linear(spell("S( John VP( hit NP( the ball ) ) )", &names)...)

	isOpening := func(o fsa.Symbol) bool { return opening[0] <= o && o <= opening[len(opening)-1] }
	for _, weights := range []struct{ relabel, close fsa.Weight }{{1, 0}, {2, 0.5}} {
		edits := derived.Edits(names.Len()-1, func(in, out fsa.Symbol) fsa.Weight {
			switch {
			case in == out:
				return 0
			case isOpening(in) && isOpening(out):
				return weights.relabel
			case isOpening(max(in, out)) && min(in, out) == fsa.Epsilon:
				return 1
			case max(in, out) == closing && min(in, out) == fsa.Epsilon:
				return weights.close
			}
			return fsa.Zero() // words are never edited
		})
		problem := derived.Problem{Actions: names.Len() - 1, Admissible: bracketings, Factors: []derived.Factor{{Loss: edits, Gold: gold}}}
		for _, prefix := range []string{"S( John", "S( John NP(", "S( John NP( hit", "S( John NP( hit NP( the ball )"} {
			printCosts(problem, &names, prefix)
		}
	}
	// Output:
	// S( John ...  hit 1  S( 1  VP( 0  NP( 1
	// S( John NP( ...  hit 0  S( 1  VP( 0  NP( 1
	// S( John NP( hit ...  the 1  S( 1  VP( 1  NP( 0  ) 0
	// S( John NP( hit NP( the ball ) ...  ) 0
	// S( John ...  hit 1.5  S( 1.5  VP( 0  NP( 1.5
	// S( John NP( ...  hit 0.5  S( 1.5  VP( 0  NP( 1.5
	// S( John NP( hit ...  the 1.5  S( 1.5  VP( 1.5  NP( 0  ) 1
	// S( John NP( hit NP( the ball ) ...  ) 0
}
