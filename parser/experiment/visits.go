package experiment

import (
	"context"
	"errors"
	"math"
	"time"

	"parser/oracle"
	"parser/transition"
)

// Visits are the configurations that training went through, kept as the steps
// that lead through them, so that oracles can be asked about them again.
//
//	var visits experiment.Visits
//	p, err := train.Run(ctx, data, dev, options, train.Observer{Visited: visits.Add})
type Visits struct {
	golds []*oracle.Gold
	ends  []int             // the steps of sentence i are those before ends[i] …
	steps []transition.Step // … and not before ends[i-1]
}

// Add adds a sentence; it is meant for [train.Observer.Visited]. It keeps gold.
func (v *Visits) Add(gold *oracle.Gold, steps []transition.Step) {
	v.golds = append(v.golds, gold)
	v.steps = append(v.steps, steps...)
	v.ends = append(v.ends, len(v.steps))
}

// Reset forgets everything.
func (v *Visits) Reset() { v.golds, v.ends, v.steps = v.golds[:0], v.ends[:0], v.steps[:0] }

// Sentences returns the number of sentences.
func (v *Visits) Sentences() int { return len(v.golds) }

// visit is a look at a configuration that was left by a move: the gold tree of the
// sentence, the legal moves and the one taken.
type visit func(gold *oracle.Gold, c *transition.Config, legal transition.Moves, taken transition.Move) error

// replay starts an oracle with every sentence and looks at each configuration that was
// left by a move.
func (v *Visits) replay(ctx context.Context, s transition.System, o oracle.Oracle, look visit) error {
	var c transition.Config
	first := 0
	for i, gold := range v.golds {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := o.Start(gold); err != nil {
			return err
		}
		s.Start(&c, gold.Len())
		for _, step := range v.steps[first:v.ends[i]] {
			if err := look(gold, &c, s.Legal(&c), step.Move); err != nil {
				return err
			}
			s.Apply(&c, step.Move, step.Label)
		}
		first = v.ends[i]
	}
	return nil
}

// Time returns what an oracle of s takes per sentence to answer what training asks
// it: Start, then in each configuration the costs of moves and of labels, those of
// all legal moves or, if twoStep holds, of the move taken. The sentences are gone
// through often enough to measure it; the time for that alone is not counted.
func (v *Visits) Time(ctx context.Context, s transition.System, o oracle.Oracle, twoStep bool) (time.Duration, error) {
	if v.Sentences() == 0 {
		return 0, nil
	}
	var moves oracle.Costs
	var labels oracle.LabelCosts
	asking, err := quickest(func() error {
		return v.replay(ctx, s, o, func(_ *oracle.Gold, c *transition.Config, legal transition.Moves, taken transition.Move) error {
			if err := o.Moves(&moves, c); err != nil {
				return err
			}
			if twoStep {
				legal = transition.Of(taken)
			}
			for m := range transition.NumMoves {
				if !legal.Has(m) || !m.Labelled() {
					continue
				}
				if err := o.Labels(&labels, c, m); err != nil {
					return err
				}
			}
			return nil
		})
	})
	if err != nil {
		return 0, err
	}
	walking, err := quickest(func() error {
		return v.replay(ctx, s, idle{}, func(*oracle.Gold, *transition.Config, transition.Moves, transition.Move) error { return nil })
	})
	return max(0, asking-walking) / time.Duration(v.Sentences()), err
}

// idle is an oracle that is not asked.
type idle struct{ oracle.Oracle }

// Start takes every tree.
func (idle) Start(*oracle.Gold) error { return nil }

// quickest returns how long f takes at least, in a fifth of a second of calls and in
// three or more: on a machine with other work the least time says most.
func quickest(f func() error) (time.Duration, error) {
	const calls, span = 3, time.Second / 5
	least, first := time.Duration(math.MaxInt64), time.Now()
	for n := 0; n < calls || time.Since(first) < span; n++ {
		start := time.Now()
		if err := f(); err != nil {
			return 0, err
		}
		least = min(least, time.Since(start))
	}
	return least, nil
}

// Comparison counts the configurations in which an oracle is wrong.
type Comparison struct {
	Configurations int // in which the two oracles were compared
	Wrong          int // where a best move of the oracle is not one of the exact oracle's
	Refused        int // sentences that the exact oracle refuses, which are left out
}

// Compare compares the best moves of an oracle of s with those of an exact one.
func (v *Visits) Compare(ctx context.Context, s transition.System, o, exact oracle.Oracle) (Comparison, error) {
	var n Comparison
	var costs, truth oracle.Costs
	known := true
	err := v.replay(ctx, s, o, func(gold *oracle.Gold, c *transition.Config, legal transition.Moves, _ transition.Move) error {
		if len(c.Steps) == 0 {
			if known = exact.Start(gold) == nil; !known {
				n.Refused++
			}
		}
		if !known {
			return nil
		}
		if err := errors.Join(o.Moves(&costs, c), exact.Moves(&truth, c)); err != nil {
			return err
		}
		n.Configurations++
		if costs.Best(legal)&^truth.Best(legal) != 0 {
			n.Wrong++
		}
		return nil
	})
	return n, err
}

// Examination is what was found out about an oracle where training went.
type Examination struct {
	Time  time.Duration // per sentence, see Visits.Time
	Exact string        // the oracle that it was compared with; "" if none is exact for the system
	Comparison
}

// examine times an oracle of s and compares it with an exact one: for dependencies that
// for any gold tree, for constituents the hand-coded one; that of in-order is exact as
// long as the bound on unary brackets does not bind.
func (v *Visits) examine(ctx context.Context, s transition.System, name string, twoStep bool) (*Examination, error) {
	o, err := oracle.New(name, s)
	if err != nil {
		return nil, err
	}
	x := &Examination{}
	if x.Time, err = v.Time(ctx, s, o, twoStep); err != nil {
		return nil, err
	}
	best := "pd"
	if s.Kind() == transition.Constituents {
		best = "dynamic"
	}
	exact, err := oracle.New(best, s)
	if errors.Is(err, oracle.ErrNoOracle) {
		return x, nil
	}
	if err == nil {
		x.Exact = exact.Name()
		x.Comparison, err = v.Compare(ctx, s, o, exact)
	}
	return x, err
}
