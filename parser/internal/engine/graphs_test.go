package engine_test

import (
	"bytes"
	"context"
	"io"
	"math"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/conll/textfile"
	"parser/parser/amr"
	"parser/parser/internal/engine"
	train "parser/parser/internal/training"
	kit "parser/parser/internal/training/parsertest"
	"parser/parser/treebank"
	"parser/testdata/testkit"
)

// trainedOnGraphs returns a parser of graphs without a base, with all kinds of moves.
func trainedOnGraphs(t testing.TB) *engine.Parser {
	t.Helper()
	learnGraphs.Do(func() {
		o := engine.DefaultsFor("amr")
		o.Epochs, o.Reentrance, o.Wikify = 3, true, true
		p, err := train.Run(context.Background(), kit.Graphs(t, "train", math.MaxInt), kit.Graphs(t, "dev", math.MaxInt), o, train.Observer{})
		require.NoError(t, err)
		ofGraphs = p
	})
	require.NotNil(t, ofGraphs)
	return ofGraphs
}

var (
	learnGraphs sync.Once
	ofGraphs    *engine.Parser // trained once for all tests of this package
)

// TestStreamGraphs: whatever the sentence, its graph can be written and is read again unchanged. The
// graph does not depend on where the words' heads come from, nor on the number of workers.
func TestStreamGraphs(t *testing.T) {
	alone := trainedOnGraphs(t)
	base := kit.English(t)
	p, err := alone.WithBase(base)
	require.NoError(t, err)

	var sentences, bare []*conll.Sentence
	for _, name := range []string{"train", "dev"} {
		of, err := conll.ReadFile("../../../testdata/en/" + name + ".conllu")
		require.NoError(t, err)
		sentences = append(append(sentences, of...), kit.Graphs(t, name, math.MaxInt).Sentences...)
	}
	require.Greater(t, len(sentences), 480)
	if !testkit.Deep() { // every fourth, of trees and of graphs
		for i := range len(sentences) / 4 {
			sentences[i] = sentences[4*i]
		}
		sentences = sentences[:len(sentences)/4]
	}
	require.NoError(t, base.ParseAll(context.Background(), sentences, 2))
	for _, s := range sentences {
		s = s.Clone()
		for i := range s.Words {
			s.Words[i].Head, s.Words[i].Deprel = conll.NoHead, "_"
		}
		bare = append(bare, s)
	}
	parse := func(p *engine.Parser, sentences []*conll.Sentence, workers int) (graphs []*amr.Graph) {
		err := p.Run(context.Background(), itemsOf(textfile.Each(sentences)), func(it *treebank.Item) error {
			require.NoError(t, it.Graph.Check())
			graphs = append(graphs, it.Graph)
			return nil
		}, workers)
		require.NoError(t, err)
		return graphs
	}
	graphs := parse(alone, sentences, 1)
	var text bytes.Buffer
	for _, g := range graphs {
		require.NoError(t, amr.Write(&text, g))
	}
	again, err := textfile.ReadAll(amr.NewReader(&text, "graphs").Read)
	require.NoError(t, err)
	require.Len(t, again, len(sentences))
	require.Equal(t, graphs, parse(p, bare, 3))
	for i, g := range again {
		require.Equal(t, graphs[i].String(), g.String())
		require.Equal(t, graphs[i].Triples(), g.Triples())
		one, err := p.ParseGraph(bare[i])
		require.NoError(t, err)
		require.Equal(t, graphs[i], one)
	}
}

// TestBase: a parser of graphs with a base needs nothing else, also from a file; without one it
// needs heads and tags.
func TestBase(t *testing.T) {
	alone := trainedOnGraphs(t)
	base := kit.English(t)
	p, err := alone.WithBase(base)
	require.NoError(t, err)
	var file bytes.Buffer
	require.NoError(t, p.Write(&file))
	p, err = engine.Read(bytes.NewReader(file.Bytes()), int64(file.Len()))
	require.NoError(t, err)
	require.NotNil(t, p.Base())
	require.NotNil(t, p.Segmenter())
	require.False(t, p.NeedsTags())
	require.Subset(t, p.Predicts(), []string{"upos", "lemma"})
	require.Empty(t, p.RequiredColumns())
	require.True(t, alone.NeedsTags())
	require.Nil(t, alone.Base())
	require.Nil(t, alone.Segmenter())

	const words = "# sent_id = s\n1\tThe\t_\t_\t_\t_\t_\t_\t_\t_\n" +
		"2\tdog\t_\t_\t_\t_\t_\t_\t_\t_\n3\tbarks\t_\t_\t_\t_\t_\t_\t_\t_\n4\t.\t_\t_\t_\t_\t_\t_\t_\t_\n\n"
	read := func() *conll.Sentence {
		s, err := conll.NewReader(strings.NewReader(words), "words").Read()
		require.NoError(t, err)
		return s
	}
	g, err := p.ParseGraph(read())
	require.NoError(t, err)
	require.Equal(t, "# ::id s\n# ::snt The dog barks .\n(b / bark-01\n      :ARG0 (d / dog))\n", g.String())

	// Tags and heads that are there stay, unless all is to be tagged again.
	wrong := func() *conll.Sentence {
		s := read()
		for i := range s.Words {
			s.Words[i].UPOS, s.Words[i].Lemma, s.Words[i].Head = "ADJ", "red", i
		}
		return s
	}
	s := wrong()
	_, err = p.ParseGraph(s)
	require.NoError(t, err)
	require.Equal(t, wrong().Words, s.Words)
	again, err := kit.Retagging(t, p).ParseGraph(s)
	require.NoError(t, err)
	require.Equal(t, g, again)

	_, err = alone.ParseGraph(read())
	require.ErrorIs(t, err, engine.ErrNoBase)
	require.EqualError(t, err, "words:1: [s] a parser of graphs needs dependency trees, and the words have no heads")
	require.ErrorIs(t, alone.Run(context.Background(), itemsOf(textfile.Each([]*conll.Sentence{read()})), nil, 1), engine.ErrNoBase)
	_, err = alone.WithBase(alone)
	require.ErrorIs(t, err, engine.ErrNoBase)
	_, err = kit.TinyTagger(t, "upos").WithBase(base)
	require.ErrorIs(t, err, engine.ErrKind)
	_, err = base.ParseGraph(read())
	require.ErrorIs(t, err, engine.ErrKind)
	require.NoError(t, base.Check(treebank.SentenceItem(read())))
	empty, err := p.ParseGraph(&conll.Sentence{})
	require.NoError(t, err)
	require.NoError(t, amr.Write(io.Discard, empty))
}

// TestGraphsNeedSentences: one for each, or nothing is learned.
func TestGraphsNeedSentences(t *testing.T) {
	d := kit.Graphs(t, "dev", math.MaxInt)
	fewer := d
	fewer.Sentences = d.Sentences[1:]
	for _, data := range [][2]treebank.Data{{fewer}, {d, fewer}} {
		_, err := train.Run(context.Background(), data[0], data[1], engine.DefaultsFor("amr"), train.Observer{})
		require.ErrorIs(t, err, engine.ErrOptions)
		require.ErrorContains(t, err, "18 graphs are not of 17 sentences")
	}
}
