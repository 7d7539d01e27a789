package conllx

import "parser/conll"

// The neighbours of the first and of the last word, as eval.pl calls them.
const (
	sentenceStart = ".S"
	sentenceEnd   = ".E"
)

// token is a scored token with its judgement.
type token struct {
	sentence     []conll.Word // gold
	number       int          // from 1, as heads count
	gold, system *conll.Word
	head, label  bool // right
}

func newToken(gold, system *conll.Sentence, i int) token {
	g, s := &gold.Words[i], &system.Words[i]
	return token{gold.Words, i + 1, g, s, g.Head == s.Head, g.Deprel == s.Deprel}
}

// neighbour returns form and tag of the word so many places to the right, or
// the edge of the sentence in both.
func (t token) neighbour(offset int) neighbour {
	switch i := t.number - 1 + offset; {
	case i < 0:
		return neighbour{sentenceStart, sentenceStart}
	case i >= len(t.sentence):
		return neighbour{sentenceEnd, sentenceEnd}
	default:
		return neighbour{t.sentence[i].Form, t.sentence[i].UPOS}
	}
}

type neighbour struct{ form, tag string }

// edge reports whether the neighbour lies outside the sentence. A form that is
// spelt like the edge passes for one in eval.pl too.
func (n neighbour) edge(left bool) bool {
	if left {
		return n.form == sentenceStart
	}
	return n.form == sentenceEnd
}

func (n neighbour) text(left bool) string {
	if n.edge(left) {
		return n.form
	}
	return n.form + " / " + n.tag
}

// headNumber is what eval.pl computes with: an unknown head ("_") is 0 in
// arithmetic, although it differs from the root as a string.
func headNumber(head int) int {
	return max(head, 0)
}
