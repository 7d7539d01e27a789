// Package evalb compares constituency trees with gold trees and prints what EVALB prints (Sekine & Collins 1997, after
// the PARSEVAL measures of Black et al. 1991): recall and precision of labelled brackets, crossing brackets and the
// accuracy of tags.
//
//	params, err := evalb.NamedParams(evalb.DefaultParams)
//	totals, err := evalb.Score(gold, system, params)
//	fmt.Println(totals.Recall(), totals.Precision(), totals.F1()) // 60.00 75.00 66.67
//
// The rules in short:
//
//   - Words whose tag is in [Params.Delete] are removed from the trees. Brackets
//     that lose all their words do not count.
//   - Labels of brackets, but not tags, are cut at the first "-" or "=". After
//     that, brackets do not count if their label is in Delete, or equal to one
//     in Delete by EqualLabels.
//   - Each gold bracket, in the order in which they open, takes the first system
//     bracket that is not taken yet, covers the same words and has the same
//     label or an equal one.
//   - A system bracket crosses if at least one gold bracket overlaps it and
//     neither contains the other.
//   - The length of a sentence is its number of gold words, except those with
//     tags in DeleteForLength: with the usual parameters punctuation counts.
//   - A sentence without system words is skipped; one whose words differ is an
//     error. Neither adds to recall or precision, so that a parser may gain by
//     failing. That is why [Report] also has totals with failed sentences.
//   - If the numbers of words differ, the cause may be quotation marks that one
//     side deletes and the other tags with a tag in Quote. Those are restored
//     before the words are compared.
//
// All counts are EVALB's, and [Report] prints what EVALB prints, with these differences:
//
//   - If nothing matches, EVALB prints the F-measure as nan. Here it is 0.
//   - EVALB exits at the second error after the MAX_ERROR'th, without a summary.
//     Here nothing stops, and failed sentences are summed up after its summary.
//   - EVALB has room for 200 words and 200 brackets and fails or crashes on more.
//     Here there is no limit, and time grows with the length of the sentence,
//     not with its square.
//   - EVALB reads "(NP )" as a word without letters. Here, as in package ptb,
//     it is a bracket without words.
//
// The outermost bracket is scored like any other: "(ROOT (S …))" and "( (S …))" have one more bracket, which is easy to
// get right, than "(TOP (S …))", whose label the usual parameters delete. Normalise it first.
package evalb
