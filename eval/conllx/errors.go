package conllx

import (
	"parser/conll"
	"parser/eval"
)

// mistake is a scored token with a wrong head or label.
type mistake struct {
	head, label bool // right
	kind        errorKind
	words       [focus + 3]neighbour // two before, the token, two after
}

// focus is the token's place among the words of its mistake.
const focus = 2

// neighbour is a word with the text that stands for it in tables: its form and
// its tag. The edge of the sentence, and what is spelt like it, as in eval.pl, has
// its form only.
type neighbour struct{ form, tag, text string }

// The neighbours of the first and of the last word, as eval.pl calls them.
const (
	sentenceStart = ".S"
	sentenceEnd   = ".E"
)

func newMistake(gold, system *conll.Sentence, i int, head, label bool) mistake {
	m := mistake{head: head, label: label, kind: newErrorKind(i+1, &gold.Words[i], &system.Words[i])}
	for n := range m.words {
		edge := [...]string{sentenceStart, sentenceStart, "", sentenceEnd, sentenceEnd}[n]
		w := neighbour{form: edge, tag: edge}
		if at := i + n - focus; 0 <= at && at < gold.Len() {
			w = neighbour{form: gold.Words[at].Form, tag: gold.Words[at].UPOS}
		}
		if w.text = w.form; w.form != edge || n == focus {
			w.text += " / " + w.tag
		}
		m.words[n] = w
	}
	return m
}

// ErrorCount counts the errors at a word or near something.
type ErrorCount struct {
	Text  string `json:"text"`
	Any   int    `json:"any"`
	Head  int    `json:"head"`
	Label int    `json:"label"`
}

// Both counts the errors in head and label together.
func (e ErrorCount) Both() int { return e.Head + e.Label - e.Any }

func errorsOf(text string, a Attachment) ErrorCount {
	return ErrorCount{Text: text, Any: a.Scored - a.Both, Head: a.Scored - a.Heads, Label: a.Scored - a.Labels}
}

// errorCounts counts by text the tokens with a wrong head or label.
type errorCounts struct{ eval.Tally[Attachment] }

func countErrors(errors []mistake, text func(*mistake) string) (c errorCounts) {
	for i := range errors {
		c.At(text(&errors[i])).count(errors[i].head, errors[i].label)
	}
	return c
}

// top returns the n rows with most errors and those that tie with the last.
func (c errorCounts) top(n int) []ErrorCount {
	rows := []ErrorCount{}
	for _, text := range c.Frequent(func(a *Attachment) int { return a.Scored }) {
		rows = append(rows, errorsOf(text, *c.At(text)))
	}
	return leading(rows, n, func(e ErrorCount) int { return e.Any })
}

// leading returns the first n of the rows, which are sorted by their counts, and
// those that tie with the last of them.
func leading[T any](rows []T, n int, count func(T) int) []T {
	for n < len(rows) && count(rows[n]) == count(rows[n-1]) {
		n++
	}
	return rows[:min(n, len(rows))]
}

// headNumber is what eval.pl computes with: an unknown head ("_") is 0 in
// arithmetic, although it differs from the root as a string.
func headNumber(head int) int { return max(head, 0) }
