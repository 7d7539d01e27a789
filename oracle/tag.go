package oracle

import (
	"fmt"
	"slices"

	"parser/transition"
)

// WrongTag is the loss of a word with another label than its gold one, in tagging.
const WrongTag = 1

// Tag is the oracle of tagging, exact: the gold label of the buffer front costs
// nothing, any other WrongTag, whatever was given to the words before (Hamming
// loss, the one of RUNTAGGER in Chang et al. 2015). So it is the static oracle and
// the dynamic one at once.
type Tag struct {
	System transition.Tag

	name   string
	labels []int32
}

var _ Oracle = (*Tag)(nil)

// newTag makes the oracle under one of its names.
func newTag(name string) func(transition.System) (Oracle, error) {
	return func(s transition.System) (Oracle, error) {
		return &Tag{System: s.(transition.Tag), name: name}, nil
	}
}

// Name returns the name under which New made the oracle, "dynamic" or "static".
func (o *Tag) Name() string { return o.name }

// Start takes the gold labels. A word without one is refused: ErrUntagged.
func (o *Tag) Start(g *Gold) error {
	o.labels = g.Labels
	return g.allTagged()
}

// allTagged refuses words without gold label.
func (g *Gold) allTagged() error {
	if d := slices.Index(g.Labels[1:], transition.None); d >= 0 {
		return fmt.Errorf("%w: word %d", ErrUntagged, d+1)
	}
	return nil
}

// Moves implements Oracle: the only move has a label that costs nothing.
func (o *Tag) Moves(dst *Costs, _ *transition.Config) error {
	dst[transition.Label] = 0
	return nil
}

// Labels implements Oracle.
func (o *Tag) Labels(dst *LabelCosts, c *transition.Config, _ transition.Move) error {
	dst.Reset(WrongTag)
	dst.Set(o.labels[c.Next], 0)
	return nil
}
