package cli

import (
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"parser/conll"
	"parser/conll/textfile"
	"parser/eval/conll18"
	"parser/eval/layout"
	"parser/eval/smatch"
	"parser/parser/cli/internal/chart"
	"parser/parser/cli/internal/compare"
	"parser/parser/cli/internal/frame"
	"parser/parser/internal/pipe"
)

type comparing struct {
	scoring
	options    compare.Options
	sampling   compare.Sampling
	metrics    string
	confidence float64 // per cent
	svg        string  // folder; "" for none
	enhanced   bool
}

const certain = 100 // per cent

func compareCommand(e *frame.Env) *urfave.Command {
	c := &comparing{scoring: scoring{Input: frame.InputOf(e)}, sampling: compare.Sampling{Workers: runtime.GOMAXPROCS(0)}}
	return &urfave.Command{
		Description: `Prints the scores of one system or more, by files with the same sentences in CoNLL-X,
CoNLL-U, Penn brackets or PENMAN notation: with confidence intervals, and for every system but the
first its difference to the first with two p values, by approximate randomisation
and by paired bootstrap over sentences. Then the first metric is broken down: by arc
length, label, part of speech, depth and sentence length, or for constituents by
label, span length, depth and sentence length, or for graphs of meaning by kind of
triple, role and number of variables, for enhanced dependencies by what they add to the
tree, relation and sentence length; last come the most frequent confusions
and the sentences in which the systems differ most. Depth counts arcs from the root, or
brackets around. Arc lengths, labels and spans are a system's own, so that F1 is shown.
Where the confused heads have the same name, they are different words.

Metrics are las, uas, la (label accuracy), as in "parser eval", with --enhanced elas
and eulas, as in "parser eval --enhanced", or f1, recall,
precision and complete (sentences that are all right), as in "parser eval --bracket";
but where a system has no parse, all brackets are missed. Those of graphs are f1, recall
and precision of triples, as in "parser eval --amr". P values are not corrected
for the number of systems or metrics.`,
		Flags: slices.Concat([]urfave.Flag{
			frame.Usually("las,uas, elas,eulas, or f1", frame.Word(&c.metrics, "metric", "`LIST` of metrics; the first is broken down")),
			&urfave.IntFlag{Name: "samples", Value: compare.DefaultSamples, Destination: &c.sampling.Samples, Usage: "`N` samples for p values and intervals"},
			&urfave.Uint64Flag{Name: "seed", Value: 1, Destination: &c.sampling.Seed, Usage: "`N`, the seed of all random choices"},
			&urfave.Float64Flag{Name: "confidence", Value: certain * compare.DefaultConfidence, Destination: &c.confidence, Usage: "of the intervals, in `PERCENT`"},
			frame.Usually("all processors", frame.Number(&c.sampling.Workers, 1, "threads", "`N` threads; the output does not depend on it", "workers")),
			&urfave.IntFlag{Name: "confusions", Value: 10, Destination: &c.options.Confusions, Usage: "print the `N` most frequent confusions"},
			&urfave.IntFlag{Name: "examples", Value: 3, Destination: &c.options.Examples, Usage: "print the `N` sentences in which the systems differ most"},
			frame.Switch(&c.enhanced, "enhanced", "compare enhanced dependencies"),
			frame.Switch(&c.punctuation, "with-punct", "score punctuation too (dependencies)", "p"),
			frame.Switch(&c.quiet, "quiet", "only the scores", "q"),
			frame.Switch(&c.json, "json", "all numbers as JSON"),
			frame.Word(&c.svg, "svg", "`DIR` for charts of the scores and of what they are broken down by"),
		}, c.bracketFlags(), c.Flags()),
		Action: c.run,
	}
}

