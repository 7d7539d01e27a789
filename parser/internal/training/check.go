package training

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"slices"

	"parser/conll"
	"parser/parser/internal/engine"
	"parser/parser/internal/enhance"
	"parser/parser/internal/structure"
	"parser/parser/treebank"
)

// check makes a search problem of a treebank, and finds what is wrong with it and the options for it, as far as that is
// known before anything is learned: segmenters, taggers and what an encoder reads take minutes, and would be of no use.
func (t *Trainer) check(train treebank.Data) (*run, error) {
	o, gold := &t.options, train.Gold()
	if t.retags() {
		if err := checkFolds(o.Jackknife, gold.Len()); err != nil {
			return nil, err
		}
	}
	if o.Enhanced && !slices.ContainsFunc(gold.Sentences, (*conll.Sentence).HasDeps) {
		return nil, inFile(gold, enhance.ErrNoDeps)
	}
	bank := t.encoder.Bank(train)
	if err := t.checkTags(bank, gold.Len()); err != nil {
		return nil, err
	}
	r, err := t.run(bank)
	if err != nil {
		return nil, err
	}
	for _, kind := range t.scorers {
		if err := kind.CheckTrainingSet(r.trainingSet(kind, o.Seed, nil)); err != nil {
			return nil, fmt.Errorf("%w: %w", engine.ErrOptions, err)
		}
	}
	return r, t.checkStore()
}

// checkTags checks the taggers that are trained first, for which the treebank must have the columns.
func (t *Trainer) checkTags(bank *structure.Bank, gold int) error {
	for _, field := range structure.Names(t.options.Tag) {
		own, err := New(t.taggerOptions(field))
		if err == nil {
			_, err = own.check(treebank.Data{Sentences: bank.Sentences()[:gold]})
		}
		if err != nil {
			return fmt.Errorf("tagger of %s: %w", field, err)
		}
	}
	return nil
}

// checkStore finds out whether the file that the user names for vectors of words can have those of the encoder.
func (t *Trainer) checkStore() error {
	o, e := &t.options, t.encoderRead()
	if e == nil || o.EncoderVectors == "" || o.Neural.Finetune > 0 {
		return nil
	}
	_, err := os.Stat(o.EncoderVectors)
	store, openErr := e.With(o.Neural.Mixture()).OpenStore(o.EncoderVectors, mostVectors)
	if openErr != nil {
		return openErr
	}
	openErr = store.Close()
	if errors.Is(err, os.ErrNotExist) { // so that nothing is left if something else is wrong
		err = os.Remove(o.EncoderVectors)
	}
	return cmp.Or(openErr, err)
}

// inFile says which treebank an error is about.
func inFile(d treebank.Data, err error) error {
	if len(d.Sentences) == 0 || d.Sentences[0].File == "" {
		return err
	}
	return fmt.Errorf("%s: %w", d.Sentences[0].File, err)
}
