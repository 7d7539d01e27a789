package parser

import (
	"math"
	"slices"

	"parser/conll"
	"parser/parser/decode"
	"parser/parser/structure"
	"parser/transition"
)

// predict sets the columns that the session predicts, in all words of a sentence that it has
// read or in those that have nothing there, and tells the derivation which tags there are.
func (w *worker) predict(sentence int, words []conll.Word) {
	p := w.places[sentence]
	p.guessed = p.guessed[:0]
	if w.filler != nil {
		for _, field := range w.fields {
			guessed := structure.Lacking(field, words)
			if w.parser.retag {
				guessed = guessed[:0]
				for i := range words {
					guessed = append(guessed, i)
				}
			}
			p.guessed = append(p.guessed, guessed)
		}
		for i := range words {
			w.guess(sentence, i, &words[i], transition.None)
		}
	}
	a := w.parser.meta.Agreement
	if a == nil {
		return
	}
	p.tags = p.tags[:0]
	for i := range words {
		p.tags = append(p.tags, a.Number(words[i].UPOS))
	}
	p.tagging = decode.Tagging{Agreement: a, Best: p.tags}
	if w.upos >= 0 {
		p.tagging.Change = func(word int, tag int32) float64 {
			if best := p.tags[word]; best != transition.None && w.guessed(sentence, w.upos, word) {
				of := func(tag int32) float64 { return float64(w.filler.Probability("upos", a.Tags[tag], sentence, word)) }
				return min(0, math.Log(of(tag)/of(best)))
			}
			return math.Inf(-1)
		}
	}
	p.derivation.Tagging = &p.tagging
}

// guessed reports whether a field of the filler was predicted for a word.
func (w *worker) guessed(sentence, field, word int) bool {
	_, found := slices.BinarySearch(w.places[sentence].guessed[field], word)
	return found
}

// guess sets the columns of a word that are to be predicted, so that they go with the others and, unless that is
// transition.None, with the tag.
func (w *worker) guess(sentence, i int, word *conll.Word, tag int32) {
	w.values = w.values[:0]
	any := false
	for f, field := range w.fields {
		value := *structure.Column(word, field)
		if f == w.upos && tag != transition.None {
			value = w.parser.meta.Agreement.Tags[tag]
		} else if w.guessed(sentence, f, i) {
			value, any = "", true
		}
		w.values = append(w.values, value)
	}
	if any {
		w.filler.Predict(w.values, sentence, i)
	}
	for f, field := range w.fields {
		*structure.Column(word, field) = w.values[f]
	}
}

// settle frees leaves of dependents, unless heads were given, and changes predicted tags that do not go with the tree.
func (w *worker) settle(sentence int, words []conll.Word) {
	p := w.places[sentence]
	if p.derivation.Tagging == nil {
		return
	}
	nodes := p.derivation.Config.Nodes
	if !w.parser.keep {
		p.tagging.Lift(nodes)
	}
	if w.upos < 0 {
		return
	}
	w.heads = append(w.heads[:0], make([]bool, len(nodes))...)
	for _, n := range nodes[1:] {
		w.heads[n.Head] = true
	}
	for i := range words {
		if tag, change := p.tagging.Fitting(i, nodes[i+1].Label, w.heads[i+1]); tag != p.tags[i] && !math.IsInf(change, -1) {
			w.guess(sentence, i, &words[i], tag)
		}
	}
}
