package silver

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"io/fs"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/conll/textfile"
	"parser/parser/internal/engine"
	"parser/parser/internal/structure"
	learn "parser/parser/internal/training"
	kit "parser/parser/internal/training/parsertest"
	"parser/parser/treebank"
)

// models are small parsers that differ in their seeds, the first one with a temperature.
func models(t *testing.T) (all []*engine.Parser) {
	t.Helper()
	for seed := range uint64(3) {
		p, err := kit.TrainOn(t.Context(), kit.Sample(t, "en/train.conllu")[:80], kit.Some(t)[:20],
			kit.Options(3, func(o *engine.Options) { o.Seed = seed }), learn.Observer{})
		require.NoError(t, err)
		all = append(all, p)
	}
	return all
}

// labelled labels sentences, and returns the labeller and what was kept, as it is written.
func labelled(t *testing.T, parsers []*engine.Parser, o Options, sentences []*conll.Sentence, edits ...func(*Labeller)) (*Labeller, []*treebank.Item, string) {
	t.Helper()
	l, err := New(parsers, o)
	require.NoError(t, err)
	for _, edit := range edits {
		edit(l)
	}
	var kept []*treebank.Item
	var out bytes.Buffer
	w, err := parsers[0].Structure().NewWriter(&out, "")
	require.NoError(t, err)
	require.NoError(t, l.Label(t.Context(), structure.Items(textfile.Each(copies(sentences)), treebank.SentenceItem), func(it *treebank.Item) error {
		kept = append(kept, it)
		return w.Write(it)
	}))
	require.NoError(t, w.Flush())
	sum := l.Kept
	for _, d := range l.Dropped {
		sum.Sentences, sum.Words = sum.Sentences+d.Sentences, sum.Words+d.Words
	}
	require.Equal(t, l.Read, sum, "each sentence is kept or dropped")
	require.Len(t, kept, l.Kept.Sentences)
	return l, kept, out.String()
}

func copies(sentences []*conll.Sentence) (all []*conll.Sentence) {
	for _, s := range sentences {
		all = append(all, s.Clone())
	}
	return all
}

func loose() Options { return Options{Shortest: 1, Longest: 1000, Workers: 1} }

// TestConfidence: of one parser, what it is sure of is kept, with its trees.
func TestConfidence(t *testing.T) {
	p, dev := models(t)[:1], kit.Sample(t, "en/dev.conllu")
	_, all, _ := labelled(t, p, loose(), dev)
	want := kit.Parses(p[0], dev)
	o := loose()
	o.Confidence = all[len(all)/2].Confidence
	sure, atLeast := map[string]bool{}, 0
	for i, it := range all {
		require.Equal(t, want[i].Words, it.Words)
		if it.Confidence >= o.Confidence {
			sure[it.Sentence.ID] = true
			atLeast++
		}
	}
	l, kept, text := labelled(t, p, o, dev)
	require.Len(t, kept, atLeast)
	require.Greater(t, l.Dropped[Unsure].Sentences, 5)
	for _, it := range kept {
		require.True(t, sure[it.Sentence.ID])
		require.Contains(t, text, fmt.Sprintf("\n# confidence = %.3f\n1\t", it.Confidence))
	}
	require.NotContains(t, text, "newdoc")
	require.NotContains(t, text, "agreement")
	o.Workers = 3
	_, _, again := labelled(t, p, o, dev)
	require.Equal(t, text, again)
}

// TestAgreement: with several parsers, a sentence is kept if every parse has enough in common with the first.
func TestAgreement(t *testing.T) {
	parsers, dev := models(t), kit.Sample(t, "en/dev.conllu")
	var parsed [][]*conll.Sentence
	for _, p := range parsers {
		parsed = append(parsed, kit.Parses(p, dev))
	}
	for _, share := range []float64{1, 0.8} {
		var want []string
		for i, s := range parsed[0] {
			enough := true
			for _, other := range parsed[1:] {
				same := 0
				for k, w := range s.Words {
					if w.Head == other[i].Words[k].Head && w.Deprel == other[i].Words[k].Deprel {
						same++
					}
				}
				enough = enough && float64(same) >= share*float64(len(s.Words))
			}
			if enough {
				want = append(want, s.ID)
			}
		}
		o := loose()
		o.Agree = share
		l, kept, text := labelled(t, parsers, o, dev)
		var got []string
		for _, it := range kept {
			got = append(got, it.Sentence.ID)
		}
		require.Equal(t, want, got)
		require.Greater(t, len(got), 5)
		require.Greater(t, l.Dropped[Disputed].Sentences, 5)
		require.Contains(t, text, "\n# agreement = 1\n")
		groups := Size{}
		for _, g := range l.Groups {
			groups.Sentences, groups.Words = groups.Sentences+g.Kept.Sentences, groups.Words+g.Kept.Words
			require.LessOrEqual(t, g.Agreement, float64(g.Labelled.Sentences))
		}
		require.Equal(t, l.Kept, groups)
	}
}

