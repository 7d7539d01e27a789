package parser_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/parser"
	learn "parser/parser/train"
)

// tagOptions returns the default ones of a tagger for a run of a few epochs.
func tagOptions(field string, epochs int, edits ...func(*parser.Options)) parser.Options {
	o := parser.DefaultsFor("tag")
	o.Field, o.Epochs = field, epochs
	for _, edit := range edits {
		edit(&o)
	}
	return o
}

// trainedTagger trains without dev.
func trainedTagger(t testing.TB, train []*conll.Sentence, o parser.Options) *parser.Parser {
	t.Helper()
	p, err := trainOn(context.Background(), train, nil, o, learn.Observer{})
	require.NoError(t, err)
	return p
}

// tinyTagger is a tagger whose file is small enough to damage everywhere.
func tinyTagger(t testing.TB, field string) *parser.Parser {
	return trainedTagger(t, mixed(t)[28:33], tagOptions(field, 1, func(o *parser.Options) {
		o.Templates, o.Dropout, o.Exact = "N0x2 N0c\nP0d\n", 0, true
		setLearner(o, "min-updates", 0)
	}))
}

// untagged returns copies with nothing in the given fields.
func untagged(sentences []*conll.Sentence, fields ...string) []*conll.Sentence {
	all := clones(sentences)
	for _, s := range all {
		for i := range s.Words {
			for _, field := range fields {
				*column(&s.Words[i], field) = "_"
			}
		}
	}
	return all
}

func column(w *conll.Word, field string) *string {
	return map[string]*string{"lemma": &w.Lemma, "upos": &w.UPOS, "xpos": &w.XPOS, "feats": &w.Feats}[field]
}

// tagsOf prints the tags of sentences: a line each.
func tagsOf(sentences []*conll.Sentence, field string) string {
	var b strings.Builder
	for _, s := range sentences {
		for i := range s.Words {
			b.WriteString(*column(&s.Words[i], field) + "\t")
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// tagged returns tagged copies.
func tagged(t testing.TB, p *parser.Parser, sentences []*conll.Sentence) []*conll.Sentence {
	all := clones(sentences)
	for _, s := range all {
		require.NoError(t, p.Tag(s))
	}
	return all
}

// accuracy is the share of right tags in percent.
func accuracy(gold, system []*conll.Sentence, field string) float64 {
	right, all := 0, 0
	for i, s := range gold {
		for j := range s.Words {
			all++
			if *column(&s.Words[j], field) == *column(&system[i].Words[j], field) {
				right++
			}
		}
	}
	return 100 * float64(right) / float64(all)
}
