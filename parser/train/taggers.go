package train

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"parser/conll"
	"parser/parser"
	"parser/parser/features"
	"parser/parser/treebank"
	"parser/transition"
)

// treeField is the field of the tags in constituency trees.
const treeField = "xpos"

// columnLetters are the letters of templates for the columns that a tagger may be
// allowed to read besides the form.
var columnLetters = map[string]string{"lemma": "l", "upos": "pg", "xpos": "tg", "feats": "m"}

// checkTaggers checks the options that concern taggers, of their own or in the parser: it
// sets the fields of those to be trained first. It lets a tagger read the columns that
// those fill, and refuses templates of one's own that read others; of the sets that come
// with the program what reads them is left out.
func (t *Trainer) checkTaggers() error {
	o := &t.options
	t.fields = treebank.Names(o.Tag)
	first := slices.Clone(t.fields) // the fields of all taggers that come first
	for _, p := range o.Taggers {
		first = append(first, p.Field())
	}
	for i, field := range t.fields {
		switch err := treebank.CheckField(field); {
		case err != nil:
			return err
		case slices.Contains(t.fields[:i], field):
			return fmt.Errorf("%s is named twice", field)
		case slices.Contains(first[len(t.fields):], field):
			return fmt.Errorf("%s has a tagger already", field)
		}
	}
	if err := parser.CheckTaggers(o.Taggers); err != nil {
		return err
	}
	names := append(treebank.Names(o.Columns), first...)
	switch {
	case o.Jackknife < 0 || o.Jackknife == 1:
		return fmt.Errorf("%d folds; at least 2 are needed, or 0 for none", o.Jackknife)
	case t.kind == transition.Constituents && len(t.fields) > 0 && !slices.Equal(t.fields, []string{treeField}):
		return fmt.Errorf("constituency trees have tags of the field %s, not %s", treeField, o.Tag)
	case t.kind != transition.Tags:
		return nil
	case len(first) > 0 && o.Jackknife == 0:
		return fmt.Errorf("the second pass of a tagger needs folds to learn from the first")
	case slices.Contains(treebank.Names(o.Columns), o.Field):
		return fmt.Errorf("a tagger of %s cannot read %s", o.Field, o.Field)
	}
	o.Columns = strings.Join(names, ",")
	if slices.Contains(features.Names(), o.Templates) {
		return nil
	}
	set, err := o.Linear().Set(o.System)
	if err != nil {
		return err
	}
	for _, letter := range set.Columns() {
		if !slices.ContainsFunc(names, func(name string) bool { return strings.ContainsRune(columnLetters[name], letter) }) {
			return fmt.Errorf("templates read the column %c, but a tagger is to read the form and %v only", letter, names)
		}
	}
	return nil
}

// prepare trains the taggers that Options.Tag names, and adds those of Options.Taggers. If
// the options say so, the words of the treebanks are given predicted tags: in train those
// of taggers that have not seen the sentence (Jackknife), in dev those of the taggers
// themselves.
func (t *Trainer) prepare(ctx context.Context, train, dev *treebank.Bank, watch Observer) ([]*parser.Parser, error) {
	o, taggers := &t.options, slices.Clone(t.options.Taggers)
	gold, held := train.Sentences(), dev.Sentences()
	for _, field := range t.fields {
		p, err := Run(ctx, treebank.Data{Sentences: gold}, treebank.Data{Sentences: held}, t.ofTagger(field), Observer{})
		if err != nil {
			return nil, fmt.Errorf("tagger of %s: %w", field, err)
		}
		watch.Tagger(field, 0, o.Jackknife)
		taggers = append(taggers, p)
	}
	if len(taggers) == 0 || o.Jackknife == 0 {
		return taggers, nil
	}
	retagged, heldOut := cloneAll(gold), cloneAll(held)
	for _, p := range taggers {
		options := p.Meta().Options
		options.Workers = o.Workers
		tagged := cloneAll(gold)
		if err := Jackknife(ctx, tagged, o.Jackknife, options, func(done int) { watch.Tagger(p.Field(), done, o.Jackknife) }); err != nil {
			return nil, err
		}
		for i, s := range tagged {
			treebank.CopyField(retagged[i], s, p.Field())
		}
		if err := p.TagAll(ctx, heldOut, o.Workers); err != nil {
			return nil, err
		}
	}
	train.Retag(retagged)
	dev.Retag(heldOut)
	return taggers, nil
}

// ofTagger returns the options of the tagger of a field that works before the model:
// the defaults or, for the first pass of a tagger, its own, but in the other direction.
// So the second pass sees the tags on both sides of a word, and errors of a kind that
// it does not make itself.
func (t *Trainer) ofTagger(field string) parser.Options {
	o := t.asGiven
	o.Backwards = !o.Backwards
	if t.kind != transition.Tags {
		o = parser.DefaultsFor(transition.Tag{}.Name())
		o.Seed, o.Workers, o.Lang, o.Command = t.options.Seed, t.options.Workers, t.options.Lang, t.options.Command
	}
	o.Field, o.Tag, o.Columns, o.Taggers = field, "", "", nil
	return o
}

func cloneAll(sentences []*conll.Sentence) []*conll.Sentence {
	clones := make([]*conll.Sentence, len(sentences))
	for i, s := range sentences {
		clones[i] = s.Clone()
	}
	return clones
}
