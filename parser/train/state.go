package train

import (
	"fmt"

	"parser/oracle"
	"parser/parser"
	"parser/parser/decode"
	"parser/transition"
)

// state is a derivation of a sentence of the corpus, with an oracle as its expert. It
// implements imitation.State.
type state struct {
	decode.Derivation
	run    *run
	oracle oracle.Oracle
	input  int // the sentence
}

func (s *state) Start(i, sentence int) error {
	s.input = i
	s.Derivation.Start(sentence, len(s.run.corpus.Words[i]))
	return s.failed(s.oracle.Start(&s.run.corpus.Golds[i]))
}

func (s *state) Price() error { return s.failed(s.Derivation.Price(s.oracle)) }

func (s *state) Loss() float64 { return s.run.loss(&s.Config, &s.run.corpus.Golds[s.input]) }

// failed says of which sentence the oracle could not tell the costs.
func (s *state) failed(err error) error {
	if err != nil {
		err = fmt.Errorf("%s: the %s oracle failed: %w", s.run.corpus.Places[s.input], s.oracle.Name(), err)
	}
	return err
}

// lossOf returns the loss of a name for a kind of structure.
func lossOf(name string, kind transition.Kind) (func(*transition.Config, *oracle.Gold) float64, error) {
	switch {
	case name == parser.UsualLoss:
		return func(c *transition.Config, g *oracle.Gold) float64 { return float64(g.Loss(c)) }, nil
	case name == "exact":
		return func(c *transition.Config, g *oracle.Gold) float64 { return min(1, float64(g.Loss(c))) }, nil
	case name == "f1" && kind == transition.Constituents:
		// 100·(1 − 2m/(g+p)) where m of g gold brackets are among the p brackets of the
		// tree; their loss is g + p − 2m.
		return func(c *transition.Config, g *oracle.Gold) float64 {
			brackets := len(g.Spans)
			for i := range c.Nodes[1:] {
				if c.Nodes[i+1].Label != transition.None {
					brackets++
				}
			}
			return 100 * float64(g.Loss(c)) / float64(brackets)
		}, nil
	}
	return nil, fmt.Errorf("no loss %q for such trees (have %v)", name, parser.Losses())
}
