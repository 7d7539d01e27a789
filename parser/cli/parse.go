package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"time"

	urfave "github.com/urfave/cli/v2"

	"parser/conll"
	"parser/conll/textfile"
	"parser/eval/layout"
	"parser/parser"
	"parser/parser/amr"
	"parser/parser/english"
	"parser/parser/internal/atomicfile"
	"parser/parser/internal/experiment"
	"parser/parser/internal/grounding"
	"parser/parser/internal/terminal"
	"parser/parser/output"
	"parser/parser/structure"
	"parser/ptb"
	"parser/transition"
)

// parsing is the parse command with its flags.
type parsing struct {
	input
	rawText
	sharding
	model, lang, output   string
	threads, beam         int
	outputFormat          string
	verbose, quiet, retag bool
	from                  grounds            // --base
	taggers               urfave.StringSlice // files
	tagged                bool               // words must have tags
	keepHeads             bool
	checks                []func(*conll.Sentence) error // of what is read
	lacking               []string                      // columns that the model needs, and no word has had so far

	out   io.Writer
	file  *atomicfile.File // that it is; nil for the standard output
	start time.Time
	done  struct{ sentences, words int } // and written
}

func parseCommand(e *Env) *urfave.Command {
	p := &parsing{input: input{env: e}}
	return &urfave.Command{
		Name:      "parse",
		Usage:     "parse words or raw text into dependencies, constituents or graphs",
		UsageText: "parser parse [flags] [files]",
		Description: `Reads the files, plain or gzip, or the standard input. The model is --model, else
that of --lang, else the one trained last, else the English one of this program.

With --text it reads raw text, by a model that was trained with --pipeline, and
writes CoNLL-U, or trees, with all that it takes to restore the text.

A model of dependencies reads CoNLL-X or CoNLL-U and writes the same with HEAD and
DEPREL set; all else comes out byte for byte as it went in. With --keep-heads a word
that has a HEAD keeps it, and its DEPREL unless that is _.

A model of constituents (--lang en-brackets) reads words with their tags and writes
trees in Penn brackets, one a line: from CoNLL FORM and XPOS, or UPOS where XPOS is
_; from lines of word/TAG, each of which gives a line, (()) if there are no words;
or from Penn trees, whose brackets and empty elements it ignores. The first line of
a file that is neither blank nor a comment tells which: one made of word/TAG, one
that begins with a bracket, or else CoNLL. Raw text (--text) is cut and tagged by
another model, --base, or the English one that the program brings along.

A model of graphs (--lang en-amr) writes PENMAN notation, with the name and the text
of each sentence. It reads CoNLL, of which it takes the heads where all words of a
sentence have them, or else PENMAN notation, of which it takes the texts ("# ::snt").
With --text --lines each line is one sentence.`,
		Flags: slices.Concat(p.inputFlags(), []urfave.Flag{
			&urfave.StringSliceFlag{Name: "tagger", Destination: &p.taggers, Usage: "model `FILE` of a tagger for words without tags, if the model holds none; may be given several times"},
			&urfave.BoolFlag{Name: "retag", Destination: &p.retag, Usage: "tag all words, not only those without tags, by the taggers that the model holds or what it predicts along with trees"},
			&urfave.BoolFlag{Name: "keep-heads", Destination: &p.keepHeads, Usage: "keep HEAD, and DEPREL, of words that have one, and build the trees around them"},
		}, p.outputFlags(), []urfave.Flag{p.skipFlag()}, p.textFlags(), []urfave.Flag{p.from.baseFlag(textCategory, "of constituents, "+english.Name+"; of graphs, what the model holds")}, p.shardFlags()),
		Action: p.run,
	}
}

// inputFlags say which model there is, and what it reads.
func (p *parsing) inputFlags() []urfave.Flag {
	format := p.formatFlag("")
	format.Usage = "`FORMAT` of the files: x for CoNLL-X, u for CoNLL-U; for constituents also tagged (word/TAG), brackets; for graphs also graphs (PENMAN notation); auto to tell by looking"
	format.Action = oneOf("the format is", formX, formU, textfile.Tagged, textfile.Brackets, textfile.Graphs, formAuto)
	return []urfave.Flag{
		&urfave.StringFlag{Name: "model", Destination: &p.model, Usage: "model `FILE`"},
		&urfave.StringFlag{Name: "lang", Destination: &p.lang, Usage: "`NAME` of the language to take the model of"},
		p.latin1Flag(""), format,
	}
}

