// Package derived derives dynamic oracles from automata, after the finite-state
// construction of dynamic oracles: three machines say what may be done, what counts
// as loss and what the gold answer looks like ([Problem]), and from these follows
// what every action costs after every prefix. Nothing about the task is designed by
// hand.
//
// There are three computations of the same values. [Recompute] builds and searches
// a machine for each action and prefix; [Precompute] builds one for the problem and
// updates a vector for each action; both are the paper's. [Compile] goes further:
// states on demand, one backward pass, sparse vectors, and a loss that is the sum of
// several small machines, its factors, of which the paper's transducer is the case
// of one.
//
// Some problems are ready: [Tagging], [Bracketing] (with the paper's transducer, and
// in exact factors), [ArcHybrid], [ArcEager] and [EditDistance].
//
// # Why the paper's example is no oracle
//
// The paper gives closing brackets weight 0, arguing that a wrong one costs by its
// opening bracket. Let gold be `X( a b )`, and `X( a` the prefix. To close now can
// at best give `X( X( a ) b )`, if one bracket must be around all, or `X( a ) b`; each
// has a bracket that gold has not, and the second lacks gold's, too. But the
// transducer turns `X( a ) b` into gold at no cost, by moving the closing bracket.
// So the derived oracle holds closing to be as good as going on. The example
// Bracketing shows the numbers.
package derived
