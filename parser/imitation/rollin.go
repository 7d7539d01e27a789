package imitation

import (
	"parser/model"
)

// rollIn takes the trajectory of an input, exploring on its way.
func (c *Course) rollIn(i, done int) error {
	if err := c.Task.Start(i); err != nil {
		return err
	}
	c.in.begin()
	c.lottery.open(c.Random)
	var who actor
	for !c.Task.Terminal() {
		t := c.look()
		if t.stage == 0 || who == nil {
			who = c.in.next()
		}
		k := who.choose(t)
		c.explore(t, k)
		c.Task.Take(k)
	}
	if c.Rolled != nil {
		c.Rolled(i, done)
	}
	c.exploreDrawn()
	return nil
}

// look asks for the next decision of the roll-in, scores it with the current model,
// if there is one, and counts what that would choose.
func (c *Course) look() *turn {
	c.turn = turn{stage: c.Task.Stage(), Decision: c.Task.Ask(Features | Costs)}
	c.stats.Decisions++
	c.in.decided()
	if n := len(c.in.learned); n > 0 {
		c.scores = score(c.scores, c.in.learned[n-1].scorers[c.turn.stage], c.turn.Decision)
		c.turn.scores = c.scores
		guess, best := model.Best(c.turn.Classes, c.scores), c.turn.Cheapest(c.scores)
		c.stats.Loss += float64(c.turn.Cost(guess) - c.turn.Cost(best))
	}
	return &c.turn
}

// explore prices the deviations from the state of t, where the roll-in takes k, and
// learns from them; if only one state is explored, it draws whether it is this one.
func (c *Course) explore(t *turn, k model.Class) {
	if !c.Algorithm.Explore.OneStep {
		c.learn(t, c.price(t))
	} else if c.lottery.draw() {
		c.Task.Mark()
		c.lottery.keep(t, k)
	}
}

// exploreDrawn explores the one state that was drawn.
func (c *Course) exploreDrawn() {
	if c.lottery.tickets == 0 {
		return
	}
	c.Task.Return()
	t := &c.lottery.turn
	c.learn(t, c.priceOne(t, c.lottery.taken))
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
