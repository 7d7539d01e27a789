package parser_test

import (
	"context"
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/parser"
)

// bare returns sentences of which only the form is left.
func bare(sentences []*conll.Sentence) (all []*conll.Sentence) {
	for _, s := range sentences {
		s = s.Clone()
		for i, w := range s.Words {
			s.Words[i] = conll.Word{Form: w.Form, Head: w.Head, Deprel: w.Deprel}
		}
		all = append(all, s)
	}
	return all
}

// TestWordsWithoutTagsAreRefused, where the parser has learned from tags and sets none.
func TestWordsWithoutTagsAreRefused(t *testing.T) {
	p, words := trained(t, some(t), options(1)), bare(some(t))
	require.True(t, p.NeedsTags())
	require.ErrorIs(t, p.Parse(words[0].Clone()), conll.ErrNoTag)

	mix := []*conll.Sentence{some(t)[0].Clone(), words[1].Clone(), some(t)[2].Clone()}
	for _, w := range workers {
		n, at := 0, 0
		err := p.Stream(context.Background(), func() (*conll.Sentence, error) {
			if at == len(mix) {
				return nil, io.EOF
			}
			at++
			return mix[at-1], nil
		}, func(*conll.Sentence) error { n++; return nil }, w)
		require.ErrorIs(t, err, conll.ErrNoTag)
		require.Equal(t, 1, n, "what stands before is parsed")
	}

	half := words[0].Clone()
	for i := range half.Words {
		half.Words[i].XPOS = some(t)[0].Words[i].XPOS
	}
	require.NoError(t, p.Parse(half), "one of the two tags is enough")
}

// TestWordsNeedNoTags where the parser sets them, or has never seen any.
func TestWordsNeedNoTags(t *testing.T) {
	for name, p := range map[string]*parser.Parser{
		"tagger":  trained(t, some(t), options(1, func(o *parser.Options) { o.Tag = "upos" })),
		"network": trained(t, some(t), options(1, multiTask("xpos"))),
		"forms":   trained(t, bare(some(t)), options(1)),
	} {
		require.False(t, p.NeedsTags(), name)
		require.NoError(t, p.Parse(bare(some(t))[0]), name)
	}
}
