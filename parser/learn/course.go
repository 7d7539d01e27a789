package learn

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"

	"parser/model"
	"parser/model/npz"
	"parser/parser/internal/batches"
)

// Course is a run of Algorithm 2 of Goodman et al. (2016), round by round, over a list of inputs.
type Course struct {
	Settings Settings
	Inputs   int                  // the number of inputs
	NewTask  func() (Task, error) // goes through inputs, one at a time; of several, the n-th has the decisions with Input n
	Random   *rand.Rand           // what chance there is; nil stands for one of seed 0
	// Order, unless it is nil, returns the inputs of a round, from 1, in the order in which they are read; else they
	// are all inputs, in random order.
	Order func(round int) []int
	// Longest is the number of decisions after which a trajectory is taken for endless, an ErrTask; 0 means 65,536.
	Longest int
	// What learns: a learner of the Features of decisions, usually "perceptron", with this many classes at each stage;
	Learner model.Spec
	Classes []int
	// or, unless it is nil, what New returns: a learner that has learned nothing yet, and finds features of its own. Length
	// is that of inputs, for its batches, and Load reads what it froze.
	New    func() (Learner, error)
	Length func(input int) int
	Load   func(arrays *npz.Arrays, prefix string) (Scorer, error)
	// Between, unless it is nil, is called before each batch of roll-ins, when Sync may be called.
	Between func()
	// Rolled, unless it is nil, is called at the end of each roll-in, the done-th of this
	// round, with its terminal state.
	Rolled func(end Task, done int)
	// Taught, unless it is nil, is called with each decision that the learner was told or that is kept for it, while the
	// state is still that which asks. Its scores are those of before, if there was a policy that scored; its features may be
	// those that the learner found.
	Taught func(d *Decision)

	algorithm *algorithm // that the settings name
	learner   Learner
	examples  Examples // nil where training is online
	frozen    []Scorer // otherwise the learned policies, the last round's at the end
	round     int
	queue     *batches.Queue // of the round, unless it is over
	done      int            // roll-ins of the round
	reads     bool           // whether roll-outs need not be carried out
	torn      bool           // whether a round was interrupted while it began, or while it learned
	in, out   policy
	decoder   Decoder // of roll-ins
	ahead     Decoder // of roll-outs
	beam      beam

	// For each input of the largest batch so far:
	states []task
	paths  [][]model.Class // what its roll-in has taken
	priced []Decision      // the decision to learn from, where it is another

	lesson []*Decision // to learn from, for the current step
	stats  Stats
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
	Asked     int     // of these, those that the expert was asked about
	Loss      float64 // how much more the model's own choices cost there than the expert's, as far as it was asked
	RollOuts  int     // carried out
	Examples  int     // learned from in this round; each once if training is online
	Dropped   int     // examples that did not fit into memory, so far
	Bounded   int     // examples that Alpha leaves out, so far
}

// choose makes the algorithm of the settings, and the first task. Without a reference, roll-outs are carried out.
func (c *Course) choose() error {
	if c.algorithm == nil {
		a, err := c.Settings.make()
		if err != nil {
			return err
		}
		c.algorithm = &a
	}
	if err := c.grow(1); err != nil {
		return err
	}
	if c.Random == nil {
		c.Random = rand.New(rand.NewPCG(0, 0))
	}
	c.decoder.Longest = cmp.Or(c.Longest, 1<<16)
	c.ahead.Longest = c.decoder.Longest
	if out := &c.algorithm.RollOut; c.states[0].reference == nil {
		if out.None || out.AskFirst > 0 || c.algorithm.Beam {
			return fmt.Errorf("%w: %s asks a reference what it would do, and the task has none", ErrSettings, c.Settings.Algorithm)
		}
		c.in.alone, c.out.alone, out.Execute = true, true, true
	}
	if c.New == nil {
		c.in.classes, c.out.classes = c.Classes, c.Classes
	}
	return nil
}

// newLearner returns a learner that has learned nothing yet.
func (c *Course) newLearner() (Learner, error) {
	if c.New != nil {
		return c.New()
	}
	spec := c.Learner
	if spec.Name() == "" {
		var err error
		if spec, err = model.SpecFor("perceptron"); err != nil {
			return nil, err
		}
	}
	return newSparse(spec, c.Classes)
}

// load reads a scorer that a learner froze.
func (c *Course) load(a *npz.Arrays, prefix string) (Scorer, error) {
	if c.New != nil {
		return c.Load(a, prefix)
	}
	return readClassifier(a, prefix, c.Classes)
}

