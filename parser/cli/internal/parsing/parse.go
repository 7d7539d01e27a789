package parsing

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"

	urfave "github.com/urfave/cli/v2"

	"parser/conll"
	"parser/conll/textfile"
	"parser/parser/cli/internal/frame"
	"parser/parser/english"
	"parser/parser/internal/engine"
	"parser/parser/internal/graphs/grounding"
	"parser/parser/internal/pipe"
	"parser/parser/treebank"
)

// parsing is the command parse.
type parsing struct {
	*command
	from    frame.GraphSource  // --base
	taggers urfave.StringSlice // models
}

// Parse is the command that parses words or raw text.
func Parse(e *frame.Env) *urfave.Command {
	p := &parsing{command: newCommand(e)}
	return &urfave.Command{
		Description: `Reads the files, plain or compressed, or the standard input. The model is --model, or
where none is named the choice of "parser model use", else the one of dependencies that was
trained last, if it reads this input, else the English one of this program; brackets and
graphs are read by the last one of theirs.

With --text it reads raw text, by a model that was trained with --pipeline, and
writes CoNLL-U, or trees, with all that it takes to restore the text. What of it is
decided already is kept: with --lines the sentences; with --format horizontal (a
sentence a line, blanks between tokens) and vertical (a token a line, a blank line
after each sentence) the tokens, too, for which any model will do. With --lang auto each
stretch of lines in a language is read by the model of its language, which "parser identify" shows.

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
			frame.Words(&p.taggers, "tagger", frame.ModelUsage+", of a tagger for words without tags, if the model holds none; may be given several times"),
		}, frame.RequestFlags(&p.request), []urfave.Flag{p.lexiconFlag()}, p.outputFlags(), []urfave.Flag{
			&urfave.IntFlag{Category: frame.InProbabilities, Name: "unsure", Destination: &p.unsure, Action: frame.AtLeast(1, "unsure"),
				Usage: "with --confidence: write only the `N` sentences with the least probable heads, the least sure first"},
			p.SkipFlag(), p.MaxWordsFlag(), p.TextFlag(), p.OffsetsFlag(),
			p.from.BaseFlag(frame.InRawText, "of dependencies none; of constituents, "+english.Name+"; of graphs, what the model holds, or "+english.Name),
		}, p.RawFlags(), p.shardFlags()),
		Action: p.run,
	}
}

func (p *parsing) run(c *urfave.Context) error {
	files, err := p.inputs(c)
	if err != nil {
		return err
	}
	if err := p.openLexicons(); err != nil {
		return err
	}
	if p.byLanguage(p.model + p.lang) {
		return p.mixed(c, files)
	}
	m, err := p.load(files, p.withTaggers, p.withBase, p.checkFlags, p.withSegmenter, p.asked)
	if err != nil {
		return err
	}
	return p.deliver(c, files, task{pipe.Written(m), m.RunChecked, func(ctx context.Context, files []string) *pipe.Source {
		s := p.source(ctx, m, files)
		s.Guard = p.guard(m)
		return s
	}}, m)
}

// asked returns the model with the request of the flags.
func (p *parsing) asked(m *engine.Parser) (*engine.Parser, error) {
	m, err := frame.With(m, p.request)
	if err == nil && !m.Structure().WritesTags && p.request.Reaches("trees") {
		p.lacking = m.RequiredColumns()
	}
	return m, err
}

func (p *parsing) source(ctx context.Context, m *engine.Parser, files []string) *pipe.Source {
	how := pipe.Reading{Ahead: grounding.Ahead, Workers: p.threads}
	p.AnyHead = m.IgnoresHeads()
	if p.Immediate {
		how.Ahead = 1
	}
	switch {
	case p.Lines && !m.IgnoresHeads():
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
			err = fmt.Errorf("%w: %s: no parser for the trees of texts; give one with --base, or train the model with one (parser train --base)",
				frame.ErrUsage, p.title)
		}
		return read, err
	}
	return s
}

// guard returns the parser's own guard, which also refuses sentences that are given and have too many words, and adds to
// its errors what the user can do about them.
func (p *parsing) guard(m *engine.Parser) func(*treebank.Item) error {
	return func(it *treebank.Item) error {
		if n := len(it.Words); p.Text.MaxWords > 0 && n > p.Text.MaxWords && (!p.Raw || p.Lines) {
			s := cmp.Or(it.Sentence, &conll.Sentence{File: it.File, Line: it.Line})
			return &conll.Error{File: s.File, Line: s.Line, SentID: s.ID, Err: fmt.Errorf("%w: %d words, and --max-words %d", conll.ErrTooLong, n, p.Text.MaxWords)}
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

// lineByLine returns a sentence for each line of raw text that is not blank, with the trees that the base of a parser
// of graphs makes of it. They are numbered throughout, with --keep-lines as all lines are.
func (p *command) lineByLine(ctx context.Context, m *engine.Parser, how pipe.Reading, files []string) *pipe.Source {
	p.Format = pipe.Text
	lines, before := 0, 0 // of all files, and of those before
	return &pipe.Source{Input: &p.Input.Input, Item: "line", Files: files, Reader: func(f *textfile.Reader, _ string) (func() (*treebank.Item, error), error) {
		f.SkipMark()
		before = lines
		return pipe.Grounded(ctx, m, how, func() (*grounding.Text, error) {
			t, err := grounding.Line(f)
			if p.Text.KeepLines {
				lines = before + f.Lines
			} else if err == nil {
				lines++
			}
			if err == nil {
				t.ID = strconv.Itoa(lines)
			}
			return t, err
		}), nil
	}}
}
