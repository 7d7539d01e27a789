package oracle

import "parser/transition"

// tags is the oracle of tagging, exact: the gold label of the buffer front costs nothing, any other
// WrongTag, whatever labels the words before got (Hamming loss, the one of RUNTAGGER in Chang et
// al. 2015). So it is both the static oracle and the dynamic one.
type tags struct{ base }

// Moves implements Oracle: the only move has a label that costs nothing.
func (*tags) Moves(dst *Costs, _ *transition.Config, _ transition.Moves) error {
	dst[transition.Label] = 0
	return nil
}

func (o *tags) Labels(dst *LabelCosts, c *transition.Config, _ transition.Move) error {
	dst.Reset(WrongTag)
	dst.Set(o.label[c.Next], 0)
	return nil
}
