package chart

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/parser/cli/internal/compare"
	"parser/parser/internal/structure"
	"parser/parser/internal/training"
	"parser/parser/treebank"
	"parser/transition"
)

// words returns the texts of a figure without the blanks around them.
func words(t *testing.T, f *Figure) []string {
	texts, _ := textsIn(t, drawn(t, f.Panels...))
	for i := range texts {
		texts[i] = strings.TrimSpace(texts[i])
	}
	return texts
}

func TestLearningCurves(t *testing.T) {
	seen := 0
	c := &Training{Title: "da.npz", Dev: true, Builds: structure.Of(transition.Dependencies)}
	watch := c.Watch(training.Observer{Epoch: func(training.Epoch) { seen++ }})
	for n, las := range []float64{70, 82.5, 81} {
		watch.Epoch(training.Epoch{Number: n + 1, Loss: 1 / float64(n+1), Scores: treebank.Scores{LAS: las, UAS: las + 4}, Best: n < 2})
	}
	require.Equal(t, 3, seen, "the other observer is told as well")
	texts := words(t, c.Figure())
	require.Subset(t, texts, []string{"da.npz", "LAS, best 82.50 in epoch 2", "UAS", "loss", "epoch"})

	c.Dev = false
	texts = words(t, c.Figure())
	require.Contains(t, texts, "da.npz")
	require.NotContains(t, texts, "UAS")

	c = &Training{Dev: true, Builds: structure.Of(transition.Constituents)}
	watch = c.Watch(training.Observer{})
	for n, kind := range []string{"neural", "linear"} {
		watch.Scorer(kind, n+1, 2)
		watch.Epoch(training.Epoch{Number: 1, Scores: treebank.Scores{F1: 90}, Best: true})
	}
	require.Subset(t, words(t, c.Figure()), []string{"1, neural: F1, best 90.00 in epoch 1", "2, linear: F1, best 90.00 in epoch 1", "1, neural: loss"})
	require.NotEmpty(t, words(t, (&Training{Dev: true, Builds: structure.Of(transition.Dependencies)}).Figure()), "interrupted")
}

// The charts of a comparison show its findings, with the numbers of words.
func TestComparisonIsDrawn(t *testing.T) {
	gold, err := conll.ReadFile("../../../../testdata/en/dev.conllu")
	require.NoError(t, err)
	c, err := compare.NewArcs(2, compare.Options{})
	require.NoError(t, err)
	for i, s := range gold {
		wrong := s.Clone()
		for n := range wrong.Words {
			if (i+n)%5 == 0 {
				wrong.Words[n].Deprel = "orphan"
			}
		}
		require.NoError(t, c.Add(s, []*conll.Sentence{s, wrong}))
	}
	r, err := c.Report(compare.Sampling{Samples: 50, Confidence: 0.95, Workers: 1})
	require.NoError(t, err)
	r.Gold, r.Systems = "a/folder/with/a/name/that/is/long/gold.conllu", []string{"right", "wrong"}
	figures := Compared(r)
	require.Len(t, figures, 1+len(r.Breakdowns))
	for i, f := range figures {
		require.True(t, strings.HasSuffix(f.File, ".svg") && !strings.ContainsAny(f.File, " /"), f.File)
		texts := words(t, f)
		require.Subset(t, texts, []string{"right", "wrong"})
		if i == 0 {
			require.Subset(t, texts, []string{"…/name/that/is/long/gold.conllu, 73 sentences", "LAS", "UAS", "100"})
			continue
		}
		all := strings.Join(texts, " ")
		b := r.Breakdowns[i-1]
		require.Contains(t, all, "LAS")
		for n, g := range b.Groups {
			if g.Gold() > 0 && n < mostRows {
				require.Regexp(t, `(^|\W)`+strings.ReplaceAll(g.Name, ".", `\.`)+` .*\(\d+\)`, all)
			}
		}
		require.NotContains(t, all, "orphan (", "a label that gold does not have")
	}
	require.True(t, r.Breakdowns[0].Ordered())
	require.False(t, r.Breakdowns[1].Ordered(), "labels")
	label := figures[2].Panels[0].(*Groups)
	require.Len(t, label.Names, mostRows)
	require.Contains(t, label.Title, "the 30 most frequent of ")
	require.Equal(t, r.Breakdowns[1].Groups[0].Gold(), label.Sizes[0])
	require.InDelta(t, float64(r.Breakdowns[1].Groups[3].Systems[1].F1()), label.Series[1].Values[3].At, 0)
}
