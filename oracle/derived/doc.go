// Package derived derives dynamic oracles from automata, after the finite-state construction of
// dynamic oracles. Three machines of package fsa state a problem ([Problem]):
//
//	C_x   which sequences of actions are admissible
//	T     a transducer: what a difference to gold costs, e.g. Hamming, Levenshtein or Edits
//	D_g   which sequences are gold
//
// From these follows what every action costs after every prefix, and what it costs to stop. Nothing
// about the task is designed by hand: a new task or loss is a new automaton.
//
//	oracle, err := derived.Compile(problem, limit)
//	values := make([]fsa.Weight, problem.Actions+1)
//	err = oracle.Values(values)        // of each action as the first one
//	derived.Costs(values, values)      // how much more each loses than the best
//	err = oracle.Advance(action)       // and so on
//
// The examples are sequences of tags, spans, brackets, texts by several annotators, translations of
// any length, and a small grammar. The command "parser oracle --automata" does the same with
// machines in files.
//
// # Computations
//
// There are four, and all give the same values. [Recompute] builds and searches a machine for each
// action and prefix; [Precompute] builds one for the problem and updates a vector for each action;
// both are the paper's. [Compile] needs one pass and sparse vectors. [Search] builds nothing in
// advance: it is for machines that are large or infinite, where only a part is ever met.
//
// # Factors
//
// A loss may be the sum of several small machines, its factors, such as one for each arc of a tree:
// the values are then the sums of what each factor loses at least. That is exact if one sequence is
// best for all factors at once. [Losses] and a comparison say whether that is so.
//
// Machines of sentences grow fast: the paper's bound for parsing is O(n⁹). The oracles of this
// project's parsers, named fsa, have factors that recur in all sentences, and tables of them.
package derived
