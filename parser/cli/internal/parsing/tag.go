package parsing

import (
	"context"
	"fmt"
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"parser/conll"
	"parser/conll/textfile"
	"parser/parser/cli/internal/frame"
	"parser/parser/internal/engine"
	"parser/parser/internal/pipe"
	"parser/parser/internal/structure"
	"parser/parser/internal/training"
	"parser/parser/treebank"
)

type tagging struct {
	*command
	models    urfave.StringSlice
	fields    string
	jackknife int
	options   engine.Options
}

// Tag is the command that sets tags, features or lemmas.
func Tag(e *frame.Env) *urfave.Command {
	t := &tagging{command: newCommand(e), options: engine.DefaultsFor(training.TagSystem)}
	return &urfave.Command{
		Description: `Reads CoNLL-X or CoNLL-U from the files, plain or compressed, or from the standard input,
and writes the same with the taggers' columns set in all words; all else comes out
as it went in. The taggers are those of --model, which may also be a parser that
holds some or predicts tags itself, or a language with taggers; or where none is named
the choice of "parser model use", else the taggers trained last, else the model that
parse takes; of --field only, if given.

With --text it reads raw text, which the model cuts into words or that of --segmenter, with
--format horizontal (a sentence a line, blanks between tokens) and vertical (a token
a line, a blank line after each sentence) tokens, and writes CoNLL-U. With --lang auto
each stretch of lines in a language is tagged by the model of its language.

With --jackknife it makes training data of a treebank: each fold is tagged by taggers
that were trained, then and there, on the others, so that the tags are as wrong as
those that a parser will meet. --field says which columns; the flags below "Learning"
say how to train.`,
		Flags: slices.Concat([]urfave.Flag{
			frame.Words(&t.models, "model", frame.ModelUsage+"; several are taken one after the other"),
			frame.Word(&t.lang, "lang", "the same as --model, as `MODEL`"),
			frame.Usually("all that there are taggers of", frame.Word(&t.fields, "field", "`LIST` of columns to set: "+strings.Join(structure.Fields(), ", "))),
			&urfave.IntFlag{Category: "Jackknife", Name: "jackknife", Destination: &t.jackknife,
				Usage: "tag a treebank in `N` folds, each by taggers that are trained on the others"},
		}, frame.RequestFlags(&t.request, "beam"), []urfave.Flag{t.lexiconFlag()}, t.outputFlags(), []urfave.Flag{
			t.SkipFlag(), t.EncodingFlag(""),
			frame.Choice(&t.Format, "format", "the format is", "`FORMAT` of the files: x for CoNLL-X, u for CoNLL-U; horizontal, vertical for tokens alone; "+
				"auto to tell by looking, except tokens alone", structure.FormX, structure.FormU, pipe.Horizontal, pipe.Vertical, pipe.Auto),
			t.MaxWordsFlag(), t.TextFlag(), t.OffsetsFlag(),
		}, t.RawFlags(), t.shardFlags(), frame.SomeFlags(&t.options, taggerOptions()...)),
		Action: t.run,
	}
}

// taggerOptions are the flags of train that the tag command has.
func taggerOptions() []string {
	return []string{
		"tag", "columns", "backwards", "templates", "learner", "margin", "min-updates", "dropout", "explore", "explore-after", "epochs", "seed",
	}
}

func (t *tagging) run(c *urfave.Context) error {
	files, err := t.inputs(c)
	if err != nil {
		return err
	}
	fields, err := t.fieldList()
	if err != nil {
		return err
	}
	if t.jackknife != 0 {
		return t.runJackknife(c, files, fields)
	}
	for _, name := range frame.GivenFlags(c) {
		if slices.Contains(taggerOptions(), name) {
			return fmt.Errorf("%w: --%s cannot be used without --jackknife", frame.ErrUsage, name)
		}
	}
	if err := t.openLexicons(); err != nil {
		return err
	}
	if named := strings.Join(t.models.Value(), " ") + t.lang; t.byLanguage(named) {
		return t.mixed(c, named, files, fields)
	}
	all, err := t.taggers(fields)
	if err != nil {
		return err
	}
	by := all.by
	cutter, run, err := t.ready(all, fields)
	if err != nil {
		return err
	}
	t.AnyHead = true
	return t.deliver(c, files, task{structure.Named("tags"), run, func(ctx context.Context, files []string) *pipe.Source {
		if t.IsText() {
			t.Watch(by[0])
			return t.Cut(ctx, cutter, pipe.Reading{Workers: t.threads}, files)
		}
		return t.conll(ctx, files)
	}}, by...)
}

