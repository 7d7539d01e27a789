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
// It trains as Run does, without dev, as many taggers at a time as
// Options.Workers; no result depends on that. done, unless it is nil, is called after
// each fold with the number of those done, never twice at a time. After an error the
// sentences are as they were.
func Jackknife(ctx context.Context, sentences []*conll.Sentence, folds int, o parser.Options, done func(folds int)) error {
	if kind, err := oracle.KindOf(o.System); err != nil || kind != transition.Tags {
		return fmt.Errorf("%w: system %s does not tag; use one of %v", parser.ErrOptions, o.System, oracle.Systems(transition.Tags))
	}
	if folds < 2 || folds > len(sentences) {
		return fmt.Errorf("%w: %d folds of %d sentences; at least 2 folds of a sentence or more are needed", parser.ErrOptions, folds, len(sentences))
	}
	j := &jackknife{sentences: sentences, folds: folds, options: o, done: done, tagged: make([][]*conll.Sentence, folds)}
	if err := j.run(ctx); err != nil {
		return err
	}
	for k, part := range j.tagged {
		first, _ := j.part(k)
		for i, s := range part {
			treebank.CopyField(sentences[first+i], s, o.Field)
		}
	}
	return nil
}

// jackknife is the work on all folds.
type jackknife struct {
	sentences []*conll.Sentence
	folds     int
	options   parser.Options
	tagged    [][]*conll.Sentence // by fold
	done      func(int)

	mutex    sync.Mutex
	finished int
	err      error
}

// part returns where fold k begins and ends.
func (j *jackknife) part(k int) (first, end int) {
	n := len(j.sentences)
	return k * n / j.folds, (k + 1) * n / j.folds
}

// run works on the folds until all are done or one has failed.
func (j *jackknife) run(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var group sync.WaitGroup
	next := make(chan int, j.folds)
	for k := range j.folds {
		next <- k
	}
	close(next)
	for range max(1, min(j.options.Workers, j.folds)) {
		group.Go(func() {
			for k := range next {
				if err := j.fold(ctx, k); err != nil {
					j.fail(err)
					cancel()
				}
			}
		})
	}
	group.Wait()
	return j.err
}

// fold trains on all folds but k and tags k.
func (j *jackknife) fold(ctx context.Context, k int) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	first, end := j.part(k)
	others := append(j.sentences[:first:first], j.sentences[end:]...)
	o := j.options
	o.Workers = 1 // they are at work on the folds
	p, err := Run(ctx, treebank.Data{Sentences: others}, treebank.Data{}, o, Observer{})
	if err != nil {
		return err
	}
	part := cloneAll(j.sentences[first:end])
	if err := p.TagAll(ctx, part, 1); err != nil {
		return err
	}
	j.finish(k, part)
	return nil
}

func (j *jackknife) finish(k int, part []*conll.Sentence) {
	j.mutex.Lock()
	defer j.mutex.Unlock()
	j.tagged[k] = part
	j.finished++
	if j.done != nil {
		j.done(j.finished)
	}
}

// fail keeps the first error.
func (j *jackknife) fail(err error) {
	j.mutex.Lock()
	defer j.mutex.Unlock()
	if j.err == nil {
		j.err = err
	}
}
