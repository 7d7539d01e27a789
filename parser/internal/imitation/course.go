package imitation

import (
	"context"
	"fmt"
	"math/rand/v2"

	"parser/conll"
	"parser/model"
	"parser/model/npz"
	"parser/parser/internal/decode"
	"parser/parser/internal/score"
)

// Course is a run of Algorithm 2 of Goodman et al. (2016), round by round, over a list of inputs,
// which are sentences, with an expert that knows their best results.
type Course struct {
	Algorithm Algorithm
	Sentences [][]conll.Word        // for scorers to read
	NewState  func() (State, error) // goes through inputs, one at a time
	Random    *rand.Rand
	// Order, unless it is nil, returns the sentences of a round, from 1, in the order in which they are read; else they
	// are all sentences, in random order.
	Order  func(round int) []int
	New    func() (score.Learner, error) // returns a learner that has learned nothing yet
	Fit    Fit
	Weaken float64 // probability that the expert takes a random class for the best
	// Load reads a scorer that the learners of New froze, as score.Loader does; only Keep calls it.
	Load func(arrays *npz.Arrays, prefix string) (score.Scorer, error)
	// Between, unless it is nil, is called before each batch of roll-ins, when Keep may be called.
	Between func()
	// Rolled, unless it is nil, is called at the end of each roll-in, the done-th of this
	// round, with its terminal state.
	Rolled func(end State, done int)

	learner  score.Learner
	examples score.Examples // nil where training is online
	frozen   []score.Scorer // otherwise the learned policies, the last round's at the end
	round    int
	queue    *score.Queue // of the round, unless it is over
	done     int          // roll-ins of the round
	reads    bool         // whether roll-outs need not be carried out
	torn     bool         // whether a round was interrupted while it began, or while it learned
	in, out  policy
	decoder  decode.Decoder // of roll-ins
	ahead    decode.Decoder // of roll-outs

	// For each sentence of the largest batch so far:
	states []State
	words  [][]conll.Word
	paths  [][]model.Class   // what its roll-in has taken
	priced []decode.Decision // the decision to learn from, where it is another

	lesson []*decode.Decision // to learn from, for the current step
	stats  Stats
}

// State is a decoder's state of a task. Stage 0 of its decisions begins an action; further
// decisions about the same action have other stages.
type State interface {
	decode.State
	// Start goes to the start state of input i, which scorers know under the number sentence.
	Start(i, sentence int) error
	// Price sets the Costs of the current decision to what the expert says about its classes: the
	// increase of the loss if the expert does the rest.
	Price() error
	// Mark remembers the state; Return goes back to the last marked state.
	Mark()
	Return()
	// Loss returns the loss of the terminal state, F(s_T) in the paper.
	Loss() float64
}

// Fit says how learners are trained on a set of examples.
type Fit struct {
	Passes int   // over the examples in each round
	Alpha  int   // misclassifications after which an example is left out (Khardon & Wachman 2007); 0 for never
	Memory int64 // total bytes for examples; 0 for no bound. Beyond it, a random sample of them is kept
}

// Stats counts what happened in a round.
type Stats struct {
	Decisions int     // in the roll-ins
	Loss      float64 // how much more the model's own choices cost there than the expert's
	RollOuts  int     // carried out
	Examples  int     // learned from in this round; each once for Online
	Dropped   int     // examples that did not fit into memory, so far
	Bounded   int     // examples that Alpha leaves out, so far
}

// begin begins the next round.
func (c *Course) begin() (err error) {
	c.round++
	c.stats, c.done = Stats{}, 0
	train := c.Algorithm.Train
	if c.round == 1 || c.Algorithm.Fresh {
		if c.learner, err = c.New(); err != nil {
			return err
		}
	}
	if train == Online {
		c.follow(c.learner, c.learner.NewSession())
	} else if c.round == 1 || train == LatestRound {
		if c.examples, err = c.learner.NewExamples(c.Fit.Memory, c.Random); err != nil {
			return err
		}
	}
	c.start()
	var order []int
	switch {
	case c.round > 1 && train == FirstRound:
	case c.Order != nil:
		order = c.Order(c.round)
	default:
		order = c.Random.Perm(len(c.Sentences))
	}
	c.queue = c.newQueue(order)
	return nil
}

// follow makes sessions the last of the learned policies, for roll-ins and for roll-outs.
func (c *Course) follow(in, out score.Session) {
	c.in.follow(in, c.Algorithm.Blend)
	c.out.follow(out, c.Algorithm.Blend)
}

// learned makes a scorer the last of the learned policies.
func (c *Course) learned(s score.Scorer) {
	c.frozen = append(c.frozen, s)
	c.follow(s.NewSession(), s.NewSession())
}

