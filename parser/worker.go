package parser

import (
	"parser/conll"
	"parser/parser/decode"
	"parser/parser/score"
	"parser/parser/treebank"
	"parser/transition"
)

// worker annotates one sentence after another: its taggers fill in tags, its session
// scores, and the decoder takes the action that scores highest, again and again. It
// belongs to one goroutine.
type worker struct {
	parser     *Parser
	taggers    []*worker
	session    score.Session
	derivation decode.Derivation // of the last sentence
	decoder    decode.Decoder
	unsure     []*decode.Decision
	read       [1][]conll.Word
	run        [1]decode.State
	filled     []conll.Word // the words with the tags that taggers have set
	seen       []conll.Word // … as scorers see them
	own        []conll.Word // of a tagger that sets the field of some words only
}

func (p *Parser) newWorker() *worker {
	w := &worker{parser: p, session: p.scorer.NewSession(), derivation: p.Shape().Derivation()}
	for _, t := range p.taggers {
		w.taggers = append(w.taggers, t.newWorker())
	}
	return w
}

// annotate sets what the parser builds.
func (w *worker) annotate(it *treebank.Item) {
	words, e := it.Words, w.parser.encoder
	if len(w.taggers) > 0 {
		words = e.Fillable(w.filled, it)
		w.filled = words
		for _, t := range w.taggers {
			t.tag(words, w.parser.retag || w.parser.Kind() == transition.Tags)
		}
	}
	w.seen = e.Seen(w.seen, words)
	w.decode(w.seen)
	e.Read(&w.derivation.Config, it)
}

// decode runs the system over words.
func (w *worker) decode(words []conll.Word) {
	w.read[0], w.run[0] = words, &w.derivation
	w.session.Read(w.read[:]...)
	w.derivation.Start(0, len(words))
	_ = w.decoder.Run(w, w.run[:]...) // whose only errors are those of Choose
}

// Choose implements decode.Policy; it never fails. Where there is one class only, as for
// the first word of every sentence, it need not ask for scores.
func (w *worker) Choose(decisions []*decode.Decision) error {
	w.unsure = w.unsure[:0]
	for _, d := range decisions {
		if d.Choice = d.Classes[0]; len(d.Classes) > 1 {
			w.unsure = append(w.unsure, d)
		}
	}
	w.session.Score(w.unsure)
	for _, d := range w.unsure {
		d.Choice = d.Best()
	}
	return nil
}

// tag has a tagger set its field in all words, or in those that have nothing there.
func (w *worker) tag(words []conll.Word, all bool) {
	if all {
		w.annotate(&treebank.Item{Words: words})
		return
	}
	field := w.parser.Field()
	lacking := treebank.Lacking(field, words)
	if len(lacking) == 0 {
		return
	}
	w.own = append(w.own[:0], words...)
	w.annotate(&treebank.Item{Words: w.own})
	for _, i := range lacking {
		*treebank.Column(&words[i], field) = *treebank.Column(&w.own[i], field)
	}
}
