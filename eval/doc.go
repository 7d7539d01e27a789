// Package eval compares parses with gold trees and prints the numbers that the
// official scripts print, digit for digit.
//
// Four measures live here:
//
//   - CoNLL-X (Buchholz & Marsi 2006; the script eval.pl 1.9): same tokens on
//     both sides. [Score] and [Attachment] count LAS, UAS and label accuracy;
//     a [Scorer] collects the whole error analysis, its [Report] prints it.
//   - CoNLL 2018 (Zeman et al. 2018; conll18_ud_eval.py 1.2): the two sides may
//     be tokenised differently. [CoNLL18] aligns them first.
//   - [NonProjective]: how many of the crossing arcs were found.
//   - EVALB (Sekine & Collins 1997): labelled brackets of constituency trees.
//     [ScoreBrackets] and [Brackets] count them, a [BracketReport] prints them.
//
// Several systems are compared by an [ArcComparison] or a [BracketComparison]:
// whether they differ, by [Randomisation] and [Bootstrap], and where.
//
// Counts are integers that add up over sentences and workers; ratios are taken
// once, at the end, and 0/0 is what the script in question makes of it: NaN for
// CoNLL-X, 0 for CoNLL 2018 and, but for its F-measure, for EVALB.
//
// A tiny example. The gold tree of "cats sleep ." has the arcs 2→1 (nsubj),
// 0→2 (root), 2→3 (punct); the system attaches "cats" right but calls it obj:
//
//	a, _ := eval.Score(gold, system, eval.Options{})
//	fmt.Println(a.UAS(), a.LAS(), a.Skipped) // 100.00 50.00 1
//
// The full stop is not scored: by default forms that consist of punctuation
// only are left out, as in eval.pl.
package eval
