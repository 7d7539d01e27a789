package parser

import (
	"fmt"

	"parser/model"
	"parser/oracle"
	"parser/parser/imitation"
	"parser/transition"
)

// task is a corpus as a search problem: sentences are inputs, configurations states,
// the oracle is the expert.
type task struct {
	*guide
	corpus *corpus
	gold   *oracle.Gold // of the sentence
	loss   func(*transition.Config, *oracle.Gold) float64

	marked     transition.Config
	markedMove transition.Move
}

var _ imitation.Task = (*task)(nil)

// Len implements imitation.Task.
func (t *task) Len() int { return len(t.corpus.sentences) }

// words returns the number of words of the corpus.
func (t *task) words() int {
	n := 0
	for i := range t.corpus.sentences {
		n += t.corpus.sentences[i].words.Len()
	}
	return n
}

// Start implements imitation.Task. It returns the error of the oracle that was met
// since the last Start, too.
func (t *task) Start(i int) error {
	if t.costs.err != nil {
		return t.costs.err
	}
	e := &t.corpus.sentences[i]
	t.gold, t.guide.words = &e.gold, e.words
	if err := t.costs.oracle.Start(t.gold); err != nil {
		return err
	}
	t.start()
	return nil
}

// Terminal implements imitation.Task.
func (t *task) Terminal() bool { return t.system.Terminal(&t.config) }

// Stage implements imitation.Task.
func (t *task) Stage() int { return t.stage() }

// Ask implements imitation.Task.
func (t *task) Ask(want imitation.Want) *model.Decision {
	t.ask(want&imitation.Features != 0, want&imitation.Costs != 0)
	return &t.decision
}

// Take implements imitation.Task.
func (t *task) Take(k model.Class) { t.take(k) }

// Mark implements imitation.Task.
func (t *task) Mark() {
	t.marked.CopyFrom(&t.config)
	t.markedMove = t.move
}

// Return implements imitation.Task.
func (t *task) Return() {
	t.config.CopyFrom(&t.marked)
	t.move, t.seen = t.markedMove, false
}

// Loss implements imitation.Task.
func (t *task) Loss() float64 { return t.loss(&t.config, t.gold) }

// Losses lists the losses of finished trees that Options.Loss can name: "oracle", that
// of package oracle; "exact", 0 for gold and 1 for all other trees; and "f1", of
// constituency trees, the percentage that labelled F1 lacks to 100. The last two do not
// decompose over moves.
func Losses() []string { return []string{usualLoss, "exact", "f1"} }

// loss returns the loss that the options name.
func (o *Options) loss(kind transition.Kind) (func(*transition.Config, *oracle.Gold) float64, error) {
	switch {
	case o.Loss == usualLoss:
		return func(c *transition.Config, g *oracle.Gold) float64 { return float64(g.Loss(c)) }, nil
	case o.Loss == "exact":
		return func(c *transition.Config, g *oracle.Gold) float64 { return min(1, float64(g.Loss(c))) }, nil
	case o.Loss == "f1" && kind == transition.Constituents:
		return f1Loss, nil
	}
	return nil, fmt.Errorf("%w: no loss %q for such trees (have %v)", ErrOptions, o.Loss, Losses())
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