// outputFlags are those of every command that writes what it reads.
func (p *parsing) outputFlags() []urfave.Flag {
	return []urfave.Flag{
		&urfave.StringFlag{Name: "output", Aliases: []string{"o"}, Value: stdinName, Destination: &p.output, Usage: "`FILE` to write to; - is the standard output"},
		&urfave.StringFlag{Name: "output-format", Destination: &p.outputFormat, DefaultText: "that of the input; of trees, brackets; of graphs, penman", Usage: "`FORMAT` to write: " + strings.Join(output.Formats(), ", "), Action: oneOf("the format of the output is", output.Formats()...)},
		&urfave.IntFlag{Name: "threads", Aliases: []string{"workers"}, Value: runtime.GOMAXPROCS(0), DefaultText: "all processors", Destination: &p.threads, Usage: "`N` threads; the output does not depend on it", Action: atLeast(1, "threads")},
		&urfave.IntFlag{Name: "beam", Value: 1, Destination: &p.beam, Usage: "follow the `N` most probable derivations at a time; 1 is greedy", Action: atLeast(1, "beam")},
		&urfave.BoolFlag{Name: "immediate", Destination: &p.immediate, Usage: "answer each sentence at once, for a dialogue over a pipe; blank lines at the end are lost"},
		&urfave.BoolFlag{Name: "verbose", Aliases: []string{"v"}, Destination: &p.verbose, Usage: "say how much was done and how fast (default on a terminal)"},
		quietFlag(&p.quiet),
	}
}

func (p *parsing) run(c *urfave.Context) error {
	files, err := p.inputs(c)
	if err != nil {
		return err
	}
	m, err := p.load()
	if err != nil {
		return err
	}
	if len(p.taggers.Value()) > 0 {
		more, err := loadTaggers(p.taggers.Value())
		if err != nil {
			return err
		}
		if m, err = m.WithTaggers(append(slices.Clone(m.Taggers()), more...)...); err != nil {
			return fmt.Errorf("%w: --tagger: %w", errUsage, err)
		}
	}
	if m, err = p.based(c, m); err != nil {
		return err
	}
	if err := p.meant(m); err != nil {
		return err
	}
	if m, err = p.prepare(m, p.model); err != nil {
		return err
	}
	if m.Kind() == transition.Graphs {
		p.checks = append(p.checks, func(s *conll.Sentence) error {
			err := m.CheckBase(s)
			if errors.Is(err, parser.ErrNoBase) {
				err = fmt.Errorf("%w; parse them first (parser parse), or give the model a parser (parser train --base)", err)
			}
			return err
		})
	}
	if p.tagged = m.NeedsTags(); p.tagged {
		p.checks = append(p.checks, checkTags)
	}
	if p.retag {
		m = m.Retagging()
	}
	if m, err = m.WithBeam(p.beam); err != nil {
		return fmt.Errorf("%w: --beam %d: %w", errUsage, p.beam, err)
	}
	if p.keepHeads {
		if m, err = m.KeepingHeads(); err != nil {
			return fmt.Errorf("%w: --keep-heads: %w", errUsage, err)
		}
		p.checks = append(p.checks, m.CheckHeads)
	}
	do, err := p.task(m)
	if err != nil {
		return err
	}
	return p.deliver(c, files, do, m)
}

// task parses files, one after the other, and writes what comes out of them to w.
type task func(ctx context.Context, files []string, w io.Writer) error

// task returns what writes the structures that a model builds.
func (p *parsing) task(m *parser.Parser) (task, error) {
	switch p.lacking = m.Needs(); m.Kind() {
	case transition.Graphs:
		return p.meanings(m)
	case transition.Dependencies:
		return p.sentences(m.Stream)
	}
	p.lacking = nil
	return p.trees(m)
}

