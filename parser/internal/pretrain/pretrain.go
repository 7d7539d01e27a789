// Package pretrain learns from raw text what a network can begin with when it learns from a treebank: it cuts the text
// into a [Corpus] and shows that to a [neural.Language], or to an encoder that goes on learning, a [transformer.Masked].
//
//	corpus, err := pretrain.Cut(ctx, folder, pretrain.LanguageBlock, sentences, watch)
//	p, err := pretrain.Run(ctx, corpus, pretrain.Options{LanguageSettings: neural.DefaultLanguageSettings("medium")}, watch)
//	err = p.Write(file)
//
// A training that ends early goes on from what it has kept in the folder, to the same bytes.
package pretrain

import (
	"context"
	"errors"
	"fmt"

	"parser/parser/internal/neural"
	"parser/parser/internal/score"
	"parser/parser/internal/transformer"
)

// Options say how a language model learns.
type Options struct {
	neural.LanguageSettings
	Course
}

// MaskedOptions say how an encoder learns.
type MaskedOptions struct {
	transformer.MaskedSettings
	Course
	Subwords int // how many of the subwords are kept, those that the text needs most; 0 for all
}

// languageWords and maskedWords are how many words are enough to learn from, where a text has them in 30 passes.
const languageWords, maskedWords = 20_000_000, 5_000_000

// epochsOf returns how many passes over a text of a number of words are worth their time: until enough words are learned
// from, but at most 30.
func epochsOf(words, enough int) int {
	const most = 30
	return min(most, 1+(enough-1)/max(1, words))
}

// batchOf returns how many words a batch has: the usual number if there are steps enough, and fewer, down to a quarter,
// where few words are learned from.
func batchOf(planned, usual int) int {
	const steps = 20_000
	return max(usual/4, min(usual, planned/steps))
}

// Run lets a language model learn from a corpus, and goes on from what Options.Folder has of the same training. If ctx
// ends first it keeps what was reached there, and returns ctx's error.
func Run(ctx context.Context, c *Corpus, o Options, watch func(Progress)) (*neural.Pretrained, error) {
	counts, held, err := c.count()
	if err != nil {
		return nil, err
	}
	if o.Epochs == 0 {
		o.Epochs = epochsOf(c.Words, languageWords)
	}
	planned := (c.Words - score.Words(held)) * o.Epochs
	if o.Minutes == 0 {
		o.Batch = batchOf(planned, o.Batch)
	}
	model, err := neural.NewLanguage(counts.All, o.LanguageSettings)
	if err != nil {
		return nil, err
	}
	s := &state{model: model, batch: o.Batch, seed: o.Seed, planned: float64(planned)}
	if err := s.run(ctx, c, held, o.Course, watch); err != nil {
		return nil, err
	}
	return model.Freeze(neural.About{Words: c.Words, Read: model.Done(), Perplexity: s.perplexities, Text: c.Text}), nil
}

// ErrSubwords is the cause when an encoder cannot do with so few subwords.
var ErrSubwords = errors.New("unfit number of subwords")

// RunMasked is like Run for an encoder. What is returned has learned; the encoder itself is of no use any more if subwords
// are left out, and stays as it is otherwise.
func RunMasked(ctx context.Context, c *Corpus, e *transformer.Encoder, o MaskedOptions, watch func(Progress)) (*transformer.Masked, error) {
	counts, held, err := c.count()
	if err != nil {
		return nil, err
	}
	if o.Epochs == 0 {
		o.Epochs = epochsOf(c.Words, maskedWords)
	}
	if o.Subwords > 0 {
		if e, err = e.Trim(counts.All, o.Subwords); err != nil {
			return nil, fmt.Errorf("%w: %w", ErrSubwords, err)
		}
	}
	model, err := e.NewMasked(counts.All, o.MaskedSettings)
	if err != nil {
		return nil, err
	}
	s := &state{model: model, batch: o.Batch, seed: o.Seed, planned: float64((c.Words - score.Words(held)) * o.Epochs)}
	return model, s.run(ctx, c, held, o.Course, watch)
}
