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
	"parser/parser/cli/internal/frame"
	"parser/parser/cli/internal/terminal"
	"parser/parser/english"
	"parser/parser/internal/atomicfile"
	"parser/parser/internal/engine"
	"parser/parser/internal/graphs/grounding"
	"parser/parser/internal/pipe"
	"parser/parser/internal/shards"
	"parser/parser/internal/structure"
	"parser/parser/treebank"
)

type parsing struct {
	frame.RawText
	model, lang, output string
	names               bool   // --name-model
	answered            string // the name of the model
	threads, beam       int
	outputFormat        string
	treebank            string
	verbose, retag      bool
	from                frame.GraphSource  // --base
	taggers             urfave.StringSlice // models
	keepHeads           bool
	spans, valid        bool
	weighing            weighing // --nbest and so on

	dir, part string // many files: --out, and --shard as it was given
	shard     shards.Shard
	keepGoing bool

	lacking []string // columns that the model needs, and no word has had so far
	out     io.Writer
	file    *atomicfile.File // the same as out; nil for the standard output
	start   time.Time
	wrote   func()                         // shows progress; nil for none
	done    struct{ sentences, words int } // parsed and written
}

// newParsing returns what all commands begin with that write what they read.
func newParsing(e *Env) *parsing {
	p := &parsing{RawText: frame.RawTextOf(e)}
	p.Newdoc = true
	return p
}

func parseCommand(e *Env) *urfave.Command {
	p := newParsing(e)
	return &urfave.Command{
		Description: `Reads the files, plain or compressed, or the standard input. The model is --model, or
where none is named the choice of "parser model use", else the one of dependencies that was
trained last, if it reads this input, else the English one of this program; brackets and
graphs are read by the last one of theirs.

With --text it reads raw text, by a model that was trained with --pipeline, and
writes CoNLL-U, or trees, with all that it takes to restore the text. What of it is
decided already is kept: with --lines the sentences; with --format horizontal (a
sentence a line, blanks between tokens) and vertical (a token a line, a blank line
after each sentence) the tokens, too, for which any model will do.

A model of dependencies reads CoNLL-X or CoNLL-U and writes the same with HEAD and
DEPREL set; all else comes out byte for byte as it went in. With --keep-heads a word
that has a HEAD keeps it, and its DEPREL unless that is _.

A model of constituents (--lang en-brackets) reads words with their tags and writes
trees in Penn brackets, one a line: from CoNLL FORM and XPOS, or UPOS where XPOS is
_; from lines of word/TAG, each of which gives a line, (()) if there are no words;
or from Penn trees, whose brackets and empty elements it ignores; with --spans the
trees that it writes have the brackets, too. The first line of
a file that is neither blank nor a comment tells which: one made of word/TAG, one
that begins with a bracket, or else CoNLL. Raw text (--text) is cut and tagged by
another model, --base, or the English one that the program brings along.

A model of graphs (--lang en-amr) writes PENMAN notation, with the name and the text
of each sentence. It reads CoNLL, and takes the heads where all words of a sentence
have them; or it reads PENMAN notation, and takes the texts ("# ::snt").
With --text --lines each line is one sentence.`,
		Flags: slices.Concat(p.inputFlags(), []urfave.Flag{
			&urfave.StringSliceFlag{Name: "tagger", Destination: &p.taggers, Usage: frame.ModelUsage + ", of a tagger for words without tags, if the model holds none; may be given several times"},
			&urfave.StringFlag{Name: "treebank", Destination: &p.treebank, Usage: "`NAME` of the treebank whose annotation parses follow, of a model that has learned from several (train --train NAME=FILE); without, the first"},
			&urfave.BoolFlag{Name: "retag", Destination: &p.retag, Usage: "tag all words, not only those without tags, by the taggers that the model holds or what it predicts along with trees"},
			&urfave.BoolFlag{Name: "keep-heads", Destination: &p.keepHeads, Usage: "keep HEAD, and DEPREL, of words that have one, and build the trees around them"},
			&urfave.BoolFlag{Name: "spans", Destination: &p.spans, Usage: "keep the constituents of trees in Penn brackets, but not the outermost bracket, and build the trees around them; the label _ can become any"},
			&urfave.BoolFlag{Name: "valid", Destination: &p.valid, Usage: "give no labels that the validator of Universal Dependencies refuses, such as two subjects of a word"},
		}, p.outputFlags(), p.weighing.flags(), []urfave.Flag{
			p.SkipFlag(),
			p.MaxWordsFlag(), p.TextFlag(), p.OffsetsFlag(),
			p.from.BaseFlag(frame.InRawText, "of dependencies none; of constituents, "+english.Name+"; of graphs, what the model holds, or "+english.Name),
		}, p.RawFlags(), p.shardFlags()),
		Action: p.run,
	}
}

