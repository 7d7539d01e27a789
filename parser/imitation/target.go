package imitation

import (
	"slices"

	"parser/model"
)

// chosen returns the decision of t with the classes that are explored.
func (c *Course) chosen(t *turn) *model.Decision {
	x := &c.Algorithm.Explore
	if !x.Targeted {
		if out := &c.Algorithm.RollOut; out.reads() && !out.asks(c.round) {
			return t.Decision
		}
		return c.copied(t.Decision)
	}
	if t.scores == nil {
		return c.among(t.Decision, c.firstClasses(t))
	}
	return c.among(t.Decision, c.nearClasses(t))
}

// nearClasses returns the expert's class and those whose score is close to the best.
func (c *Course) nearClasses(t *turn) []model.Class {
	floor := float64(t.scores[model.Best(t.Classes, t.scores)]) - c.Algorithm.Explore.Threshold
	own := expert{}.choose(t)
	c.classes = c.classes[:0]
	for _, k := range t.Classes {
		if k == own || float64(t.scores[k]) >= floor {
			c.classes = append(c.classes, k)
		}
	}
	return c.classes
}

// firstClasses returns the expert's class and random ones, as long as there are no
// scores.
func (c *Course) firstClasses(t *turn) []model.Class {
	own := expert{}.choose(t)
	c.classes = append(c.classes[:0], t.Classes...)
	c.Random.Shuffle(len(c.classes), func(i, j int) { c.classes[i], c.classes[j] = c.classes[j], c.classes[i] })
	at := slices.Index(c.classes, own)
	c.classes[0], c.classes[at] = own, c.classes[0]
	return c.classes[:1+min(len(c.classes)-1, c.Algorithm.Explore.First)]
}
