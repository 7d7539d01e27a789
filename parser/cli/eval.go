package cli

import (
	"cmp"
	"fmt"
	"slices"

	urfave "github.com/urfave/cli/v2"

	"parser/conll"
	"parser/conll/textfile"
	"parser/eval"
	"parser/eval/conll18"
	"parser/eval/conllx"
	"parser/eval/evalb"
	"parser/eval/layout"
	"parser/eval/smatch"
	"parser/parser/amr"
	"parser/parser/cli/internal/compare"
	"parser/parser/cli/internal/frame"
	"parser/parser/cli/internal/places"
	"parser/parser/cli/internal/reliability"
	"parser/parser/internal/atomicfile"
	"parser/parser/internal/pipe"
	"parser/parser/internal/structure"
)

type evaluating struct {
	scoring
	nonProjective            bool
	conll18, verbose, counts bool
	bracket, labels          bool
	amr                      bool
	enhanced, keepEmpty      bool
	reliability              string // file of the diagram
	smatch                   smatch.Options
}

// usualSmatch is how graphs are compared unless flags say otherwise.
var usualSmatch = smatch.Options{Steps: smatch.DefaultSteps, Restarts: smatch.DefaultRestarts, Seed: 1}

func evalCommand(e *frame.Env) *urfave.Command {
	v := &evaluating{scoring: scoring{Input: frame.InputOf(e)}}
	return &urfave.Command{
		Description: `Prints the report of the CoNLL-X script eval.pl: three scores, then tables and an
error analysis. Both files must have the same words. Tokens that consist of
punctuation characters are not scored unless --with-punct is given.

With --conll18 it prints the scores of conll18_ud_eval.py instead: the files may
cut the text into other tokens and sentences, everything is scored, and subtypes
of labels are ignored. Where GOLD has enhanced dependencies, theirs are among them.

With --enhanced it compares enhanced dependencies only: ELAS, with the whole relation,
and EULAS, with what stands before its colon, as the IWPT shared tasks of 2020 and 2021
do; then ELAS by what edges add to the tree. Empty nodes are collapsed first.

With --bracket it compares constituency trees as EVALB does. Where both files have
one entry a line, lines are paired, as in EVALB: a blank line is a sentence without
a parse, and several trees on a line are one sentence. Where a tree has several
lines, trees are paired, whatever the lines. The outermost bracket, ROOT or "( " as
well as TOP, counts as TOP on both sides, which the usual parameters do not score;
EVALB would score some of them. Sentences that cannot be scored are left out, as
EVALB does, and then summed up once more as if all their brackets were missed.

With --amr it compares graphs of meaning in PENMAN notation by Smatch, graph by graph:
precision, recall and F1 of triples, as variables are mapped in the best way, then by
kinds of triples and by aspects, such as negation, of Damonte et al. (2017). It says
of how many pairs the best mapping is not proven.

With --reliability it compares the probabilities of heads that "parser parse
--confidence" has written with the share of those heads that is right: it draws that
share by probability, and prints the expected calibration error (in 15 bins of as many
words) and how many of the wrong heads are among the least probable tenth.

Of empty elements the usual parameters know -NONE- only; those of other treebanks,
such as 0 and *T*-1, are removed by "parser convert --to brackets --steps empties".`,
		Flags: slices.Concat(frame.Under("CoNLL-X (eval.pl)",
			frame.Switch(&v.punctuation, "with-punct", "score punctuation too", "p"),
			frame.Switch(&v.quiet, "quiet", "only the three scores; only the summary of EVALB; only Smatch", "q"),
			frame.Switch(&v.nonProjective, "nonprojective", "also recall and precision of non-projective arcs (all tokens, labels ignored)"),
		), frame.Under("CoNLL 2018 (conll18_ud_eval.py)",
			frame.Switch(&v.conll18, "conll18", "the measures of CoNLL 2018"),
			frame.Switch(&v.verbose, "verbose", "all of them, not only LAS, MLAS and BLEX", "v"),
			frame.Switch(&v.counts, "counts", "counts instead of percentages", "c"),
		), frame.Under("Enhanced dependencies (eval.py of the UD tools)",
			frame.Switch(&v.enhanced, "enhanced", "compare enhanced dependencies"),
			frame.Switch(&v.keepEmpty, "keep-empty", "leave out edges of empty nodes instead of collapsing them"),
		), []urfave.Flag{
			frame.Switch(&v.json, "json", "all numbers as JSON"),
			frame.Word(&v.reliability, "reliability", "compare how probable and how often right heads are, with a diagram in `FILE`, as SVG"),
		}, frame.Under(bracketCategory,
			frame.Switch(&v.bracket, "bracket", "compare constituency trees"),
			frame.Switch(&v.labels, "labels", "also recall, precision and F-measure per label"),
		), v.bracketFlags(), frame.Under("Graphs (Smatch)",
			frame.Switch(&v.amr, "amr", "compare graphs of meaning"),
			&urfave.IntFlag{Name: "steps", Value: usualSmatch.Steps, Destination: &v.smatch.Steps,
				Usage: "search the best mapping of a pair in at most `N` steps, some 100 million a second"},
			&urfave.IntFlag{Name: "restarts", Value: usualSmatch.Restarts, Destination: &v.smatch.Restarts,
				Usage: "climb hills from `N` random mappings before the search"},
			&urfave.Uint64Flag{Name: "seed", Value: usualSmatch.Seed, Destination: &v.smatch.Seed, Usage: "`N`, the seed of the random mappings"},
		), v.Flags()),
		Action: v.run,
	}
}

