package experiment

import (
	"context"
	"errors"
	"fmt"
	"time"

	"parser/conll"
	"parser/oracle"
	"parser/parser"
	"parser/ptb"
	"parser/transition"
)

// Grid is an ablation: a parser is trained for each combination of what the lists
// name that exists, once with every seed, and its oracle is examined. All systems
// must build the same kind of tree.
type Grid struct {
	Systems  []string       // oracle.Systems
	Oracles  []string       // oracle.Names
	Explore  []float64      // Options.Explore
	Seeds    []uint64       // Options.Seed
	Options  parser.Options // all else
	Parallel int            // runs at a time, at least one; only times depend on it
}

// Setting is what the runs with different seeds have in common.
type Setting struct {
	System  string  `json:"system"`
	Oracle  string  `json:"oracle"`
	Explore float64 `json:"explore"`
}

// String names the setting: "arc-hybrid dynamic 0.9".
func (s Setting) String() string { return fmt.Sprint(s.System, " ", s.Oracle, " ", s.Explore) }

// Omission is a combination that does not exist, and why.
type Omission struct {
	Setting
	Reason error
}

// Run is one training of a grid, with what was measured.
type Run struct {
	Setting
	Seed       uint64
	Epochs     int            // trained; fewer than Options.Epochs if patience ran out
	Best       parser.Epoch   // the one kept: the best on dev, or the last without dev
	Sentences  int            // learned from
	Skipped    parser.Skipped // training sentences
	OracleTime time.Duration  // per sentence, where the last epoch went; see Visits.Time
	Exact      string         // the oracle that it was compared with there; "" if none is exact for the system
	Comparison
	Took time.Duration // all of it
}

// GridObserver is told how the runs of a grid go, in one call at a time; nil
// functions are not called.
type GridObserver struct {
	Epoch func(done, total int) // epochs of all runs
	Run   func(r *Run, done, total int)
}

// Settings returns the combinations in the order of their runs, by system, then
// oracle, then exploration, and those that do not exist: there is no such oracle
// for the system, or training with it must not explore, or not learn
// non-projective trees as they are. Any other error in the options is returned.
func (g *Grid) Settings() (exist []Setting, omitted []Omission, err error) {
	for _, system := range g.Systems {
		for _, name := range g.Oracles {
			for _, explore := range g.Explore {
				s := Setting{system, name, explore}
				reason, err := absence(g.options(s))
				switch {
				case err != nil:
					return nil, nil, err
				case reason != nil:
					omitted = append(omitted, Omission{s, reason})
				default:
					exist = append(exist, s)
				}
			}
		}
	}
	return exist, omitted, nil
}

// options returns those of a setting.
func (g *Grid) options(s Setting) *parser.Options {
	o := g.Options
	o.System, o.Oracle, o.Explore = s.System, s.Oracle, s.Explore
	return &o
}

// absence returns the reason why the combination of the options does not exist,
// nil if it does, or else what is wrong with them.
func absence(o *parser.Options) (reason, err error) {
	err = o.Check()
	if errors.Is(err, oracle.ErrNoOracle) {
		return oracle.ErrNoOracle, nil
	}
	for _, reason := range []error{parser.ErrOffPath, parser.ErrNonProjective} {
		if errors.Is(err, reason) {
			return fmt.Errorf("the %s oracle %w", o.Oracle, reason), nil
		}
	}
	return nil, err
}

// Train carries out the runs on dependency trees and returns them by setting and
// seed. If ctx ends first or a run fails, it returns those that were completed,
// together with ctx's error or the run's.
func (g *Grid) Train(ctx context.Context, train, dev []*conll.Sentence, watch GridObserver) ([]Run, error) {
	return g.run(ctx, watch, func(ctx context.Context, o parser.Options, watch parser.Observer) (*parser.Parser, error) {
		return parser.Train(ctx, train, dev, o, watch)
	})
}

// TrainTrees is Train for constituency trees.
func (g *Grid) TrainTrees(ctx context.Context, train, dev []*ptb.Tree, watch GridObserver) ([]Run, error) {
	return g.run(ctx, watch, func(ctx context.Context, o parser.Options, watch parser.Observer) (*parser.Parser, error) {
		return parser.TrainTrees(ctx, train, dev, o, watch)
	})
}

// learning is Train or TrainTrees on some treebank.
type learning func(context.Context, parser.Options, parser.Observer) (*parser.Parser, error)

func (g *Grid) run(ctx context.Context, watch GridObserver, learn learning) ([]Run, error) {
	settings, _, err := g.Settings()
	if err != nil {
		return nil, err
	}
	ctx, fail := context.WithCancelCause(ctx)
	defer fail(nil)
	runs := make([]*Run, len(settings)*len(g.Seeds))
	told := &tally{runs: len(runs), epochs: len(runs) * g.Options.Epochs, epochDone: watch.Epoch}
	sideBySide(ctx, len(runs), g.Parallel, func(i int) {
		o := *g.options(settings[i/len(g.Seeds)])
		o.Seed = g.Seeds[i%len(g.Seeds)]
		r, err := examine(ctx, &o, learn, told.epoch)
		if err != nil {
			fail(fmt.Errorf("%s, seed %d: %w", settings[i/len(g.Seeds)], o.Seed, err))
			return
		}
		runs[i] = r
		told.run(o.Epochs-r.Epochs, func(done, total int) {
			if watch.Run != nil {
				watch.Run(r, done, total)
			}
		})
	})
	return completed(runs, context.Cause(ctx))
}

// completed returns the runs that there are, and err unless these are all.
func completed(runs []*Run, err error) ([]Run, error) {
	var done []Run
	for _, r := range runs {
		if r != nil {
			done = append(done, *r)
		}
	}
	if len(done) == len(runs) {
		err = nil
	}
	return done, err
}

// examine trains with the options and examines the oracle where the last epoch
// went.
func examine(ctx context.Context, o *parser.Options, learn learning, epoch func()) (*Run, error) {
	start := time.Now()
	r := &Run{Setting: Setting{o.System, o.Oracle, o.Explore}, Seed: o.Seed}
	var visits Visits
	p, err := learn(ctx, *o, visits.lastEpoch(func(e parser.Epoch) {
		r.Epochs = e.Number
		if e.Best {
			r.Best = e
		}
		epoch()
	}))
	if err != nil {
		return nil, err
	}
	r.Sentences, r.Skipped = p.Meta().Sentences, p.Meta().Skipped
	if err := r.measure(ctx, &visits, p.System(), o.TwoStep); err != nil {
		return nil, err
	}
	r.Took = time.Since(start)
	return r, nil
}

// measure examines the run's oracle.
func (r *Run) measure(ctx context.Context, visits *Visits, s transition.System, twoStep bool) error {
	o, err := oracle.New(r.Oracle, s)
	if err != nil {
		return err
	}
	if r.OracleTime, err = visits.Time(ctx, s, o, twoStep); err != nil {
		return err
	}
	exact, err := exactOracle(s)
	if errors.Is(err, oracle.ErrNoOracle) {
		return nil
	}
	if err != nil {
		return err
	}
	r.Exact = exact.Name()
	r.Comparison, err = visits.Compare(ctx, s, o, exact)
	return err
}

// exactOracle returns the oracle of a system whose costs are exact: for
// dependencies the one for any gold tree, for constituents the hand-coded one; that
// of in-order is exact as long as the bound on unary brackets does not bind.
func exactOracle(s transition.System) (oracle.Oracle, error) {
	if s.Kind() == transition.Constituents {
		return oracle.New("dynamic", s)
	}
	return oracle.New("pd", s)
}