func (c *comparing) run(ctx *urfave.Context) error {
	const mostSamples = 10_000_000
	names, wrong := ctx.Args().Slice(), ""
	switch {
	case len(names) < 2:
		wrong = fmt.Sprintf("compare needs two files or more, GOLD and SYSTEMs, but got %d", len(names))
	case c.sampling.Samples < 1 || c.sampling.Samples > mostSamples:
		wrong = fmt.Sprintf("--samples is a number from 1 to %d, not %d", mostSamples, c.sampling.Samples)
	case math.IsNaN(c.confidence) || c.confidence <= 0 || c.confidence >= certain:
		wrong = fmt.Sprintf("--confidence is between 0 and %d, not %v", certain, c.confidence)
	case c.options.Confusions < 0 || c.options.Examples < 0:
		wrong = "--confusions, --examples and --threads count things"
	}
	if wrong != "" {
		return fmt.Errorf("%w: %s", frame.ErrUsage, wrong)
	}
	if err := frame.CanWriteCharts(c.svg); err != nil {
		return err
	}
	return c.withFiles(names, func(files []*textfile.Reader) error {
		compared, form := c.dependencies, textfile.CoNLL
		if c.Format == pipe.Auto {
			form = files[0].Detect()
		}
		switch {
		case form == textfile.Brackets:
			compared = c.trees
		case form == textfile.Graphs:
			compared = c.graphs
		}
		switch {
		case c.enhanced && (form == textfile.Brackets || form == textfile.Graphs || c.punctuation):
			return fmt.Errorf("%w: --enhanced is for dependencies, and all words count", frame.ErrUsage)
		case (form == textfile.Brackets || form == textfile.Graphs) && c.punctuation:
			return fmt.Errorf("%w: --with-punct is for dependencies", frame.ErrUsage)
		case form != textfile.Brackets && c.forBrackets():
			return fmt.Errorf("%w: --param and --keep-root are for constituents", frame.ErrUsage)
		}
		c.options.Punctuation, c.sampling.Confidence = c.punctuation, c.confidence/certain
		if c.metrics != "" {
			if err := frame.ParseList(&c.options.Metrics, "metric", c.metrics, func(name string) (compare.Metric, error) {
				return compare.Metric(strings.ToLower(name)), nil
			}); err != nil {
				return err
			}
		}
		report, err := compared(names, files)
		if errors.Is(err, compare.ErrMetric) {
			return fmt.Errorf("%w: --metric: %w", frame.ErrUsage, err)
		}
		if err != nil {
			return err
		}
		report.Gold, report.Systems = names[0], names[1:]
		charts := func() []*chart.Figure { return chart.Compared(report) }
		return errors.Join(c.print(report, report.Write, report.WriteScores), frame.WriteCharts(c.svg, charts))
	})
}

// dependencies compares trees or, if asked so, enhanced graphs, sentence by sentence.
func (c *comparing) dependencies(names []string, files []*textfile.Reader) (*compare.Report, error) {
	var comparison interface {
		Add(gold *conll.Sentence, systems []*conll.Sentence) error
		Report(s compare.Sampling) (*compare.Report, error)
	}
	var err error
	if c.enhanced {
		comparison, err = compare.NewEnhanced(len(files)-1, c.options)
	} else {
		comparison, err = compare.NewArcs(len(files)-1, c.options)
	}
	if err != nil {
		return nil, err
	}
	if err := compare.Sentences(c.sentences(files, false), comparison.Add); err != nil {
		return nil, err
	}
	report, err := comparison.Report(c.sampling)
	if errors.Is(err, conll18.ErrNoDeps) {
		err = fmt.Errorf("%s: %w", names[0], err)
	}
	return report, err
}

func (c *comparing) trees(names []string, files []*textfile.Reader) (*compare.Report, error) {
	params, err := c.bracketParams()
	if err != nil {
		return nil, err
	}
	comparison, err := compare.NewBrackets(len(files)-1, params, c.options)
	if err != nil {
		return nil, err
	}
	b, err := c.brackets(params, files)
	if err != nil {
		return nil, err
	}
	for _, entries := range b.sentences {
		if err := comparison.Add(entries[0], entries[1:]); err != nil {
			return nil, err
		}
	}
	for i, failed := range comparison.Failed() {
		if failed > 0 {
			c.Env.Say("%s: no parse, or words deleted that are scored in the gold tree, in %s: all brackets count as missed", names[i+1],
				layout.Count(failed, "sentence"))
		}
	}
	report := comparison.Report(c.sampling)
	report.Scored += " by " + c.param
	return report, nil
}

// graphs compares several systems graph by graph.
func (c *comparing) graphs(names []string, files []*textfile.Reader) (*compare.Report, error) {
	comparison, err := compare.NewGraphs(len(files)-1, smatch.Options{Seed: c.sampling.Seed}, c.options)
	if err != nil {
		return nil, err
	}
	if err := together(files, comparison.Add); err != nil {
		return nil, err
	}
	for i, unproven := range comparison.Unproven() {
		if unproven > 0 {
			c.Env.Say("%s: other mappings of variables might match more triples in %s", names[i+1], layout.Count(unproven, "graph"))
		}
	}
	return comparison.Report(c.sampling), nil
}
