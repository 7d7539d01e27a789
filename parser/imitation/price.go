package imitation

import (
	"slices"

	"parser/model"
)

// price returns t's decision with the costs of the deviations that are explored, and
// with their classes alone.
func (c *Course) price(t *turn) *model.Decision {
	d := c.chosen(t)
	c.settle(d)
	return d
}

// settle turns the expert's costs of d's classes into what is to be learned: what it
// would do, or what roll-outs lead to.
func (c *Course) settle(d *model.Decision) {
	switch out := &c.Algorithm.RollOut; {
	case out.asks(c.round):
		zeroOne(d)
	case !out.reads():
		c.simulate(d)
	}
}

// priceOne prices a random deviation from the state of t, from which the roll-in took
// action k: beside k, or alone for the bandit, which estimates the cost of each class
// by the loss of the one that was tried times the number of classes, and by 0 where
// another was tried (Chang et al. 2015, Section 5).
func (c *Course) priceOne(t *turn, k model.Class) *model.Decision {
	other := t.Classes[c.Random.IntN(len(t.Classes))]
	if c.Algorithm.RollOut.Bandit {
		d := c.copied(t.Decision)
		clear(d.Costs)
		c.Task.Mark()
		loss := c.rollOuts(other)
		c.Task.Return()
		d.Costs[slices.Index(d.Classes, other)] = float32(loss * float64(len(d.Classes)))
		return d
	}
	d := c.among(t.Decision, slices.Compact([]model.Class{k, other}))
	c.settle(d)
	relate(d)
	return d
}

// copied returns a copy of d.
func (c *Course) copied(d *model.Decision) *model.Decision {
	p := &c.priced
	p.Features, p.Classes, p.Costs = append(p.Features[:0], d.Features...), append(p.Classes[:0], d.Classes...), append(p.Costs[:0], d.Costs...)
	return p
}

// among returns a copy of d that offers some of its classes only.
func (c *Course) among(d *model.Decision, classes []model.Class) *model.Decision {
	p := &c.priced
	p.Features = append(p.Features[:0], d.Features...)
	p.Classes, p.Costs = p.Classes[:0], p.Costs[:0]
	for _, k := range classes {
		p.Classes, p.Costs = append(p.Classes, k), append(p.Costs, d.Cost(k))
	}
	return p
}

// zeroOne asks the expert alone: what it would do costs 0, all else 1.
func zeroOne(d *model.Decision) {
	least := slices.Min(d.Costs)
	for i, cost := range d.Costs {
		d.Costs[i] = 0
		if cost > least {
			d.Costs[i] = 1
		}
	}
}

// simulate sets the costs of d's classes by completing a trajectory after each, from
// the present state (lines 8 to 11 of Algorithm 2). The task is then in this state
// again. A single class costs nothing, whatever it leads to.
func (c *Course) simulate(d *model.Decision) {
	if len(d.Classes) == 1 {
		clear(d.Costs)
		return
	}
	c.Task.Mark()
	for i, k := range d.Classes {
		d.Costs[i] = float32(c.rollOuts(k))
	}
	c.Task.Return()
	relate(d)
}

// relate makes losses costs (line 13).
func relate(d *model.Decision) {
	least := slices.Min(d.Costs)
	for i := range d.Costs {
		d.Costs[i] -= least
	}
}

// rollOuts returns the mean loss after class k was taken in the state marked.
func (c *Course) rollOuts(k model.Class) float64 {
	samples, sum := max(1, c.Algorithm.RollOut.Samples), 0.0
	for range samples {
		sum += c.rollOut(k)
	}
	return sum / float64(samples)
}

// rollOut completes a trajectory after class k was taken in the state marked.
func (c *Course) rollOut(k model.Class) float64 {
	c.stats.RollOuts++
	c.Task.Return()
	c.Task.Take(k)
	c.out.begin()
	var who actor
	for !c.Task.Terminal() {
		stage := c.Task.Stage()
		if stage == 0 || who == nil {
			who = c.out.next()
		}
		c.ahead = turn{stage: stage, Decision: c.Task.Ask(who.wants())}
		c.Task.Take(who.choose(&c.ahead))
	}
	return c.Task.Loss()
}
