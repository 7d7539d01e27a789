package cli

import (
	"fmt"
	"slices"

	urfave "github.com/urfave/cli/v2"

	"parser/conll"
	"parser/eval"
	"parser/eval/conll18"
	"parser/eval/conllx"
)

// evaluating is the eval command with its flags.
type evaluating struct {
	env           *Env
	in            input
	punctuation   bool
	nonProjective bool
	conll18       bool
	quiet         bool
	verbose       bool
	counts        bool
	json          bool
	brackets      bracketing
}

func evalCommand(e *Env) *urfave.Command {
	v := &evaluating{env: e, in: input{env: e}, brackets: bracketing{env: e}}
	const x, u = "CoNLL-X (eval.pl)", "CoNLL 2018 (conll18_ud_eval.py)"
	return &urfave.Command{
		Name:      "eval",
		Usage:     "compare a parse with the gold trees",
		UsageText: "parser eval [flags] GOLD SYSTEM",
		Description: `Prints the report of the CoNLL-X script eval.pl: three scores, then tables and an
error analysis. Both files must have the same words. Tokens that consist of
punctuation characters are not scored unless --with-punct is given.

With --conll18 it prints the scores of conll18_ud_eval.py instead: the files may
cut the text into other tokens and sentences, everything is scored, and subtypes
of labels are ignored.

` + bracketDescription,
		Flags: slices.Concat([]urfave.Flag{
			&urfave.BoolFlag{Category: x, Name: "with-punct", Aliases: []string{"p"}, Destination: &v.punctuation, Usage: "score punctuation too"},
			&urfave.BoolFlag{Category: x, Name: "quiet", Aliases: []string{"q"}, Destination: &v.quiet, Usage: "only the three scores; only the summary of EVALB"},
			&urfave.BoolFlag{Category: x, Name: "nonprojective", Destination: &v.nonProjective, Usage: "also recall and precision of non-projective arcs (all tokens, labels ignored)"},
			&urfave.BoolFlag{Category: u, Name: "conll18", Destination: &v.conll18, Usage: "the measures of CoNLL 2018"},
			&urfave.BoolFlag{Category: u, Name: "verbose", Aliases: []string{"v"}, Destination: &v.verbose, Usage: "all of them, not only LAS, MLAS and BLEX"},
			&urfave.BoolFlag{Category: u, Name: "counts", Aliases: []string{"c"}, Destination: &v.counts, Usage: "counts instead of percentages"},
			&urfave.BoolFlag{Name: "json", Destination: &v.json, Usage: "all numbers as JSON"},
		}, v.brackets.flags(), v.in.flags()),
		Action: v.run,
	}
}

func (v *evaluating) run(c *urfave.Context) error {
	if c.NArg() != 2 {
		return fmt.Errorf("%w: eval needs two files, GOLD and SYSTEM, but got %d", errUsage, c.NArg())
	}
	if err := v.check(); err != nil {
		return err
	}
	if v.brackets.on {
		return v.brackets.run(c.Args().Get(0), c.Args().Get(1), v.quiet, v.json)
	}
	gold, err := v.in.openCoNLL(c.Args().Get(0))
	if err != nil {
		return err
	}
	defer gold.Close()
	system, err := v.in.openCoNLL(c.Args().Get(1))
	if err != nil {
		return err
	}
	defer system.Close()
	if v.conll18 {
		return v.runCoNLL18(gold, system)
	}
	return v.runCoNLLX(c.Args().Get(0), c.Args().Get(1), gold, system)
}

// check refuses flags that have no meaning together.
func (v *evaluating) check() error {
	switch {
	case v.brackets.on && (v.conll18 || v.punctuation || v.nonProjective || v.verbose || v.counts || v.in.latin1 || v.in.format != "auto"):
		return fmt.Errorf("%w: with --bracket go --param, --keep-root, --labels, --quiet and --json only", errUsage)
	case !v.brackets.on && v.brackets.given():
		return fmt.Errorf("%w: --param, --keep-root and --labels need --bracket", errUsage)
	case v.conll18 && (v.punctuation || v.quiet || v.nonProjective):
		return fmt.Errorf("%w: --with-punct, --quiet and --nonprojective do not go with --conll18", errUsage)
	case !v.conll18 && (v.verbose || v.counts):
		return fmt.Errorf("%w: --verbose and --counts need --conll18", errUsage)
	}
	return nil
}

// attachmentReport is what eval prints as JSON.
type attachmentReport struct {
	Punctuation bool `json:"punctuation_scored"`
	Mismatches  int  `json:"form_or_tag_mismatches"`
	*conllx.Report
	NonProjective *conllx.NonProjective `json:"non_projective,omitempty"`
}

// runCoNLLX compares pair by pair.
func (v *evaluating) runCoNLLX(goldName, systemName string, gold, system *conll.Reader) error {
	scorer, crossing := conllx.NewScorer(conllx.Options{Punctuation: v.punctuation}), &conllx.NonProjective{}
	err := eval.Pairs(gold, system, func(g, s *conll.Sentence) error {
		if err := crossing.AddSentence(g, s); err != nil {
			return err
		}
		return scorer.Add(g, s)
	})
	if err != nil {
		return err
	}
	mismatches, first := scorer.Mismatch()
	if mismatches > 0 {
		v.env.say("%s with another form or part of speech in the system's file, the first at %s", count(mismatches, "token"), first)
	}
	report, err := scorer.Report()
	if err != nil {
		return err
	}
	report.Gold, report.System = goldName, systemName
	if !v.nonProjective {
		crossing = nil
	}
	if v.json {
		return writeJSON(v.env.Stdout, attachmentReport{v.punctuation, mismatches, report, crossing})
	}
	return v.print(report, crossing)
}

// print prints the report as text.
func (v *evaluating) print(report *conllx.Report, crossing *conllx.NonProjective) error {
	write := report.Write
	if v.quiet {
		write = report.WriteScores
	}
	if err := write(v.env.Stdout); err != nil || crossing == nil {
		return err
	}
	_, err := fmt.Fprintf(v.env.Stdout, "\n  Non-projective arcs: recall %d / %d = %v %%, precision %d / %d = %v %%\n",
		crossing.Found, crossing.Gold, crossing.Recall(), crossing.Right, crossing.System, crossing.Precision())
	return err
}

// runCoNLL18 reads both files whole, since tokens must be aligned.
func (v *evaluating) runCoNLL18(gold, system *conll.Reader) error {
	g, err := readAll(gold)
	if err != nil {
		return err
	}
	s, err := readAll(system)
	if err != nil {
		return err
	}
	scores, err := conll18.Score(g, s)
	if err != nil {
		return err
	}
	switch {
	case v.json:
		return writeJSON(v.env.Stdout, scores)
	case v.counts:
		return scores.WriteCounts(v.env.Stdout)
	case v.verbose:
		return scores.WriteTable(v.env.Stdout)
	}
	return scores.Write(v.env.Stdout)
}

func readAll(r *conll.Reader) ([]*conll.Sentence, error) {
	var all []*conll.Sentence
	for s, err := range r.All() {
		if err != nil {
			return nil, err
		}
		all = append(all, s)
	}
	return all, nil
}
