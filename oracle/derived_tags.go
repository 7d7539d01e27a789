package oracle

import (
	"slices"

	"parser/oracle/derived"
	"parser/oracle/fsa"
	"parser/transition"
)

// DerivedTags is an oracle of tagging that nobody designed: what labels cost follows
// from automata, one for the number of words, one for the gold labels, and Hamming
// loss between them (derived.Tagging). It is exact. All labels that gold has not are
// one.
type DerivedTags struct {
	System transition.Tag
	tags   []fsa.Symbol // of gold
	names  []int32      // the labels of gold, each once
	follower
}

var _ Oracle = (*DerivedTags)(nil)

func derivedTags(s transition.System) (Oracle, error) {
	o := &DerivedTags{System: s.(transition.Tag)}
	o.symbol = func(s transition.Step) fsa.Symbol { return o.symbolOf(s.Label) }
	return o, nil
}

// Name returns "fsa".
func (*DerivedTags) Name() string { return "fsa" }

// Start takes the gold labels. A word without one is refused: ErrUntagged.
func (o *DerivedTags) Start(g *Gold) error {
	if err := g.allTagged(); err != nil {
		return err
	}
	o.names, o.tags = append(o.names[:0], g.Labels[1:]...), o.tags[:0]
	slices.Sort(o.names)
	o.names = slices.Compact(o.names)
	for _, l := range g.Labels[1:] {
		o.tags = append(o.tags, o.symbolOf(l))
	}
	actions := len(o.names) + 1
	engine, err := derived.Compile(derived.Tagging(o.tags, actions), mostStates)
	if err != nil {
		return tooLong(err)
	}
	return o.follower.start(engine, actions)
}

// symbolOf returns the action that gives a label.
func (o *DerivedTags) symbolOf(label int32) fsa.Symbol {
	if i, ok := slices.BinarySearch(o.names, label); ok {
		return fsa.Symbol(i + 1)
	}
	return fsa.Symbol(len(o.names) + 1)
}

// Moves implements Oracle: the only move has a label that costs nothing.
func (o *DerivedTags) Moves(dst *Costs, _ *transition.Config) error {
	dst[transition.Label] = 0
	return o.err
}

// Labels implements Oracle.
func (o *DerivedTags) Labels(dst *LabelCosts, c *transition.Config, _ transition.Move) error {
	if err := o.follow(c.Steps); err != nil {
		return err
	}
	actions := o.values[1:]
	least := slices.Min(actions)
	dst.Reset(int32(actions[len(o.names)] - least))
	for i, label := range o.names {
		dst.Set(label, int32(actions[i]-least))
	}
	return nil
}
