package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
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
	"parser/parser/amr/grounding"
	"parser/parser/cli/places"
	"parser/parser/cli/terminal"
	"parser/parser/english"
	"parser/parser/experiment"
	"parser/parser/output"
	"parser/parser/treebank"
	"parser/ptb"
	"parser/transition"
)

// parsing is the parse command with its flags.
type parsing struct {
	input
	rawText
	model, lang, output   string
	threads, beam         int
	outputFormat          string
	verbose, quiet, retag bool
	taggers               urfave.StringSlice // files
	tagged                bool               // words must have tags
	keepHeads             bool
	checks                []func(*conll.Sentence) error // of what is read
	lacking               []string                      // columns that the model needs, and no word has had so far

	out   io.Writer
	file  *os.File // that it is; nil for the standard output
	start time.Time
	done  struct{ sentences, words int } // and written
}

func parseCommand(e *Env) *urfave.Command {
	p := &parsing{input: input{env: e}}
	return &urfave.Command{
		Name:      "parse",
		Usage:     "set heads and labels, or build constituency trees or graphs, of words or raw text",
		UsageText: "parser parse [flags] [files]",
		Description: `Reads the files, plain or gzip, or the standard input. The model is --model, else
that of --lang, else the one trained last, else the English one that the program
brings along.

With --text it reads raw text, by a model that was trained with --pipeline, and
writes CoNLL-U, or trees, with all that it takes to make the text again.

A model of dependencies reads CoNLL-X or CoNLL-U and writes the same with HEAD and
DEPREL set; all else comes out byte for byte as it went in. With --keep-heads a word
that has a HEAD keeps it, and its DEPREL unless that is _.

A model of constituents (--lang en-brackets) reads words with their tags and writes
trees in Penn brackets, one a line: from CoNLL FORM and XPOS, or UPOS where XPOS is
_; from lines of word/TAG, each of which gives a line, (()) if there are no words;
or from Penn trees, whose brackets and empty elements it ignores. The first line of
a file that is neither blank nor a comment tells which: one made of word/TAG, one
that begins with a bracket, or else CoNLL.

A model of graphs (--lang en-amr) writes PENMAN notation, with the name and the text
of each sentence. It reads CoNLL, of which it takes the heads where all words of a
sentence have them, or else PENMAN notation, of which it takes the texts ("# ::snt").
With --text --lines each line is one sentence.`,
		Flags: slices.Concat(p.inputFlags(), []urfave.Flag{
			&urfave.StringSliceFlag{Name: "tagger", Destination: &p.taggers, Usage: "model `FILE` of a tagger for words without tags, if the model holds none; may be given several times"},
			&urfave.BoolFlag{Name: "retag", Destination: &p.retag, Usage: "tag all words, not only those without tags, by the taggers that the model holds or what it predicts along with trees"},
			&urfave.BoolFlag{Name: "keep-heads", Destination: &p.keepHeads, Usage: "keep HEAD, and DEPREL, of words that have one, and build the trees around them"},
		}, p.outputFlags(), []urfave.Flag{p.skipFlag()}, p.textFlags()),
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
		&urfave.IntFlag{Name: "threads", Aliases: []string{"workers"}, Value: runtime.GOMAXPROCS(0), DefaultText: "all processors", Destination: &p.threads, Usage: "`N` threads; the output does not depend on it", Action: atLeast(1, "%d threads")},
		&urfave.IntFlag{Name: "beam", Value: 1, Destination: &p.beam, Usage: "follow the `N` most probable derivations at a time; 1 is greedy", Action: atLeast(1, "--beam %d, at least 1")},
		&urfave.BoolFlag{Name: "immediate", Destination: &p.immediate, Usage: "answer each sentence at once, for a dialogue over a pipe; blank lines at the end are lost"},
		&urfave.BoolFlag{Name: "verbose", Aliases: []string{"v"}, Destination: &p.verbose, Usage: "say how much was done and how fast (default on a terminal)"},
		&urfave.BoolFlag{Name: "quiet", Aliases: []string{"q"}, Destination: &p.quiet, Usage: "only warnings and errors"},
	}
}

