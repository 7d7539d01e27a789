package frame

import (
	urfave "github.com/urfave/cli/v2"

	"parser/conll/textfile"
	"parser/parser/internal/pipe"
	"parser/parser/internal/structure"
)

// Input says how treebanks are read. Its fields are the destinations of flags.
type Input struct {
	pipe.Input
	Env *Env
}

// InputOf returns the usual input: the format is told by looking.
func InputOf(e *Env) Input {
	return Input{pipe.Input{Stdin: e.Stdin, Format: pipe.Auto, Say: e.Say}, e}
}

// Flags are those of every command that reads sentences.
func (in *Input) Flags() []urfave.Flag {
	return []urfave.Flag{in.Latin1Flag(""), in.FormatFlag("")}
}

// Latin1Flag is the flag for an encoding, under a heading of help.
func (in *Input) Latin1Flag(category string) urfave.Flag {
	return &urfave.BoolFlag{Category: category, Name: "latin1", Usage: "the files are ISO-8859-1, not UTF-8", Destination: &in.Latin1}
}

// FormatFlag is the flag for the format of CoNLL files, under a heading of help.
func (in *Input) FormatFlag(category string) *urfave.StringFlag {
	return &urfave.StringFlag{Category: category, Name: "format", Value: pipe.Auto, Destination: &in.Format, Action: OneOf("the format is", structure.FormX, structure.FormU, pipe.Auto),
		Usage: "`FORMAT` of the files: x for CoNLL-X, u for CoNLL-U, auto to tell by looking"}
}

// SkipFlag is the flag of commands that can do without bad sentences.
func (in *Input) SkipFlag() urfave.Flag {
	return &urfave.BoolFlag{Name: "skip-bad", Usage: "leave out malformed sentences, and say so, instead of stopping", Destination: &in.SkipBad}
}

// Checked returns the items in files in a form: what should be CoNLL must be that.
func (in *Input) Checked(form string, files ...string) *pipe.Source {
	if form == textfile.CoNLL {
		return in.Words(structure.OfForm(form), files...)
	}
	return in.Treebank(form, files...)
}