func (v *evaluating) run(c *urfave.Context) error {
	names := c.Args().Slice()
	if len(names) != 2 {
		return fmt.Errorf("%w: eval needs two files, GOLD and SYSTEM, but got %d", frame.ErrUsage, len(names))
	}
	wrong := ""
	switch {
	case v.enhanced && (v.amr || v.bracket || v.conll18 || v.punctuation || v.nonProjective || v.quiet || v.reliability != ""):
		wrong = "with --enhanced go --keep-empty and --json only"
	case !v.enhanced && v.keepEmpty:
		wrong = "--keep-empty needs --enhanced"
	case v.amr && (v.bracket || v.conll18 || v.punctuation || v.nonProjective || v.verbose || v.counts || v.labels || v.forBrackets() || v.Format != pipe.Auto):
		wrong = "with --amr go --steps, --restarts, --seed, --quiet and --json only"
	case !v.amr && v.smatch != usualSmatch:
		wrong = "--steps, --restarts and --seed need --amr"
	case v.reliability != "" && (v.amr || v.bracket || v.conll18 || v.punctuation || v.nonProjective || v.quiet):
		wrong = "with --reliability goes --json only: all words count"
	case v.smatch.Steps < 1 || v.smatch.Restarts < 0:
		wrong = "--steps and --restarts count things"
	case v.bracket && (v.conll18 || v.punctuation || v.nonProjective || v.verbose || v.counts || v.Format != pipe.Auto):
		wrong = "with --bracket go --param, --keep-root, --labels, --quiet and --json only"
	case !v.bracket && (v.forBrackets() || v.labels):
		wrong = "--param, --keep-root and --labels need --bracket"
	case v.conll18 && (v.punctuation || v.quiet || v.nonProjective):
		wrong = "--with-punct, --quiet and --nonprojective do not go with --conll18"
	case !v.conll18 && (v.verbose || v.counts):
		wrong = "--verbose and --counts need --conll18"
	}
	if wrong != "" {
		return fmt.Errorf("%w: %s", frame.ErrUsage, wrong)
	}
	if v.reliability != "" {
		if err := places.CanWrite(v.reliability); err != nil {
			return err
		}
	}
	return v.withFiles(names, func(files []*textfile.Reader) error {
		form, but, compared := textfile.CoNLL, "without --bracket or --amr dependencies are compared", v.conllx
		switch {
		case v.bracket:
			form, but, compared = textfile.Brackets, "with --bracket constituents are compared", v.evalb
		case v.amr:
			form, but, compared = textfile.Graphs, "with --amr graphs are compared", v.graphs
		case v.enhanced:
			compared = v.enhancedGraphs
		case v.conll18:
			compared = v.conll2018
		case v.reliability != "":
			compared = v.reliable
		}
		for _, f := range files {
			if err := pipe.Must(f, structure.OfForm(form), but); err != nil && v.Format == pipe.Auto {
				return err
			}
		}
		return compared(names, files)
	})
}

// attachmentReport is what eval prints as JSON.
type attachmentReport struct {
	Punctuation bool `json:"punctuation_scored"`
	Mismatches  int  `json:"form_or_tag_mismatches"`
	*conllx.Report
	NonProjective *conllx.NonProjective `json:"non_projective,omitempty"`
	Several       *conllx.Several       `json:"several_gold_trees,omitempty"`
}

// conllx compares sentence by sentence as eval.pl does, of several gold trees with the nearest.
func (v *evaluating) conllx(names []string, files []*textfile.Reader) error {
	options := conllx.Options{Punctuation: v.punctuation}
	scorer, crossing, several := conllx.NewScorer(options), &conllx.NonProjective{}, &conllx.Several{Options: options}
	err := compare.Sentences(v.sentences(files, true), func(g *conll.Sentence, systems []*conll.Sentence) error {
		nearest, err := options.Nearest(g, systems[0])
		if err != nil {
			return err
		}
		return cmp.Or(several.Add(g, systems[0]), crossing.AddSentence(nearest, systems[0]), scorer.Add(g, systems[0]))
	})
	if frame.IsAny(err, eval.ErrSentenceCount, eval.ErrWordCount) {
		err = fmt.Errorf("%w; --conll18 compares files that cut the text into other words or sentences", err)
	}
	if err != nil {
		return err
	}
	mismatches, first := scorer.Mismatch()
	if mismatches > 0 {
		v.Env.Say("%s with another form or part of speech in the system's file, the first at %s", layout.Count(mismatches, "token"), first)
	}
	report, err := scorer.Report()
	if err != nil {
		return err
	}
	report.Gold, report.System = names[0], names[1]
	if !v.nonProjective {
		crossing = nil
	}
	if several.Sentences == 0 {
		several = nil
	}
	err = v.print(attachmentReport{v.punctuation, mismatches, report, crossing, several}, report.Write, report.WriteScores)
	if err == nil && !v.json && several != nil {
		fmt.Fprintln(v.Env.Stdout)
		err = several.Write(v.Env.Stdout)
	}
	if err != nil || v.json || crossing == nil {
		return err
	}
	_, err = fmt.Fprintf(v.Env.Stdout, "\n  Non-projective arcs: recall %d / %d = %v %%, precision %d / %d = %v %%\n",
		crossing.Found, crossing.Gold, crossing.Recall(), crossing.Right, crossing.System, crossing.Precision())
	return err
}

