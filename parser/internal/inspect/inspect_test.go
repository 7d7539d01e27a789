package inspect_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/model/npz"
	"parser/parser/amr"
	"parser/parser/internal/engine"
	"parser/parser/internal/inspect"
	"parser/parser/internal/neural"
	"parser/parser/internal/training"
	"parser/parser/treebank"
	"parser/ptb"
)

// sentences are a treebank of n trees with two words each.
func sentences(n int) treebank.Data {
	var d treebank.Data
	for range n {
		d.Sentences = append(d.Sentences, &conll.Sentence{Words: []conll.Word{
			{Form: "Birds", Lemma: "bird", UPOS: "NOUN", XPOS: "NNS", Feats: "Number=Plur", Head: 2, Deprel: "nsubj"},
			{Form: "sing", Lemma: "sing", UPOS: "VERB", XPOS: "VBP", Feats: "_", Deprel: "root"},
		}})
	}
	return d
}

func trained(t *testing.T, o engine.Options, data, dev treebank.Data, given ...training.Resource) *engine.Parser {
	t.Helper()
	p, err := training.Run(context.Background(), data, dev, o, training.Observer{}, given...)
	require.NoError(t, err)
	return p
}

// graphs returns a model of graphs that contains a dependency parser with a tagger.
func graphs(t *testing.T) *engine.Parser {
	t.Helper()
	d := sentences(3)
	for range d.Sentences {
		g, err := amr.NewReader(strings.NewReader("(s / sing-01 :ARG0 (b / bird))"), "").Read()
		require.NoError(t, err)
		d.Graphs = append(d.Graphs, g)
	}
	base := trained(t, with("arc-hybrid", "neural", func(o *engine.Options) { o.Pipeline = true }), sentences(3), treebank.Data{})
	p, err := trained(t, with("amr", "linear", func(*engine.Options) {}), d, d).WithBase(base)
	require.NoError(t, err)
	return p
}

// with returns options of a scorer that learns in almost no time.
func with(system, scorer string, edit func(*engine.Options)) engine.Options {
	o := engine.DefaultsFor(system)
	o.UseScorer(scorer)
	if o.Epochs, o.Jackknife = 1, 0; scorer != "linear" {
		o.Neural.Own = neural.Size{Embeddings: [...]int{6, 4, 4, 4, 3, 6}, Layers: 2, Units: 4, Hidden: 5}
	}
	_ = o.Learner.Set("min-updates", 0)
	edit(&o)
	return o
}

func inspected(t *testing.T, p *engine.Parser) *inspect.Model {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, p.Write(&b))
	m, err := inspect.Read(bytes.NewReader(b.Bytes()), int64(b.Len()))
	require.NoError(t, err)
	require.Equal(t, int64(b.Len()), m.Bytes)
	return m
}

// TestModelSaysHowItWasMade: what was recorded is reported.
func TestModelSaysHowItWasMade(t *testing.T) {
	p := trained(t, with("arc-hybrid", "linear", func(o *engine.Options) {
		o.Lang, o.Command, o.Seed, o.Licence, o.Source, o.Explore = "en", "parser train", 7, "CC0", "Birds 1.0", 0.5
	}), sentences(3), sentences(2))
	m := inspected(t, p)
	require.Equal(t, []any{"dependencies", "arc-hybrid", "linear", "en", "parser train", uint64(7), "CC0", "Birds 1.0", 3, []int{1}, engine.FormatVersion, 2},
		[]any{m.Builds, m.System, m.Scorer, m.Lang, m.Command, m.Seed, m.Licence, m.Source, m.Sentences, m.Epochs, m.Format, m.Labels})
	require.Equal(t, []string{"Epochs=1", "Explore=0.5"}, m.Unusual[:2])
	require.Len(t, m.Unusual, 3, "and that of the learner")
	data, dev := sentences(3), sentences(2)
	require.Equal(t, data.Digest(), m.Train)
	require.Equal(t, dev.Digest(), m.Dev)
	require.NotNil(t, m.Scores)
	require.Equal(t, p.Meta().Scores, *m.Scores)
	require.Equal(t, 100.0, m.Scores.LAS)
	require.Empty(t, m.Taggers)
	require.Equal(t, []string{"form", "lemma", "upos", "xpos", "feats"}, m.Reads)
	require.Contains(t, m.Size, "actions, ")
	require.Nil(t, inspected(t, trained(t, with("arc-hybrid", "linear", func(*engine.Options) {}), sentences(3), treebank.Data{})).Scores)
}

