package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"time"

	urfave "github.com/urfave/cli/v2"

	"parser/conll"
	"parser/parser"
)

// parsing is the parse command with its flags.
type parsing struct {
	env       *Env
	in        input
	model     string
	lang      string
	output    string
	threads   int
	immediate bool
	verbose   bool
	quiet     bool

	sentences, words int
}

func parseCommand(e *Env) *urfave.Command {
	p := &parsing{env: e, in: input{env: e}}
	return &urfave.Command{
		Name:      "parse",
		Usage:     "set heads and labels",
		UsageText: "parser parse [flags] [files]",
		Description: `Reads CoNLL-X or CoNLL-U from the files, plain or gzip, or from the standard
input, and writes the same with HEAD and DEPREL set; all else comes out byte for
byte as it went in. The model is --model, else that of --lang, else that of the
language trained last.`,
		Flags: append([]urfave.Flag{
			&urfave.StringFlag{Name: "model", Destination: &p.model, Usage: "model `FILE`"},
			&urfave.StringFlag{Name: "lang", Destination: &p.lang, Usage: "`NAME` of the language to take the model of"},
			&urfave.StringFlag{Name: "output", Aliases: []string{"o"}, Value: stdinName, Destination: &p.output, Usage: "`FILE` to write to; - is the standard output"},
			&urfave.IntFlag{Name: "threads", Aliases: []string{"workers"}, Value: runtime.GOMAXPROCS(0), DefaultText: "all processors", Destination: &p.threads, Usage: "`N` threads; the output does not depend on it"},
			&urfave.BoolFlag{Name: "immediate", Destination: &p.immediate, Usage: "answer each sentence at once, for a dialogue over a pipe; blank lines at the end are lost"},
			&urfave.BoolFlag{Name: "verbose", Aliases: []string{"v"}, Destination: &p.verbose, Usage: "say how much was parsed and how fast (default on a terminal)"},
			&urfave.BoolFlag{Name: "quiet", Aliases: []string{"q"}, Destination: &p.quiet, Usage: "only warnings and errors"},
			p.in.skipFlag(),
		}, p.in.flags()...),
		Action: p.run,
	}
}

func (p *parsing) run(c *urfave.Context) error {
	files := p.env.filesOf(c)
	if p.threads < 1 {
		return fmt.Errorf("%w: %d threads", errUsage, p.threads)
	}
	if _, err := parseFormat(p.in.format); err != nil {
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
	s := &source{input: p.in, files: files, immediate: p.atOnce(files)}
	defer s.Close()
	err = p.stream(c.Context, m, s, out)
	if closeErr := out.Close(); err == nil {
		err = closeErr
	}
	s.saySkipped()
	if err == nil {
		p.report(time.Since(start))
	}
	return err
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

// atOnce tells whether someone waits for each answer.
func (p *parsing) atOnce(files []string) bool {
	return p.immediate || len(files) == 1 && files[0] == stdinName && isTerminal(p.env.Stdin)
}

// stream parses from s to out. Whatever happens, all sentences before are written.
func (p *parsing) stream(ctx context.Context, m *parser.Parser, s *source, out io.Writer) error {
	w := conll.NewWriter(out)
	w.Latin1 = p.in.latin1
	emit := func(sentence *conll.Sentence) error {
		p.sentences++
		p.words += sentence.Len()
		if err := w.Write(sentence); err != nil || !s.immediate {
			return err
		}
		return w.Flush()
	}
	threads := p.threads
	if s.immediate {
		threads = 1 // several would wait for a batch
	}
	err := m.Stream(ctx, s.Read, emit, threads)
	if flushErr := w.Flush(); flushErr != nil {
		return flushErr
	}
	if errors.Is(err, context.Canceled) {
		return errInterrupted
	}
	return err
}

// report says how much was parsed and how fast.
func (p *parsing) report(took time.Duration) {
	if p.quiet || !p.verbose && !isTerminal(p.env.Stderr) {
		return
	}
	p.env.say("%s, %s, %.0f tokens/s", count(p.sentences, "sentence"), count(p.words, "word"), float64(p.words)/took.Seconds())
}