// reliable compares probabilities of heads with their success.
func (v *evaluating) reliable(_ []string, files []*textfile.Reader) error {
	var report reliability.Report
	add := func(g *conll.Sentence, systems []*conll.Sentence) error { return report.Add(g, systems[0]) }
	if err := compare.Sentences(v.sentences(files, false), add); err != nil {
		return err
	}
	report.Sum()
	if err := atomicfile.WriteFile(v.reliability, report.Figure().WriteSVG); err != nil {
		return err
	}
	return v.print(&report, report.Write, nil)
}

// whole reads both files, since tokens must be aligned. As for the official scripts, columns may be empty.
func (v *evaluating) whole(files []*textfile.Reader) (read [2][]*conll.Sentence, err error) {
	v.Lenient = true
	for i, source := range v.sentences(files, false) {
		if read[i], err = textfile.ReadAll(source); err != nil {
			break
		}
	}
	return read, err
}

// enhancedReport is what eval --enhanced prints as JSON.
type enhancedReport struct {
	Gold      string `json:"gold"`
	System    string `json:"system"`
	Collapsed bool   `json:"empty_nodes_collapsed"`
	*conll18.Enhanced
}

// enhancedGraphs compares enhanced dependencies.
func (v *evaluating) enhancedGraphs(names []string, files []*textfile.Reader) error {
	read, err := v.whole(files)
	if err != nil {
		return err
	}
	scores, err := conll18.ScoreEnhanced(read[0], read[1], v.keepEmpty)
	if err != nil {
		return err
	}
	if scores.Unconnected > 0 {
		refused := layout.Count(scores.Unconnected, "graph")
		v.Env.Say("the shared tasks would refuse %s of %s; the first: %v", refused, names[1], scores.Why)
	}
	return v.print(enhancedReport{names[0], names[1], !v.keepEmpty, scores}, scores.Write, nil)
}

func (v *evaluating) conll2018(_ []string, files []*textfile.Reader) error {
	read, err := v.whole(files)
	if err != nil {
		return err
	}
	scores, err := conll18.Score(read[0], read[1])
	if err != nil {
		return err
	}
	whole := scores.Write
	switch {
	case v.counts:
		whole = scores.WriteCounts
	case v.verbose:
		whole = scores.WriteTable
	}
	return v.print(scores, whole, nil)
}

// bracketReport is what eval --bracket prints as JSON.
type bracketReport struct {
	Gold        string `json:"gold"`
	System      string `json:"system"`
	Parameters  string `json:"parameters"`
	ByLine      bool   `json:"paired_by_line"`
	GoldRoots   int    `json:"gold_roots_changed"`
	SystemRoots int    `json:"system_roots_changed"`
	*evalb.Report
}

// evalb compares pair by pair as EVALB does and says which could not be scored.
func (v *evaluating) evalb(names []string, files []*textfile.Reader) error {
	params, err := v.bracketParams()
	if err != nil {
		return err
	}
	b, err := v.brackets(params, files)
	if err != nil {
		return err
	}
	scorer, failed := evalb.NewScorer(params), 0
	for _, e := range b.sentences {
		s := scorer.AddLine(e[0].Trees, e[1].Trees)
		if s.Err == nil {
			continue
		}
		if failed++; failed <= pipe.MaxSkipMessages {
			v.Env.Say("not scored: %s, %s: %v", e[0].Place, e[1].Place, s.Err)
		}
	}
	if failed > pipe.MaxSkipMessages {
		v.Env.Say("not scored: %s in all", layout.Count(failed, "sentence"))
	}
	report := scorer.Report()
	err = v.print(bracketReport{names[0], names[1], v.param, b.byLine, b.roots[0], b.roots[1], report}, report.Write, report.WriteSummary)
	if err != nil || v.json || !v.labels {
		return err
	}
	return report.WriteLabels(v.Env.Stdout)
}

// graphs compares graph by graph.
func (v *evaluating) graphs(names []string, files []*textfile.Reader) error {
	if v.smatch.Restarts == 0 {
		v.smatch.Restarts = -1 // none
	}
	scorer := smatch.NewScorer(v.smatch)
	if err := together(files, func(gold *amr.Graph, systems []*amr.Graph) { scorer.Add(gold, systems[0]) }); err != nil {
		return err
	}
	report := scorer.Report()
	report.Gold, report.System = names[0], names[1]
	return v.print(report, report.Write, report.WriteScore)
}
