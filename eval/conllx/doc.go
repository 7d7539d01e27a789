// Package conllx compares dependency trees with gold trees over the same tokens and prints what the scorer of the
// CoNLL-X shared task prints: eval.pl 1.9 (Buchholz & Marsi 2006), which CoNLL 2007 used too, as eval07.pl.
//
// The gold tree of "cats sleep ." has the arcs 2→1 (nsubj), 0→2 (root), 2→3
// (punct); a system attaches "cats" to the right head but labels it obj:
//
//	a, err := conllx.Score(gold, system, conllx.Options{})
//	fmt.Println(a.UAS(), a.LAS(), a.Skipped) // 100.00 50.00 1
//
// The full stop is not scored, since by default punctuation is left out. [Score] counts LAS, UAS
// and label accuracy; the [Report] of a [Scorer] is the whole error analysis. [NonProjective]
// counts how many of the crossing arcs were found.
package conllx
