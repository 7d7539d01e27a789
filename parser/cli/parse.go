package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"time"

	urfave "github.com/urfave/cli/v2"

	"parser/conll"
	"parser/conll/textfile"
	"parser/eval/layout"
	"parser/oracle"
	"parser/parser"
	"parser/ptb"
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

	done, words int // sentences and words written
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
	if err := p.checkThreads(); err != nil {
		return err
	}
	if !slices.Contains([]string{formAuto, formX, formU, textfile.Tagged, textfile.Brackets}, p.in.format) {
		return fmt.Errorf("%w: the format is x, u, tagged, brackets or auto, not %q", errUsage, p.in.format)
	}
	m, err := p.load()
	if err != nil {
		return err
	}
	return p.work(c.Context, files, func(ctx context.Context, files []string, out io.Writer) error {
		if m.Kind() == transition.Constituents {
			return p.constituents(ctx, m, files, out)
		}
		return p.sentences(files, out, func(read func() (*conll.Sentence, error), emit func(*conll.Sentence) error) error {
			return m.Stream(ctx, read, emit, p.threads)
		})
	})
}

// work does something with files and an output, and says how fast. Whatever happens,
// all sentences before are written.
func (p *parsing) work(ctx context.Context, files []string, do func(context.Context, []string, io.Writer) error) error {
	out, err := p.create(files)
	if err != nil {
		return err
	}
	start := time.Now()
	if p.in.immediate || len(files) == 1 && files[0] == stdinName && isTerminal(p.env.Stdin) { // someone waits for each answer
		p.in.immediate, p.threads = true, 1 // several threads would wait for a batch
	}
	err = do(ctx, files, out)
	if errors.Is(err, context.Canceled) {
		err = errInterrupted
	}
	if closeErr := out.Close(); err == nil {
		err = closeErr
	}
	if err == nil && !p.quiet && (p.verbose || isTerminal(p.env.Stderr)) {
		p.env.say("%s, %s, %.0f tokens/s", layout.Count(p.done, "sentence"), layout.Count(p.words, "word"), float64(p.words)/time.Since(start).Seconds())
	}
	return err
}

func (p *parsing) checkThreads() error {
	if p.threads < 1 {
		return fmt.Errorf("%w: %d threads", errUsage, p.threads)
	}
	return nil
}

// load loads the model and refuses flags that have no meaning with it.
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
	switch kind := m.Kind(); {
	case kind == transition.Tags:
		return nil, fmt.Errorf("%w: the model is a tagger; use it with: parser tag", errUsage)
	case kind == transition.Dependencies && (p.in.format == textfile.Tagged || p.in.format == textfile.Brackets):
		return nil, fmt.Errorf("%w: --format %s needs a model of constituents, and this one is of dependencies", errUsage, p.in.format)
	case kind == transition.Constituents && p.in.latin1:
		return nil, fmt.Errorf("%w: --latin1 has no meaning with a model of constituents: trees are UTF-8", errUsage)
	}
	return m, nil
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

// sentences writes sentences as they were read, but for what do changes in them.
func (p *parsing) sentences(files []string, out io.Writer, do func(read func() (*conll.Sentence, error), emit func(*conll.Sentence) error) error) error {
	s := newSource(&p.in, "sentence", files, p.openSentences)
	w := conll.NewWriter(out)
	w.Latin1 = p.in.latin1
	return finish(s, w.Flush, do(s.Read, func(sentence *conll.Sentence) error {
		return p.written(sentence.Len(), w.Write(sentence), w.Flush)
	}))
}

// openSentences refuses what only a model of constituents reads.
func (p *parsing) openSentences(name string) (reader[*conll.Sentence], error) {
	f, form, err := p.in.open(name)
	if err != nil {
		return nil, err
	}
	if form == textfile.Tagged || form == textfile.Brackets {
		f.Close()
		return nil, fmt.Errorf("%w: %s is no CoNLL but, by its first line, of --format %s; that needs a model of constituents (parser train --system %s)",
			errUsage, f.Name, form, oracle.Systems(transition.Constituents)[0])
	}
	return p.in.conllReader(f, form), nil
}

// constituents writes trees in Penn brackets, one a line.
func (p *parsing) constituents(ctx context.Context, m *parser.Parser, files []string, out io.Writer) error {
	s := p.in.words(files, len(m.Taggers()) > 0)
	w := ptb.NewWriter(out)
	return finish(s, w.Flush, m.StreamTrees(ctx, s.Read, func(t *ptb.Tree) error {
		words := len(t.Leaves())
		if w.Tight = words == 0; w.Tight {
			t = withoutWords()
		}
		return p.written(words, w.Write(t), w.Flush)
	}, p.threads))
}

// finish ends a run that ended with the given error: all that was written before it is
// sent off.
func finish[T any](s *source[T], flush func() error, err error) error {
	s.Close()
	if flushed := flush(); flushed != nil {
		err = flushed
	}
	s.saySkipped()
	return err
}

// written counts a sentence that was written with the given error and, in a
// dialogue, sends it off.
func (p *parsing) written(words int, err error, flush func() error) error {
	p.done++
	p.words += words
	if err != nil || !p.in.immediate {
		return err
	}
	return flush()
}