// deliver writes to the output, or to as many as there are files.
func (p *parsing) deliver(c *urfave.Context, files []string, do task, models ...*parser.Parser) error {
	if p.dir != "" {
		return p.shards(c, files, do, models)
	}
	if err := p.create(files); err != nil {
		return err
	}
	err := do(c.Context, files, p.out)
	if p.file != nil { // which has what was parsed, be it not all
		err = cmp.Or(err, p.file.Commit())
		p.file.Close()
	}
	err = p.ended(err)
	if err == nil && !p.quiet && (p.verbose || terminal.Is(p.env.Stderr)) {
		p.env.say("%s, %s, %s", layout.Count(p.done.sentences, "sentence"), layout.Count(p.done.words, "word"), p.speed())
	}
	return err
}

// meant returns an error if a flag has no meaning with a model.
func (p *parsing) meant(m *parser.Parser) error {
	switch {
	case p.retag && len(m.Fills()) == 0:
		return fmt.Errorf("%w: --retag needs a model that tags, and %s does not", errUsage, p.model)
	case m.Kind() == transition.Tags:
		return fmt.Errorf("%w: the model is a tagger; use it with: parser tag", errUsage)
	case p.text && (p.latin1 || p.format != formAuto):
		return fmt.Errorf("%w: --latin1 and --format have no meaning with --text: raw text is UTF-8", errUsage)
	case p.keepHeads && p.text:
		return fmt.Errorf("%w: --keep-heads has no meaning with --text: words that are still to be found have no heads", errUsage)
	case m.Kind() == transition.Graphs && p.text && m.Base() == nil:
		return fmt.Errorf("%w: %s: %w of raw text, and holds no parser that makes them (--base, or parser train --base)", errUsage, p.model, parser.ErrNoBase)
	case m.Kind() == transition.Graphs && p.offsets:
		return fmt.Errorf("%w: --offsets has no meaning with a model of graphs: it says nothing of words", errUsage)
	}
	return nil
}

// trees returns what writes constituents.
func (p *parsing) trees(m *parser.Parser) (task, error) {
	if err := output.CheckTrees(p.outputFormat); err != nil {
		return nil, fmt.Errorf("%w: --output-format: %w", errUsage, err)
	}
	return func(ctx context.Context, files []string, out io.Writer) error {
		s, brackets := p.words(files, !p.tagged), ptb.NewWriter(out)
		if p.cutter != nil {
			s = p.wordsOfText(files)
		}
		w, err := output.Trees(brackets, p.outputFormat)
		if err != nil {
			return err
		}
		return finish(s, w.Flush, m.StreamTrees(ctx, s.Read, func(t *ptb.Tree) error {
			words := len(t.Leaves())
			if brackets.Tight = words == 0; brackets.Tight {
				t = withoutWords()
			}
			return p.written(words, w.Write(t), w.Flush)
		}, p.threads))
	}, nil
}

// load loads the model, after which it is named, and checks that the input can be for it.
func (p *parsing) load() (m *parser.Parser, err error) {
	if m, p.model, err = p.env.modelFor(p.model, p.lang, p.quiet); err != nil {
		return nil, err
	}
	kinds := map[string]transition.Kind{textfile.Tagged: transition.Constituents, textfile.Brackets: transition.Constituents, textfile.Graphs: transition.Graphs}
	kind, special := kinds[p.format]
	switch name := experiment.TreesName(m.Kind()); {
	case special && m.Kind() != kind:
		return nil, fmt.Errorf("%w: --format %s needs a model of %s, and %s is not one", errUsage, p.format, experiment.TreesName(kind), p.model)
	case p.latin1 && slices.Contains([]transition.Kind{transition.Constituents, transition.Graphs}, m.Kind()):
		return nil, fmt.Errorf("%w: --latin1 has no meaning with a model of %s, which are written as UTF-8", errUsage, name)
	}
	return m, nil
}

// streaming is how parsers and taggers work, see [parser.Parser.Stream].
type streaming func(ctx context.Context, next func() (*conll.Sentence, error), emit func(*conll.Sentence) error, workers int) error

