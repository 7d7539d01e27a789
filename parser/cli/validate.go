package cli

import (
	"bufio"
	"errors"
	"fmt"

	urfave "github.com/urfave/cli/v2"

	"parser/conll"
	"parser/conll/textfile"
	"parser/eval/layout"
	"parser/ptb"
)

// validating is the validate command with its flags and its findings.
type validating struct {
	input
	maxErrors int
	json      bool

	out   *bufio.Writer
	shown []conll.Problem // for JSON
	sum   conll.Validation
}

func validateCommand(e *Env) *urfave.Command {
	v := &validating{input: input{env: e}}
	return &urfave.Command{
		Name:      "validate",
		Usage:     "list everything that is wrong with a treebank",
		UsageText: "parser validate [flags] [files]",
		Description: `Prints a line for each problem, in the style of the UD validator, and a summary.
The exit status is 1 if there are problems. The files are CoNLL-X, CoNLL-U or
trees in Penn brackets.`,
		Flags: append([]urfave.Flag{
			&urfave.IntFlag{Name: "max-err", Destination: &v.maxErrors, Usage: "print `N` problems and only count the others; 0 prints all", Action: atLeast(0, "--max-err %d")},
			&urfave.BoolFlag{Name: "json", Destination: &v.json, Usage: "problems and summary as JSON"},
		}, v.flags()...),
		Action: v.run,
	}
}

func (v *validating) run(c *urfave.Context) error {
	v.out, v.shown = bufio.NewWriter(v.env.Stdout), []conll.Problem{}
	v.sum.Classes, v.sum.Rules = conll.Counter{}, conll.Counter{}
	for _, name := range v.env.filesOf(c) {
		if err := v.file(name); err != nil {
			v.out.Flush()
			return err
		}
	}
	size := layout.Count(v.sum.Sentences, "sentence") + ", " + layout.Count(v.sum.Words, "word")
	switch passed := v.sum.Problems == 0; {
	case v.json:
		writeJSON(v.out, struct {
			Passed   bool             `json:"passed"`
			Summary  conll.Validation `json:"summary"`
			Problems []conll.Problem  `json:"problems"`
		}{passed, v.sum, v.shown})
	case passed:
		fmt.Fprintf(v.out, "*** PASSED *** %s\n", size)
	default:
		for _, c := range v.sum.Classes.Sorted() {
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
	f, form, err := v.open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	if form != textfile.Brackets || v.latin1 {
		return conll.Validate(v.conllReader(f, form), &v.sum, v.problem)
	}
	for t, err := range ptb.NewReader(f, f.Name).All() {
		var bad *ptb.Error
		var broken *textfile.Cause
		switch {
		case errors.As(err, &bad) && errors.As(err, &broken):
			p := conll.Problem{File: bad.File, Line: bad.Line, Class: conll.ClassFormat, ID: broken.Rule, Text: bad.Err.Error()}
			v.sum.Count(p)
			v.problem(p)
		case err != nil:
			return err
		default:
			v.sum.Words += len(wordsOfTree(t))
		}
		v.sum.Sentences++
	}
	return nil
}

// problem shows a problem unless there were too many.
func (v *validating) problem(p conll.Problem) {
	switch {
	case v.maxErrors > 0 && v.sum.Problems > v.maxErrors:
	case v.json:
		v.shown = append(v.shown, p)
	default:
		fmt.Fprintln(v.out, p)
	}
}
