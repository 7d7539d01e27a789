package imitation

import (
	"slices"

	"parser/parser/decode"
)

// rollIn takes the trajectories of a batch of inputs, exploring on their way or
// afterwards; done roll-ins came before in this round.
func (c *Course) rollIn(inputs []int, done int) error {
	c.words = c.words[:0]
	for _, i := range inputs {
		c.words = append(c.words, c.Sentences[i])
	}
	c.learner.Read(c.words...)
	c.in.read(c.words)
	c.out.read(c.words)
	if c.Algorithm.Train == Online {
		c.in.learned[0].unread = nil // it is the learner
	}
	open := make([]decode.State, len(inputs))
	for slot, i := range inputs {
		open[slot] = c.states[slot]
		if err := c.states[slot].Start(i, slot); err != nil {
			return err
		}
		c.in.begin(slot)
		c.paths[slot] = c.paths[slot][:0]
	}
	if err := c.decoder.Run(explorer{c}, open...); err != nil {
		return err
	}
	for slot, i := range inputs {
		if c.Rolled != nil {
			c.Rolled(slot, done+slot+1)
		}
		if c.Algorithm.Explore.Draws > 0 {
			if err := c.revisit(i, slot); err != nil {
				return err
			}
		}
	}
	c.learner.Update()
	return nil
}

// explorer is the policy of roll-ins: it acts as Course.in does and, where the algorithm
// explores all states, learns from the decisions on its way.
type explorer struct{ *Course }

// Choose implements decode.Policy.
func (c explorer) Choose(decisions []*decode.Decision) error {
	if err := c.look(decisions); err != nil {
		return err
	}
	c.lesson = c.lesson[:0]
	for _, d := range decisions {
		c.stats.Decisions++
		if c.in.PerDecision {
			c.in.share *= 1 - c.in.Decay
		}
		if len(d.Scores) > 0 {
			c.stats.Loss += float64(d.Regret())
		}
		k, err := c.in.choose(d)
		if err != nil {
			return err
		}
		c.paths[d.Sentence] = append(c.paths[d.Sentence], k)
		if c.Algorithm.Explore.Draws == 0 {
			priced, err := c.price(d, k)
			if err != nil {
				return err
			}
			c.lesson = append(c.lesson, priced)
		}
		d.Choice = k // after the roll-outs, which choose too
	}
	c.learn()
	return nil
}

// revisit goes the way of a roll-in again, and learns from states drawn from it.
func (c *Course) revisit(i, slot int) (err error) {
	s, path := c.states[slot], c.paths[slot]
	drawn := c.Random.Perm(len(path))[:min(c.Algorithm.Explore.Draws, len(path))]
	if err := s.Start(i, slot); err != nil {
		return err
	}
	for at, k := range path {
		d := s.Next()
		if slices.Contains(drawn, at) {
			c.lesson = append(c.lesson[:0], d)
			if err := c.look(c.lesson); err != nil {
				return err
			}
			if c.lesson[0], err = c.price(d, k); err != nil {
				return err
			}
			c.learn()
		}
		d.Choice = k
		s.Take()
	}
	return nil
}

// look asks the expert for the costs of decisions and scores them with the current
// model, if there is one.
func (c *Course) look(decisions []*decode.Decision) error {
	for _, d := range decisions {
		if err := c.ask(d); err != nil {
			return err
		}
	}
	if n := len(c.in.learned); n > 0 {
		c.in.learned[n-1].score(decisions)
	}
	return nil
}

// ask has the expert price a decision. Where it errs, a random class is the best, and all
// others are equally bad.
func (c *Course) ask(d *decode.Decision) error {
	if err := c.states[d.Sentence].Price(); err != nil {
		return err
	}
	if c.Weaken > 0 && c.Random.Float64() < c.Weaken {
		for i := range d.Costs {
			d.Costs[i] = 1
		}
		d.Costs[c.Random.IntN(len(d.Costs))] = 0
	}
	return nil
}

// learn tells the learner of the lesson at once, where training is online, or keeps it.
func (c *Course) learn() {
	if c.Algorithm.Train != Online {
		for _, d := range c.lesson {
			c.examples.Add(d)
		}
	} else if len(c.lesson) > 0 {
		c.stats.Examples += len(c.lesson)
		c.learner.Learn(c.lesson)
	}
}
