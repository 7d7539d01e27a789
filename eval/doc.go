// Package eval holds what the scores of parsers have in common: counts that add
// up over sentences and workers, percentages, and gold sentences paired with
// those of systems.
//
//	var c eval.Counts
//	c.Add(eval.Counts{Right: 3, Gold: 4, System: 5})
//	c.Add(eval.Counts{Right: 1, Gold: 2, System: 1})
//	fmt.Println(c.F1()) // 66.67
//
// The packages below print the numbers that the official scripts print, digit for
// digit:
//
//   - [parser/eval/conllx]: attachment scores and error analysis over the same
//     tokens, as eval.pl 1.9 (Buchholz & Marsi 2006);
//   - [parser/eval/conll18]: scores over other tokens, as conll18_ud_eval.py 1.2
//     (Zeman et al. 2018);
//   - [parser/eval/evalb]: brackets of constituency trees, as EVALB (Sekine &
//     Collins 1997);
//   - [parser/eval/compare]: whether several systems differ, and where.
//
// Counts are integers; ratios are taken once, at the end, and 0/0 is what the
// script in question makes of it: NaN for CoNLL-X, 0 for CoNLL 2018 and, but for
// its F-measure, for EVALB.
package eval
