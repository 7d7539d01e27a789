package training

import (
	"context"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/oracle"
	"parser/parser/internal/engine"
	"parser/parser/treebank"
	"parser/transition"
)

// numbered returns a sentence with a number in it.
func numbered(n int) *conll.Sentence {
	return &conll.Sentence{Format: conll.FormatU, Words: []conll.Word{
		{Form: "Dogs", Lemma: "dog", UPOS: "NOUN", Feats: "Number=Plur", Head: 2, Deprel: "nsubj"},
		{Form: fmt.Sprint("bark", n), UPOS: "VERB", Feats: "_", Deprel: "root"},
		{Form: "ä", UPOS: "X", XPOS: "x", Misc: "Treebank=one", Head: 2, Deprel: "dep"},
	}}
}

// A spool returns what was added, in any order, and holds no more than what is wanted now.
func TestSpool(t *testing.T) {
	file := filepath.Join(t.TempDir(), "spool")
	s, err := newSpool(file)
	require.NoError(t, err)
	const sentences, batch = 1000, 7
	var added []spooled
	for i := range sentences {
		x := spooled{words: numbered(i).Words}
		for j := range x.words {
			x.words[j].Head, x.words[j].Deprel = 0, "" // which scorers do not see
		}
		switch i % 3 {
		case 0:
			x.gold = oracle.Gold{Heads: []int32{transition.None, 2, 0, 2}, Labels: []int32{transition.None, 7, 300, 1}}
		case 1:
			x.gold.Spans = []oracle.Span{{Label: 300, Start: 0, End: 3}, {Label: 1, Start: 1, End: 2}}
		}
		require.NoError(t, s.add(x))
		added = append(added, x)
	}
	require.NoError(t, s.out.Flush())
	require.Equal(t, sentences, s.len())
	require.Equal(t, 3*sentences, s.words)
	for i := sentences - batch; i >= 0; i -= batch / 2 { // with some of the batch before
		wanted := make([]int, batch)
		for j := range wanted {
			wanted[j] = i + j
		}
		s.hold(wanted)
		require.Len(t, s.held, batch)
		for _, j := range wanted {
			require.Equal(t, added[j], s.held[j])
		}
	}
	n := 0
	for words := range s.all {
		require.Equal(t, added[n].words, words)
		n++
	}
	require.Equal(t, sentences, n)
	require.NoError(t, s.err)

	require.NoError(t, os.Truncate(file, s.begins[sentences-1]+2))
	s.hold([]int{0, sentences - 1})
	require.Equal(t, added[0], s.held[0])
	require.Error(t, s.err)
	require.NoError(t, s.close())
	require.NoFileExists(t, file)
	require.Zero(t, (*spool)(nil).len())
	require.NoError(t, (*spool)(nil).close())
}

// TestSpoolThatWasChanged is an error, and no wrong sentence.
func TestSpoolThatWasChanged(t *testing.T) {
	s, err := newSpool(filepath.Join(t.TempDir(), "spool"))
	require.NoError(t, err)
	defer s.close()
	require.NoError(t, s.add(spooled{words: numbered(1).Words}))
	require.NoError(t, s.out.Flush())
	_, err = s.read(0)
	require.NoError(t, err)
	for i := range s.begins[1] {
		_, err := s.file.WriteAt([]byte{0xff}, i)
		require.NoError(t, err)
		s.read(0) // does not panic
	}
	_, err = s.read(0)
	require.ErrorContains(t, err, "was changed while it was in use")
}

// However many silver trees there are, a training holds those of a batch.
func TestSilverTreesAreNotHeld(t *testing.T) {
	most := func(silver int) (n int) {
		data := treebank.Data{Sentences: []*conll.Sentence{numbered(0), numbered(1)}}
		data.Silver = &treebank.Silver{Share: 1000, Items: func() iter.Seq2[*treebank.Item, error] {
			return func(yield func(*treebank.Item, error) bool) {
				for i := range silver {
					if !yield(treebank.SentenceItem(numbered(i)), nil) {
						return
					}
				}
			}
		}}
		o := engine.DefaultsFor("arc-hybrid")
		o.UseScorer("neural")
		o.Neural.Size, o.Neural.Batch, o.Epochs = "small", 30, 2
		trainer, err := New(o)
		require.NoError(t, err)
		r, err := trainer.check(data)
		require.NoError(t, err)
		require.NoError(t, r.readSilver(t.Context(), nil))
		defer r.made.close()
		require.Equal(t, silver, r.made.len())
		require.Len(t, r.corpus.Words, 2)
		passes := r.passes(trainer.scorers[0], 1, nil)
		passes.course.Between = func() { n = max(n, len(r.made.held)) }
		_, err = passes.course.Round(context.Background())
		require.NoError(t, err)
		require.Equal(t, 3*(silver+2), r.plan.words(1, 2), "all are read")
		return n
	}
	require.Equal(t, 10, most(50))
	require.Equal(t, 10, most(500))
}
