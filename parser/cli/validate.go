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
	env       *Env
	in        input
	maxErrors int
	json      bool

	out   *bufio.Writer
	shown []conll.Problem // for JSON
	sum   conll.Validation
}

func validateCommand(e *Env) *urfave.Command {
	v := &validating{env: e, in: input{env: e}}
	return &urfave.Command{
		Name:      "validate",
		Usage:     "list everything that is wrong with a treebank",
		UsageText: "parser validate [flags] [files]",
		Description: `Prints a line for each problem, in the style of the UD validator, and a summary.
The exit status is 1 if there are problems. The files are CoNLL-X, CoNLL-U or
trees in Penn brackets.`,
		Flags: append([]urfave.Flag{
			&urfave.IntFlag{Name: "max-err", Destination: &v.maxErrors, Usage: "print `N` problems and only count the others; 0 prints all"},
			&urfave.BoolFlag{Name: "json", Destination: &v.json, Usage: "problems and summary as JSON"},
		}, v.in.flags()...),
		Action: v.run,
	}
}

func (v *validating) run(c *urfave.Context) error {
	if v.maxErrors < 0 {
		return fmt.Errorf("%w: --max-err %d", errUsage, v.maxErrors)
	}
	if _, err := conllFormat(v.in.format); err != nil {
		return err
	}
	v.out = bufio.NewWriter(v.env.Stdout)
	v.sum.Classes, v.sum.Rules = conll.Counter{}, conll.Counter{}
	for _, name := range v.env.filesOf(c) {
		if err := v.file(name); err != nil {
			v.out.Flush()
			return err
		}
	}
	if err := v.summarize(); err != nil {
		return err
	}
	if err := v.out.Flush(); err != nil {
		return err
	}
	if v.sum.Problems > 0 {
		return errFailed
	}
	return nil
}

// file checks one file.
func (v *validating) file(name string) error {
	f, form, err := v.in.open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	if form == textfile.Brackets && !v.in.latin1 {
		return v.trees(ptb.NewReader(f, f.Name))
	}
	return conll.Validate(v.in.conllReader(f, form), &v.sum, v.problem)
}

// trees is conll.Validate for the brackets of trees.
func (v *validating) trees(r *ptb.Reader) error {
	for t, err := range r.All() {
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
			words, _ := wordsOfTree(t)
			v.sum.Words += len(words)
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

// summarize prints the closing lines, or everything as JSON.
func (v *validating) summarize() error {
	if v.json {
		return writeJSON(v.out, struct {
			Passed   bool             `json:"passed"`
			Summary  conll.Validation `json:"summary"`
			Problems []conll.Problem  `json:"problems"`
		}{v.sum.Problems == 0, v.sum, append([]conll.Problem{}, v.shown...)})
	}
	for _, c := range v.sum.Classes.Sorted() {
		fmt.Fprintf(v.out, "%s problems: %d\n", c.Name, c.N)
	}
	size := layout.Count(v.sum.Sentences, "sentence") + ", " + layout.Count(v.sum.Words, "word")
	if v.sum.Problems == 0 {
		_, err := fmt.Fprintf(v.out, "*** PASSED *** %s\n", size)
		return err
	}
	_, err := fmt.Fprintf(v.out, "*** FAILED *** with %s in %s\n", layout.Count(v.sum.Problems, "problem"), size)
	return err
}
