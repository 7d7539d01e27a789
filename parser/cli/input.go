package cli

import (
	urfave "github.com/urfave/cli/v2"

	"parser/conll"
	"parser/conll/textfile"
	"parser/ptb"
)

const stdinName = textfile.StdinName

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

// open opens a file, or the standard input, and tells its format.
func (in *input) open(name string) (f *textfile.Reader, format string, err error) {
	if f, err = textfile.Open(name, in.env.Stdin); err != nil {
		return nil, "", err
	}
	if in.format == formAuto {
		return f, detectFormat(f.Reader), nil
	}
	return f, in.format, nil
}

// conllReader returns a reader of the sentences in an open file. A format other than
// x and u it tells by looking.
func (in *input) conllReader(f *textfile.Reader, format string) *conll.Reader {
	r := conll.NewReader(f, f.Name)
	r.Latin1, r.Immediate = in.latin1, in.immediate
	r.Format, _ = conllFormat(format)
	return r
}

// sentencesIn returns the sentences of an open file.
func (in *input) sentencesIn(f *textfile.Reader, format string) *source[*conll.Sentence] {
	return newSource(in, "sentence", []string{f.Name}, func(string) (reader[*conll.Sentence], error) { return in.conllReader(f, format), nil })
}

// treesIn returns the trees of an open file.
func (in *input) treesIn(f *textfile.Reader) *source[*ptb.Tree] {
	return newSource(in, "tree", []string{f.Name}, func(string) (reader[*ptb.Tree], error) { return ptb.NewReader(f, f.Name), nil })
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
