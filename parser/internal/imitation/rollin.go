package imitation

import (
	"slices"

	"parser/model"
	"parser/parser/internal/decode"
)

// rollIn takes the trajectories of a batch of inputs, exploring during them or afterwards; done
// roll-ins came before in this round.
func (c *Course) rollIn(inputs []int, done int) error {
	c.words = c.words[:0]
	for _, i := range inputs {
		c.words = append(c.words, c.Sentences[i])
	}
	c.learner.Read(c.words...)
	for _, l := range slices.Concat(c.in.learned, c.out.learned) {
		l.unread = c.words
	}
	if c.Algorithm.Train == Online {
		c.in.learned[0].unread = nil // it is the learner
	}
	for len(c.states) < len(inputs) {
		s, err := c.NewState()
		if err != nil {
			return err
		}
		c.states, c.paths, c.priced = append(c.states, s), append(c.paths, nil), append(c.priced, decode.Decision{})
		c.in.trajectories, c.out.trajectories = append(c.in.trajectories, trajectory{}), append(c.out.trajectories, trajectory{})
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
			c.Rolled(c.states[slot], done+slot+1)
		}
		if c.Algorithm.Explore.Draws > 0 {
			if err := c.revisit(i, slot); err != nil {
				return err
			}
		}
	}
	return c.learner.Update()
}

// explorer is the policy of roll-ins: it acts as Course.in does and, if the algorithm explores all
// states, learns from the decisions on its way.
type explorer struct{ *Course }

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
			c.stats.Loss += float64(d.Regret(d.Scores))
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

// revisit repeats a roll-in, and learns from states drawn from it.
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

// ask makes the expert price a decision. Where it errs, a random class is the best, and all others
// are equally bad.
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

// learn gives the lesson to the learner at once if training is online, and otherwise keeps it.
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

// price returns what there is to learn from a decision in which a roll-in took class k: the
// decision itself, if the expert's costs are the result of roll-outs, or a copy with the explored
// classes and their costs. Roll-outs overwrite the decision itself, but restore the state.
func (c *Course) price(d *decode.Decision, k model.Class) (*decode.Decision, error) {
	x, out := &c.Algorithm.Explore, &c.Algorithm.RollOut
	all, asks := x.Draws == 0 && x.Threshold == 0, out.None || c.round <= out.AskFirst
	if all && c.reads && !asks {
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
	least := slices.Min(costs)
	switch {
	case asks: // what the expert would do costs 0, everything else 1
		for i, cost := range costs {
			if costs[i] = 0; cost > least {
				costs[i] = 1
			}
		}
	case out.Bandit || !c.reads && len(classes) > 1: // lines 8 to 11 of Algorithm 2; a single class costs nothing
		first, end, weight := 0, len(classes), 1.0
		if out.Bandit { // the loss after a random class, times their number; 0 for all others (Chang et al. 2015, Section 5)
			first, weight = c.Random.IntN(end), float64(end)
			end = first + 1
			clear(costs)
		}
		s := c.states[d.Sentence]
		s.Mark()
		for i := first; i < end; i++ {
			loss, err := c.rollOuts(p, classes[i])
			if err != nil {
				return p, err
			}
			costs[i] = float32(loss * weight)
		}
		s.Return()
	}
	least = slices.Min(costs)
	for i := range costs {
		if !out.Bandit {
			costs[i] -= least // line 13
		}
	}
	return p, nil
}

// explored reduces the classes of d to those that are priced.
func (c *Course) explored(classes []model.Class, d *decode.Decision, k model.Class) []model.Class {
	x, own := &c.Algorithm.Explore, d.Cheapest(d.Scores)
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

// rollOuts returns the mean loss after class k was taken in the marked state, where d was asked.
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
