package cli

import (
	"bufio"
	"errors"
	"fmt"

	urfave "github.com/urfave/cli/v2"

	"parser/conll"
	"parser/conll/textfile"
	"parser/eval/layout"
	"parser/parser/amr"
	"parser/parser/cli/internal/frame"
	"parser/parser/cli/internal/survey"
	"parser/parser/internal/pipe"
	"parser/parser/internal/structure"
	"parser/ptb"
)

// validating is the validate command with its flags and its findings.
type validating struct {
	frame.Input
	maxErrors, level int
	json             bool

	out   *bufio.Writer
	shown []conll.Problem // for JSON
	sum   conll.Validation
}

func validateCommand(e *frame.Env) *urfave.Command {
	v := &validating{Input: frame.InputOf(e)}
	return &urfave.Command{
		Description: `Prints a line for each problem, in the style of the UD validator, and a summary.
The exit status is 1 if there are problems; warnings are not problems. The files are CoNLL-X,
CoNLL-U, trees in Penn brackets or graphs in PENMAN notation. CoNLL-U is checked at the levels 1 (format) and 2
(annotation) of UD; with --level 1, for CoNLL-U that is not UD, at the first only; with
--level 3 also at the third, for enhanced graphs.`,
		Flags: append([]urfave.Flag{
			frame.Number(&v.maxErrors, 0, "max-err", "print `N` problems and only count the others; 0 prints all"),
			&urfave.IntFlag{
				Name: "level", Value: conll.LevelUD, Destination: &v.level,
				Usage: "check CoNLL at the UD level `N` and below",
				Action: func(_ *urfave.Context, n int) error {
					if n < conll.LevelFormat || n > conll.LevelContents {
						return fmt.Errorf("%w: --level %d: there are %d (format), %d (what UD demands of all languages) and %d (of enhanced graphs)",
							frame.ErrUsage, n, conll.LevelFormat, conll.LevelUD, conll.LevelContents)
					}
					return nil
				},
			},
			frame.Switch(&v.json, "json", "problems and summary as JSON"),
		}, v.Flags()...),
		Action: v.run,
	}
}

func (v *validating) run(c *urfave.Context) error {
	v.out, v.shown = bufio.NewWriter(v.Env.Stdout), []conll.Problem{}
	v.sum.Classes, v.sum.Rules = map[string]int{}, map[string]int{}
	for _, name := range v.Env.FilesOf(c) {
		if err := v.file(name); err != nil {
			v.out.Flush()
			return err
		}
	}
	size := layout.Count(v.sum.Sentences, "sentence") + ", " + layout.Count(v.sum.Words, "word")
	if v.sum.Warnings > 0 {
		size += ", " + layout.Count(v.sum.Warnings, "warning")
	}
	switch passed := v.sum.Problems == 0; {
	case v.json:
		frame.WriteJSON(v.out, struct {
			Passed   bool             `json:"passed"`
			Summary  conll.Validation `json:"summary"`
			Problems []conll.Problem  `json:"problems"`
		}{passed, v.sum, v.shown})
	case passed:
		fmt.Fprintf(v.out, "*** PASSED *** %s\n", size)
	default:
		for _, c := range survey.Counter(v.sum.Classes).Sorted() {
			fmt.Fprintf(v.out, "%s problems: %d\n", c.Name, c.N)
		}
		fmt.Fprintf(v.out, "*** FAILED *** with %s in %s\n", layout.Count(v.sum.Problems, "problem"), size)
	}
	if err := v.out.Flush(); err != nil || v.sum.Problems == 0 {
		return err
	}
	return errFailed
}

// file checks one file.
func (v *validating) file(name string) error {
	f, form, err := v.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	if form == textfile.Graphs {
		return amr.Validate(amr.NewReader(f, f.Name), &v.sum, v.problem)
	}
	if form != textfile.Brackets {
		raw, words := pipe.LooksRaw(f), v.sum.Words
		err := conll.Validate(v.Reading(form).Sentences(f), v.level, &v.sum, v.problem)
		if raw && v.sum.Problems > 0 && v.sum.Words == words {
			v.Env.Say("%s looks like raw text, for which there is parser parse --text", f.Name)
		}
		return err
	}
	r := ptb.NewReader(f, f.Name)
	for t, err := range r.All() {
		class, line := conll.ClassFormat, 0
		if err == nil {
			v.sum.Words += len(structure.WordsOf(t))
			err, class, line = t.Check(), conll.ClassTree, r.Line()
		}
		v.sum.Sentences++
		broken, malformed := errors.AsType[*textfile.Cause](err)
		switch {
		case err == nil:
			continue
		case !malformed:
			return err
		}
		if bad, ok := errors.AsType[*ptb.Error](err); ok {
			err, line = bad.Err, bad.Line
		}
		p := conll.Problem{File: f.Name, Line: line, Class: class, ID: broken.Rule, Text: err.Error()}
		v.sum.Count(p)
		v.problem(p)
	}
	return nil
}

// problem shows a problem unless there were too many.
func (v *validating) problem(p conll.Problem) {
	switch {
	case v.maxErrors > 0 && v.sum.Problems+v.sum.Warnings > v.maxErrors:
	case v.json:
		v.shown = append(v.shown, p)
	default:
		fmt.Fprintln(v.out, p)
		if p.ID == "too-long" { // the rule of all formats about limits: the end of the line or bracket may never come
			v.out.Flush()
		}
	}
}
