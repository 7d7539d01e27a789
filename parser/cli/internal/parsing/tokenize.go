package parsing

import (
	"cmp"
	"context"
	"slices"

	urfave "github.com/urfave/cli/v2"

	"parser/conll/textfile"
	"parser/parser/cli/internal/frame"
	"parser/parser/internal/engine"
	"parser/parser/internal/pipe"
	"parser/parser/internal/structure"
	"parser/parser/treebank"
)

// Tokenize is the command that cuts raw text into sentences and words.
func Tokenize(e *frame.Env) *urfave.Command {
	p := &parsing{command: newCommand(e)}
	p.request.Only, p.Format = "words", ""
	return &urfave.Command{
		Description: `Cuts raw text, in the files or the standard input, into sentences, tokens and words as the
treebank of a model has them, and writes CoNLL-U with all that it takes to restore the
text; other formats are those of parse. Of the model it reads only what cuts text. The
model is chosen as by "parser parse --text", also with --lang auto, for text in several
languages; with --segmenter rule text is cut as Unicode says, and no model is read.

What is decided already is kept: with --lines each line is a sentence; tokens of --format
horizontal or vertical stay, and are split into words as in the treebank (don't, zum).`,
		Flags: slices.Concat(p.modelFlags(), p.outputFlags(), []urfave.Flag{
			frame.Usually("raw text", frame.Choice(&p.Format, "format", "the format is", "`FORMAT` of the files, if tokens are known: "+
				"horizontal, a sentence a line, blanks between tokens; vertical, a token a line, a blank line after each sentence",
				pipe.Horizontal, pipe.Vertical)),
			p.EncodingFlag(""), p.SkipFlag(), p.MaxWordsFlag(), p.OffsetsFlag(),
			p.from.BaseFlag(frame.InRawText, "of constituents and graphs, the parser of the language"),
		}, p.RawFlags(), p.shardFlags()),
		Action: p.tokenize,
	}
}

func (p *parsing) tokenize(c *urfave.Context) error {
	if p.Raw = p.Format == ""; p.Raw {
		p.Format = pipe.Auto
	}
	files, err := p.inputs(c)
	if err != nil {
		return err
	}
	p.title = p.Segmenter
	cutter := func(files []string) (*engine.Parser, error) {
		return p.Cutter(func() (*engine.Parser, error) { return p.load(files, p.withBase, p.withSegmenter) })
	}
	if named := p.model + p.lang; p.byLanguage(named) {
		return p.deliverMixed(c, named, files, structure.Named("tags"), func(model string) (*frame.Annotator, error) {
			p.model, p.lang = model, ""
			m, err := cutter(nil)
			return &frame.Annotator{Cutter: m, Run: unchanged}, err
		})
	}
	m, err := cutter(files)
	if err != nil {
		return err
	}
	if p.Segmenter != "" {
		p.found = p.CutBy
	}
	return p.deliver(c, files, task{structure.Named("tags"), unchanged, func(ctx context.Context, files []string) *pipe.Source {
		p.Watch(m)
		return p.Cut(ctx, m, pipe.Reading{Workers: p.threads}, files)
	}}, m)
}

// unchanged hands on what it reads.
func unchanged(ctx context.Context, next func() (*treebank.Item, error), emit func(*treebank.Item) error, _ int) error {
	for it, err := range textfile.All(next) {
		if err = cmp.Or(err, ctx.Err()); err == nil {
			err = emit(it)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
