// Package smatch scores graphs of Abstract Meaning Representation: Smatch (Cai & Knight
// 2013), exactly, and what it is made of; and the naive Smatch of Goodman, Vlachos &
// Naradowsky (2016), a loss.
//
// A graph is a set of triples, see [amr.Triples]. "The boy wants to go" has seven,
//
//	(w / want-01 :ARG0 (b / boy) :ARG1 (g / go-01 :ARG0 b))
//
// three concepts, three relations and the one that w is the root. A system that takes
// the one who goes for another boy, (b2 / boy), has eight: six match, as far as variables
// are mapped in the best way.
//
//	m := smatch.Match(gold.Triples(), system.Triples(), smatch.Options{})
//	fmt.Println(m.Right, m.System, m.Gold, m.Proven) // 6 8 7 true
//
// [Match] finds that mapping by branch and bound, and says if it could not prove that there
// is no better one. The scores of smatch 1.0.4, which climbs hills from random starts, are
// the same or, now and then, a little lower.
package smatch
