// Package conll18 compares dependency trees with gold trees over the same text,
// as the scorer of the CoNLL 2018 shared task does, conll18_ud_eval.py 1.2 (Zeman
// et al. 2018): how the text is cut into tokens, words and sentences may differ.
//
//	scores, err := conll18.Score(gold, system)
//	fmt.Println(scores.LAS.F1(), scores.CLAS.F1()) // 66.67 50.00
//
// Everything is scored, punctuation too; subtypes of labels and features that are not universal are ignored. Words are
// aligned first: words that are tokens by their characters, words of multiword tokens by their forms.
//
// [ScoreEnhanced] compares enhanced dependencies on the same alignment, as eval.py of the UD tools does, the scorer of
// the IWPT shared tasks of 2020 and 2021 (Bouma, Seddah & Zeman 2020).
package conll18
