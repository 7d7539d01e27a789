package parser

import (
	"math/rand/v2"

	"parser/model"
	"parser/parser/imitation"
)

// dropout is a task whose decisions lack features, each with the same probability, anew
// for every decision (Hinton et al. 2012; for taggers Søgaard 2013), so that no feature
// can rely on others being there, as they are not in words that were never seen.
type dropout struct {
	imitation.Task
	probability float64
	random      *rand.Rand
	decision    model.Decision
}

// Ask implements imitation.Task.
func (t *dropout) Ask(want imitation.Want) *model.Decision {
	d := t.Task.Ask(want)
	if want&imitation.Features == 0 {
		return d
	}
	t.decision.Classes, t.decision.Costs, t.decision.Features = d.Classes, d.Costs, t.decision.Features[:0]
	for _, f := range d.Features {
		if t.random.Float64() >= t.probability {
			t.decision.Features = append(t.decision.Features, f)
		}
	}
	return &t.decision
}
