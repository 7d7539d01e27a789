package imitation

import (
	"slices"

	"parser/model"
	"parser/parser/decode"
)

// rollIn takes the trajectories of a batch of inputs, exploring on their way or
// afterwards; done roll-ins came before in this round.
func (c *Course) rollIn(inputs []int, done int) error {
	c.words = c.words[:0]
	for _, i := range inputs {
		c.words = append(c.words, c.Task.Words(i))
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
		if err := c.exploreDrawn(i, slot); err != nil {
			return err
		}
	}
	c.learner.Update()
	return nil
}

// explorer is the policy of roll-ins: it acts as Course.in does and learns from the
// decisions on its way.
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
		k, err := c.in.act(d).choose(d)
		if err != nil {
			return err
		}
		if c.Algorithm.Explore.Draws == 0 {
			p, err := c.price(d)
			if err != nil {
				return err
			}
			c.learn(p)
		}
		d.Choice = k // after the roll-outs, which choose too
		c.paths[d.Sentence] = append(c.paths[d.Sentence], k)
	}
	c.told()
	return nil
}

// look asks the expert for the costs of decisions and scores them with the current
// model, if there is one.
func (c *Course) look(decisions []*decode.Decision) error {
	for _, d := range decisions {
		if err := c.states[d.Sentence].Price(); err != nil {
			return err
		}
	}
	if n := len(c.in.learned); n > 0 {
		c.in.learned[n-1].score(decisions)
	}
	return nil
}

// exploreDrawn goes the way of a roll-in again and explores states drawn from it, if
// the algorithm does not explore all.
func (c *Course) exploreDrawn(i, slot int) error {
	path := c.paths[slot]
	draws := min(c.Algorithm.Explore.Draws, len(path))
	if draws == 0 {
		return nil
	}
	drawn := c.Random.Perm(len(path))[:draws]
	slices.Sort(drawn)
	if err := c.states[slot].Start(i, slot); err != nil {
		return err
	}
	return c.decoder.Run(&revisit{Course: c, path: path, drawn: drawn}, c.states[slot])
}

// revisit is the policy that goes the way of a roll-in again.
type revisit struct {
	*Course
	path  []model.Class
	drawn []int // states to explore, by the number of decisions before them
	at    int
}

// Choose implements decode.Policy.
func (r *revisit) Choose(decisions []*decode.Decision) error {
	d, k := decisions[0], r.path[r.at]
	if len(r.drawn) > 0 && r.at == r.drawn[0] {
		r.drawn = r.drawn[1:]
		if err := r.look(decisions); err != nil {
			return err
		}
		p, err := r.priceOne(d, k)
		if err != nil {
			return err
		}
		r.lesson = r.lesson[:0]
		r.learn(p)
		r.told()
	}
	r.at++
	d.Choice = k
	return nil
}

// learn keeps a priced decision: for told, where training is online, else for later.
func (c *Course) learn(d *decode.Decision) {
	if c.Algorithm.Train == Online {
		c.stats.Examples++
		c.lesson = append(c.lesson, d)
		return
	}
	c.examples.Add(d)
}

// told tells the learner what was kept for it.
func (c *Course) told() {
	if len(c.lesson) > 0 {
		c.learner.Learn(c.lesson)
	}
}
