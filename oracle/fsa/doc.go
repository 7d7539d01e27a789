// Package fsa holds weighted automata and transducers over the tropical semiring and the algorithms
// on them. It is useful on its own and knows nothing about parsing.
//
// A [Transducer] has states, one of them the start, and arcs, which read a [Symbol] and write one,
// or [Epsilon], nothing. Each arc costs a [Weight], and so does each final state; the weight of
// reading one string and writing another is that of the best path that does so, ∞ without such a path.
// A machine that writes what it reads is an acceptor, or weighted automaton. Algorithms that need
// no complete table take any [Machine], and [Compose] and [NewLazy] make machines whose states are
// created on demand. Functions return new machines and leave their arguments unchanged; the same
// arguments always give the same result, state by state. Unless a comment says otherwise, a
// function has no precondition, takes O(states + arcs) time, and follows Mohri 2009.
//
// # A worked example
//
// How far is "sit" from "split"? Let edits be the machine whose one state copies letters for
// nothing, and deletes, adds or changes one for 1. Between the two words, its paths are all the
// ways to turn one into the other:
//
//	ways := fsa.Compose(fsa.Compose(fsa.Linear(sit...), edits), fsa.Linear(split...))
//	table, err := fsa.Expand(ways, limit)
//	path, distance, err := fsa.ShortestPath(table)
//
// The best of them is s:s i:i t:t with p and l inserted after the s, and the distance is 2. The
// package example is this program in full. For the distance alone, use fsa.OfPair(edits, sit,
// split).
//
// # Algorithms
//
//   - Machines from strings: [Linear], [Words].
//   - Rational operations: [Union], [Concat], [Closure] (Kleene star).
//   - Operations on one machine: [Input] and [Output] (projections), [Invert],
//     [Reverse], [Trim], [RemoveEpsilon], [Determinize], [NewPushed] (determinisation
//     with the weights pushed to the front, on demand), [Expand] (all states of a
//     machine made on demand, in a table).
//   - Operations on two: [Compose], [Intersect].
//   - Weights: [Of] a string, [OfPair] of strings, [DistancesFrom] the start and
//     [DistancesTo] the end, by [AcyclicDistances] in a [TopologicalOrder], [Dijkstra]
//     or [BellmanFord]; [ShortestPath], the best path itself; [EpsilonClosures];
//     [PathSums] in any [Semiring].
//   - Comparison: [Sample] draws pairs of strings, [EqualOn] compares their weights.
//   - Text: [ReadATT] and [WriteATT] in the format of OpenFst's tools, [WriteDOT] for
//     graphs to look at, [Symbols] with [ReadSymbols] and [WriteSymbols] for names.
package fsa
