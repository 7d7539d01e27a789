package train

import (
	"context"
	"fmt"
	"sync"

	"parser/conll"
	"parser/oracle"
	"parser/parser"
	"parser/parser/treebank"
	"parser/transition"
)

// Jackknife sets the field of a tagger in all sentences as one would who has not seen
// them: it cuts them into folds, as many sentences in each as can be, and tags each by
// a tagger trained on the others, so that the tags have the errors that a parser will
// see later. A fold is a run of sentences, since neighbours are often of one text,
// and tagging a text that is half known is too easy.
//
// It trains as Run does, without dev, as many taggers at a time as Options.Workers; no
// result depends on that. done, unless it is nil, is called after each fold with the
// number of those done, never twice at a time. After an error the sentences are as they
// were.
func Jackknife(ctx context.Context, sentences []*conll.Sentence, folds int, o parser.Options, done func(folds int)) error {
	if kind, err := oracle.KindOf(o.System); err != nil || kind != transition.Tags {
		return fmt.Errorf("%w: system %s does not tag; use one of %v", parser.ErrOptions, o.System, oracle.Systems(transition.Tags))
	}
	n := len(sentences)
	if folds < 2 || folds > n {
		return fmt.Errorf("%w: %d folds of %d sentences; at least 2 folds of a sentence or more are needed", parser.ErrOptions, folds, n)
	}
	workers := max(1, min(o.Workers, folds))
	o.Workers = 1 // they are at work on the folds
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	tagged, turns := make([][]*conll.Sentence, folds), make(chan struct{}, workers)
	var group sync.WaitGroup
	var mutex sync.Mutex
	finished := 0
	for k := range folds {
		turns <- struct{}{}
		group.Go(func() {
			defer func() { <-turns }()
			part, err := tagFold(ctx, sentences, k*n/folds, (k+1)*n/folds, o)
			if err != nil {
				stop(err) // the first to fail is the cause
				return
			}
			mutex.Lock()
			defer mutex.Unlock()
			tagged[k] = part
			if finished++; done != nil {
				done(finished)
			}
		})
	}
	group.Wait()
	if err := context.Cause(ctx); err != nil {
		return err
	}
	for k, part := range tagged {
		for i, s := range part {
			treebank.CopyField(sentences[k*n/folds+i], s, o.Field)
		}
	}
	return nil
}

// tagFold trains on all sentences but those from first to end, and returns these tagged.
func tagFold(ctx context.Context, sentences []*conll.Sentence, first, end int, o parser.Options) ([]*conll.Sentence, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	others := append(sentences[:first:first], sentences[end:]...)
	p, err := Run(ctx, treebank.Data{Sentences: others}, treebank.Data{}, o, Observer{})
	if err != nil {
		return nil, err
	}
	part := cloneAll(sentences[first:end])
	return part, p.TagAll(ctx, part, 1)
}