// inputFlags say which model there is, and what it reads.
func (p *parsing) inputFlags() []urfave.Flag {
	format := p.FormatFlag("")
	format.Usage = "`FORMAT` of the files: x for CoNLL-X, u for CoNLL-U; horizontal, vertical for tokens alone; for constituents also tagged (word/TAG), brackets; for graphs also graphs (PENMAN notation); auto to tell by looking, except tokens alone"
	format.Action = frame.OneOf("the format is", structure.FormX, structure.FormU, pipe.Horizontal, pipe.Vertical, textfile.Tagged, textfile.Brackets, textfile.Graphs, pipe.Auto)
	return []urfave.Flag{
		&urfave.StringFlag{Name: "model", Destination: &p.model, Usage: frame.ModelUsage},
		&urfave.StringFlag{Name: "lang", Destination: &p.lang, Usage: "the same as --model, as `MODEL`"},
		p.EncodingFlag(""), format,
	}
}

// outputFlags are those of every command that writes what it reads.
func (p *parsing) outputFlags() []urfave.Flag {
	return []urfave.Flag{
		&urfave.StringFlag{Name: "output", Aliases: []string{"o"}, Value: textfile.StdinName, Destination: &p.output, Usage: "`FILE` to write to; - is the standard output"},
		&urfave.StringFlag{Name: "output-format", Destination: &p.outputFormat, DefaultText: "that of the input; of trees, brackets; of graphs, penman", Usage: "`FORMAT` to write: " + strings.Join(structure.Formats(), ", "), Action: frame.OneOf("the format of the output is", structure.Formats()...)},
		&urfave.IntFlag{Name: "threads", Aliases: []string{"workers"}, Value: runtime.GOMAXPROCS(0), DefaultText: "all processors", Destination: &p.threads, Usage: "`N` threads; the output does not depend on it", Action: frame.AtLeast(1, "threads")},
		&urfave.IntFlag{Name: "beam", Value: 1, Destination: &p.beam, Usage: "follow the `N` most probable derivations at a time; 1 is greedy", Action: frame.AtLeast(1, "beam")},
		p.KeepLinesFlag(),
		&urfave.BoolFlag{Name: "immediate", Destination: &p.Immediate, Usage: "answer each sentence at once, for a dialogue over a pipe; blank lines at the end are lost"},
		&urfave.BoolFlag{Name: "name-model", Destination: &p.names, Usage: "write down which model answered: # model = NAME, of graphs # ::model NAME, in JSON a field"},
		&urfave.BoolFlag{Name: "verbose", Aliases: []string{"v"}, Destination: &p.verbose, Usage: "say how much was done and how fast (default on a terminal)"},
		frame.QuietFlag(&p.Quiet),
	}
}

func (p *parsing) run(c *urfave.Context) error {
	files, err := p.inputs(c)
	if err != nil {
		return err
	}
	m, err := p.load(files)
	if err != nil {
		return err
	}
	if len(p.taggers.Value()) > 0 {
		more, err := loadTaggers(p.Env, p.taggers.Value())
		if err != nil {
			return err
		}
		if m, err = m.WithTaggers(append(slices.Clone(m.Taggers()), more...)...); err != nil {
			return fmt.Errorf("%w: --tagger: %w", frame.ErrUsage, err)
		}
	}
	if m, err = p.withBase(c, m); err != nil {
		return err
	}
	if err := p.meant(m); err != nil {
		return err
	}
	if m, err = p.withSegmenter(m); err != nil {
		return err
	}
	if err := p.weighing.check(p, c, m); err != nil {
		return err
	}
	if m, err = m.With(p.request()); err != nil {
		return p.refused(err)
	}
	if !m.Structure().WritesTags {
		p.lacking = m.Needs()
	}
	do, err := p.task(m.Structure(), m.RunChecked, func(ctx context.Context, files []string) *pipe.Source {
		s := p.source(ctx, m, files)
		s.Guard = p.guard(m)
		return s
	})
	if err != nil {
		return err
	}
	return p.deliver(c, files, do, m)
}

