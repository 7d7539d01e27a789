package training_test

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/model/npz"
	"parser/parser/internal/engine"
	learn "parser/parser/internal/training"
	kit "parser/parser/internal/training/parsertest"
	"parser/parser/treebank"
)

// entriesOf returns the entries of a parser's scorer whose names begin with prefix.
func entriesOf(p *engine.Parser, prefix string) []npz.Entry {
	return slices.DeleteFunc(p.Scorer().Entries(""), func(e npz.Entry) bool { return !strings.HasPrefix(e.Name, prefix) })
}

// TestPartsAreTrainedAsIfAlone: each of several scorers is, to the bit, the same as if it were
// trained alone with its seed, and each keeps its own best epoch.
func TestPartsAreTrainedAsIfAlone(t *testing.T) {
	train, dev := kit.Some(t), kit.Sample(t, "en/dev.conllu")[:20]
	sum, _ := trainWith(t, train, dev, kit.Options(4, kit.Networks("both", 2)))
	parts := []engine.Options{kit.Options(4), kit.Options(4, kit.Networks("neural", 0)),
		kit.Options(4, kit.Networks("neural", 1), func(o *engine.Options) { o.Seed++ })}
	require.Len(t, sum.Meta().Epochs, len(parts))
	require.Zero(t, sum.Meta().Epoch)
	for i, o := range parts {
		alone, _ := trainWith(t, train, dev, o)
		prefix := string(rune('0'+i)) + "/"
		require.Equal(t, alone.Scorer().Entries(prefix), entriesOf(sum, prefix), "part %d", i)
		require.Equal(t, alone.Meta().Epoch, sum.Meta().Epochs[i])
	}
}

// TestShareIsBestOnDev: what is kept is the best of the sums that were tried, the first of
// equal ones, and that is what the parser does.
func TestShareIsBestOnDev(t *testing.T) {
	train, dev := kit.Some(t), kit.Sample(t, "en/dev.conllu")[:40]
	for scorer, tried := range map[string]int{"both": 8, "neural": 1} {
		var sums []learn.Sum
		var parts []string
		p, err := kit.TrainOn(context.Background(), train, dev, kit.Options(3, kit.Networks(scorer, 2)), learn.Observer{
			Sum:    func(s learn.Sum) { sums = append(sums, s) },
			Scorer: func(kind string, n, of int) { parts = append(parts, kind) },
		})
		require.NoError(t, err)
		require.Equal(t, map[string][]string{"both": {"linear", "neural", "neural"}, "neural": {"neural", "neural"}}[scorer], parts)
		require.Len(t, sums, tried)
		best := -1.0
		for _, s := range sums {
			require.Equal(t, s.LAS > best, s.Best)
			best = max(best, s.LAS)
			require.True(t, s.Share >= 0 && s.Share < 1 && (scorer == "both" || s.Share == 0))
		}
		require.Equal(t, best, kit.LAS(t, p, dev))
		require.Zero(t, sums[len(sums)-1].Share, "the networks alone are tried, too")
		require.Positive(t, p.Meta().Temperature)
	}
}

// TestSumsOfAllSystems: sums are trained with dev and without, the same again with any
// number of workers, saved, loaded, and parse.
func TestSumsOfAllSystems(t *testing.T) {
	t.Parallel()
	for _, system := range []string{"arc-hybrid", "arc-eager", "arc-standard", "bracket", "in-order", "shift-label", "tag"} {
		data, dev := treebank.Data{Sentences: kit.Some(t)[:12]}, treebank.Data{Sentences: kit.Sample(t, "en/dev.conllu")[:5]}
		if slices.Contains([]string{"bracket", "in-order", "shift-label"}, system) {
			data, dev = treebank.Data{Trees: kit.SomeTrees(t)[:12]}, treebank.Data{Trees: kit.SomeTrees(t)[12:17]}
		}
		o := engine.DefaultsFor(system)
		kit.Networks("both", 2)(&o)
		o.Epochs = 1
		for _, dev := range []treebank.Data{dev, {}} {
			p, err := learn.Run(t.Context(), data, dev, o, learn.Observer{Sum: func(learn.Sum) {
				require.Positive(t, dev.Len(), "there is nothing to choose a share on")
			}})
			require.NoError(t, err)
			require.Equal(t, "ensemble", p.Meta().Scorer)
			q := kit.Reread(t, kit.File(t, p))
			require.True(t, bytes.Equal(kit.File(t, p), kit.File(t, q)))
			bank := p.Bank(data)
			want, err := p.Annotate(t.Context(), bank, 1)
			require.NoError(t, err)
			got, err := q.Annotate(t.Context(), q.Bank(data), 3)
			require.NoError(t, err)
			require.Equal(t, want.Digest(), got.Digest())

			own := o
			own.Workers = 3
			again, err := learn.Run(t.Context(), data, dev, own, learn.Observer{})
			require.NoError(t, err)
			require.True(t, bytes.Equal(kit.File(t, p), kit.File(t, again)), system)
		}
	}
}

