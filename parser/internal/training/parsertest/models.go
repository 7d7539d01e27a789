// Package parsertest trains small parsers on the project's own samples, and shows what they do.
//
//	p := parsertest.Trained(t, parsertest.Some(t), parsertest.Options(3))
//	require.Greater(t, parsertest.LAS(t, p, parsertest.Sample(t, "en/dev.conllu")), 60.0)
package parsertest

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/eval/conllx"
	"parser/eval/evalb"
	"parser/model/npz"
	"parser/parser/internal/engine"
	learn "parser/parser/internal/training"
	"parser/parser/treebank"
	"parser/ptb"
)

// TrainOn trains on sentences, a parser of dependencies or a tagger.
func TrainOn(ctx context.Context, train, dev []*conll.Sentence, o engine.Options, watch learn.Observer, given ...learn.Resource) (*engine.Parser, error) {
	return learn.Run(ctx, treebank.Data{Sentences: train}, treebank.Data{Sentences: dev}, o, watch, given...)
}

// TrainOnTrees trains on constituency trees.
func TrainOnTrees(ctx context.Context, train, dev []*ptb.Tree, o engine.Options, watch learn.Observer, given ...learn.Resource) (*engine.Parser, error) {
	return learn.Run(ctx, treebank.Data{Trees: train}, treebank.Data{Trees: dev}, o, watch, given...)
}

// Trained trains without dev.
func Trained(t testing.TB, train []*conll.Sentence, o engine.Options, given ...learn.Resource) *engine.Parser {
	t.Helper()
	p, err := TrainOn(context.Background(), train, nil, o, learn.Observer{}, given...)
	require.NoError(t, err)
	return p
}

// TrainedTrees trains without dev.
func TrainedTrees(t testing.TB, train []*ptb.Tree, o engine.Options) *engine.Parser {
	t.Helper()
	p, err := TrainOnTrees(context.Background(), train, nil, o, learn.Observer{})
	require.NoError(t, err)
	return p
}

// Tiny is a parser with few templates and three sentences' weights, whose file is small enough to damage everywhere.
func Tiny(t testing.TB, twoStep bool, edits ...func(*engine.Options)) *engine.Parser {
	return Trained(t, Mixed(t)[18:23], Options(1, append([]func(*engine.Options){func(o *engine.Options) {
		o.Templates, o.TwoStep, o.Exact = "S0p N0p\nS0ld dist(S0,N0)\n", twoStep, true
		SetLearner(o, "min-updates", 0)
	}}, edits...)...))
}

// TinyTagger is a tagger whose file is small enough to damage everywhere.
func TinyTagger(t testing.TB, field string) *engine.Parser {
	return Trained(t, Mixed(t)[18:23], TagOptions(field, 1, func(o *engine.Options) {
		o.Templates, o.Dropout, o.Exact = "N0x2 N0c\nP0d\n", 0, true
		SetLearner(o, "min-updates", 0)
	}))
}

// File returns what Write writes.
func File(t testing.TB, p *engine.Parser) []byte {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, p.Write(&b))
	return b.Bytes()
}

// Reread is a parser after Write and Read.
func Reread(t testing.TB, data []byte) *engine.Parser {
	t.Helper()
	p, err := engine.Read(bytes.NewReader(data), int64(len(data)))
	require.NoError(t, err)
	return p
}

// TemplatesOf returns the templates in the file of p.
func TemplatesOf(t testing.TB, p *engine.Parser) string {
	t.Helper()
	data := File(t, p)
	arrays, err := npz.Read(bytes.NewReader(data), int64(len(data)))
	require.NoError(t, err)
	text, err := npz.Array[byte](arrays, "templates")
	require.NoError(t, err)
	return string(text)
}

// Parses returns parsed copies.
func Parses(p *engine.Parser, sentences []*conll.Sentence) []*conll.Sentence {
	all := Clones(sentences)
	for _, s := range all {
		p.Parse(s)
	}
	return all
}

// Tagged returns tagged copies.
func Tagged(t testing.TB, p *engine.Parser, sentences []*conll.Sentence) []*conll.Sentence {
	all := Clones(sentences)
	for _, s := range all {
		require.NoError(t, p.Tag(s))
	}
	return all
}

// ParsedTree parses one sentence.
func ParsedTree(t testing.TB, p *engine.Parser, words []conll.Word) *ptb.Tree {
	t.Helper()
	tree, err := p.ParseTree(words)
	require.NoError(t, err)
	return tree
}

// ParsedTrees parses sentences one by one.
func ParsedTrees(t testing.TB, p *engine.Parser, sentences [][]conll.Word) []*ptb.Tree {
	t.Helper()
	return each(sentences, func(words []conll.Word) *ptb.Tree { return ParsedTree(t, p, words) })
}

// Printed returns sentences as CoNLL text.
func Printed(t testing.TB, sentences []*conll.Sentence) []byte {
	t.Helper()
	var b bytes.Buffer
	w := conll.NewWriter(&b)
	for _, s := range sentences {
		require.NoError(t, w.Write(s))
	}
	require.NoError(t, w.Flush())
	return b.Bytes()
}

// Arcs prints the trees of sentences: one line of "head label" each.
func Arcs(sentences []*conll.Sentence) string {
	var b strings.Builder
	for _, s := range sentences {
		for i := range s.Words {
			fmt.Fprintf(&b, "%d %s\t", s.Words[i].Head, s.Words[i].Deprel)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// TagsOf prints the tags of sentences: a line each.
func TagsOf(sentences []*conll.Sentence, field string) string {
	var b strings.Builder
	for _, s := range sentences {
		for i := range s.Words {
			b.WriteString(*column(&s.Words[i], field) + "\t")
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// Lines prints trees, one a line.
func Lines(trees []*ptb.Tree) string {
	return strings.Join(each(trees, func(t *ptb.Tree) string { return t.String() + "\n" }), "")
}

// LabelsIn lists the labels of brackets in trees, sorted.
func LabelsIn(trees []*ptb.Tree) []string {
	var all []string
	for _, t := range trees {
		for _, s := range t.Spans() {
			all = append(all, s.Label)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// LAS is the labelled attachment score of a parser in percent, all words counted.
func LAS(t testing.TB, p *engine.Parser, gold []*conll.Sentence) float64 {
	t.Helper()
	a, err := conllx.Score(gold, Parses(p, gold), conllx.Options{Punctuation: true})
	require.NoError(t, err)
	return float64(a.LAS())
}

// F1 is the labelled F1 of a parser in percent, by EVALB's usual parameters.
func F1(t testing.TB, p *engine.Parser, gold []*ptb.Tree) float64 {
	t.Helper()
	params, err := evalb.NamedParams("collins")
	require.NoError(t, err)
	gold = Normal(t, gold, p.Meta().Options.Steps)
	totals, err := evalb.Score(gold, ParsedTrees(t, p, AllWords(gold)), params)
	require.NoError(t, err)
	require.Zero(t, totals.Errors+totals.Skipped)
	return float64(totals.F1())
}

// Identity is that of a training, for checkpoints.
func Identity(t testing.TB, o engine.Options, train, dev treebank.Data) map[string]string {
	t.Helper()
	trainer, err := learn.New(o)
	require.NoError(t, err)
	identity, err := trainer.Identity(train, dev)
	require.NoError(t, err)
	return identity
}
