// Package train teaches parsers by a treebank and options, and keeps the epoch that does best on dev.
//
//	p, err := train.Run(ctx, parser.Data{Sentences: sentences}, dev, parser.DefaultsFor("arc-hybrid"), train.Observer{})
//
// The transition system decides whether it trains a parser of dependencies, constituents or graphs, or a tagger.
package train

import (
	"context"
	"errors"

	"parser/parser"
	"parser/parser/internal/training"
)

// Observer is told how training goes: after each Sentence and Epoch, and so on. Nil functions are not called.
type Observer = training.Observer

// Epoch is what training reports after each pass over the data: its Number, Loss, speed, and scores on dev.
type Epoch = training.Epoch

// What some oracles cannot be asked for, though others can; the cause besides parser.ErrOptions.
var (
	ErrOffPath       = training.ErrOffPath
	ErrNonProjective = training.ErrNonProjective
)

// Run learns a parser from train, and keeps the epoch that does best on dev, by LAS, F1, accuracy or Smatch; without dev
// it keeps the last. If ctx ends first, Run returns the best parser so far, or nil, with the error of ctx.
// Wrong options are a parser.ErrOptions.
func Run(ctx context.Context, train, dev parser.Data, o parser.Options, watch Observer) (*parser.Parser, error) {
	p, err := training.Run(ctx, train, dev, o, watch)
	return (*parser.Parser)(p), err
}

// Resume is Run with a checkpoint in a folder, from which the next call goes on if the program ends before the training
// does; the parser is the same, byte for byte. The folder is removed at the end. A checkpoint of other options or other
// data is an error.
func Resume(ctx context.Context, folder string, train, dev parser.Data, o parser.Options, watch Observer) (*parser.Parser, error) {
	trainer, err := training.New(o)
	if err != nil {
		return nil, err
	}
	if _, err := trainer.Fill(train, dev); err != nil {
		return nil, err
	}
	identity, err := trainer.Identity(train, dev)
	if err != nil {
		return nil, err
	}
	open := training.NewCheckpoint
	if training.HasCheckpoint(folder) {
		open = training.ResumeCheckpoint
	}
	var lost error
	if watch.Checkpoint, err = open(folder, identity, func(err error) { lost = errors.Join(lost, err) }); err != nil {
		return nil, err
	}
	p, err := trainer.Train(ctx, train, dev, watch)
	if err != nil {
		return (*parser.Parser)(p), errors.Join(err, lost, watch.Checkpoint.Close())
	}
	return (*parser.Parser)(p), watch.Checkpoint.Remove()
}
