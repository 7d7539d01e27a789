package imitation

import (
	"slices"

	"parser/model"
	"parser/parser/decode"
)

// price returns the decision with the costs of the deviations that are explored, and
// with their classes alone.
func (c *Course) price(d *decode.Decision) (*decode.Decision, error) {
	x, out := &c.Algorithm.Explore, &c.Algorithm.RollOut
	switch {
	case !x.Targeted && out.reads() && !out.asks(c.round):
		return d, nil
	case !x.Targeted:
		d = c.copyOf(d)
	case len(d.Scores) == 0:
		d = c.among(d, c.firstClasses(d))
	default: // those whose score is close to the best
		own, floor := d.Cheapest(), float64(d.Scores[d.Best()])-x.Threshold
		c.classes = slices.DeleteFunc(append(c.classes[:0], d.Classes...), func(k model.Class) bool {
			return k != own && float64(d.Scores[k]) < floor
		})
		d = c.among(d, c.classes)
	}
	return d, c.settle(d)
}

// firstClasses returns the expert's class and random ones, as long as there are no
// scores.
func (c *Course) firstClasses(d *decode.Decision) []model.Class {
	own := d.Cheapest()
	c.classes = append(c.classes[:0], d.Classes...)
	c.Random.Shuffle(len(c.classes), func(i, j int) { c.classes[i], c.classes[j] = c.classes[j], c.classes[i] })
	at := slices.Index(c.classes, own)
	c.classes[0], c.classes[at] = own, c.classes[0]
	return c.classes[:1+min(len(c.classes)-1, c.Algorithm.Explore.First)]
}

// copyOf returns a copy of d, for roll-outs to set the costs of: they go on from the
// state that d is of, and leave nothing of d itself.
func (c *Course) copyOf(d *decode.Decision) *decode.Decision {
	p := &c.priced[d.Sentence]
	scores, classes, costs := append(p.Scores[:0], d.Scores...), append(p.Classes[:0], d.Classes...), append(p.Costs[:0], d.Costs...)
	*p = *d
	p.Scores, p.Classes, p.Costs = scores, classes, costs
	return p
}

// among returns a copy of d that offers some of its classes only.
func (c *Course) among(d *decode.Decision, classes []model.Class) *decode.Decision {
	p := c.copyOf(d)
	p.Classes, p.Costs = p.Classes[:0], p.Costs[:0]
	for _, k := range classes {
		p.Classes, p.Costs = append(p.Classes, k), append(p.Costs, d.Cost(k))
	}
	return p
}

// settle turns the expert's costs of d's classes into what is to be learned: what it
// would do, or what roll-outs lead to.
func (c *Course) settle(d *decode.Decision) error {
	switch out := &c.Algorithm.RollOut; {
	case out.asks(c.round): // what it would do costs 0, all else 1
		least := slices.Min(d.Costs)
		for i, cost := range d.Costs {
			d.Costs[i] = 0
			if cost > least {
				d.Costs[i] = 1
			}
		}
	case !out.reads():
		return c.simulate(d)
	}
	return nil
}

// priceOne prices a random deviation from the state of d, from which the roll-in took
// class k: beside k, or alone for the bandit, which estimates the cost of each class
// by the loss of the one that was tried times the number of classes, and by 0 where
// another was tried (Chang et al. 2015, Section 5).
func (c *Course) priceOne(d *decode.Decision, k model.Class) (*decode.Decision, error) {
	other := d.Classes[c.Random.IntN(len(d.Classes))]
	if !c.Algorithm.RollOut.Bandit {
		d = c.among(d, slices.Compact([]model.Class{k, other}))
		err := c.settle(d)
		subtractLeast(d.Costs)
		return d, err
	}
	d = c.copyOf(d)
	clear(d.Costs)
	s := c.states[d.Sentence]
	s.Mark()
	loss, err := c.rollOuts(d, other)
	s.Return()
	d.Costs[slices.Index(d.Classes, other)] = float32(loss * float64(len(d.Classes)))
	return d, err
}

// simulate sets the costs of d's classes by completing a trajectory after each, from
// the present state (lines 8 to 11 of Algorithm 2). The state is then this one again.
// A single class costs nothing, whatever it leads to.
func (c *Course) simulate(d *decode.Decision) error {
	if len(d.Classes) == 1 {
		clear(d.Costs)
		return nil
	}
	s := c.states[d.Sentence]
	s.Mark()
	for i, k := range d.Classes {
		loss, err := c.rollOuts(d, k)
		if err != nil {
			return err
		}
		d.Costs[i] = float32(loss)
	}
	s.Return()
	subtractLeast(d.Costs)
	return nil
}

// subtractLeast turns losses into costs (line 13): what is lost beyond the least.
func subtractLeast(costs []float32) {
	least := slices.Min(costs)
	for i := range costs {
		costs[i] -= least
	}
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
