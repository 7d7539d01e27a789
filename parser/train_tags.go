package parser

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"parser/conll"
	"parser/oracle"
	"parser/parser/features"
	"parser/transition"
)

// TrainTags is Train for taggers, which Options.System must be: they learn to fill
// the column Options.Field. The best epoch is that of the best accuracy on dev.
// Templates read forms and the columns that Options.Columns names; others are empty
// for them. With Options.Tag there are two passes: templates read in these columns what
// taggers of the first pass found there, in training by Jackknife.
//
// Sentences with a word without tag are skipped; in the FEATS column every word has
// one, since "_" says that a word has no features.
func TrainTags(ctx context.Context, train, dev []*conll.Sentence, o Options, watch Observer) (*Parser, error) {
	columns, err := o.columns()
	if err != nil {
		return nil, err
	}
	d, err := o.prepare(ctx, train, dev, watch)
	if err != nil {
		return nil, err
	}
	t, err := newTagTrainer(train, d.train, columns, o)
	if err != nil {
		return nil, err
	}
	t.parser.taggers, t.parser.meta.Taggers, t.parser.meta.Train = d.taggers, len(d.taggers), Digest(train)
	if tagsIn(dev, o.Field) == 0 {
		return t.run(ctx, nil, watch)
	}
	t.parser.meta.Dev = Digest(dev)
	return t.run(ctx, func(p *Parser, e *Epoch) error { return e.scoreTags(ctx, p, dev, o.Workers) }, watch)
}

// newTagTrainer prepares training on tagged sentences, of which templates read other
// columns, those given, from read.
func newTagTrainer(train, read []*conll.Sentence, columns []string, o Options) (*trainer, error) {
	seen := make([][]conll.Word, len(read))
	for i, s := range read {
		seen[i] = onlyColumns(s.Words, columns)
		if o.Backwards {
			slices.Reverse(seen[i])
		}
	}
	d, err := o.design(transition.Params{}, dataOfWords(seen))
	if err != nil {
		return nil, err
	}
	x := d.set.Compile()
	c := &corpus{}
	if err := c.addTags(train, seen, &o, d, x); err != nil {
		return nil, err
	}
	return newTrainer(o, d, c, x)
}

// addTags encodes the sentences whose words all have a tag.
func (c *corpus) addTags(train []*conll.Sentence, seen [][]conll.Word, o *Options, d design, x *features.Extractor) error {
	for _, s := range train {
		for i := range s.Words {
			c.labels = append(c.labels, *columnOf(&s.Words[i], o.Field))
		}
		slices.Sort(c.labels)
		c.labels = slices.Compact(c.labels)
	}
	c.labels = slices.DeleteFunc(c.labels, func(tag string) bool { return untagged(o.Field, tag) })
	for i, s := range train {
		if s.Len() == 0 {
			c.skipped.Empty++
			continue
		}
		e := example{gold: c.encodeTags(s, o.Field)}
		if o.Backwards {
			slices.Reverse(e.gold.Labels[1:])
		}
		switch err := d.oracle.Start(&e.gold); {
		case errors.Is(err, oracle.ErrUntagged):
			c.skipped.Untagged++
			continue
		case errors.Is(err, oracle.ErrTooLong):
			c.skipped.TooLong++
			continue
		case err != nil:
			return fmt.Errorf("%s:%d: %w", s.File, s.Line, err)
		}
		x.Prepare(&e.words, seen[i])
		c.sentences = append(c.sentences, e)
	}
	if len(c.sentences) == 0 {
		return fmt.Errorf("%w: of %d sentences none has a tag for every word in its column %s (%+v)", ErrNoTree, len(train), o.Field, c.skipped)
	}
	c.uses = c.tags()
	return nil
}

// encodeTags returns the gold tags of a sentence, transition.None where there is none.
func (c *corpus) encodeTags(s *conll.Sentence, field string) oracle.Gold {
	g := oracle.Gold{Labels: []int32{transition.None}}
	for i := range s.Words {
		l, ok := slices.BinarySearch(c.labels, *columnOf(&s.Words[i], field))
		if !ok {
			l = transition.None
		}
		g.Labels = append(g.Labels, int32(l))
	}
	return g
}

// tags returns the labels in use.
func (c *corpus) tags() map[use]bool {
	uses := map[use]bool{}
	for _, e := range c.sentences {
		for _, l := range e.gold.Labels[1:] {
			uses[use{transition.Label, false, l}] = true
		}
	}
	return uses
}

// scoreTags tags the words of dev and compares.
func (e *Epoch) scoreTags(ctx context.Context, p *Parser, dev []*conll.Sentence, workers int) error {
	tagged := cloneAll(dev)
	if err := p.TagAll(ctx, tagged, workers); err != nil {
		return err
	}
	right, field := 0, p.meta.Field
	for i, s := range dev {
		for j := range s.Words {
			gold := *columnOf(&s.Words[j], field)
			if !untagged(field, gold) && gold == *columnOf(&tagged[i].Words[j], field) {
				right++
			}
		}
	}
	e.Accuracy = 100 * float64(right) / float64(tagsIn(dev, field))
	return nil
}

// tagsIn counts the words that have a tag.
func tagsIn(sentences []*conll.Sentence, field string) int {
	n := 0
	for _, s := range sentences {
		for i := range s.Words {
			if !untagged(field, *columnOf(&s.Words[i], field)) {
				n++
			}
		}
	}
	return n
}

func cloneAll(sentences []*conll.Sentence) []*conll.Sentence {
	clones := make([]*conll.Sentence, len(sentences))
	for i, s := range sentences {
		clones[i] = s.Clone()
	}
	return clones
}