// grow makes tasks for this many inputs at a time.
func (c *Course) grow(places int) error {
	for len(c.states) < places {
		t, err := c.NewTask()
		if err != nil {
			return err
		}
		c.states, c.paths, c.priced = append(c.states, newTask(t)), append(c.paths, nil), append(c.priced, Decision{})
		c.in.trajectories, c.out.trajectories = append(c.in.trajectories, trajectory{}), append(c.out.trajectories, trajectory{})
	}
	return nil
}

// begin begins the next round.
func (c *Course) begin() (err error) {
	if err := c.choose(); err != nil {
		return err
	}
	c.round++
	c.stats, c.done = Stats{}, 0
	train := c.algorithm.Train
	if c.round == 1 || c.algorithm.Fresh {
		if c.learner, err = c.newLearner(); err != nil {
			return err
		}
	}
	if train == online {
		c.follow(c.learner, c.learner.NewSession())
	} else if c.round == 1 || train == latestRound {
		if c.examples, err = c.learner.NewExamples(c.Settings.Memory, c.Random); err != nil {
			return err
		}
	}
	c.start()
	var order []int
	switch {
	case c.round > 1 && train == firstRound:
	case c.Order != nil:
		order = c.Order(c.round)
	default:
		order = c.Random.Perm(c.Inputs)
	}
	c.queue = c.newQueue(order)
	return nil
}

// follow makes sessions the last of the learned policies, for roll-ins and for roll-outs.
func (c *Course) follow(in, out Session) {
	c.in.follow(in, c.algorithm.Blend)
	c.out.follow(out, c.algorithm.Blend)
}

// learned makes a scorer the last of the learned policies.
func (c *Course) learned(s Scorer) {
	c.frozen = append(c.frozen, s)
	c.follow(s.NewSession(), s.NewSession())
}

// start makes the policies begin the round.
func (c *Course) start() {
	c.reads = c.algorithm.RollOut.reads()
	c.in.ask, c.out.ask = c.ask, c.ask
	c.in.start(c.algorithm.RollIn, c.round, c.Random)
	c.out.start(c.algorithm.RollOut.mixture, c.round, c.Random)
}

func (c *Course) newQueue(order []int) *batches.Queue {
	length := c.Length
	if length == nil {
		length = func(int) int { return 1 }
	}
	return batches.New(order, length, c.learner.Batch(), c.Random)
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
	if c.algorithm.Train != online {
		if err := ctx.Err(); err != nil { // while the course is whole
			return c.stats, err
		}
		c.torn = true
		if err := c.examples.Learn(ctx, c.learner, max(1, c.Settings.Passes), c.Settings.Alpha, c.Random); err != nil {
			return c.stats, err
		}
		c.torn = false
		c.stats.Examples, c.stats.Dropped, c.stats.Bounded = c.examples.Counts(c.Settings.Alpha)
		if c.algorithm.Blend == lastOnly {
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
		r.Fail(c.choose())
		if c.learner == nil && r.Err() == nil {
			var err error
			c.learner, err = c.newLearner()
			r.Fail(err)
		}
		if r.Err() != nil {
			return
		}
	}
	c.learner.Sync(r.Part("learner"))
	if c.algorithm.Train == online {
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
	if c.algorithm.Blend == lastOnly {
		rounds = min(rounds, 1)
	}
	r.Numbers("policies", &policies)
	r.Check(policies == rounds, "policies")
	if r.Reading() && r.Err() == nil {
		var err error
		c.examples, err = c.learner.NewExamples(c.Settings.Memory, c.Random)
		r.Fail(err)
	}
	if r.Err() != nil {
		return
	}
	c.examples.Sync(r.Part("examples"))
	for i := range policies {
		entries := func(prefix string) []npz.Entry { return c.frozen[i].Entries(prefix) }
		r.Model(fmt.Sprintf("policy%d", i), entries, func(a *npz.Arrays, prefix string) error {
			s, err := c.load(a, prefix)
			if err == nil {
				c.learned(s)
			}
			return err
		})
	}
}

// Mixture returns the scorers of the stochastic policy of searn and smile, after the first round, and the probabilities with
// which they are drawn: those of all rounds, without the expert. For others it is what Freeze returns.
func (c *Course) Mixture() (all []Scorer, shares []float64) {
	if c.algorithm.Train == online {
		return []Scorer{c.Freeze()}, []float64{1}
	}
	for i, share := range c.in.shares() {
		if share > 0 {
			all, shares = append(all, c.frozen[i]), append(shares, share)
		}
	}
	return all, shares
}

// Freeze returns the last scorer, after the first round.
func (c *Course) Freeze() Scorer {
	if c.algorithm.Train != online {
		return c.frozen[len(c.frozen)-1]
	}
	return c.learner.Freeze()
}
