package cli

import (
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"time"

	urfave "github.com/urfave/cli/v2"

	"parser/parser"
	"parser/transition"
)

// parsing is the parse command with its flags.
type parsing struct {
	env     *Env
	in      input
	model   string
	lang    string
	output  string
	threads int
	verbose bool
	quiet   bool
	retag   bool

	sentences, words int
}

func parseCommand(e *Env) *urfave.Command {
	p := &parsing{env: e, in: input{env: e}}
	return &urfave.Command{
		Name:      "parse",
		Usage:     "set heads and labels, or build constituency trees",
		UsageText: "parser parse [flags] [files]",
		Description: `Reads the files, plain or gzip, or the standard input. The model is --model, else
that of --lang, else the one trained last.

A model of dependencies reads CoNLL-X or CoNLL-U and writes the same with HEAD and
DEPREL set; all else comes out byte for byte as it went in.

A model of constituents (--lang en-brackets) reads words with their tags and writes
trees in Penn brackets, one a line: from CoNLL FORM and XPOS, or UPOS where XPOS is
_; from lines of word/TAG, each of which gives a line, (()) if there are no words;
or from Penn trees, whose brackets and empty elements it ignores. The first line of
a file that is neither blank nor a comment tells which: one made of word/TAG, one
that begins with a bracket, or else CoNLL.`,
		Flags: slices.Concat([]urfave.Flag{
			&urfave.StringFlag{Name: "model", Destination: &p.model, Usage: "model `FILE`"},
			&urfave.StringFlag{Name: "lang", Destination: &p.lang, Usage: "`NAME` of the language to take the model of"},
			&urfave.BoolFlag{Name: "retag", Destination: &p.retag, Usage: "tag all words by the taggers that the model holds, not only those without tags"},
		}, p.outputFlags(), []urfave.Flag{
			p.in.skipFlag(),
			p.in.latin1Flag(),
			p.in.formatFlag("x for CoNLL-X, u for CoNLL-U; for constituents also tagged (word/TAG), brackets; auto to tell by looking"),
		}),
		Action: p.run,
	}
}

// outputFlags are those of every command that writes what it reads.
func (p *parsing) outputFlags() []urfave.Flag {
	return []urfave.Flag{
		&urfave.StringFlag{Name: "output", Aliases: []string{"o"}, Value: stdinName, Destination: &p.output, Usage: "`FILE` to write to; - is the standard output"},
		&urfave.IntFlag{Name: "threads", Aliases: []string{"workers"}, Value: runtime.GOMAXPROCS(0), DefaultText: "all processors", Destination: &p.threads, Usage: "`N` threads; the output does not depend on it"},
		&urfave.BoolFlag{Name: "immediate", Destination: &p.in.immediate, Usage: "answer each sentence at once, for a dialogue over a pipe; blank lines at the end are lost"},
		&urfave.BoolFlag{Name: "verbose", Aliases: []string{"v"}, Destination: &p.verbose, Usage: "say how much was done and how fast (default on a terminal)"},
		&urfave.BoolFlag{Name: "quiet", Aliases: []string{"q"}, Destination: &p.quiet, Usage: "only warnings and errors"},
	}
}

func (p *parsing) run(c *urfave.Context) error {
	files := p.env.filesOf(c)
	if err := p.check(); err != nil {
		return err
	}
	m, err := p.load()
	if err != nil {
		return err
	}
	out, err := p.create(files)
	if err != nil {
		return err
	}
	start := time.Now()
	if p.atOnce(files) {
		p.in.immediate, p.threads = true, 1 // several threads would wait for a batch
	}
	err = p.parse(c.Context, m, files, out)
	if closeErr := out.Close(); err == nil {
		err = closeErr
	}
	if err == nil {
		p.report(time.Since(start))
	}
	return err
}

// check checks the flags.
func (p *parsing) check() error {
	if p.threads < 1 {
		return fmt.Errorf("%w: %d threads", errUsage, p.threads)
	}
	switch p.in.format {
	case formAuto, formX, formU, formTagged, formBrackets:
		return nil
	}
	return fmt.Errorf("%w: the format is x, u, tagged, brackets or auto, not %q", errUsage, p.in.format)
}

// load loads the model.
func (p *parsing) load() (*parser.Parser, error) {
	name, err := p.env.findModel(p.model, p.lang)
	if err != nil {
		return nil, err
	}
	m, err := parser.Load(name)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errModel, err)
	}
	if p.retag {
		if len(m.Taggers()) == 0 {
			return nil, fmt.Errorf("%w: --retag needs a model with taggers, which %s does not hold", errUsage, name)
		}
		m = m.Retagging()
	}
	return m, p.suits(m.Kind())
}

// suits returns an error if a flag has no meaning for the kind of trees.
func (p *parsing) suits(kind transition.Kind) error {
	switch {
	case kind == transition.Tags:
		return fmt.Errorf("%w: the model is a tagger; use it with: parser tag", errUsage)
	case kind == transition.Dependencies && (p.in.format == formTagged || p.in.format == formBrackets):
		return fmt.Errorf("%w: --format %s needs a model of constituents, and this one is of dependencies", errUsage, p.in.format)
	case kind == transition.Constituents && p.in.latin1:
		return fmt.Errorf("%w: --latin1 has no meaning with a model of constituents: trees are UTF-8", errUsage)
	}
	return nil
}

// create opens the output. It must not be one of the files to read, which
// would be lost.
func (p *parsing) create(files []string) (io.WriteCloser, error) {
	if p.output == stdinName {
		return unclosed{p.env.Stdout}, nil
	}
	if info, err := os.Stat(p.output); err == nil && info.Mode().IsRegular() {
		for _, name := range files {
			if in, err := os.Stat(name); err == nil && os.SameFile(in, info) {
				return nil, fmt.Errorf("%w: %s is both input and output", errUsage, name)
			}
		}
	}
	return os.Create(p.output)
}

// unclosed is a stream that is not ours to close.
type unclosed struct{ io.Writer }

func (unclosed) Close() error { return nil }

// atOnce tells whether someone waits for each answer.
func (p *parsing) atOnce(files []string) bool {
	return p.in.immediate || len(files) == 1 && files[0] == stdinName && isTerminal(p.env.Stdin)
}

// report says how much was parsed and how fast.
func (p *parsing) report(took time.Duration) {
	if p.quiet || !p.verbose && !isTerminal(p.env.Stderr) {
		return
	}
	p.env.say("%s, %s, %.0f tokens/s", count(p.sentences, "sentence"), count(p.words, "word"), float64(p.words)/took.Seconds())
}