// TestPartsAddUp: to the whole file except names and directory; and weights are counted.
func TestPartsAddUp(t *testing.T) {
	tagger := trained(t, with("tag", "neural", func(o *engine.Options) { o.Field = "upos" }), sentences(3), sentences(1))
	p := trained(t, with("arc-hybrid", "both", func(*engine.Options) {}), sentences(3), treebank.Data{},
		training.Resource{Name: training.Tagger, Value: tagger})
	m := inspected(t, p)
	sum := int64(0)
	names := map[string]bool{}
	for _, part := range append(m.Parts, m.Taggers[0].Parts...) {
		sum += part.Bytes
		names[part.Name] = true
	}
	require.Less(t, sum, m.Bytes)
	require.Greater(t, sum, m.Bytes/2)
	for _, name := range []string{"meta", "ensemble", "0/templates", "0/0/numbers", "1/embeddings", "1/encoder", "encoder", "slots"} {
		require.True(t, names[name], "%s in %v", name, names)
	}
	var text strings.Builder
	require.NoError(t, m.Print(&text))
	require.Regexp(t, fmt.Sprintf(`(?m)^  tagger of upos +%d +[0-9.]+$`, m.Taggers[0].Bytes), text.String())
	require.Equal(t, []string{"upos"}, m.Fills)
	require.Equal(t, "upos", m.Taggers[0].Field)
	require.Equal(t, "tags", m.Taggers[0].Builds)
	require.Less(t, m.Taggers[0].Bytes, m.Bytes)
	require.Equal(t, tagger.Meta().Scores, *m.Taggers[0].Scores)
	require.Positive(t, m.Taggers[0].Scores.Accuracy)
	for _, size := range []npz.Precision{npz.InSingle, npz.InHalf, npz.InInt8} {
		packed, err := tagger.Packed(string(size))
		require.NoError(t, err)
		own := inspected(t, packed)
		require.Contains(t, own.Size, fmt.Sprintf(" %d weights", own.Weights), size)
		require.Equal(t, string(size), own.Packed)
	}
}

// TestGraphs: a model of graphs reports its lexicon and its base, with the contents of the base.
func TestGraphs(t *testing.T) {
	p := graphs(t)
	m := inspected(t, p)
	require.Equal(t, "graphs", m.Builds)
	require.Equal(t, &inspect.Lexicon{Lemmas: 2, Offers: 2}, m.Lexicon)
	require.Nil(t, m.Segmenter, "which is its base's")
	require.Equal(t, "dependencies", m.Base.Builds)
	require.NotNil(t, m.Base.Segmenter)
	require.Positive(t, m.Base.Weights)
	require.Less(t, m.Weights, m.Base.Weights)
	var text strings.Builder
	require.NoError(t, m.Print(&text))
	require.Regexp(t, `(?m)^lexicon +2 lemmas, which offer 2 labels$`, text.String())
	require.Regexp(t, `(?m)^on dev +Smatch 100\.00$`, text.String())
	require.Regexp(t, fmt.Sprintf(`(?m)^  base +%d +[0-9.]+$`, m.Base.Bytes), text.String())
	require.Regexp(t, `(?s)\nbuilds +dependencies, by arc-hybrid\n.*\nbuilds +segmenter, by tag\n`, text.String())
	packed, err := p.Packed("int8")
	require.NoError(t, err)
	require.Equal(t, "int8", inspected(t, packed).Base.Packed)
}

// TestTextAndJSON: both report the model and its contents; a list has a line for each.
func TestTextAndJSON(t *testing.T) {
	tree, err := ptb.NewReader(strings.NewReader("(TOP (S (NP (NNS Birds)) (VP (VBP sing))))"), "").Read()
	require.NoError(t, err)
	trees := treebank.Data{Trees: []*ptb.Tree{tree, tree}}
	p := trained(t, with("in-order", "linear", func(o *engine.Options) { o.Licence, o.Source = "CC0", "\x1b[31mx\ny" }), trees, trees)
	name := filepath.Join(t.TempDir(), "m.npz")
	require.NoError(t, p.Save(name))
	m, err := inspect.File(name)
	require.NoError(t, err)
	var text strings.Builder
	require.NoError(t, m.Print(&text))
	require.Regexp(t, `(?m)^model +.*m\.npz\nbuilds +constituents, by in-order\n`, text.String())
	require.Regexp(t, `(?m)^licence +CC0$`, text.String())
	require.Regexp(t, `(?m)^source +�\[31mx�y$`, text.String())
	require.Regexp(t, `(?m)^on dev +F1 100\.00$`, text.String())
	data, err := json.Marshal(m)
	require.NoError(t, err)
	var again inspect.Model
	require.NoError(t, json.Unmarshal(data, &again))
	require.Equal(t, *m, again)

	var list strings.Builder
	require.NoError(t, inspect.PrintList(&list, []inspect.Listed{{Name: "en-brackets", Latest: true, Model: m}, {Name: "other", Model: m}}))
	lines := strings.Split(list.String(), "\n")
	require.Regexp(t, `^\* +en-brackets +constituents +in-order +linear +F1 100\.00 +[0-9]+ +.*m\.npz$`, lines[1])
	require.Regexp(t, `^ +other `, lines[2])
}

// TestUnusableFiles: the error is that of loading, and names the file.
func TestUnusableFiles(t *testing.T) {
	name := filepath.Join(t.TempDir(), "m.npz")
	_, err := inspect.File(name)
	require.ErrorIs(t, err, os.ErrNotExist)
	require.NoError(t, os.WriteFile(name, []byte("no model"), 0o666))
	_, err = inspect.File(name)
	require.ErrorIs(t, err, npz.ErrFile)
	require.ErrorContains(t, err, name)
}
