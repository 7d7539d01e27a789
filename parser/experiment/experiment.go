// Package experiment trains many parsers and compares them. An experiment has variants,
// which are ways of training: combinations of systems, oracles and exploration (an
// ablation, see [Grid]), or the rows of a published table (see [TableVariants]). Each is
// carried out with every seed on every treebank, and a report says what came of it.
//
//	grid := experiment.Grid{
//		Systems: []string{"arc-eager"}, Oracles: []string{"static", "dynamic"},
//		Explore: []float64{0}, Options: parser.DefaultOptions(),
//	}
//	variants, omitted, err := grid.Variants()
//	data := experiment.NewData(train, dev, treebank.Data{})
//	runs, err := experiment.Plan(variants, []uint64{1, 2}, []experiment.Treebank{{Data: data}})
//	results, err := experiment.OpenResults("results.jsonl") // those that there are already
//	err = (&experiment.Runner{Parallel: 2}).Run(ctx, runs, results)
//	report := experiment.Ablation{Trees: "dependencies", Omitted: omitted}
//	report.Add(runs)
//	err = experiment.Write(os.Stdout, os.Stderr, experiment.Markdown, &report)
package experiment

import (
	"fmt"
	"strings"

	"parser/parser"
)

// Variant is a way of training that is compared with others.
type Variant struct {
	Group   string // of the variants that are compared with each other; "" if this is all
	Name    string
	Options parser.Options
}

// Treebank is the data of a language.
type Treebank struct {
	Lang string // "" if there is one treebank only, which need not be named
	Data *Data
}

// Run is a trial of a variant, and what came of it.
type Run struct {
	Trial
	Variant *Variant
	Lang    string
	Key     string   // of the trial
	Outcome *Outcome // nil unless the run is over
	Program string   // the version of the program that the outcome is from
	Err     error    // why the run failed
}

// Name says which run it is, but for its seed.
func (r *Run) Name() string { return strings.TrimLeft(r.Lang+" "+r.Variant.Name, " ") }

// Failure returns the error of a run that failed, with its name.
func (r *Run) Failure() error {
	return fmt.Errorf("%s, seed %d: %w", r.Name(), r.Options.Seed, r.Err)
}

// Plan lists the runs by variant, then seed, then treebank, so that runs beside each
// other are on different treebanks. It is an ErrOptions if a variant's templates are none.
func Plan(variants []Variant, seeds []uint64, banks []Treebank) ([]*Run, error) {
	var runs []*Run
	for i := range variants {
		for _, seed := range seeds {
			for _, b := range banks {
				r := &Run{Trial: Trial{Options: variants[i].Options, Data: b.Data}, Variant: &variants[i], Lang: b.Lang}
				r.Options.Seed = seed
				if b.Lang != "" {
					r.Options.Lang = b.Lang
				}
				var err error
				if r.Key, err = r.Trial.Key(); err != nil {
					return nil, err
				}
				runs = append(runs, r)
			}
		}
	}
	return runs, nil
}
