package cli

import (
	"fmt"

	urfave "github.com/urfave/cli/v2"

	"parser/conll/textfile"
	"parser/eval/compare"
	"parser/eval/layout"
	"parser/eval/smatch"
	"parser/parser/amr"
	"parser/parser/cli/internal/frame"
)

// graphDefaults returns what the flags of Smatch are unless they are given.
func graphDefaults() smatch.Options {
	return smatch.Options{Steps: smatch.DefaultSteps, Restarts: smatch.DefaultRestarts, Seed: 1}
}

// graphFlags say how graphs are compared.
func (v *evaluating) graphFlags() []urfave.Flag {
	const category = "Graphs (Smatch)"
	o, usual := &v.smatch, graphDefaults()
	return []urfave.Flag{
		&urfave.BoolFlag{Category: category, Name: "amr", Destination: &v.amr, Usage: "compare graphs of meaning"},
		&urfave.IntFlag{Category: category, Name: "steps", Value: usual.Steps, Destination: &o.Steps, Usage: "search the best mapping of a pair in at most `N` steps, some 100 million a second"},
		&urfave.IntFlag{Category: category, Name: "restarts", Value: usual.Restarts, Destination: &o.Restarts, Usage: "climb hills from `N` random mappings before the search"},
		&urfave.Uint64Flag{Category: category, Name: "seed", Value: usual.Seed, Destination: &o.Seed, Usage: "`N` that random mappings come from"},
	}
}

// graphs compares graph by graph.
func (v *evaluating) graphs(names []string, files []*textfile.Reader) error {
	if v.smatch.Restarts == 0 {
		v.smatch.Restarts = -1 // none
	}
	scorer := smatch.NewScorer(v.smatch)
	sources := graphSources(files)
	err := smatch.Together(sources[0], sources[1:], func(gold *amr.Graph, systems []*amr.Graph) error {
		scorer.Add(gold, systems[0])
		return nil
	})
	if err != nil {
		return err
	}
	report := scorer.Report()
	report.Gold, report.System = names[0], names[1]
	return v.print(report, report.Write, report.WriteScore)
}

// graphs compares several systems graph by graph.
func (c *comparing) graphs(names []string, files []*textfile.Reader) (*compare.Report, error) {
	comparison, err := compare.NewGraphs(len(files)-1, smatch.Options{Seed: c.sampling.Seed}, c.options)
	if err != nil {
		return nil, err
	}
	sources := graphSources(files)
	err = smatch.Together(sources[0], sources[1:], func(gold *amr.Graph, systems []*amr.Graph) error {
		comparison.Add(gold, systems)
		return nil
	})
	if err != nil {
		return nil, err
	}
	for i, unproven := range comparison.Unproven() {
		if unproven > 0 {
			c.Env.Say("%s: other mappings of variables might match more triples in %s", names[i+1], layout.Count(unproven, "graph"))
		}
	}
	return comparison.Report(c.sampling), nil
}

// graphSources returns what reads the graphs of each file.
func graphSources(files []*textfile.Reader) []smatch.Source {
	sources := make([]smatch.Source, len(files))
	for i, file := range files {
		sources[i] = amr.NewReader(file, file.Name)
	}
	return sources
}

// completeGrounds says where the words of graphs come from, if no flag does, and loads a base
// that the model is to hold.
func (t *training) completeGrounds(c *urfave.Context) error {
	trees, dev := c.IsSet("trees"), c.IsSet("dev-trees")
	switch {
	case (trees || dev) && t.SkipBad:
		return fmt.Errorf("%w: --skip-bad has no meaning with --trees: each graph has its tree", frame.ErrUsage)
	case trees != dev && (dev || len(t.Dev.Value()) > 0):
		return fmt.Errorf("%w: --trees and --dev-trees go together, as --train and --dev do", frame.ErrUsage)
	case trees && len(t.Train.Value()) == 0:
		return fmt.Errorf("%w: --trees without --train", frame.ErrUsage)
	case t.From.Base != "":
		return t.From.Load(t.Env)
	}
	t.From.Base = frame.UsualBase(t.Lang)
	return nil
}
