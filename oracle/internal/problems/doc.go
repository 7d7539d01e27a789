// Package problems states the problems of parsers as automata, for package derived: tags
// ([Tagging]), brackets ([Bracketing], with the paper's transducer, and in exact factors), arcs
// ([Arcs]), labels of spans ([ShiftLabel]), brackets that are opened after their
// first child ([InOrder]), and edits of sequences of actions ([EditDistance]).
//
// Factors that recur are tabulated, each in an [fsa.Pushed] whose arcs weigh what their actions
// cost. [ArcTables], [BracketTables], [InOrderTables] and [LabelTables] share tables among all
// sentences. The first two are as fast as oracles written by hand.
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
package problems