// sentences returns what writes sentences as they were read, but for what do changes in them.
func (p *parsing) sentences(do streaming) (task, error) {
	if err := output.CheckSentences(p.outputFormat); err != nil {
		return nil, fmt.Errorf("%w: --output-format: %w", errUsage, err)
	}
	return func(ctx context.Context, files []string, out io.Writer) error {
		s := p.conll(files)
		if p.cutter != nil {
			s = p.sentencesOfText(files)
		}
		p.checked(s)
		plain := conll.NewWriter(out)
		plain.Latin1 = p.latin1
		w, err := output.Sentences(plain, p.outputFormat)
		if err != nil {
			return err
		}
		return finish(s, w.Flush, do(ctx, s.Read, func(sentence *conll.Sentence) error {
			p.notLacking(sentence)
			return p.written(sentence.Len(), w.Write(sentence), w.Flush)
		}, p.threads))
	}, nil
}

// notLacking takes from the columns that are lacking those that a sentence has.
func (p *parsing) notLacking(s *conll.Sentence) {
	p.lacking = slices.DeleteFunc(p.lacking, func(column string) bool { return structure.Has(s.Words, column) })
}

// checked has the sentences of a source checked as they are read.
func (p *parsing) checked(s *source[*conll.Sentence]) {
	for _, check := range p.checks {
		reader := s.reader
		s.reader = func(f *textfile.Reader, form string) (func() (*conll.Sentence, error), error) {
			read, err := reader(f, form)
			return made(read, func(s *conll.Sentence) (*conll.Sentence, error) { return s, check(s) }), err
		}
	}
}

// meanings returns what writes the graphs of sentences, or of the texts of other graphs.
func (p *parsing) meanings(m *parser.Parser) (task, error) {
	if err := output.CheckGraphs(p.outputFormat); err != nil {
		return nil, fmt.Errorf("%w: --output-format: %w", errUsage, err)
	}
	p.checks = append(p.checks, func(s *conll.Sentence) error {
		p.notLacking(s)
		return nil
	})
	return func(ctx context.Context, files []string, out io.Writer) error {
		s := p.conll(files)
		switch reader := s.reader; {
		case p.lines:
			s = p.lineByLine(ctx, files)
		case p.cutter != nil:
			s = p.sentencesOfText(files)
		default:
			s.reader = func(f *textfile.Reader, form string) (func() (*conll.Sentence, error), error) {
				switch {
				case form != textfile.Graphs:
					return reader(f, form)
				case m.Base() == nil:
					return nil, fmt.Errorf("%w: %s: %w of texts, and holds no parser that makes them (--base, or parser train --base)", errUsage, p.model, parser.ErrNoBase)
				}
				return p.grounded(ctx, m, made(amr.NewReader(f, f.Name).Read, grounding.TextOf)), nil
			}
		}
		p.checked(s)
		w, err := output.Graphs(out, p.outputFormat)
		if err != nil {
			return err
		}
		return finish(s, w.Flush, m.StreamGraphs(ctx, s.Read, func(g *amr.Graph) error {
			return p.written(len(g.Words()), w.Write(g), w.Flush)
		}, p.threads))
	}, nil
}

// written counts a sentence that was written with the given error and, in a
// dialogue, sends it off.
func (p *parsing) written(words int, err error, flush func() error) error {
	p.done.sentences++
	p.done.words += words
	if err != nil || !p.immediate {
		return err
	}
	return flush()
}

// finish ends the reading of a source that ended with the given error. Whatever happens, all
// sentences before are written.
func finish[T any](s *source[T], flush func() error, err error) error {
	s.Close()
	err = cmp.Or(flush(), err)
	s.saySkipped()
	return err
}

// ended ends a run that ended with the given error.
func (p *parsing) ended(err error) error {
	const few = 100 // words, none of which need have features
	p.lacking = slices.DeleteFunc(p.lacking, func(column string) bool { return column == "feats" && p.done.words < few })
	if err == nil && len(p.lacking) > 0 && p.done.words > 0 {
		p.env.say("no word has %s, which the model has learned from and does not set: parses are worse for it", strings.ToUpper(strings.Join(p.lacking, ", ")))
	}
	if errors.Is(err, context.Canceled) {
		err = errInterrupted
	}
	return err
}

// speed says how many words were parsed a second.
func (p *parsing) speed() string {
	return layout.Count(int(float64(p.done.words)/time.Since(p.start).Seconds()+0.5), "word") + "/s"
}
