package parser

import (
	"context"
	"fmt"

	"parser/conll"
	"parser/ptb"
)

// prepareTrees is prepare for constituency trees, whose tags are XPOS. It replaces the
// words of the treebanks where prepare replaces sentences; the trees stay as they are.
func (o *Options) prepareTrees(ctx context.Context, train, dev *treebank, watch Observer) ([]*Parser, error) {
	fields, err := o.tagFields()
	if err != nil {
		return nil, err
	}
	if len(fields) > 0 && (len(fields) > 1 || fields[0] != treeField) {
		return nil, fmt.Errorf("%w: constituency trees have tags of the field %s, not %s", ErrOptions, treeField, o.Tag)
	}
	d, err := o.prepare(ctx, train.sentences(), dev.sentences(), watch)
	if err != nil {
		return nil, err
	}
	if len(d.taggers) > 0 && o.Jackknife > 0 {
		train.retag(d.train)
		dev.retag(d.dev)
	}
	return d.taggers, nil
}

// treeField is the field of the tags in constituency trees.
const treeField = "xpos"

// sentences returns the words of each tree as taggers see them.
func (b *treebank) sentences() []*conll.Sentence {
	all := make([]*conll.Sentence, len(b.words))
	for i, words := range b.words {
		all[i] = &conll.Sentence{Words: spelledOut(words)}
	}
	return all
}

// retag replaces the words of each tree.
func (b *treebank) retag(sentences []*conll.Sentence) {
	for i, s := range sentences {
		b.words[i] = s.Words
	}
}

// spelledOut returns words with forms as they are in text.
func spelledOut(words []conll.Word) []conll.Word {
	all := make([]conll.Word, len(words))
	for i, w := range words {
		w.Form = ptb.Unescape(w.Form)
		all[i] = w
	}
	return all
}
