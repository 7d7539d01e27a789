package imitation

import (
	"context"
	"math/rand/v2"

	"parser/conll"
	"parser/model"
	"parser/parser/decode"
	"parser/parser/score"
)

// Course is a run of Algorithm 2 of Goodman et al. (2016), round by round: over a list of
// inputs, which are sentences, with an expert that knows what they should come to.
type Course struct {
	Algorithm Algorithm
	Sentences [][]conll.Word        // for scorers to read
	NewState  func() (State, error) // to go through inputs with, one at a time
	Random    *rand.Rand
	New       func() (score.Learner, error) // that has learned nothing yet
	Fit       Fit
	Weaken    float64 // probability that the expert takes a random class for the best
	// Rolled, unless it is nil, is called at the end of each roll-in, the done-th of this
	// round, with its terminal state.
	Rolled func(end State, done int)

	learner  score.Learner
	examples score.Examples // none where training is online
	frozen   score.Scorer   // what was learned in the last round, where it is not online
	round    int
	in, out  policy
	decoder  decode.Decoder // of roll-ins
	ahead    decode.Decoder // of roll-outs

	// Of each sentence of the largest batch so far:
	states []State
	words  [][]conll.Word
	paths  [][]model.Class   // what its roll-in has taken
	priced []decode.Decision // the decision to learn from, where it is another

	lesson []*decode.Decision // to learn from, of the present step
	stats  Stats
}

// State is a decoder's state of a task. Stage 0 of its decisions begins an action;
// further decisions about the same action have other stages.
type State interface {
	decode.State
	// Start goes to the start state of input i, which scorers know as the given sentence.
	Start(i, sentence int) error
	// Price sets the Costs of the present decision to what the expert says of its
	// classes: the increase of the loss if it has the rest done.
	Price() error
	// Mark remembers the state; Return goes back to the state last marked.
	Mark()
	Return()
	// Loss returns the loss of the terminal state, F(s_T) in the paper.
	Loss() float64
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
func (c *Course) Round(ctx context.Context) (_ Stats, err error) {
	c.round++
	c.stats = Stats{}
	train := c.Algorithm.Train
	if c.round == 1 {
		c.in.ask, c.out.ask = c.ask, c.ask
	}
	if c.round == 1 || c.Algorithm.Fresh {
		if c.learner, err = c.New(); err != nil {
			return c.stats, err
		}
	}
	if train == Online {
		c.in.follow(c.learner, c.Algorithm.Blend)
		c.out.follow(c.learner.NewSession(), c.Algorithm.Blend)
	} else if c.round == 1 || train == LatestRound {
		if c.examples, err = c.learner.NewExamples(c.Fit.Memory, c.Random); err != nil {
			return c.stats, err
		}
	}
	c.in.start(c.Algorithm.RollIn, c.round, c.Random)
	c.out.start(c.Algorithm.RollOut.Mixture, c.round, c.Random)
	if c.round == 1 || train != FirstRound {
		done := 0
		length := func(i int) int { return len(c.Sentences[i]) }
		for batch := range score.Batches(c.Random.Perm(len(c.Sentences)), length, c.learner.Batch(), c.Random) {
			if err := ctx.Err(); err != nil {
				return c.stats, err
			}
			if err := c.rollIn(batch, done); err != nil {
				return c.stats, err
			}
			done += len(batch)
		}
	}
	if train == Online {
		return c.stats, nil
	}
	if err := c.examples.Learn(ctx, c.learner, max(1, c.Fit.Passes), c.Fit.Alpha, c.Random); err != nil {
		return c.stats, err
	}
	c.stats.Examples, c.stats.Dropped, c.stats.Bounded = c.examples.Counts(c.Fit.Alpha)
	c.frozen = c.learner.Freeze()
	for _, p := range []*policy{&c.in, &c.out} {
		p.follow(c.frozen.NewSession(), c.Algorithm.Blend)
	}
	return c.stats, nil
}

// Freeze returns what is learned so far.
func (c *Course) Freeze() score.Scorer {
	if c.Algorithm.Train != Online {
		return c.frozen
	}
	return c.learner.Freeze()
}
