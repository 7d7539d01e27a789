// Package smatch scores graphs of Abstract Meaning Representation: by exact Smatch (Cai &
// Knight 2013), as a whole and by kinds of triples and aspects, and by the naive Smatch of
// Goodman, Vlachos & Naradowsky (2016), which is a loss for training.
//
// A graph is a set of triples, see [amr.Triples]. "The boy wants to go" has seven,
//
//	(w / want-01 :ARG0 (b / boy) :ARG1 (g / go-01 :ARG0 b))
//
// three concepts, three relations and one that says that w is the root. A system in whose graph another boy goes, (b2 /
// boy), has eight: six of them match under the best mapping of variables.
//
//	m := smatch.Match(gold.Triples(), system.Triples(), smatch.Options{})
//	fmt.Println(m.Right, m.System, m.Gold, m.Proven) // 6 8 7 true
//
// [Match] finds that mapping by branch and bound, and says whether it is proven to be the best. The
// scores of smatch 1.0.4, which climbs hills from random starts, are occasionally a little lower.
package smatch
