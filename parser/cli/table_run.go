package cli

import (
	"context"
	"fmt"

	"parser/parser/experiment"
	"parser/transition"
)

// tableRun is one training of a table.
type tableRun struct {
	variant int
	lang    string
	seed    uint64
	trial   experiment.Trial
	key     string
	result  *record // nil unless it is over
}

// runName says which run it is, but for its seed.
func (t *tabling) runName(r *tableRun) string { return r.lang + " " + t.variants[r.variant].Name }

// plan lists the runs by variant, then seed, then language, so that runs beside each
// other are of different languages.
func (t *tabling) plan(banks []*bank) ([]*tableRun, error) {
	var runs []*tableRun
	for i := range t.variants {
		for _, seed := range t.seeds {
			for _, b := range banks {
				o := t.variants[i].Options
				o.Lang, o.Seed = b.lang, seed
				r := &tableRun{variant: i, lang: b.lang, seed: seed, trial: experiment.Trial{Options: o, Data: b.data}}
				var err error
				if r.key, err = r.trial.Key(); err != nil {
					return nil, err
				}
				runs = append(runs, r)
			}
		}
	}
	return runs, nil
}

// missing returns the runs that there are no results of, each only once if several are
// the same.
func (r *results) missing(runs []*tableRun) []*tableRun {
	var missing []*tableRun
	planned := map[string]bool{}
	for _, one := range runs {
		if r.known[one.key] == nil && !planned[one.key] {
			planned[one.key] = true
			missing = append(missing, one)
		}
	}
	return missing
}

// carryOut does the runs that there are no results of, and returns what failed.
func (t *tabling) carryOut(ctx context.Context, runs []*tableRun, known *results) (failed []string, err error) {
	missing := known.missing(runs)
	if len(missing) < len(runs) {
		fmt.Fprintf(t.notes(), "%d of %s to do\n", len(missing), count(len(runs), "run"))
	}
	causes, err := t.carryOutAll(ctx, missing, known)
	for _, r := range runs {
		r.result = known.known[r.key]
		if cause := causes[r.key]; cause != nil {
			failed = append(failed, fmt.Sprintf("%s, seed %d: %v", t.runName(r), r.seed, cause))
		}
	}
	return failed, err
}

// carryOutAll does some runs and keeps their results, unless one cannot be added. It
// returns by key why runs failed.
func (t *tabling) carryOutAll(ctx context.Context, runs []*tableRun, known *results) (causes map[string]error, err error) {
	ctx, fail := context.WithCancelCause(ctx)
	defer fail(nil)
	batch := &experiment.Batch{Parallel: t.parallel}
	for _, r := range runs {
		batch.Trials = append(batch.Trials, r.trial)
	}
	causes = map[string]error{}
	var lost error // a result that could not be added
	show := t.progress(runs)
	defer show.clear()
	err = batch.Run(ctx, experiment.BatchObserver{Epoch: show.observer().Epoch, Trial: func(i int, o *experiment.Outcome, err error, done, total int) {
		r := runs[i]
		if err != nil {
			causes[r.key] = err
			show.line(done, total, t.runName(r), r.seed, " failed: "+err.Error())
			return
		}
		show.line(done, total, t.runName(r), r.seed, t.outcomeText(o))
		if err := known.add(&record{r.key, t.name, t.variants[r.variant].Name, r.lang, r.seed, version(), o}); err != nil {
			lost = fmt.Errorf("results: %w", err)
			fail(lost)
		}
	}})
	if err == nil {
		err = lost // which was the last one
	}
	return causes, err
}

// progress shows how the runs go.
func (t *tabling) progress(missing []*tableRun) *gridProgress {
	p := &gridProgress{w: t.notes(), bars: !t.quiet && isTerminal(t.env.Stderr), trees: treesName(t.kind)}
	for _, r := range missing {
		p.width = max(p.width, len([]rune(t.runName(r))))
	}
	return p
}

// outcomeText sums up a run.
func (t *tabling) outcomeText(o *experiment.Outcome) string {
	text := ""
	for _, part := range t.parts {
		for _, m := range t.metrics() {
			if x, ok := t.scoreIn(o, part, m); ok {
				text += fmt.Sprintf(" %s %s %6.2f ", part, m, x)
			}
		}
	}
	return fmt.Sprintf("%s %.1f s", text, o.Seconds)
}

// The scores.
const (
	metricUAS = "UAS"
	metricLAS = "LAS"
	metricF1  = "F1"
)

// metrics names the scores of a part, the most important last.
func (t *tabling) metrics() []string {
	if t.kind == transition.Constituents {
		return []string{metricF1}
	}
	return []string{metricUAS, metricLAS}
}

// scoreIn returns a score in percent; ok is false if there is none.
func (t *tabling) scoreIn(o *experiment.Outcome, part, metric string) (score float64, ok bool) {
	a := o.Dev
	if part == testPart {
		a = o.Test
	}
	if a == nil {
		return 0, false
	}
	words := a.Words
	if t.punctuation {
		words = a.All
	}
	switch {
	case metric == metricF1:
		return a.F1, true
	case words.Scored == 0:
		return 0, false
	case metric == metricUAS:
		return words.UAS(), true
	}
	return words.LAS(), true
}
