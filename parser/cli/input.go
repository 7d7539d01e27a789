package cli

import (
	"errors"
	"fmt"

	urfave "github.com/urfave/cli/v2"

	"parser/conll"
	"parser/conll/textfile"
	"parser/parser"
	"parser/parser/internal/pipe"
	"parser/parser/internal/terminal"
	"parser/parser/structure"
)

const stdinName = textfile.StdinName

// input says how treebanks are read. Its fields are the destinations of flags.
type input struct {
	pipe.Input
	env *Env
}

func inputOf(e *Env) input {
	return input{pipe.Input{Stdin: e.Stdin, Format: pipe.Auto, Say: e.say}, e}
}

// flags are those of every command that reads sentences; each can also be had under some
// heading in help.
func (in *input) flags() []urfave.Flag {
	return []urfave.Flag{in.latin1Flag(""), in.formatFlag("")}
}

func (in *input) latin1Flag(category string) urfave.Flag {
	return &urfave.BoolFlag{Category: category, Name: "latin1", Usage: "the files are ISO-8859-1, not UTF-8", Destination: &in.Latin1}
}

func (in *input) formatFlag(category string) *urfave.StringFlag {
	return &urfave.StringFlag{Category: category, Name: "format", Value: pipe.Auto, Destination: &in.Format, Action: oneOf("the format is", structure.FormX, structure.FormU, pipe.Auto),
		Usage: "`FORMAT` of the files: x for CoNLL-X, u for CoNLL-U, auto to tell by looking"}
}

// skipFlag is the flag of commands that can do without bad sentences.
func (in *input) skipFlag() urfave.Flag {
	return &urfave.BoolFlag{Name: "skip-bad", Usage: "leave out malformed sentences, and say so, instead of stopping", Destination: &in.SkipBad}
}

// treebank returns the items in files in a form. What should be CoNLL must be that.
func (in *input) treebank(form string, files ...string) *pipe.Source {
	if form == textfile.CoNLL {
		return in.Words(structure.OfForm(form), files...)
	}
	return in.Treebank(form, files...)
}

// guard returns the parser's own guard, and adds to its errors what the user can do about them.
func guard(p *parser.Parser) func(*structure.Item) error {
	return func(it *structure.Item) error {
		err := p.Check(it)
		switch {
		case errors.Is(err, parser.ErrNoBase):
			return fmt.Errorf("%w; parse them first (parser parse), or give the model a parser (parser train --base)", err)
		case errors.Is(err, conll.ErrNoTag):
			return fmt.Errorf("%w; the model cannot set tags: give it a tagger (--tagger FILE), or tag first (parser tag)", err)
		}
		return err
	}
}

// filesOf returns the files that a command was given, or else the standard input.
func (e *Env) filesOf(c *urfave.Context) []string {
	if c.Args().Present() {
		return c.Args().Slice()
	}
	if terminal.Is(e.Stdin) {
		e.say("no file given: reading from the terminal")
	}
	return []string{stdinName}
}
