package parser_test

import (
	"context"
	"errors"
	"io"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/parser"
	"parser/parser/english"
	"parser/parser/text"
	"parser/ptb"
)

var loadOnce = sync.OnceValues(english.Load)

func loaded(t *testing.T) *parser.Parser {
	t.Helper()
	p, err := loadOnce()
	require.NoError(t, err)
	return p
}

// TestWriteItems: what has words only is written in all formats, as a sentence of them is.
func TestWriteItems(t *testing.T) {
	p := loaded(t)
	words := []conll.Word{{Form: "Go", UPOS: "VERB", Deprel: "root"}, {Form: "home", Head: 1, Deprel: "advmod"}}
	for _, format := range append(p.Meta().Formats, "") {
		written := func(it *parser.Item) string {
			var b strings.Builder
			w, err := p.NewWriter(&b, format)
			require.NoError(t, err, format)
			require.NoError(t, w.Write(it), format)
			require.NoError(t, w.Flush(), format)
			return b.String()
		}
		bare := written(&parser.Item{Words: words})
		require.Contains(t, bare, "home", format)
		require.Equal(t, written(&parser.Item{Words: words, Sentence: &conll.Sentence{Words: words}}), bare, format)
		w, err := p.NewWriter(io.Discard, format)
		require.NoError(t, err)
		require.ErrorIs(t, w.Write(nil), parser.ErrNil, format)
		require.NotPanics(t, func() { _ = w.Write(&parser.Item{}) }, format)
	}
	_, err := p.NewWriter(io.Discard, "brackets")
	require.ErrorContains(t, err, "conllu, conllx, json")
}

// TestPartsOfAParser: a parser that stops early builds no tree, and says so instead of doing nothing.
func TestPartsOfAParser(t *testing.T) {
	for _, only := range []string{"sentences", "words", "tags"} {
		p, err := parser.LoadFor("english/english.npz", parser.Request{Only: only})
		require.NoError(t, err)
		s := &conll.Sentence{Words: []conll.Word{{Form: "Go", Head: conll.NoHead}}}
		if err = p.Parse(s); only == "tags" {
			require.NoError(t, err)
			require.Equal(t, "VERB", s.Words[0].UPOS)
		} else {
			require.ErrorIs(t, err, parser.ErrOptions)
			require.ErrorContains(t, err, only)
		}
		_, err = p.Score(context.Background(), parser.Data{Sentences: []*conll.Sentence{s}}, 1)
		require.ErrorIs(t, err, parser.ErrOptions)
		items, err := p.ParseText(context.Background(), "Go home.")
		require.NoError(t, err)
		require.Len(t, items[0].Words, 3)
	}
}

// TestBadCalls return errors.
func TestBadCalls(t *testing.T) {
	p, ctx := loaded(t), context.Background()
	var all []error
	for it, err := range p.All(ctx, nil, 1) {
		require.Nil(t, it)
		all = append(all, err)
	}
	require.Len(t, all, 1)
	require.ErrorIs(t, all[0], parser.ErrNil)
	require.Error(t, conll.NewWriter(io.Discard).Write(nil))
	never := func() (*parser.Item, error) { return nil, errors.New("was called") }
	require.ErrorIs(t, p.Run(ctx, never, func(*parser.Item) error { return nil }, -1), parser.ErrOptions)
	for _, o := range []text.Options{{Segmented: 77}, {Markup: "rtf"}, {Workers: -1}} {
		_, err := p.Text(strings.NewReader("Go."), "text", o)
		require.ErrorIs(t, err, parser.ErrOptions)
	}
	_, err := p.With(parser.Request{NBest: -1})
	require.ErrorContains(t, err, "from 0 to ")
	require.ErrorContains(t, p.Tag(&conll.Sentence{}), "its system is arc-hybrid, which builds dependencies")
	loop := &conll.Sentence{Words: []conll.Word{{Form: "Go", Head: 2}, {Form: "home", Head: 1}}}
	keeping, err := p.With(parser.Request{KeepHeads: true})
	require.NoError(t, err)
	err = keeping.Parse(loop)
	require.Error(t, err)
	require.NotContains(t, err.Error(), ":0:")
	for _, gold := range []parser.Data{
		{Sentences: []*conll.Sentence{nil}}, {Trees: []*ptb.Tree{{Label: "X", Word: "x"}}},
	} {
		_, err := p.Score(ctx, gold, 1)
		require.Error(t, err)
	}
}

// TestScore leaves gold as it is, and is the same however gold was parsed before, if heads are to be kept, and in several
// goroutines.
func TestScore(t *testing.T) {
	p := loaded(t)
	gold, err := conll.ReadFile("../testdata/en/dev.conllu")
	require.NoError(t, err)
	gold = gold[:20]
	var before []*conll.Sentence
	for _, s := range gold {
		before = append(before, s.Clone())
	}
	keeping, err := p.With(parser.Request{KeepHeads: true})
	require.NoError(t, err)
	want, err := p.Score(t.Context(), parser.Data{Sentences: gold}, 1)
	require.NoError(t, err)
	require.Greater(t, want.LAS, 50.0)
	require.Less(t, want.LAS, 100.0)
	require.Equal(t, want.LAS, want.Main())
	for workers, p := range []*parser.Parser{p, keeping, p, keeping} {
		got, err := p.Score(t.Context(), parser.Data{Sentences: gold}, workers)
		require.NoError(t, err)
		require.Equal(t, want, got)
	}
	require.Equal(t, before, gold)
	none, err := p.Score(t.Context(), parser.Data{}, 1)
	require.NoError(t, err)
	require.Zero(t, none)
}