func (p *parsing) run(c *urfave.Context) error {
	files := p.env.filesOf(c)
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
	if err := p.meant(m); err != nil {
		return err
	}
	if m, files, err = p.prepare(m, p.model, files); err != nil {
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
	switch p.lacking = m.Needs(); m.Kind() {
	case transition.Graphs:
		return p.meanings(c.Context, m, files)
	case transition.Dependencies:
		return p.sentences(files, func(read func() (*conll.Sentence, error), emit func(*conll.Sentence) error) error {
			return m.Stream(c.Context, read, emit, p.threads)
		})
	}
	return p.trees(c.Context, m, files)
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
		return fmt.Errorf("%w: %s: %w of raw text, and holds no parser that makes them (parser train --base)", errUsage, p.model, parser.ErrNoBase)
	case m.Kind() == transition.Graphs && p.offsets:
		return fmt.Errorf("%w: --offsets has no meaning with a model of graphs: it says nothing of words", errUsage)
	}
	return nil
}

// trees parses into constituents.
func (p *parsing) trees(ctx context.Context, m *parser.Parser, files []string) error {
	p.lacking = nil
	if err := output.CheckTrees(p.outputFormat); err != nil {
		return fmt.Errorf("%w: --output-format: %w", errUsage, err)
	}
	if err := p.create(files); err != nil {
		return err
	}
	s, brackets := p.words(files, !p.tagged), ptb.NewWriter(p.out)
	if p.cutter != nil {
		s = p.wordsOfText(files)
	}
	w, err := output.Trees(brackets, p.outputFormat)
	if err != nil {
		return err
	}
	return finish(p, s, w.Flush, m.StreamTrees(ctx, s.Read, func(t *ptb.Tree) error {
		words := len(t.Leaves())
		if brackets.Tight = words == 0; brackets.Tight {
			t = withoutWords()
		}
		return p.written(words, w.Write(t), w.Flush)
	}, p.threads))
}

// load loads the model, after which it is named, and checks that the input can be for it.
func (p *parsing) load() (m *parser.Parser, err error) {
	if m, p.model, err = p.env.modelFor(p.model, p.lang); err != nil {
		return nil, err
	}
	kinds := map[string]transition.Kind{textfile.Tagged: transition.Constituents, textfile.Brackets: transition.Constituents, textfile.Graphs: transition.Graphs}
	kind, special := kinds[p.format]
	switch name := experiment.TreesName(m.Kind()); {
	case special && m.Kind() != kind:
		return nil, fmt.Errorf("%w: --format %s needs a model of %s, and %s is none", errUsage, p.format, experiment.TreesName(kind), p.model)
	case p.latin1 && slices.Contains([]transition.Kind{transition.Constituents, transition.Graphs}, m.Kind()):
		return nil, fmt.Errorf("%w: --latin1 has no meaning with a model of %s, which are written as UTF-8", errUsage, name)
	}
	return m, nil
}

// create opens the output. It must not be one of the files to read, which
// would be lost.
func (p *parsing) create(files []string) (err error) {
	p.start = time.Now()
	if p.immediate || len(files) == 1 && files[0] == stdinName && terminal.Is(p.env.Stdin) { // someone waits for each answer
		p.immediate, p.threads = true, 0 // which does not wait for a batch
	}
	if p.out = p.env.Stdout; p.output == stdinName {
		return nil
	}
	if info, err := os.Stat(p.output); err == nil && info.Mode().IsRegular() {
		for _, name := range files {
			if in, err := os.Stat(name); err == nil && os.SameFile(in, info) {
				return fmt.Errorf("%w: %s is both input and output", errUsage, name)
			}
		}
	}
	p.file, err = os.Create(p.output)
	p.out = p.file
	return err
}