// TestUnfit: sentences of other lengths, those that were there before, and those held out with the words cut otherwise.
func TestUnfit(t *testing.T) {
	p, some := models(t)[:1], kit.Some(t)
	joined := &conll.Sentence{Words: []conll.Word{{}}}
	for _, w := range some[3].Words {
		joined.Words[0].Form += w.Form
	}
	o := loose()
	o.Shortest, o.Longest = 4, 12
	l, kept, _ := labelled(t, p, o, append(some, some...), func(l *Labeller) { l.HoldOut(treebank.SentenceItem(joined)) })
	require.Equal(t, 2, l.Dropped[HeldOut].Sentences)
	require.Equal(t, len(kept), l.Dropped[Double].Sentences)
	require.Positive(t, l.Dropped[Short].Sentences)
	require.Positive(t, l.Dropped[Long].Sentences)
	for _, it := range kept {
		require.True(t, 4 <= len(it.Words) && len(it.Words) <= 12)
		require.NotEqual(t, some[3].ID, it.Sentence.ID)
	}
}

// TestWords are taken from all parts of a text if its size is known, and else from the beginning.
func TestWords(t *testing.T) {
	p := models(t)[:1]
	var sentences []*conll.Sentence
	size := int64(0)
	for i := range 40 * chunkSentences {
		s := &conll.Sentence{ID: fmt.Sprint(i), Words: []conll.Word{{Form: fmt.Sprint("Dog", i), UPOS: "PROPN"}, {Form: "barks", UPOS: "VERB"}}}
		sentences = append(sentences, s)
		size += int64(len(s.Words[0].Form) + len(" barks "))
	}
	o := loose()
	o.Words = 10*2*chunkSentences - 6
	_, kept, _ := labelled(t, p, o, sentences)
	require.Equal(t, sentences[10*chunkSentences-4].ID, kept[len(kept)-1].Sentence.ID)
	o.Size = size
	l, kept, _ := labelled(t, p, o, sentences)
	require.Equal(t, o.Words, l.Kept.Words)
	require.Greater(t, l.Read.Sentences, len(sentences)*9/10)
	perQuarter := map[int]int{}
	for _, it := range kept {
		var n int
		_, err := fmt.Sscan(it.Sentence.ID, &n)
		require.NoError(t, err)
		perQuarter[4*n/len(sentences)]++
	}
	for quarter := range 4 {
		require.InDelta(t, len(kept)/4, perQuarter[quarter], chunkSentences)
	}
}

// TestTrees: trees of constituents are compared, too.
func TestTrees(t *testing.T) {
	var parsers []*engine.Parser
	for seed := range uint64(2) {
		parsers = append(parsers, kit.TrainedTrees(t, kit.SomeTrees(t), kit.TreeOptions("in-order", 2, func(o *engine.Options) { o.Seed = seed })))
	}
	o := loose()
	o.Agree = 1
	l, kept, text := labelled(t, parsers, o, kit.Sample(t, "en/dev.conllu"))
	require.Positive(t, l.Dropped[Disputed].Sentences)
	require.NotEmpty(t, kept)
	require.Contains(t, text, "(TOP ")
}

// TestLabelFails: what stands before an error is kept; an interrupt keeps what was emitted.
func TestLabelFails(t *testing.T) {
	p := models(t)[:1]
	l, err := New(p, loose())
	require.NoError(t, err)
	items := structure.Items(textfile.Each(copies(kit.Some(t)[:3])), treebank.SentenceItem)
	err = l.Label(t.Context(), func() (*treebank.Item, error) {
		it, err := items()
		if err == io.EOF {
			err = fs.ErrInvalid
		}
		return it, err
	}, func(*treebank.Item) error { return nil })
	require.ErrorIs(t, err, fs.ErrInvalid)
	require.Equal(t, 3, l.Kept.Sentences)

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	l, err = New(p, loose())
	require.NoError(t, err)
	err = l.Label(ctx, structure.Items(textfile.Each(copies(kit.Some(t))), treebank.SentenceItem), func(*treebank.Item) error { return nil })
	require.ErrorIs(t, err, context.Canceled)
	l, err = New(p, loose())
	require.NoError(t, err)
	err = l.Label(t.Context(), structure.Items(textfile.Each(copies(kit.Some(t))), treebank.SentenceItem), func(*treebank.Item) error { return fs.ErrClosed })
	require.ErrorIs(t, err, fs.ErrClosed)
	require.Zero(t, l.Kept)
}

// TestNewRefuses: different structures, and confidence that is not known.
func TestNewRefuses(t *testing.T) {
	words, trees := kit.Tiny(t, false), kit.TrainedTrees(t, kit.SomeTrees(t)[:5], kit.TreeOptions("in-order", 1))
	_, err := New([]*engine.Parser{words, trees}, loose())
	require.ErrorIs(t, err, ErrOther)
	require.ErrorContains(t, err, "dependencies and constituents")
	o := loose()
	o.Confidence = 0.5
	_, err = New([]*engine.Parser{words}, o)
	require.ErrorIs(t, err, ErrUnsure)
}
