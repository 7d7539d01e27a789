// Package parsertest trains small parsers on the project's own samples, for tests, and shows
// what they do.
//
//	p := parsertest.Trained(t, parsertest.Some(t), parsertest.Options(3))
//	require.Greater(t, parsertest.LAS(t, p, parsertest.Sample(t, "en/dev.conllu")), 60.0)
package parsertest

import (
	"bytes"
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/model/npz"
	"parser/parser"
	"parser/parser/structure"
	learn "parser/parser/train"
	"parser/ptb"
)

// TrainOn trains on sentences, a parser of dependencies or a tagger.
func TrainOn(ctx context.Context, train, dev []*conll.Sentence, o parser.Options, watch learn.Observer) (*parser.Parser, error) {
	return learn.Run(ctx, structure.Data{Sentences: train}, structure.Data{Sentences: dev}, o, watch)
}

// TrainOnTrees trains on constituency trees.
func TrainOnTrees(ctx context.Context, train, dev []*ptb.Tree, o parser.Options, watch learn.Observer) (*parser.Parser, error) {
	return learn.Run(ctx, structure.Data{Trees: train}, structure.Data{Trees: dev}, o, watch)
}

// Trained trains without dev.
func Trained(t testing.TB, train []*conll.Sentence, o parser.Options) *parser.Parser {
	t.Helper()
	p, err := TrainOn(context.Background(), train, nil, o, learn.Observer{})
	require.NoError(t, err)
	return p
}

// TrainedTrees trains without dev.
func TrainedTrees(t testing.TB, train []*ptb.Tree, o parser.Options) *parser.Parser {
	t.Helper()
	p, err := TrainOnTrees(context.Background(), train, nil, o, learn.Observer{})
	require.NoError(t, err)
	return p
}

// Tiny is a parser with few templates and three sentences' weights, whose file
// is small enough to damage everywhere.
func Tiny(t testing.TB, twoStep bool, edits ...func(*parser.Options)) *parser.Parser {
	return Trained(t, Mixed(t)[28:33], Options(1, append([]func(*parser.Options){func(o *parser.Options) {
		o.Templates, o.TwoStep, o.Exact = "S0p N0p\nS0ld dist(S0,N0)\n", twoStep, true
		SetLearner(o, "min-updates", 0)
	}}, edits...)...))
}

// TinyTagger is a tagger whose file is small enough to damage everywhere.
func TinyTagger(t testing.TB, field string) *parser.Parser {
	return Trained(t, Mixed(t)[28:33], TagOptions(field, 1, func(o *parser.Options) {
		o.Templates, o.Dropout, o.Exact = "N0x2 N0c\nP0d\n", 0, true
		SetLearner(o, "min-updates", 0)
	}))
}

// File returns what Write writes.
func File(t testing.TB, p *parser.Parser) []byte {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, p.Write(&b))
	return b.Bytes()
}

// Reread is a parser after Write and Read.
func Reread(t testing.TB, data []byte) *parser.Parser {
	t.Helper()
	p, err := parser.Read(bytes.NewReader(data), int64(len(data)))
	require.NoError(t, err)
	return p
}

// TemplatesOf returns the templates in the file of p.
func TemplatesOf(t testing.TB, p *parser.Parser) string {
	t.Helper()
	data := File(t, p)
	arrays, err := npz.Read(bytes.NewReader(data), int64(len(data)))
	require.NoError(t, err)
	text, err := npz.Array[byte](arrays, "templates")
	require.NoError(t, err)
	return string(text)
}