// sentences writes sentences as they were read, but for what do changes in them.
func (p *parsing) sentences(files []string, do func(read func() (*conll.Sentence, error), emit func(*conll.Sentence) error) error) error {
	if err := output.CheckSentences(p.outputFormat); err != nil {
		return fmt.Errorf("%w: --output-format: %w", errUsage, err)
	}
	if err := p.create(files); err != nil {
		return err
	}
	s := p.conll(files)
	if p.cutter != nil {
		s = p.sentencesOfText(files)
	}
	p.checked(s)
	plain := conll.NewWriter(p.out)
	plain.Latin1 = p.latin1
	w, err := output.Sentences(plain, p.outputFormat)
	if err != nil {
		return err
	}
	return finish(p, s, w.Flush, do(s.Read, func(sentence *conll.Sentence) error {
		p.lacking = slices.DeleteFunc(p.lacking, func(column string) bool { return treebank.Has(sentence.Words, column) })
		return p.written(sentence.Len(), w.Write(sentence), w.Flush)
	}))
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

// meanings writes the graphs of sentences, or of the texts of other graphs.
func (p *parsing) meanings(ctx context.Context, m *parser.Parser, files []string) error {
	if err := output.CheckGraphs(p.outputFormat); err != nil {
		return fmt.Errorf("%w: --output-format: %w", errUsage, err)
	}
	if err := p.create(files); err != nil {
		return err
	}
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
				return nil, fmt.Errorf("%w: %s: %w of texts, and holds no parser that makes them (parser train --base)", errUsage, p.model, parser.ErrNoBase)
			}
			return p.grounded(ctx, m, made(amr.NewReader(f, f.Name).Read, grounding.TextOf)), nil
		}
	}
	p.checks = append(p.checks, func(s *conll.Sentence) error {
		p.lacking = slices.DeleteFunc(p.lacking, func(column string) bool { return treebank.Has(s.Words, column) })
		return nil
	})
	p.checked(s)
	w, err := output.Graphs(p.out, p.outputFormat)
	if err != nil {
		return err
	}
	err = m.StreamGraphs(ctx, s.Read, func(g *amr.Graph) error {
		return p.written(len(g.Words()), w.Write(g), w.Flush)
	}, p.threads)
	return finish(p, s, w.Flush, err)
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

// finish ends a run that ended with the given error, and says how fast it was. Whatever
// happens, all sentences before are written.
func finish[T any](p *parsing, s *source[T], flush func() error, err error) error {
	s.Close()
	err = cmp.Or(flush(), err)
	s.saySkipped()
	const few = 100 // words, none of which need have features
	p.lacking = slices.DeleteFunc(p.lacking, func(column string) bool { return column == "feats" && p.done.words < few })
	if err == nil && len(p.lacking) > 0 && p.done.words > 0 {
		p.env.say("no word has %s, which the model has learned from and does not set: parses are worse for it", strings.ToUpper(strings.Join(p.lacking, ", ")))
	}
	if errors.Is(err, context.Canceled) {
		err = errInterrupted
	}
	if p.file != nil {
		err = cmp.Or(err, p.file.Close())
	}
	if err == nil && !p.quiet && (p.verbose || terminal.Is(p.env.Stderr)) {
		p.env.say("%s, %s, %.0f tokens/s", layout.Count(p.done.sentences, "sentence"), layout.Count(p.done.words, "word"), float64(p.done.words)/time.Since(p.start).Seconds())
	}
	return err
}

// modelFor loads the model to parse with, and tells its name: the one that is named, else that
// of the language, else that of the language trained last. Where English has not been trained, or
// nothing at all, it is the English model that the program brings along, and it says so.
func (e *Env) modelFor(file, lang string) (m *parser.Parser, name string, err error) {
	name, err = e.places().TrainedModel(file, lang)
	switch {
	case isEnglish(lang, err):
		if lang != english.Name {
			e.say("no model was trained or named: this is %s", english.Title)
		}
		m, err = english.Load()
		return m, english.Title, err
	case err != nil:
		return nil, "", err
	}
	if m, err = parser.Load(name); err != nil {
		return nil, "", fmt.Errorf("%w: %w", errModel, err)
	}
	return m, name, nil
}

// isEnglish reports whether the model that was not found for a language is the one that the
// program brings along.
func isEnglish(lang string, err error) bool {
	return lang == "" && errors.Is(err, places.ErrNone) || (lang == english.Lang || lang == english.Name) && errors.Is(err, fs.ErrNotExist)
}
