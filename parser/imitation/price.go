package imitation

import (
	"slices"

	"parser/model"
	"parser/parser/decode"
)

// price returns what there is to learn from a decision, in which a roll-in took class k:
// the decision itself, where the expert's costs are the result of roll-outs, or a copy
// with the classes that are explored, and what they cost. Roll-outs leave nothing of the
// decision itself, but the state is the same again.
func (c *Course) price(d *decode.Decision, k model.Class) (*decode.Decision, error) {
	x, out := &c.Algorithm.Explore, &c.Algorithm.RollOut
	all, asks := x.Draws == 0 && x.Threshold == 0, out.None || c.round <= out.AskFirst
	if all && out.reads() && !asks {
		return d, nil
	}
	p := &c.priced[d.Sentence]
	scores, classes, costs := append(p.Scores[:0], d.Scores...), append(p.Classes[:0], d.Classes...), append(p.Costs[:0], d.Costs...)
	if !all && !out.Bandit {
		classes = c.explored(classes, d, k)
		costs = costs[:len(classes)]
		for i, k := range classes {
			costs[i] = d.Cost(k)
		}
	}
	*p = *d
	p.Scores, p.Classes, p.Costs = scores, classes, costs
	switch {
	case out.Bandit:
		return p, c.gamble(p)
	case asks: // what the expert would do costs 0, all else 1
		least := slices.Min(costs)
		for i, cost := range costs {
			if costs[i] = 0; cost > least {
				costs[i] = 1
			}
		}
	case !out.reads() && len(classes) > 1: // lines 8 to 11 of Algorithm 2; a single class costs nothing, whatever it leads to
		s := c.states[d.Sentence]
		s.Mark()
		for i, k := range classes {
			loss, err := c.rollOuts(p, k)
			if err != nil {
				return p, err
			}
			costs[i] = float32(loss)
		}
		s.Return()
	}
	least := slices.Min(costs)
	for i := range costs {
		costs[i] -= least // line 13
	}
	return p, nil
}

// explored makes of the classes of d those that are priced.
func (c *Course) explored(classes []model.Class, d *decode.Decision, k model.Class) []model.Class {
	x, own := &c.Algorithm.Explore, d.Cheapest()
	switch {
	case x.Draws > 0: // the one that was taken and a random one
		other := classes[c.Random.IntN(len(classes))]
		return slices.Compact(append(classes[:0], k, other))
	case len(d.Scores) > 0: // the expert's and those whose score is close to the best
		floor := float64(d.Scores[d.Best()]) - x.Threshold
		return slices.DeleteFunc(classes, func(k model.Class) bool { return k != own && float64(d.Scores[k]) < floor })
	}
	c.Random.Shuffle(len(classes), func(i, j int) { classes[i], classes[j] = classes[j], classes[i] })
	at := slices.Index(classes, own)
	classes[0], classes[at] = own, classes[0]
	return classes[:1+min(len(classes)-1, x.First)]
}

// gamble estimates costs as the contextual bandit does (Chang et al. 2015, Section 5): that
// of a random class is the loss after it times the number of classes, all others are 0.
func (c *Course) gamble(d *decode.Decision) error {
	at, s := c.Random.IntN(len(d.Classes)), c.states[d.Sentence]
	clear(d.Costs)
	s.Mark()
	loss, err := c.rollOuts(d, d.Classes[at])
	s.Return()
	d.Costs[at] = float32(loss * float64(len(d.Classes)))
	return err
}

// rollOuts returns the mean loss after class k was taken in the state marked, where d
// was asked.
func (c *Course) rollOuts(d *decode.Decision, k model.Class) (float64, error) {
	samples, sum := max(1, c.Algorithm.RollOut.Samples), 0.0
	s := c.states[d.Sentence]
	for range samples {
		c.stats.RollOuts++
		s.Return()
		s.Next().Choice = k
		s.Take()
		c.out.begin(d.Sentence)
		if err := c.ahead.Run(&c.out, s); err != nil {
			return 0, err
		}
		sum += s.Loss()
	}
	return sum / float64(samples), nil
}