// ready returns what cuts text for some taggers, and what has them tag it.
func (t *tagging) ready(all tags, fields []string) (cutter *engine.Parser, run streaming, err error) {
	by := all.by
	if cutter, err = t.cutterOf(all); err != nil {
		return nil, nil, err
	}
	predicts := by[0].Field() == ""
	for i, p := range by {
		if by[i], err = frame.With(p, treebank.Request{Beam: t.request.Beam, Retag: predicts, Lexicon: t.request.Lexicon}); err != nil {
			return nil, nil, err
		}
	}
	if predicts {
		if t.request.Lexicon != nil && fields == nil {
			fields = structure.Fields() // those that are given stay
		}
		return cutter, predicting(by[0], fields), nil
	}
	return cutter, func(ctx context.Context, next func() (*treebank.Item, error), emit func(*treebank.Item) error, workers int) error {
		return engine.RunTaggers(ctx, by, next, emit, workers)
	}, nil
}

// fieldList returns the columns of --field, nil for all.
func (t *tagging) fieldList() (fields []string, err error) {
	have := strings.Join(structure.Fields(), ", ")
	switch {
	case t.fields != "":
		err = frame.ParseList(&fields, "field", t.fields, func(field string) (string, error) {
			if !slices.Contains(structure.Fields(), field) {
				return "", fmt.Errorf("no such field (have %s)", have)
			}
			return field, nil
		})
	case t.jackknife != 0:
		err = fmt.Errorf("%w: --jackknife needs --field: which columns to tag (%s)", frame.ErrUsage, have)
	}
	return fields, err
}

// cutterOf returns what cuts text into words: the model of --segmenter or, without it, one that the taggers are from.
// Tokens are cut by it only if they are to be.
func (t *tagging) cutterOf(all tags) (*engine.Parser, error) {
	if !t.IsText() {
		return nil, nil
	}
	return t.Cutter(func() (*engine.Parser, error) {
		if !t.Raw && !t.Paragraphs {
			return all.by[0], nil
		}
		if all.cutter == nil {
			return nil, fmt.Errorf("%w: %s: %w; name one that can (--segmenter, of English: --segmenter english)",
				frame.ErrUsage, t.title, engine.ErrNoSegmenter)
		}
		return all.cutter, nil
	})
}

// conll returns the sentences in files, which must be CoNLL.
func (t *tagging) conll(_ context.Context, files []string) *pipe.Source {
	return t.Words(structure.OfForm(textfile.CoNLL), files...)
}

// runJackknife reads a whole treebank, tags one field after the other, and writes it.
func (t *tagging) runJackknife(c *urfave.Context, files, fields []string) error {
	switch {
	case len(t.models.Value()) > 0 || c.IsSet("lang"):
		return fmt.Errorf("%w: --jackknife trains taggers of its own and takes no --model and no --lang", frame.ErrUsage)
	case t.job.Dir != "":
		return fmt.Errorf("%w: --out cannot be used with --jackknife, which makes one treebank of all files", frame.ErrUsage)
	case t.Raw:
		return fmt.Errorf("%w: --text cannot be used with --jackknife: raw text has no tags to learn", frame.ErrUsage)
	case t.IsText():
		return fmt.Errorf("%w: --format %s cannot be used with --jackknife: tokens alone have no tags to learn", frame.ErrUsage, t.Format)
	case t.request.Beam > 1:
		return fmt.Errorf("%w: --beam cannot be used with --jackknife: what parsers learn from is tagged greedily", frame.ErrUsage)
	case t.jackknife < 2:
		return fmt.Errorf("%w: --jackknife needs 2 folds or more, not %d", frame.ErrUsage, t.jackknife)
	}
	if err := frame.SetOptions(c, &t.options, engine.DefaultsFor(training.TagSystem), nil, "field", "jackknife", "workers"); err != nil {
		return err
	}
	o := t.options
	ctx, stop := frame.Interruptible(c.Context)
	defer stop()
	run := func(_ context.Context, next func() (*treebank.Item, error), emit func(*treebank.Item) error, _ int) error {
		items, err := frame.UnlessInterrupted(ctx, func() ([]*treebank.Item, error) { return textfile.ReadAll(next) })
		if err != nil {
			return err
		}
		defer frame.SaveMemory(t.Env)()
		var sentences, tagged []*conll.Sentence
		for _, it := range items {
			sentences, tagged = append(sentences, it.Sentence), append(tagged, it.Sentence.Clone())
		}
		watch := training.Observer{Tagger: func(field string, done, folds int) {
			fmt.Fprintf(t.Env.Notes(t.Quiet), "%s: fold %d of %d\n", field, done, folds)
		}}
		for _, field := range fields {
			usual := engine.DefaultsFor(training.TagSystem)
			usual.UseField(field)
			if err := frame.SetOptions(c, &o, usual, nil, "field", "jackknife", "workers"); err != nil {
				return err
			}
			o.Workers = t.threads
			if err := training.Jackknife(ctx, sentences, tagged, t.jackknife, o, watch); err != nil {
				return err
			}
		}
		for _, s := range tagged {
			if err := emit(treebank.SentenceItem(s)); err != nil {
				return err
			}
		}
		return nil
	}
	return t.deliver(c, files, task{structure.Named("tags"), run, t.conll})
}
