package learn

import (
	"fmt"
	"math"
	"slices"

	"parser/model"
)

// rollIn takes the trajectories of a batch of inputs, exploring during them or afterwards; done
// roll-ins came before in this round.
func (c *Course) rollIn(inputs []int, done int) error {
	c.learner.Read(inputs...)
	for _, l := range slices.Concat(c.in.learned, c.out.learned) {
		l.unread = inputs
	}
	if c.algorithm.Train == online {
		c.in.learned[0].unread = nil // it is the learner
	}
	if err := c.grow(len(inputs)); err != nil {
		return err
	}
	if c.algorithm.Beam {
		return c.searchAll(inputs, done)
	}
	open := make([]State, len(inputs))
	for slot, i := range inputs {
		open[slot] = c.states[slot].Task
		if err := c.states[slot].start(i); err != nil {
			return err
		}
		c.in.begin(slot, false)
		c.paths[slot] = c.paths[slot][:0]
	}
	if err := c.decoder.Run(explorer{c}, open...); err != nil {
		return err
	}
	for slot, i := range inputs {
		if c.Rolled != nil {
			c.Rolled(c.states[slot].Task, done+slot+1)
		}
		if c.algorithm.Explore.Draws > 0 {
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

func (c explorer) Choose(decisions []*Decision) error {
	if err := c.look(decisions); err != nil {
		return err
	}
	c.lesson = c.lesson[:0]
	for _, d := range decisions {
		c.stats.Decisions++
		if c.in.PerDecision {
			c.in.share *= 1 - c.in.Decay
		}
		if len(d.Scores) > 0 && len(d.Costs) > 0 && c.states[d.Input].reference != nil {
			c.stats.Loss += float64(d.Regret(d.Scores))
		}
		unasked := c.selects() && len(d.Costs) == 0
		k, err := c.act(d, unasked)
		if err != nil {
			return err
		}
		c.paths[d.Input] = append(c.paths[d.Input], k)
		if c.algorithm.Explore.Draws == 0 && !unasked {
			priced, err := c.price(d, k, len(c.paths[d.Input])-1)
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
	s, path := &c.states[slot], c.paths[slot]
	drawn := c.Random.Perm(len(path))[:min(c.algorithm.Explore.Draws, len(path))]
	if err := s.start(i); err != nil {
		return err
	}
	for at, k := range path {
		d := s.Next()
		if d == nil {
			return errOther
		}
		if slices.Contains(drawn, at) {
			c.lesson = append(c.lesson[:0], d)
			if err := c.look(c.lesson); err != nil {
				return err
			}
			if c.lesson[0], err = c.price(d, k, at); err != nil {
				return err
			}
			c.learn()
		}
		if err := s.Take(k); err != nil {
			return err
		}
	}
	return nil
}

// act returns the class that a roll-in takes: the best by the learner where the expert was not asked.
func (c *Course) act(d *Decision, unasked bool) (model.Class, error) {
	if unasked {
		return d.Best(), nil
	}
	return c.in.choose(d)
}

// look asks the expert for the costs of decisions and scores them with the current model, if there is one. Where the expert
// is asked about some only, the scores come first.
func (c *Course) look(decisions []*Decision) error {
	selects := c.selects()
	if selects {
		for _, d := range decisions {
			if err := c.sound(d); err != nil {
				return err
			}
		}
		c.in.learned[0].score(decisions)
	}
	for _, d := range decisions {
		if selects && !c.wants(d) {
			continue
		}
		c.stats.Asked++
		if err := c.ask(d); err != nil {
			return err
		}
	}
	if n := len(c.in.learned); n > 0 && !selects {
		c.in.learned[n-1].score(decisions)
	}
	return nil
}

// selects reports whether the expert is asked about some decisions only.
func (c *Course) selects() bool { return c.Settings.AskNear > 0 && c.algorithm.Train == online }

// wants draws whether the expert is asked about a decision: with the probability b/(b + m) for a margin m between the two
// best scores (Cesa-Bianchi, Gentile & Zaniboni 2006, selective sampling).
func (c *Course) wants(d *Decision) bool {
	if len(d.Classes) == 1 {
		return false
	}
	best, next := d.Best(), float32(math.Inf(-1))
	for _, k := range d.Classes {
		if k != best {
			next = max(next, d.Scores[k])
		}
	}
	b := c.Settings.AskNear
	return c.Random.Float64() < b/(b+float64(d.Scores[best]-next))
}

// sound returns what is wrong with a decision.
func (c *Course) sound(d *Decision) error {
	if d.Input < 0 || d.Input >= len(c.states) {
		return fmt.Errorf("%w: a decision of input %d of a batch of %d", ErrTask, d.Input, len(c.states))
	}
	err := d.check()
	if err == nil && c.New == nil {
		err = d.within(c.Classes)
	}
	return err
}

// ask makes the expert price a decision. Where it errs, and for tasks without one, a random class is the best, and all others
// are equally bad.
func (c *Course) ask(d *Decision) error {
	if err := c.sound(d); err != nil {
		return err
	}
	expert := c.states[d.Input].reference
	if expert != nil {
		if err := expert.Price(d); err != nil {
			return err
		}
	} else {
		d.Costs = append(d.Costs[:0], make([]float32, len(d.Classes))...)
	}
	if err := d.check(); err != nil {
		return err
	}
	if weaken := c.Settings.Weaken; expert == nil || weaken > 0 && len(d.Costs) > 0 && c.Random.Float64() < weaken {
		for i := range d.Costs {
			d.Costs[i] = 1
		}
		d.Costs[c.Random.IntN(len(d.Costs))] = 0
	}
	return nil
}

// learn gives the lesson to the learner at once if training is online, and otherwise keeps it.
func (c *Course) learn() {
	if c.algorithm.Train != online {
		for _, d := range c.lesson {
			c.examples.Add(d)
		}
	} else if len(c.lesson) > 0 {
		c.stats.Examples += len(c.lesson)
		c.learner.Learn(c.lesson)
	}
	if c.Taught != nil {
		for _, d := range c.lesson {
			c.Taught(d)
		}
	}
}

// price returns what there is to learn from a decision in which a roll-in took class k: the
// decision itself, if the expert's costs are the result of roll-outs, or a copy with the explored
// classes and their costs. Roll-outs overwrite the decision itself, but restore the state, to which at actions have led.
func (c *Course) price(d *Decision, k model.Class, at int) (*Decision, error) {
	x, out := &c.algorithm.Explore, &c.algorithm.RollOut
	all, asks := x.Draws == 0 && x.Threshold == 0, out.None || c.round <= out.AskFirst
	if len(d.Costs) == 0 {
		if out.None || c.reads {
			return nil, fmt.Errorf("%w: %s asks the reference about a state of which it knows nothing; roll-outs would tell", ErrSettings, c.Settings.Algorithm)
		}
		asks, d.Costs = false, append(d.Costs, make([]float32, len(d.Classes))...)
	}
	if all && c.reads && !asks {
		return d, nil
	}
	p := &c.priced[d.Input]
	scores, classes, costs := append(p.Scores[:0], d.Scores...), append(p.Classes[:0], d.Classes...), append(p.Costs[:0], d.Costs...)
	if !all {
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
	case out.OneLoss:
		return p, c.oneLoss(p, at)
	case !c.reads && len(classes) > 1: // lines 8 to 11 of Algorithm 2; a single class costs nothing
		s, way := &c.states[d.Input], c.paths[d.Input][:at]
		if s.marker != nil {
			s.marker.Mark()
		}
		for i, k := range classes {
			loss, err := c.rollOuts(p, k, way, out.Bandit && i > 0)
			if err != nil {
				return p, err
			}
			costs[i] = float32(loss)
		}
		if err := s.back(way); err != nil {
			return p, err
		}
	}
	least = slices.Min(costs)
	for i := range costs {
		costs[i] -= least // line 13
	}
	return p, nil
}

// explored reduces the classes of d to those that are priced.
func (c *Course) explored(classes []model.Class, d *Decision, k model.Class) []model.Class {
	x, own := &c.algorithm.Explore, d.Cheapest(d.Scores)
	switch {
	case c.algorithm.RollOut.OneLoss:
		return classes
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

// oneLoss prices a decision to which at actions have led by one roll-out, after a random class k of all K: by
//
//	ĉ(a) = K·ℓ if a = k, else 0
//
// whose mean is the loss after a (Chang et al. 2015, Algorithm 2, line 9).
func (c *Course) oneLoss(d *Decision, at int) error {
	s, way := &c.states[d.Input], c.paths[d.Input][:at]
	if s.marker != nil {
		s.marker.Mark()
	}
	i := c.Random.IntN(len(d.Classes))
	loss, err := c.rollOuts(d, d.Classes[i], way, false)
	if err != nil {
		return err
	}
	clear(d.Costs)
	d.Costs[i] = float32(float64(len(d.Classes)) * loss)
	return s.back(way)
}

// rollOuts returns the mean loss after class k was taken in the marked state, to which a way leads and where d was asked.
// If same is set, who acted in the last roll-out acts in these.
func (c *Course) rollOuts(d *Decision, k model.Class, way []model.Class, same bool) (float64, error) {
	samples, sum := max(1, c.algorithm.RollOut.Samples), 0.0
	s := &c.states[d.Input]
	for range samples {
		c.stats.RollOuts++
		if err := s.back(way); err != nil {
			return 0, err
		}
		if err := s.Take(k); err != nil {
			return 0, err
		}
		c.out.begin(d.Input, same)
		if err := c.ahead.Run(&c.out, s.Task); err != nil {
			return 0, err
		}
		loss, err := s.loss()
		if err != nil {
			return 0, err
		}
		sum += loss
	}
	return sum / float64(samples), nil
}
