package train

import (
	"fmt"

	"parser/conll"
	"parser/oracle"
	"parser/parser"
	"parser/parser/decode"
	"parser/parser/imitation"
	"parser/parser/treebank"
	"parser/transition"
)

// task is a corpus as a search problem: sentences are inputs, derivations states, and an
// oracle is the expert of each.
type task struct {
	corpus     *treebank.Corpus
	derivation decode.Derivation // as they begin
	newOracle  func() (oracle.Oracle, error)
	loss       func(*transition.Config, *oracle.Gold) float64
	states     []*state
}

// Len implements imitation.Task.
func (t *task) Len() int { return len(t.corpus.Sentences) }

// Words implements imitation.Task.
func (t *task) Words(i int) []conll.Word { return t.corpus.Sentences[i].Words }

// words returns the number of words of the corpus.
func (t *task) words() int {
	n := 0
	for i := range t.corpus.Sentences {
		n += len(t.corpus.Sentences[i].Words)
	}
	return n
}

// NewState implements imitation.Task.
func (t *task) NewState() (imitation.State, error) {
	o, err := t.newOracle()
	s := &state{Derivation: t.derivation, task: t, oracle: o}
	t.states = append(t.states, s)
	return s, err
}

// state is a derivation of a sentence of the corpus.
type state struct {
	decode.Derivation
	task   *task
	oracle oracle.Oracle
	gold   *oracle.Gold
	place  string // of the sentence
}

// Start implements imitation.State.
func (s *state) Start(i, sentence int) error {
	e := &s.task.corpus.Sentences[i]
	s.gold, s.place = &e.Gold, e.Place
	s.Derivation.Start(sentence, len(e.Words))
	return s.failed(s.oracle.Start(s.gold))
}

// Price implements imitation.State.
func (s *state) Price() error { return s.failed(s.Derivation.Price(s.oracle)) }

// failed says of which sentence the oracle could not tell the costs.
func (s *state) failed(err error) error {
	if err != nil {
		err = fmt.Errorf("%s: the %s oracle failed: %w", s.place, s.oracle.Name(), err)
	}
	return err
}

// Loss implements imitation.State.
func (s *state) Loss() float64 { return s.task.loss(&s.Config, s.gold) }

// lossOf returns the loss of a name for a kind of structure.
func lossOf(name string, kind transition.Kind) (func(*transition.Config, *oracle.Gold) float64, error) {
	switch {
	case name == parser.UsualLoss:
		return func(c *transition.Config, g *oracle.Gold) float64 { return float64(g.Loss(c)) }, nil
	case name == "exact":
		return func(c *transition.Config, g *oracle.Gold) float64 { return min(1, float64(g.Loss(c))) }, nil
	case name == "f1" && kind == transition.Constituents:
		return f1Loss, nil
	}
	return nil, fmt.Errorf("no loss %q for such trees (have %v)", name, parser.Losses())
}

// f1Loss is 100·(1 − 2m/(g+p)) where m of g gold brackets are among the p brackets of
// the tree; their loss is g + p − 2m.
func f1Loss(c *transition.Config, g *oracle.Gold) float64 {
	brackets := len(g.Spans)
	for i := range c.Nodes[1:] {
		if c.Nodes[i+1].Label != transition.None {
			brackets++
		}
	}
	return 100 * float64(g.Loss(c)) / float64(brackets)
}
