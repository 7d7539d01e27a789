package fsa_test

import (
	"fmt"

	"parser/oracle/fsa"
)

// The edit distance of two words: a machine with one state copies letters for nothing, and deletes,
// adds or changes one for 1. Between the acceptors of the two words, its paths are all ways to turn
// one into the other, and the best is the alignment (Levenshtein 1966; Mohri 2003, Edit-distance of
// weighted automata).
func Example() {
	var letters fsa.Symbols
	spell := func(word string) (symbols []fsa.Symbol) {
		for _, letter := range word {
			symbols = append(symbols, letters.Add(string(letter)))
		}
		return symbols
	}
	from, to := fsa.Linear(spell("sit")...), fsa.Linear(spell("split")...)

	edits := &fsa.Transducer{}
	q := edits.AddState()
	edits.SetStart(q)
	edits.SetFinal(q, fsa.One)
	for x := range fsa.Symbol(letters.Len()) {
		for y := range fsa.Symbol(letters.Len()) {
			if x != y {
				edits.AddArc(q, fsa.Arc{In: x, Out: y, Weight: 1, To: q})
			} else if x != fsa.Epsilon {
				edits.Add(q, x, fsa.One, q)
			}
		}
	}

	alignments, err := fsa.Expand(fsa.Compose(fsa.Compose(from, edits), to), 1000)
	if err != nil {
		fmt.Println(err)
		return
	}
	path, distance, err := fsa.ShortestPath(alignments)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("distance", distance)
	for _, a := range path {
		read, _ := letters.Name(a.In)
		written, _ := letters.Name(a.Out)
		fmt.Printf("%s:%s/%v\n", read, written, a.Weight)
	}
	// Output:
	// distance 2
	// s:s/0
	// <eps>:p/1
	// <eps>:l/1
	// i:i/0
	// t:t/0
}

// A finite set of words, repeated any number of times, without those strings that begin with "b":
// what remains up to three letters.
func ExampleClosure() {
	const a, b = 1, 2
	words, err := fsa.Closure(fsa.Words([]fsa.Symbol{a}, []fsa.Symbol{b, b}))
	if err != nil {
		fmt.Println(err)
		return
	}
	any := &fsa.Transducer{}
	q := any.AddState()
	any.SetStart(q)
	any.SetFinal(q, fsa.One)
	any.Add(q, a, fsa.One, q)
	any.Add(q, b, fsa.One, q)
	both, err := fsa.Intersect(words, fsa.Concat(fsa.Linear(a), any), 100)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, word := range [][]fsa.Symbol{{}, {a}, {a, a}, {a, b}, {b, b}, {a, a, a}, {a, a, b}, {a, b, b}} {
		w, err := fsa.Of(both, word)
		fmt.Println(word, !w.IsZero(), err)
	}
	// Output:
	// [] false <nil>
	// [1] true <nil>
	// [1 1] true <nil>
	// [1 2] false <nil>
	// [2 2] false <nil>
	// [1 1 1] true <nil>
	// [1 1 2] false <nil>
	// [1 2 2] true <nil>
}
