package experiment

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"
	"time"

	"parser/oracle"
	"parser/parser/internal/structure"
	"parser/transition"
)

// Visits are the derivations of a training, kept as steps, so that oracles can be asked about their configurations
// again.
type Visits []visit

type visit struct {
	gold  *oracle.Gold
	steps []transition.Step
}

// Add adds the steps of a sentence, for [training.Observer.Visited]. It keeps gold.
func (v *Visits) Add(gold *oracle.Gold, steps []transition.Step) {
	*v = append(*v, visit{gold, slices.Clone(steps)})
}

// replay calls start with every sentence and takes its steps again; it calls look before each step.
func (v Visits) replay(ctx context.Context, s transition.System, start func(*oracle.Gold) error,
	look func(c *transition.Config, legal transition.Moves, taken transition.Move) error) error {
	var c transition.Config
	for _, one := range v {
		if err := cmp.Or(ctx.Err(), start(one.gold)); err != nil {
			return err
		}
		if one.gold.Meaning != nil {
			c.Given = one.gold.Meaning.Given
		}
		s.Start(&c, one.gold.Len())
		for _, step := range one.steps {
			if err := look(&c, s.Legal(&c), step.Move); err != nil {
				return err
			}
			s.Apply(&c, step.Move, step.Label)
		}
	}
	return nil
}

// Time returns the time that an oracle of s takes per sentence for the questions of training: Start, and in each
// configuration the costs of moves and of labels, for all legal moves or, if twoStep holds, for the move taken. It does
// not count the time to replay the steps.
func (v Visits) Time(ctx context.Context, s transition.System, o oracle.Oracle, twoStep bool) (time.Duration, error) {
	if len(v) == 0 {
		return 0, nil
	}
	var moves oracle.Costs
	var labels oracle.LabelCosts
	asking, err := quickest(func() error {
		return v.replay(ctx, s, o.Start, func(c *transition.Config, legal transition.Moves, taken transition.Move) error {
			if err := o.Moves(&moves, c, legal); err != nil {
				return err
			}
			for m := range legal.All() {
				if m.Labelled() && (!twoStep || m == taken) {
					if err := o.Labels(&labels, c, m); err != nil {
						return err
					}
				}
			}
			return nil
		})
	})
	if err != nil {
		return 0, err
	}
	start := func(*oracle.Gold) error { return nil }
	look := func(*transition.Config, transition.Moves, transition.Move) error { return nil }
	walking, err := quickest(func() error { return v.replay(ctx, s, start, look) })
	return max(0, asking-walking) / time.Duration(len(v)), err
}

// quickest returns the shortest time of f, which other work on the machine disturbs least, in at least three calls and
// a twentieth of a second.
func quickest(f func() error) (time.Duration, error) {
	const calls, span = 3, time.Second / 20
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
	Configurations int `json:"configurations"`   // in which the two oracles were compared
	Wrong          int `json:"not_optimal"`      // where a best move of the oracle is not one of the exact oracle's
	Refused        int `json:"refused_by_exact"` // sentences that the exact oracle refuses, which are left out
}

// Compare compares the best moves of an oracle of s with those of an exact one.
func (v Visits) Compare(ctx context.Context, s transition.System, o, exact oracle.Oracle) (n Comparison, err error) {
	var costs, truth oracle.Costs
	known := false // whether exact takes the sentence
	err = v.replay(ctx, s, func(gold *oracle.Gold) error {
		if known = exact.Start(gold) == nil; !known {
			n.Refused++
		}
		return o.Start(gold)
	}, func(c *transition.Config, legal transition.Moves, _ transition.Move) error {
		if !known {
			return nil
		}
		if err := cmp.Or(o.Moves(&costs, c, legal), exact.Moves(&truth, c, legal)); err != nil {
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

// Examination is about an oracle in the configurations of training.
type Examination struct {
	Time  float64 `json:"oracle_microseconds"` // per sentence, see Visits.Time
	Exact string  `json:"exact_oracle"`        // that it was compared with; "" if none is exact for the system
	Comparison
}

// examine times an oracle of s and compares it with an exact one, if there is one. That for in-order is exact unless the
// bound on unary brackets has an effect.
func (v Visits) examine(ctx context.Context, s transition.System, name string, twoStep bool) (*Examination, error) {
	o, err := oracle.New(name, s)
	if err != nil {
		return nil, err
	}
	took, err := v.Time(ctx, s, o, twoStep)
	if err != nil {
		return nil, err
	}
	x := &Examination{Time: float64(took) / float64(time.Microsecond)}
	best := structure.Of(s.Kind()).Exact
	exact, err := oracle.New(best, s)
	if best == "" || errors.Is(err, oracle.ErrNoOracle) {
		return x, nil
	}
	if err == nil {
		x.Exact = exact.Name()
		x.Comparison, err = v.Compare(ctx, s, o, exact)
	}
	return x, err
}
