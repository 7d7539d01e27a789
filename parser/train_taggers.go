package parser

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"parser/conll"
	"parser/oracle"
	"parser/transition"
)

// prepared is training data with the taggers that work before the model to train,
// whose tags the data has if Options.Jackknife says so.
type prepared struct {
	taggers    []*Parser
	train, dev []*conll.Sentence
}

// prepare trains the taggers that Options.Tag names, and adds those of
// Options.Taggers. If the options say so, the sentences are replaced by such with
// predicted tags: in train those of taggers that have not seen the sentence
// (Jackknife), in dev those of the taggers themselves.
func (o *Options) prepare(ctx context.Context, train, dev []*conll.Sentence, watch Observer) (*prepared, error) {
	d := &prepared{slices.Clone(o.Taggers), train, dev}
	fields, err := o.tagFields()
	if err != nil {
		return nil, err
	}
	if err := checkTaggers(d.taggers); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrOptions, err)
	}
	if len(fields)+len(d.taggers) > 0 { // which takes too long to hear of a mistake only then
		if err := o.Check(); err != nil {
			return nil, err
		}
	}
	for _, field := range fields {
		if slices.ContainsFunc(d.taggers, func(t *Parser) bool { return t.Field() == field }) {
			return nil, fmt.Errorf("%w: %s has a tagger already", ErrOptions, field)
		}
		t, err := TrainTags(ctx, train, dev, o.ofTagger(field), Observer{})
		if err != nil {
			return nil, fmt.Errorf("tagger of %s: %w", field, err)
		}
		watch.tagger(field, 0, o.Jackknife)
		d.taggers = append(d.taggers, t)
	}
	if len(d.taggers) == 0 || o.Jackknife == 0 {
		return d, nil
	}
	return d, d.predict(ctx, o, watch)
}

// predict replaces the tags of the data.
func (d *prepared) predict(ctx context.Context, o *Options, watch Observer) error {
	gold := d.train
	d.train, d.dev = cloneAll(d.train), cloneAll(d.dev)
	for _, t := range d.taggers {
		options := t.meta.Options
		options.Workers = o.Workers
		tagged := cloneAll(gold)
		if err := Jackknife(ctx, tagged, o.Jackknife, options, func(done int) { watch.tagger(t.Field(), done, o.Jackknife) }); err != nil {
			return err
		}
		for i, s := range tagged {
			CopyField(d.train[i], s, t.Field())
		}
		if err := t.TagAll(ctx, d.dev, o.Workers); err != nil {
			return err
		}
	}
	return nil
}

// CopyField sets one of the Fields of dst to what it is in src, which has as many words.
func CopyField(dst, src *conll.Sentence, name string) {
	for i := range src.Words {
		*columnOf(&dst.Words[i], name) = *columnOf(&src.Words[i], name)
	}
}

// tagFields returns the fields of Options.Tag.
func (o *Options) tagFields() ([]string, error) {
	fields := strings.FieldsFunc(o.Tag, func(r rune) bool { return r == ',' || r == ' ' })
	for i, field := range fields {
		if err := checkField(field); err != nil {
			return nil, err
		}
		if slices.Contains(fields[:i], field) {
			return nil, fmt.Errorf("%w: %s is named twice", ErrOptions, field)
		}
	}
	if o.Jackknife < 0 || o.Jackknife == 1 {
		return nil, fmt.Errorf("%w: %d folds; at least 2 are needed, or 0 for none", ErrOptions, o.Jackknife)
	}
	return fields, nil
}

// ofTagger returns the options of the tagger of a field that works before the model:
// the defaults or, for the first pass of a tagger, its own, but in the other direction.
// So the second pass sees the tags on both sides of a word, and errors of a kind that
// it does not make itself.
func (o *Options) ofTagger(field string) Options {
	t := *o
	t.Backwards = !o.Backwards
	if kind, _ := oracle.KindOf(o.System); kind != transition.Tags {
		t = DefaultsFor(transition.Tag{}.Name())
		t.Seed, t.Workers, t.Lang, t.Command = o.Seed, o.Workers, o.Lang, o.Command
	}
	t.Field, t.Tag, t.Columns, t.Taggers = field, "", "", nil
	return t
}
