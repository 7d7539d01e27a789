package cli

import (
	"fmt"

	urfave "github.com/urfave/cli/v2"

	"parser/conll"
	"parser/ptb"
)

// stdinName is the argument that stands for the standard input.
const stdinName = "-"

// input says how treebanks are read. Its fields are the destinations of flags.
type input struct {
	env       *Env
	latin1    bool
	format    string // formAuto, formX, formU; of parse also formTagged, formBrackets
	skipBad   bool
	immediate bool // see conll.Reader.Immediate
}

// conllFormats says what --format may be.
const conllFormats = "x for CoNLL-X, u for CoNLL-U, auto to tell by looking"

// flags are those of every command that reads sentences.
func (in *input) flags() []urfave.Flag {
	return []urfave.Flag{in.latin1Flag(), in.formatFlag(conllFormats)}
}

func (in *input) latin1Flag() *urfave.BoolFlag {
	return &urfave.BoolFlag{Name: "latin1", Usage: "the files are ISO-8859-1, not UTF-8", Destination: &in.latin1}
}

func (in *input) formatFlag(formats string) *urfave.StringFlag {
	return &urfave.StringFlag{Name: "format", Value: formAuto, Usage: "`FORMAT` of the files: " + formats, Destination: &in.format}
}

// skipFlag is the flag of commands that can do without bad sentences.
func (in *input) skipFlag() urfave.Flag {
	return &urfave.BoolFlag{Name: "skip-bad", Usage: "leave out malformed sentences, and say so, instead of stopping", Destination: &in.skipBad}
}

// open opens a file of sentences, or the standard input.
func (in *input) open(name string) (*conll.Reader, error) {
	format, err := parseFormat(in.format)
	if err != nil {
		return nil, err
	}
	r := conll.NewReader(in.env.Stdin, shown(name))
	if name != stdinName {
		if r, err = conll.Open(name); err != nil {
			return nil, err
		}
	}
	r.Latin1, r.Format = in.latin1, format
	return r, nil
}

func parseFormat(name string) (conll.Format, error) {
	switch name {
	case formAuto:
		return conll.FormatAuto, nil
	case formX:
		return conll.FormatX, nil
	case formU:
		return conll.FormatU, nil
	}
	return 0, fmt.Errorf("%w: the format is x, u or auto, not %q", errUsage, name)
}

// filesOf returns the files that a command was given, or else the standard input.
func (e *Env) filesOf(c *urfave.Context) []string {
	if c.Args().Present() {
		return c.Args().Slice()
	}
	if isTerminal(e.Stdin) {
		e.say("no file given: reading from the terminal")
	}
	return []string{stdinName}
}

// sentencesIn returns the sentences of an open file.
func (in *input) sentencesIn(f *stream, name, form string) *source[*conll.Sentence] {
	return newSource(in, "sentence", []string{name}, func(string) (reader[*conll.Sentence], error) {
		return &streamReader[*conll.Sentence]{f, in.conllReader(f, name, form).Read}, nil
	})
}

// treesIn returns the trees of an open file.
func (in *input) treesIn(f *stream, name string) *source[*ptb.Tree] {
	return newSource(in, "tree", []string{name}, func(string) (reader[*ptb.Tree], error) {
		return &streamReader[*ptb.Tree]{f, ptb.NewReader(f, shown(name)).Read}, nil
	})
}

// say prints a message as one line.
func (e *Env) say(format string, args ...any) {
	fmt.Fprintf(e.Stderr, programName+": "+format+"\n", args...)
}

// count prints a number and what it counts: 1 word, 2 words.
func count(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprint(n, " ", what)
}
