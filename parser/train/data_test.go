package train_test

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/parser"
	"parser/parser/amr"
	"parser/parser/train"
	"parser/parser/treebank"
	"parser/ptb"
)

var quick = parser.Options{Scorer: "linear", Epochs: 1}

// TestBadData: data that contradicts itself is an error of all that reads it, and no panic.
func TestBadData(t *testing.T) {
	ctx, good := context.Background(), some(4)
	p, err := train.Run(ctx, good, parser.Data{}, quick, train.Observer{})
	require.NoError(t, err)
	joined := func(sources []treebank.Source, from ...int) parser.Data {
		return parser.Data{Sentences: good.Sentences, Sources: sources, From: from}
	}
	two := []treebank.Source{{Name: "a"}, {Name: "b", Silver: true}}
	for name, c := range map[string]struct {
		data parser.Data
		want error
		text string
	}{
		"nil sentence":         {parser.Data{Sentences: []*conll.Sentence{good.Sentences[0], nil}}, parser.ErrNil, "sentence 2 of the treebank: "},
		"nil tree":             {parser.Data{Trees: []*ptb.Tree{nil}}, nil, "tree"},
		"nil graph":            {parser.Data{Sentences: good.Sentences[:1], Graphs: []*amr.Graph{nil}}, nil, "tree"},
		"From is short":        {joined(two, 0, 0), parser.ErrOptions, "From has 2 places"},
		"no From":              {joined(two), parser.ErrOptions, "From has 0 places"},
		"From is out of it":    {joined(two, 0, 0, 0, 2), parser.ErrOptions, "sentence 4 is of source 2"},
		"From is negative":     {joined(two, -1, 0, 0, 0), parser.ErrOptions, "sentence 1 is of source -1"},
		"gold after silver":    {joined(two, 0, 1, 0, 0), parser.ErrOptions, "sentence 3 is not silver"},
		"a negative share":     {joined([]treebank.Source{{Share: -1}}, 0, 0, 0, 0), parser.ErrOptions, "share -1 "},
		"a share of no number": {joined([]treebank.Source{{Share: math.NaN()}}, 0, 0, 0, 0), parser.ErrOptions, "share NaN "},
	} {
		check := func(what string, err error) {
			require.ErrorContains(t, err, c.text, "%s %s", name, what)
			if c.want != nil {
				require.ErrorIs(t, err, c.want, "%s %s", name, what)
			}
		}
		_, err := train.Run(ctx, c.data, parser.Data{}, quick, train.Observer{})
		check("as train", err)
		_, err = train.Run(ctx, good, c.data, quick, train.Observer{})
		check("as dev", err)
		_, err = train.Resume(ctx, t.TempDir(), c.data, parser.Data{}, quick, train.Observer{})
		check("of Resume", err)
		_, err = train.Calibrate(p, c.data)
		check("of Calibrate", err)
	}
	brackets := quick
	brackets.System = "in-order"
	_, err = train.Run(ctx, parser.Data{Trees: []*ptb.Tree{nil}}, parser.Data{}, brackets, train.Observer{})
	require.ErrorIs(t, err, parser.ErrNil)
	graphs := quick
	graphs.System = "amr"
	_, err = train.Run(ctx, parser.Data{Sentences: good.Sentences[:1], Graphs: []*amr.Graph{nil}}, parser.Data{}, graphs, train.Observer{})
	require.ErrorIs(t, err, parser.ErrNil)
	_, err = train.Calibrate(nil, good)
	require.ErrorIs(t, err, parser.ErrNil)
}

// TestJoinedData: silver trees that are joined to plain sentences are learned from, and a share of 0 is all.
func TestJoinedData(t *testing.T) {
	for _, share := range []float64{0, 1} {
		data := some(20)
		gold := data.First(12)
		plain := parser.Data{Sentences: gold.Sentences}
		plain.Join(treebank.Source{Silver: true, Share: share}, parser.Data{Sentences: data.Sentences[12:]})
		var loss []float64
		p, err := train.Run(context.Background(), plain, parser.Data{}, quick, train.Observer{
			Epoch: func(e train.Epoch) { loss = append(loss, e.Loss) },
		})
		require.NoError(t, err)
		require.Greater(t, p.Meta().Sentences, 12)
		require.Len(t, loss, 1)
		require.Positive(t, loss[0])

		all := parser.Data{}
		all.Join(treebank.Source{Name: "en", Share: share}, data)
		p, err = train.Run(context.Background(), all, parser.Data{}, quick, train.Observer{
			Epoch: func(e train.Epoch) { require.Positive(t, e.Loss) },
		})
		require.NoError(t, err)
		require.Equal(t, 20, p.Meta().Sentences)
	}
}
