package cli

import (
	"context"
	"fmt"

	"parser/parser"
	"parser/transition"
)

// tableRun is one training of a table.
type tableRun struct {
	variant int
	lang    string
	seed    uint64
	trial   parser.Trial
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
				r := &tableRun{variant: i, lang: b.lang, seed: seed, trial: parser.Trial{Options: o, Data: b.data}}
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

// carryOut does the runs that there are no results of, each only once if several are
// the same, and returns what failed.
func (t *tabling) carryOut(ctx context.Context, runs []*tableRun, known *results) (failed []string, err error) {
	batch := &parser.Batch{Parallel: t.parallel}
	var missing []*tableRun
	planned := map[string]bool{}
	for _, r := range runs {
		if known.known[r.key] == nil && !planned[r.key] {
			planned[r.key] = true
			missing, batch.Trials = append(missing, r), append(batch.Trials, r.trial)
		}
	}
	if len(missing) < len(runs) {
		fmt.Fprintf(t.notes(), "%d of %s to do\n", len(missing), count(len(runs), "run"))
	}
	ctx, fail := context.WithCancelCause(ctx)
	defer fail(nil)
	var lost error // a result that could not be added
	causes := map[string]error{}
	show := t.progress(missing)
	err = batch.Run(ctx, parser.BatchObserver{Epoch: show.observer().Epoch, Trial: func(i int, o *parser.Outcome, err error, done, total int) {
		r := missing[i]
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
	show.clear()
	for _, r := range runs {
		r.result = known.known[r.key]
		if cause := causes[r.key]; cause != nil {
			failed = append(failed, fmt.Sprintf("%s, seed %d: %v", t.runName(r), r.seed, cause))
		}
	}
	if err == nil {
		err = lost // which was the last one
	}
	return failed, err
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
func (t *tabling) outcomeText(o *parser.Outcome) string {
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
func (t *tabling) scoreIn(o *parser.Outcome, part, metric string) (score float64, ok bool) {
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
