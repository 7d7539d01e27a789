package parserbeam

import (
	"compress/flate"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/log"
)

// Names of counters in a namespace of Beam's metrics: what was parsed, and what was left out.
const (
	Namespace    = "parser"
	Sentences    = "sentences"
	Words        = "words"
	BadSentences = "bad_sentences" // or stretches of text
	BadFiles     = "bad_files"
)

var (
	sentences    = beam.NewCounter(Namespace, Sentences)
	words        = beam.NewCounter(Namespace, Words)
	badSentences = beam.NewCounter(Namespace, BadSentences)
	badFiles     = beam.NewCounter(Namespace, BadFiles)
)

// leaveOut logs and counts something malformed, if one is to keep going, or else returns the error.
func leaveOut(ctx context.Context, keepGoing bool, bad error) error {
	if !keepGoing {
		return bad
	}
	log.Warnf(ctx, "left out: %v", bad)
	badSentences.Inc(ctx, 1)
	return nil
}

// leaveOutFile does so for a file in which reading came upon an error, if that is damage of the
// file and not of what carries it.
func leaveOutFile(ctx context.Context, keepGoing bool, in Input, err error, emit func(Block)) error {
	damage := []error{gzip.ErrHeader, gzip.ErrChecksum, io.ErrUnexpectedEOF}
	isDamage := in.Gzip && (errors.As(err, new(flate.CorruptInputError)) || slices.ContainsFunc(damage, func(d error) bool { return errors.Is(err, d) }))
	if !keepGoing || !isDamage {
		return err
	}
	log.Warnf(ctx, "left out: %v", err)
	badFiles.Inc(ctx, 1)
	emit(Block{File: in.File, Damaged: true})
	return nil
}