// request is what the flags ask of the model.
func (p *parsing) request() treebank.Request {
	return treebank.Request{
		Beam: p.beam, NBest: p.weighing.trees, Probabilities: p.weighing.confidence,
		KeepHeads: p.keepHeads, KeepSpans: p.spans, Valid: p.valid, Retag: p.retag, Treebank: p.treebank,
	}
}

// refused names the flag that a model cannot take.
func (p *parsing) refused(err error) error {
	var e *engine.RequestError
	if !errors.As(err, &e) {
		return err
	}
	flag := e.Option
	if flag == "beam" {
		flag = fmt.Sprint("beam ", p.beam)
	}
	return fmt.Errorf("%w: --%s: %w", frame.ErrUsage, flag, e.Err)
}

// task parses files, one after the other, and writes what comes out of them to w.
type task func(ctx context.Context, files []string, w io.Writer) error

// streaming is how parsers and taggers work, see [engine.Parser.Run].
type streaming func(ctx context.Context, next func() (*treebank.Item, error), emit func(*treebank.Item) error, workers int) error

// task returns what runs the items of a source through do and writes the structures that come out.
func (p *parsing) task(builds *structure.Structure, do streaming, source func(ctx context.Context, files []string) *pipe.Source) (task, error) {
	how := treebank.Writing{Format: p.outputFormat}
	if err := builds.CheckWriting(how); err != nil {
		hint := ""
		if builds.Holds == structure.Tree {
			hint = "; dependencies are made of them by: parser convert"
		}
		return nil, fmt.Errorf("%w: --output-format: %w%s", frame.ErrUsage, err, hint)
	}
	if format := cmp.Or(p.outputFormat, builds.Outputs[0]); p.names && !slices.Contains([]string{structure.CoNLLU, structure.JSON, structure.Penman}, format) {
		return nil, fmt.Errorf("%w: --name-model: --output-format %s has no place for the name (have %s, %s, %s)", frame.ErrUsage, format, structure.CoNLLU, structure.JSON, structure.Penman)
	}
	p.LineFormat = p.lineFormat(builds)
	return func(ctx context.Context, files []string, out io.Writer) error {
		s := source(ctx, files)
		w, err := builds.NewWriter(out, how)
		if err != nil {
			return err
		}
		write, end := p.weighing.ordered(p.aligned(builds, w.Write))
		err = do(ctx, s.Read, func(it *treebank.Item) error {
			p.lacking = slices.DeleteFunc(p.lacking, func(column string) bool { return structure.Has(it.Words, column) })
			if p.names {
				structure.Sign(it, p.answered)
			}
			err := write(it)
			p.done.sentences++
			p.done.words += it.Size()
			if p.wrote != nil {
				p.wrote()
			}
			if err != nil || !p.Immediate {
				return err
			}
			return w.Flush()
		}, p.threads)
		s.Close()
		err = cmp.Or(end(), w.Flush(), err) // whatever happens, everything before is written
		s.SaySkipped()
		return err
	}, nil
}

func (p *parsing) source(ctx context.Context, m *engine.Parser, files []string) *pipe.Source {
	how := pipe.Reading{Ahead: grounding.Ahead, Workers: p.threads}
	p.AnyHead = !p.keepHeads && !m.Structure().NeedsHeads
	if p.Immediate {
		how.Ahead = 1
	}
	switch {
	case p.Lines && m.Structure().NeedsHeads:
		return p.lineByLine(ctx, m, how, files)
	case p.IsText():
		p.Watch(m)
		return p.Cut(ctx, m, how, files)
	}
	s := p.Source(ctx, m, how, files...)
	reader := s.Reader
	s.Reader = func(f *textfile.Reader, form string) (func() (*treebank.Item, error), error) {
		read, err := reader(f, form)
		if errors.Is(err, engine.ErrNoBase) {
			err = fmt.Errorf("%w: %s: %w of texts, and holds no parser that makes them (--base, or parser train --base)", frame.ErrUsage, p.model, engine.ErrNoBase)
		}
		return read, err
	}
	return s
}

