// Package parserbeam parses treebanks and texts of any size on Apache Beam, with the results of parser parse.
//
//	beam.Init()
//	p, s := beam.NewPipelineWithRoot()
//	parserbeam.Parse(s, parserbeam.Options{Model: "en.npz", Inputs: []string{"in/*.conllu"}, Output: "out"})
//	err := beamx.Run(ctx, p)
//
// [Parse] is made of steps that can be had one by one: [ListFn] finds files, [ReadFn] and [CutFn] make blocks
// of them, [ParseFn] parses blocks, [WriteFn] writes them, [MergeFn] makes a file of what was written of each input.
// Only names and byte ranges go from stage to stage, and in one stage a block at a time is read, parsed and written.
package parserbeam

import (
	"context"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/sdf"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/local" // of names without a scheme
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"parser/parser/treebank"
)

func init() {
	register.DoFn3x1[context.Context, []byte, func(Input), error](&ListFn{})
	register.DoFn4x1[context.Context, *sdf.LockRTracker, Input, func(Block), error](&ReadFn{})
	register.DoFn3x1[context.Context, Input, func(Block), error](&CutFn{})
	register.DoFn3x1[context.Context, Block, func(Block), error](&ParseFn{})
	register.DoFn3x1[context.Context, Block, func(string, Piece), error](&WriteFn{})
	register.DoFn4x1[context.Context, string, func(*Piece) bool, func(Merged), error](&MergeFn{})
	register.DoFn3x0[context.Context, Merged, func(string)](&SweepFn{})
	register.Emitter1[Input]()
	register.Emitter1[Block]()
	register.Emitter2[string, Piece]()
	register.Iter1[Piece]()
	register.Emitter1[Merged]()
	register.Emitter1[string]()
}

// Options say what Parse does. Names of files may have a scheme, such as gs://, if the program
// imports its file system.
type Options struct {
	Model   string   // file; "" is the English model that the program brings along
	Inputs  []string // patterns of names of files, plain or compressed with gzip
	Output  string   // folder
	Text    bool     // the files are raw text
	Threads int      // see ParseFn
	// KeepGoing leaves out malformed sentences, and damaged files as a whole; they are logged and counted. Otherwise
	// each is an error.
	KeepGoing bool
	// Request is what is asked of parses; Only ends them before trees.
	Request treebank.Request

	BlockSize, RangeSize int64 // see ReadFn
}

// Parse parses files, and returns the names of those that it writes: for the inputs IN.conllu, IN.conllu.gz and
// IN.txt Output/IN.conllu. A file has what parser parse --format u, or parser parse --text, writes for that input alone,
// byte for byte. It appears when it is complete. Until then its parts are in Output, in files whose names begin with a dot;
// only those of failed attempts stay there.
func Parse(s beam.Scope, o Options) beam.PCollection {
	s = s.Scope("parserbeam.Parse")
	// A stage of their own lets runners deal the files out.
	files := beam.Reshuffle(s, beam.ParDo(s, &ListFn{Patterns: o.Inputs, Output: o.Output}, beam.Impulse(s)))
	var blocks beam.PCollection
	if o.Text {
		blocks = beam.ParDo(s, &CutFn{Model: o.Model, BlockSize: o.BlockSize, KeepGoing: o.KeepGoing}, files)
	} else {
		blocks = beam.ParDo(s, &ReadFn{BlockSize: o.BlockSize, RangeSize: o.RangeSize, KeepGoing: o.KeepGoing}, files)
	}
	parsed := beam.ParDo(s, &ParseFn{Model: o.Model, Threads: o.Threads, KeepGoing: o.KeepGoing, Request: o.Request}, blocks)
	pieces := beam.ParDo(s, &WriteFn{Output: o.Output}, parsed)
	merged := beam.ParDo(s, &MergeFn{Output: o.Output}, beam.GroupByKey(s, pieces))
	return beam.ParDo(s, &SweepFn{}, beam.Reshuffle(s, merged))
}
