package parsing

import (
	"context"
	"fmt"

	urfave "github.com/urfave/cli/v2"

	"parser/conll"
	"parser/conll/textfile"
	"parser/parser/cli/internal/frame"
	"parser/parser/internal/engine"
	"parser/parser/internal/structure"
	"parser/parser/internal/training"
	"parser/parser/treebank"
)

// runJackknife reads a whole treebank, tags one field after the other, and writes it.
func (t *tagging) runJackknife(c *urfave.Context, files, fields []string) error {
	switch {
	case len(t.models.Value()) > 0 || c.IsSet("lang"):
		return fmt.Errorf("%w: --jackknife trains taggers of its own and takes no --model and no --lang", frame.ErrUsage)
	case t.dir != "":
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
	do, err := t.task(structure.Named("tags"), func(_ context.Context, next func() (*treebank.Item, error), emit func(*treebank.Item) error, _ int) error {
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
	}, t.conll)
	if err != nil {
		return err
	}
	return t.deliver(c, files, do)
}
