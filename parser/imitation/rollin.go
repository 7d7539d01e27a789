package imitation

import (
	"slices"

	"parser/model"
)

// rollIn takes the trajectory of an input, exploring on its way or afterwards.
func (c *Course) rollIn(i, done int) error {
	if err := c.Task.Start(i); err != nil {
		return err
	}
	c.in.begin()
	c.path = c.path[:0]
	var who actor
	for !c.Task.Terminal() {
		t := c.look()
		c.count(t)
		if t.stage == 0 || who == nil {
			who = c.in.next()
		}
		k := who.choose(t)
		if c.Algorithm.Explore.Draws == 0 {
			c.learn(t, c.price(t))
		}
		c.path = append(c.path, k)
		c.Task.Take(k)
	}
	if c.Rolled != nil {
		c.Rolled(i, done)
	}
	return c.exploreDrawn(i)
}

// look asks for the next decision and scores it with the current model, if there is
// one.
func (c *Course) look() *turn {
	c.turn = turn{stage: c.Task.Stage(), Decision: c.Task.Ask(Features | Costs)}
	if n := len(c.in.learned); n > 0 {
		c.scores = score(c.scores, c.in.learned[n-1].scorers[c.turn.stage], c.turn.Decision)
		c.turn.scores = c.scores
	}
	return &c.turn
}

// count counts a decision of the roll-in, and what the model would choose.
func (c *Course) count(t *turn) {
	c.stats.Decisions++
	c.in.decided()
	if t.scores != nil {
		c.stats.Loss += float64(t.Regret(t.scores))
	}
}

// exploreDrawn goes the way of the roll-in again and explores states drawn from it, if
// the algorithm does not explore all.
func (c *Course) exploreDrawn(i int) error {
	draws := min(c.Algorithm.Explore.Draws, len(c.path))
	if draws == 0 {
		return nil
	}
	drawn := c.Random.Perm(len(c.path))[:draws]
	slices.Sort(drawn)
	if err := c.Task.Start(i); err != nil {
		return err
	}
	for at, k := range c.path[:drawn[draws-1]+1] {
		if at == drawn[0] {
			drawn = drawn[1:]
			t := c.look()
			c.learn(t, c.priceOne(t, k))
		}
		c.Task.Take(k)
	}
	return nil
}

// learn trains on a priced decision now, or keeps it for later.
func (c *Course) learn(t *turn, d *model.Decision) {
	if c.Algorithm.Train == Online {
		c.stats.Examples++
		c.learners[t.stage].Learn(d, t.scores)
		return
	}
	c.examples[t.stage].Add(d)
}
