// Package derived derives dynamic oracles from automata, after the finite-state
// construction of dynamic oracles: three machines say what may be done, what counts
// as loss and what the gold answer looks like ([Problem]), and from these follows
// what every action costs after every prefix. Nothing about the task is designed by
// hand.
//
// There are three computations of the same values. [Recompute] builds and searches a machine for
// each action and prefix; [Precompute] builds one for the problem and updates a vector for each
// action; both are the paper's. [Compile] goes further: states on demand, one backward pass, sparse
// vectors, and a loss that is the sum of several small machines, its factors; the paper's
// transducer is the case of one factor. Where factors are at odds until something is settled, the
// ways to settle it are commitments ([Committed]).
//
// Factors that recur are tabulated, each in an [fsa.Pushed] whose arcs weigh what their actions
// cost. [ArcTables] and [BracketTables] share tables among all sentences, and are as fast as
// oracles written by hand.
//
// Some problems are ready to use: [Tagging], [Bracketing] (with the paper's transducer, and in
// exact factors), [ArcHybrid], [ArcEager] and [EditDistance]. The package example makes a new one:
// text simplification with two gold texts, where no one has said which words to keep.
//
// # Why the paper's example is no oracle
//
// The paper gives closing brackets weight 0, arguing that a wrong one costs by its opening bracket.
// But then closing a bracket too early costs nothing ([PaperWeights]), and no other weights of a
// transducer with a single state are right. Of `X( a ) X( b )` and `X( a b )`, where gold is `X( a
// ) b`, the first loses 1 and the second 2, so deleting an opening bracket must weigh less than
// inserting a closing one. Of `a b` and `X( a b )`, where gold is `a X( b )`, the first loses 1 and
// the second 2 as well, so it must weigh more. [CorrectedWeights] err less; the factors of
// [Bracketing.Factored] are exact. The example of [Bracketing] shows the numbers, and
// testdata/rates.txt counts how often each oracle errs.
package derived
