package cli

import (
	urfave "github.com/urfave/cli/v2"

	"parser/conll/textfile"
	"parser/eval/smatch"
	"parser/parser/amr"
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
	err := smatch.Together(amr.NewReader(files[0], files[0].Name), []smatch.Source{amr.NewReader(files[1], files[1].Name)},
		func(gold *amr.Graph, systems []*amr.Graph) error {
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
