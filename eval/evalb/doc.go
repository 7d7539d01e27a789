// Package evalb compares constituency trees with gold trees and prints what EVALB
// prints (Sekine & Collins 1997, after the PARSEVAL measures of Black et al.
// 1991): recall and precision of labelled brackets, crossing brackets and tags.
//
//	params, err := evalb.NamedParams(evalb.DefaultParams)
//	totals, err := evalb.Score(gold, system, params)
//	fmt.Println(totals.Recall(), totals.Precision(), totals.F1()) // 60.00 75.00 66.67
//
// The rules in short:
//
//   - Words whose tag is in [Params.Delete] are taken out of the trees. Brackets
//     that are left without words do not count.
//   - Labels of brackets, but not tags, are cut at the first "-" or "=". Then
//     brackets whose label is in Delete, or is equal to one of them by
//     EqualLabels, do not count.
//   - Each gold bracket, in the order in which they open, takes the first system
//     bracket that is not taken yet, covers the same words and has the same
//     label or an equal one.
//   - A system bracket crosses if at least one gold bracket overlaps it and
//     neither holds the other.
//   - The length of a sentence is its number of gold words, those in
//     DeleteForLength apart: with the usual parameters punctuation counts.
//   - A sentence without system words is skipped; one whose words differ is an
//     error. Neither adds to recall or precision, so that a parser may gain by
//     failing: see [Totals.WithFailed].
//   - Where the numbers of words differ, quotation marks may be at fault that
//     one side deletes and the other calls by a tag in Quote. They are put back
//     first.
//
// All counts are EVALB's; what it prints, [Report] prints, with these
// differences:
//
//   - Where nothing matches, EVALB prints the F-measure as nan. Here it is 0.
//   - EVALB exits at the second error after the MAX_ERROR'th, without a summary.
//     Here nothing stops, and failed sentences are summed up behind its summary.
//   - EVALB holds at most 200 words and 200 brackets and fails or crashes above.
//     Here there is no limit, and time grows with the length of the sentence,
//     not with its square.
//   - EVALB takes "(NP )" for a word without letters. Here, as for package ptb,
//     it is a bracket without words.
//
// The outermost bracket is scored as any other: "(ROOT (S …))" and "( (S …))"
// have one more bracket, easily right, than "(TOP (S …))", whose label the usual
// parameters delete. Normalise it first.
package evalb
