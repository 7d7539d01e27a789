package parsertest

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/eval/conllx"
	"parser/eval/evalb"
	"parser/parser"
	"parser/parser/structure"
	"parser/ptb"
)

// Parses returns parsed copies.
func Parses(p *parser.Parser, sentences []*conll.Sentence) []*conll.Sentence {
	all := Clones(sentences)
	for _, s := range all {
		p.Parse(s)
	}
	return all
}

// Tagged returns tagged copies.
func Tagged(t testing.TB, p *parser.Parser, sentences []*conll.Sentence) []*conll.Sentence {
	all := Clones(sentences)
	for _, s := range all {
		require.NoError(t, p.Tag(s))
	}
	return all
}

// ParsedTree parses one sentence.
func ParsedTree(t testing.TB, p *parser.Parser, words []conll.Word) *ptb.Tree {
	t.Helper()
	tree, err := p.ParseTree(words)
	require.NoError(t, err)
	return tree
}

// ParsedTrees parses sentences one by one.
func ParsedTrees(t testing.TB, p *parser.Parser, sentences [][]conll.Word) []*ptb.Tree {
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
			b.WriteString(*structure.Column(&s.Words[i], field) + "\t")
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
func LAS(t testing.TB, p *parser.Parser, gold []*conll.Sentence) float64 {
	t.Helper()
	a, err := conllx.Score(gold, Parses(p, gold), conllx.Options{Punctuation: true})
	require.NoError(t, err)
	return float64(a.LAS())
}

// F1 is the labelled F1 of a parser in percent, by EVALB's usual parameters.
func F1(t testing.TB, p *parser.Parser, gold []*ptb.Tree) float64 {
	t.Helper()
	params, err := evalb.NamedParams("collins")
	require.NoError(t, err)
	gold = Normal(t, gold, p.Meta().Options.Steps)
	totals, err := evalb.Score(gold, ParsedTrees(t, p, AllWords(gold)), params)
	require.NoError(t, err)
	require.Zero(t, totals.Errors+totals.Skipped)
	return float64(totals.F1())
}
