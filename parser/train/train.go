// Package train teaches parsers by a treebank and options, and keeps the epoch that does best on dev.
//
//	p, err := train.Run(ctx, parser.Data{Sentences: sentences}, dev, parser.Options{Pipeline: true}, train.Observer{})
//
// The transition system decides whether it trains a parser of dependencies, constituents or graphs, or a tagger. What a
// training begins with besides is a [Resource]: word vectors, an encoder, a teacher, and so on.
package train

import (
	"context"
	"errors"

	"parser/parser"
	"parser/parser/internal/training"
)

// Run learns a parser from train, and keeps the epoch that does best on dev, by LAS, F1, accuracy or Smatch; without dev
// it keeps the last. If ctx ends first, Run returns the best parser so far, or nil, with the error of ctx.
// Wrong options are a parser.ErrOptions.
func Run(ctx context.Context, train, dev parser.Data, o parser.Options, watch Observer, begin ...Resource) (*parser.Parser, error) {
	t, err := trainerOf(train, dev, o, begin)
	if err != nil {
		return nil, err
	}
	p, err := t.Train(ctx, train, dev, watch.inner())
	return (*parser.Parser)(p), err
}

// Resume is Run with a checkpoint in a folder, from which the next call goes on if the program ends before the training
// does; the parser is the same, byte for byte. The folder is removed at the end. A checkpoint of other options, data or
// resources is an error.
func Resume(
	ctx context.Context, folder string, train, dev parser.Data, o parser.Options, watch Observer, begin ...Resource,
) (*parser.Parser, error) {
	t, err := trainerOf(train, dev, o, begin)
	if err != nil {
		return nil, err
	}
	identity, err := t.Identity(train, dev)
	if err != nil {
		return nil, err
	}
	open := training.NewCheckpoint
	if training.HasCheckpoint(folder) {
		open = training.ResumeCheckpoint
	}
	var lost error
	inner := watch.inner()
	if inner.Checkpoint, err = open(folder, identity, func(err error) { lost = errors.Join(lost, err) }); err != nil {
		return nil, err
	}
	p, err := t.Train(ctx, train, dev, inner)
	if err != nil {
		return (*parser.Parser)(p), errors.Join(err, lost, inner.Checkpoint.Close())
	}
	return (*parser.Parser)(p), inner.Checkpoint.Remove()
}

// Calibrate returns a parser like p that knows how sure it is, which beams, several trees and probabilities need. It
// learns that from dev, which p has not learned from; Run does so if it has a dev. The error says why p cannot.
func Calibrate(p *parser.Parser, dev parser.Data) (*parser.Parser, error) {
	if p == nil {
		return nil, errNoParser
	}
	own := engineOf(p)
	bank, err := own.CheckedBank(dev)
	if err != nil {
		return nil, err
	}
	sure, err := own.Calibrated(bank)
	return (*parser.Parser)(sure), err
}