// start makes the policies begin the round.
func (c *Course) start() {
	c.reads = c.Algorithm.RollOut.reads()
	c.in.ask, c.out.ask = c.ask, c.ask
	c.in.start(c.Algorithm.RollIn, c.round, c.Random)
	c.out.start(c.Algorithm.RollOut.Mixture, c.round, c.Random)
}

func (c *Course) newQueue(order []int) *score.Queue {
	return score.NewQueue(order, func(i int) int { return len(c.Sentences[i]) }, c.learner.Batch(), c.Random)
}

// Round carries out the next round, or the rest of one that did not end. If ctx ends first, it
// returns ctx's error.
func (c *Course) Round(ctx context.Context) (Stats, error) {
	if c.queue == nil {
		c.torn = true
		if err := c.begin(); err != nil {
			return c.stats, err
		}
		c.torn = false
	}
	for !c.queue.Empty() {
		if c.Between != nil {
			c.Between()
		}
		if err := ctx.Err(); err != nil {
			return c.stats, err
		}
		batch := c.queue.Next()
		c.torn = true
		if err := c.rollIn(batch, c.done); err != nil {
			return c.stats, err
		}
		c.torn = false
		c.done += len(batch)
	}
	if c.Algorithm.Train != Online {
		if err := ctx.Err(); err != nil { // while the course is whole
			return c.stats, err
		}
		c.torn = true
		if err := c.examples.Learn(ctx, c.learner, max(1, c.Fit.Passes), c.Fit.Alpha, c.Random); err != nil {
			return c.stats, err
		}
		c.torn = false
		c.stats.Examples, c.stats.Dropped, c.stats.Bounded = c.examples.Counts(c.Fit.Alpha)
		if c.Algorithm.Blend == LastOnly {
			c.frozen = nil
		}
		c.learned(c.learner.Freeze())
	}
	c.queue = nil
	return c.stats, nil
}

// Rounds returns how many rounds were begun, and whether the last of them is over.
func (c *Course) Rounds() (n int, over bool) { return c.round, c.queue == nil }

// Stats returns the counts of the last round.
func (c *Course) Stats() Stats { return c.stats }

// Whole reports whether Keep can store the course: not before the first round, and not after an
// error while a round began, or while learning from a batch or from the examples.
func (c *Course) Whole() bool { return !c.torn && c.round > 0 }

// Sync stores in a record what was learned and how far the last round has come, or sets a new
// course to that, so that it continues as the other would have. The caller has to keep the state of
// Random, and to restore it afterwards.
func (c *Course) Sync(r *npz.Record) {
	over := c.queue == nil
	r.Numbers("course", &c.round, &c.done, &over)
	r.Check(c.round > 0, "course")
	r.JSON("stats", &c.stats)
	if r.Reading() {
		if c.learner == nil {
			var err error
			c.learner, err = c.New()
			r.Fail(err)
		}
		if r.Err() != nil {
			return
		}
	}
	c.learner.Sync(r.Part("learner"))
	if c.Algorithm.Train == Online {
		if r.Reading() {
			c.follow(c.learner, c.learner.NewSession())
		}
	} else {
		c.keepExamples(r, over)
	}
	shares := []float64{c.in.share, c.out.share}
	npz.KeepItems(r, "shares", &shares)
	if r.Check(len(shares) == 2, "shares"); r.Err() != nil {
		return
	}
	if r.Reading() {
		c.start()
		c.in.share, c.out.share = shares[0], shares[1]
	}
	if !over {
		if r.Reading() {
			c.queue = c.newQueue(nil)
		}
		c.queue.Sync(r.Part("queue"))
	}
}

// keepExamples keeps the examples, and the policies learned from them: one for each finished round,
// unless only the last is needed.
func (c *Course) keepExamples(r *npz.Record, over bool) {
	rounds, policies := c.round, len(c.frozen)
	if !over {
		rounds--
	}
	if c.Algorithm.Blend == LastOnly {
		rounds = min(rounds, 1)
	}
	r.Numbers("policies", &policies)
	r.Check(policies == rounds, "policies")
	if r.Reading() && r.Err() == nil {
		var err error
		c.examples, err = c.learner.NewExamples(c.Fit.Memory, c.Random)
		r.Fail(err)
	}
	if r.Err() != nil {
		return
	}
	c.examples.Sync(r.Part("examples"))
	for i := range policies {
		entries := func(prefix string) []npz.Entry { return c.frozen[i].Entries(prefix) }
		r.Model(fmt.Sprintf("policy%d", i), entries, func(a *npz.Arrays, prefix string) error {
			s, err := c.Load(a, prefix)
			if err == nil {
				c.learned(s)
			}
			return err
		})
	}
}

// Freeze returns what is learned so far.
func (c *Course) Freeze() score.Scorer {
	if c.Algorithm.Train != Online {
		return c.frozen[len(c.frozen)-1]
	}
	return c.learner.Freeze()
}