// TestCancelSeveral: what comes back are the scorers that were complete or, of the first, the
// best epoch.
func TestCancelSeveral(t *testing.T) {
	train, dev := kit.Some(t)[:20], kit.Sample(t, "en/dev.conllu")[:5]
	complete, _ := trainWith(t, train, dev, kit.Options(2))
	for after, parts := range map[int]int{0: -1, 7: -1, 27: 0, 47: 0, 67: 0, 87: 2, 107: 2, 120: 2} {
		ctx, cancel := context.WithCancel(context.Background())
		seen := 0
		if after == 0 {
			cancel()
		}
		p, err := kit.TrainOn(ctx, train, dev, kit.Options(2, kit.Networks("both", 2)), learn.Observer{Sentence: func(int, int) {
			if seen++; seen == after {
				cancel()
			}
		}})
		require.ErrorIs(t, err, context.Canceled)
		require.GreaterOrEqual(t, seen, after)
		require.Equal(t, parts >= 0, p != nil, "after %d", after)
		if p == nil {
			continue
		}
		require.Len(t, p.Meta().Epochs, parts, "after %d", after)
		if parts == 0 {
			require.Equal(t, "linear", p.Meta().Scorer)
			if after > 40 {
				require.Equal(t, weights(t, complete), weights(t, p))
			}
		}
		require.NoError(t, p.Parse(dev[0].Clone()))
	}
	// All is trained, and dev is being tried.
	ctx, cancel := context.WithCancel(context.Background())
	p, err := kit.TrainOn(ctx, train, dev, kit.Options(2, kit.Networks("both", 2)), learn.Observer{Sum: func(learn.Sum) { cancel() }})
	require.ErrorIs(t, err, context.Canceled)
	require.Len(t, p.Meta().Epochs, 3)
}

// TestBadEnsembles are refused before anything is learned.
func TestBadEnsembles(t *testing.T) {
	for text, edit := range map[string]func(*engine.Options){
		"an ensemble of -1 scorers": kit.Networks("neural", -1),
		"an ensemble of 101":        kit.Networks("both", 101),
		"not linear ones":           func(o *engine.Options) { o.Ensemble = 2 },
		"clip is out of range":      func(o *engine.Options) { kit.Networks("both", 1)(o); o.Neural.Clip = -1 },
		"margin is out of range":    func(o *engine.Options) { kit.Networks("both", 1)(o); kit.SetLearner(o, "margin", -1) },
		`"both" adds up the first`:  func(o *engine.Options) { o.Scorer = "all" },
	} {
		_, err := learn.New(kit.Options(1, edit))
		require.ErrorIs(t, err, engine.ErrOptions)
		require.ErrorContains(t, err, text)
	}
}

// TestTwoPassesOfSums: a tagger's first pass has the scorers of the second.
func TestTwoPassesOfSums(t *testing.T) {
	o := kit.TagOptions("upos", 1, kit.Networks("both", 1), func(o *engine.Options) { o.Tag, o.Jackknife = "xpos", 2 })
	p := kit.Trained(t, kit.Some(t)[:20], o)
	require.Equal(t, "ensemble", p.Meta().Scorer)
	require.Equal(t, "ensemble", p.Taggers()[0].Meta().Scorer)
	s := kit.Untagged([]*conll.Sentence{kit.Some(t)[30]}, "upos", "xpos")[0]
	require.NoError(t, p.Tag(s))
	require.NotEqual(t, "_", s.Words[0].UPOS)
}
