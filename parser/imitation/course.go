package imitation

import (
	"context"
	"math/rand/v2"

	"parser/model"
)

// Course is a run of Algorithm 2 of Goodman et al. (2016), round by round.
type Course struct {
	Algorithm Algorithm
	Task      Task
	Random    *rand.Rand
	// New returns the learner of a stage, of which there are Stages.
	New    func(stage int) (model.Learner, error)
	Stages int
	Fit    Fit
	// Rolled, unless it is nil, is called at the end of each roll-in, in its terminal
	// state: that of input i, the done-th of this round.
	Rolled func(i, done int)

	learners []model.Learner
	examples []*model.Examples // of each stage; none where training is online
	frozen   []model.Model     // what was learned in the last round, where it is not online
	round    int
	in, out  policy
	turn     turn          // the decision of the roll-in
	path     []model.Class // what it has taken
	ahead    turn          // the decision of a roll-out
	scores   []float32
	classes  []model.Class
	priced   model.Decision // the decision to learn from
	stats    Stats
}

// Fit says how learners are trained on a set of examples.
type Fit struct {
	Passes int   // over the examples in each round
	Alpha  int   // misclassifications after which an example is left out (Khardon & Wachman 2007); 0 for never
	Memory int64 // bytes for examples, in all; 0 for no bound. Beyond, a random sample of them is kept
}

// Stats counts what happened in a round.
type Stats struct {
	Decisions int     // of the roll-ins
	Loss      float64 // what the model's own choices cost more than the expert's there
	RollOuts  int     // carried out
	Examples  int     // learned from in this round; each once for Online
	Dropped   int     // examples that memory had no room for, so far
	Bounded   int     // examples that α leaves out, so far
}

// Round carries out the next round. If ctx ends first, it returns ctx's error.
func (c *Course) Round(ctx context.Context) (Stats, error) {
	c.round++
	c.stats = Stats{}
	if err := c.enrol(); err != nil {
		return c.stats, err
	}
	c.in.start(c.Algorithm.RollIn, c.round, c.Random)
	c.out.start(c.Algorithm.RollOut.Mixture, c.round, c.Random)
	if c.round == 1 || c.Algorithm.Train != FirstRound {
		for done, i := range c.Random.Perm(c.Task.Len()) {
			if err := ctx.Err(); err != nil {
				return c.stats, err
			}
			if err := c.rollIn(i, done+1); err != nil {
				return c.stats, err
			}
		}
	}
	if c.Algorithm.Train == Online {
		return c.stats, nil
	}
	return c.stats, c.train(ctx)
}

// enrol makes the learners of a round and room for its examples.
func (c *Course) enrol() error {
	if c.round == 1 || c.Algorithm.Fresh {
		c.learners = nil
		for stage := range c.Stages {
			l, err := c.New(stage)
			if err != nil {
				return err
			}
			c.learners = append(c.learners, l)
		}
	}
	if c.Algorithm.Train == Online {
		c.follow(&learned{scorers: scorers(c.learners), current: true})
		return nil
	}
	if c.round == 1 || c.Algorithm.Train == LatestRound {
		c.examples = nil
		share := c.Fit.Memory / int64(c.Stages)
		if c.Fit.Memory > 0 {
			share = max(1, share) // 0 would be no bound
		}
		for range c.Stages {
			c.examples = append(c.examples, model.NewExamples(share, c.Random.Uint64()))
		}
	}
	return nil
}

// train learns from the examples, by stage, and lets the policies follow what was
// learned.
func (c *Course) train(ctx context.Context) error {
	c.frozen = nil
	for stage, l := range c.learners {
		e := c.examples[stage]
		for range max(1, c.Fit.Passes) {
			if err := ctx.Err(); err != nil {
				return err
			}
			e.Pass(l, c.Fit.Alpha, c.Random)
		}
		c.stats.Examples += e.Len()
		c.stats.Dropped += e.Dropped()
		c.stats.Bounded += e.Bounded(c.Fit.Alpha)
		c.frozen = append(c.frozen, l.Freeze())
	}
	c.follow(&learned{scorers: scorers(c.frozen), current: true})
	return nil
}

// follow makes l the last of the learned policies.
func (c *Course) follow(l *learned) {
	if c.Algorithm.Blend == LastOnly {
		c.in.learned = c.in.learned[:0]
	}
	for _, a := range c.in.learned {
		a.current = false
	}
	c.in.learned = append(c.in.learned, l)
	c.out.learned = c.in.learned
	c.in.blend, c.out.blend = c.Algorithm.Blend, c.Algorithm.Blend
}

// Freeze returns what is learned so far, a model for each stage.
func (c *Course) Freeze() []model.Model {
	if c.Algorithm.Train != Online {
		return c.frozen
	}
	var models []model.Model
	for _, l := range c.learners {
		models = append(models, l.Freeze())
	}
	return models
}

func scorers[S model.Scorer](list []S) []model.Scorer {
	all := make([]model.Scorer, len(list))
	for i, s := range list {
		all[i] = s
	}
	return all
}
