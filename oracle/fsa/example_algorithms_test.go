package fsa_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"

	"parser/oracle/fsa"
)

const a, b, c = fsa.Symbol(1), fsa.Symbol(2), fsa.Symbol(3)

// Two words that begin alike, as one machine without epsilons in which every string has one path at
// most; that it has the same weights is tried on strings of both.
func ExampleDeterminize() {
	words, err := fsa.RemoveEpsilon(fsa.Union(fsa.Linear(a, b), fsa.Linear(a, c)))
	if err != nil {
		fmt.Println(err)
		return
	}
	one, err := fsa.Determinize(words, 100)
	if err != nil {
		fmt.Println(err)
		return
	}
	random := rand.New(rand.NewPCG(1, 1))
	samples := append(fsa.Sample(words, random, 20, 5), fsa.Sample(one, random, 20, 5)...)
	fmt.Println("arcs at the start:", len(words.Arcs(words.Start())), len(one.Arcs(one.Start())))
	fmt.Println("equal:", fsa.EqualOn(words, one, samples))
	err = fsa.EqualOn(fsa.Reverse(words), one, samples)
	fmt.Println("equal backwards:", !errors.Is(err, fsa.ErrDifferent))
	// Output:
	// arcs at the start: 2 1
	// equal: <nil>
	// equal backwards: false
}

// A transducer that drops each b for 1, and the machines of its tapes.
func ExampleInvert() {
	drops := &fsa.Transducer{}
	q := drops.AddState()
	drops.SetStart(q)
	drops.SetFinal(q, fsa.One)
	drops.Add(q, a, fsa.One, q)
	drops.AddArc(q, fsa.Arc{In: b, Out: fsa.Epsilon, Weight: 1, To: q})
	pair := fsa.Pair{In: []fsa.Symbol{a, b, b}, Out: []fsa.Symbol{a}}
	there, err := fsa.OfPair(drops, pair.In, pair.Out)
	fmt.Println(there, err)
	back, err := fsa.OfPair(fsa.Invert(drops), pair.Out, pair.In)
	fmt.Println(back, err)
	fmt.Println(fsa.IsAcceptor(drops), fsa.IsAcceptor(fsa.Output(drops)))
	for _, arc := range drops.Arcs(q) {
		fmt.Println(arc.In, fsa.ReadsNothing(arc), fsa.WritesNothing(arc))
	}
	// Output:
	// 2 <nil>
	// 2 <nil>
	// false true
	// 1 false false
	// 2 false true
}

// Distances from the start and to the end, by the algorithm that the machine allows.
func ExampleDistancesFrom() {
	m := &fsa.Transducer{}
	start, middle, end := m.AddState(), m.AddState(), m.AddState()
	m.SetStart(start)
	m.SetFinal(end, 1)
	m.AddArc(start, fsa.Arc{In: a, Out: a, Weight: 5, To: end})
	m.AddArc(start, fsa.Arc{In: b, Out: b, Weight: 1, To: middle})
	m.AddArc(middle, fsa.Arc{In: c, Out: c, Weight: 2, To: end})
	fmt.Println(fsa.DistancesFrom(m))
	fmt.Println(fsa.TopologicalOrder(m))
	for _, algorithm := range []func(*fsa.Transducer, fsa.Direction) ([]fsa.Weight, error){fsa.AcyclicDistances, fsa.Dijkstra, fsa.BellmanFord} {
		fmt.Println(algorithm(m, fsa.Backward))
	}
	m.AddArc(end, fsa.Arc{In: a, Out: a, Weight: -4, To: start})
	_, cyclic := fsa.AcyclicDistances(m, fsa.Forward)
	_, negative := fsa.Dijkstra(m, fsa.Forward)
	_, cycle := fsa.BellmanFord(m, fsa.Forward)
	fmt.Println(errors.Is(cyclic, fsa.ErrCyclic), errors.Is(negative, fsa.ErrNegative), errors.Is(cycle, fsa.ErrNegativeCycle))
	// Output:
	// [0 1 3] <nil>
	// [0 1 2] <nil>
	// [4 3 1] <nil>
	// [4 3 1] <nil>
	// [4 3 1] <nil>
	// true true true
}

// Names of symbols in a file, and a machine that is drawn with them.
func ExampleReadSymbols() {
	names, err := fsa.ReadSymbols(strings.NewReader(fsa.EpsilonName+" 0\nbig 1\nships 2\n"), "words.txt")
	if err != nil {
		fmt.Println(err)
		return
	}
	big, _ := names.Number("big")
	ships, _ := names.Number("ships")
	if err := fsa.WriteSymbols(os.Stdout, names); err != nil {
		fmt.Println(err)
	}
	if err := fsa.WriteDOT(os.Stdout, fsa.Linear(big, ships), fsa.Notation{Acceptor: true, In: names}); err != nil {
		fmt.Println(err)
	}
	// Output:
	// <eps>	0
	// big	1
	// ships	2
	// digraph {
	// 	rankdir = LR;
	// 	node [shape = circle];
	// 	start [shape = point];
	// 	start -> 0;
	// 	0;
	// 	0 -> 1 [label = "big"];
	// 	1;
	// 	1 -> 2 [label = "ships"];
	// 	2 [shape = doublecircle, label = "2"];
	// }
}

// What is wrong with a machine in a file, or with one that an algorithm cannot take.
func Example_errors() {
	names := &fsa.Symbols{}
	names.Add("big")
	numbers, words := fsa.Notation{}, fsa.Notation{In: names, Out: names}
	read := func(text string, n fsa.Notation) error {
		_, err := fsa.ReadATT(strings.NewReader(text), "machine.txt", n)
		return err
	}
	_, twice := fsa.ReadSymbols(strings.NewReader("big 1\nbig 2\n"), "words.txt")
	blank := &fsa.Symbols{}
	blank.Add("two words")
	nothing := &fsa.Transducer{}
	q := nothing.AddState()
	nothing.SetStart(q)
	nothing.Add(q, fsa.Epsilon, fsa.One, q)
	_, epsilon := fsa.Determinize(nothing, 0)
	nothing.AddArc(q, fsa.Arc{In: a, Out: b, To: q})
	_, transducer := fsa.Determinize(nothing, 0)
	for _, e := range []struct{ err, cause error }{
		{read("0 1 2", numbers), fsa.ErrColumns}, {read("0 1 x x", numbers), fsa.ErrNumber}, {read("0 1 small big", words), fsa.ErrSymbol},
		{read("0 9999999 1 1", numbers), fsa.ErrStateNumber}, {read("0 NaN", numbers), fsa.ErrWeight},
		{twice, fsa.ErrDefined}, {fsa.WriteSymbols(os.Stdout, blank), fsa.ErrName},
		{epsilon, fsa.ErrEpsilon}, {transducer, fsa.ErrNotAcceptor},
	} {
		fmt.Println(errors.Is(e.err, e.cause), e.err)
	}
	// Output:
	// true machine.txt:1: wrong number of columns: 3, an arc has 4 or 5
	// true machine.txt:1: not a number from 0 to 2147483647: "x"
	// true machine.txt:1: unknown symbol: "small"
	// true machine.txt:1: too many state numbers are left out: 9999999 among 1 lines
	// true machine.txt:1: weight is not in the tropical semiring: "NaN"
	// true words.txt:2: symbol is another in the table already: "big" is 1
	// true symbol's name is empty or holds a blank: "two words"
	// true machine has an epsilon arc: from state 0
	// true machine is not an acceptor: an arc writes another symbol than it reads: 1:2 from state 0 to 0
}