// deliver writes to the output, or to as many as there are files.
func (p *parsing) deliver(c *urfave.Context, files []string, do task, models ...*engine.Parser) error {
	if p.dir != "" {
		return p.shards(c, files, do, models)
	}
	if err := p.create(files); err != nil {
		return err
	}
	err := p.toFile(c.Context, files, do)
	if errors.Is(err, frame.ErrInterrupted) {
		return err
	}
	err = p.ended(err)
	if err == nil && !p.Quiet && (p.verbose || terminal.Is(p.Env.Stderr)) {
		p.Env.Say("%s, %s, %s", layout.Count(p.done.sentences, "sentence"), layout.Count(p.done.words, "word"), p.speed())
	}
	return err
}

// meant refuses flags that have no meaning with a model.
func (p *parsing) meant(m *engine.Parser) error {
	switch {
	case p.retag && len(m.Fills()) == 0:
		return fmt.Errorf("%w: --retag needs a model that tags, and %s does not", frame.ErrUsage, p.model)
	case m.Structure().Tagger:
		return fmt.Errorf("%w: the model is a tagger; use it with: parser tag", frame.ErrUsage)
	case p.keepHeads && p.IsText():
		return fmt.Errorf("%w: --keep-heads cannot be used with text, whose words have no heads", frame.ErrUsage)
	case p.spans && p.IsText():
		return fmt.Errorf("%w: --spans cannot be used with text, which has no brackets", frame.ErrUsage)
	case m.Structure().Holds == structure.Graph && p.Offsets.Value != "":
		return fmt.Errorf("%w: --offsets cannot be used with a model of graphs: it says nothing of words", frame.ErrUsage)
	}
	return nil
}

// load loads the model that parses files, after which it is named, and checks that the input can be for it.
func (p *parsing) load(files []string) (*engine.Parser, error) {
	named, form, err := p.model+p.lang, pipe.Text, error(nil) // one of the two flags is not given
	if helped := p.from.Base + p.Segmenter + strings.Join(p.taggers.Value(), ""); helped != "" && p.IsText() {
		form = textfile.CoNLL // what the model lacks for texts comes from another one
	} else if named == "" && !p.Raw {
		form, err = p.FormOf(files)
	}
	if err != nil {
		return nil, err
	}
	m, found, err := p.Env.ModelFor(named, form, p.Quiet)
	if err != nil {
		return nil, err
	}
	p.model, p.answered = frame.Title(found), found.Name
	builds := m.Structure()
	switch _, ok := builds.Parses(p.Format); {
	case !ok:
		return nil, fmt.Errorf("%w: --format %s needs a model of %s, and %s is not one", frame.ErrUsage, p.Format, structure.OfForm(p.Format).Name(), p.model)
	}
	return m, nil
}

func (p *parsing) ended(err error) error {
	const few = 100 // words that need not have features
	p.lacking = slices.DeleteFunc(p.lacking, func(column string) bool { return column == "feats" && p.done.words < few })
	if err == nil && len(p.lacking) > 0 && p.done.words > 0 {
		p.Env.Say("no word has %s, which the model has learned from and does not set: parses are worse for it", strings.ToUpper(strings.Join(p.lacking, ", ")))
	}
	if errors.Is(err, context.Canceled) {
		err = frame.ErrInterrupted
	}
	return err
}

func (p *parsing) speed() string {
	return layout.Count(int(float64(p.done.words)/time.Since(p.start).Seconds()+0.5), "word") + "/s"
}

// guard returns the parser's own guard, which also refuses sentences that are given and have too many words, and adds to
// its errors what the user can do about them.
func (p *parsing) guard(m *engine.Parser) func(*treebank.Item) error {
	return func(it *treebank.Item) error {
		if n := len(it.Words); p.MaxWords > 0 && n > p.MaxWords && (!p.Raw || p.Lines) {
			s := cmp.Or(it.Sentence, &conll.Sentence{File: it.File, Line: it.Line})
			return &conll.Error{File: s.File, Line: s.Line, SentID: s.ID, Err: fmt.Errorf("%w: %d words, and --max-words %d", conll.ErrTooLong, n, p.MaxWords)}
		}
		err := m.Check(it)
		switch {
		case errors.Is(err, engine.ErrNoBase):
			return fmt.Errorf("%w; parse them first (parser parse), or give the model a parser (parser train --base)", err)
		case errors.Is(err, conll.ErrNoTag):
			return fmt.Errorf("%w; the model cannot set tags: give it a tagger (--tagger FILE) or another model that sets them (--base), or tag first (parser tag)", err)
		}
		return err
	}
}
