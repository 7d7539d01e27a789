package training_test

import (
	"bytes"
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/oracle"
	"parser/parser/internal/engine"
	"parser/parser/internal/neural"
	"parser/parser/internal/training"
	kit "parser/parser/internal/training/parsertest"
	"parser/parser/learn"
	"parser/parser/treebank"
	"parser/transition"
)

// TestNetworksTrainAllSystems: with one seed the bytes are the
// same whatever the number of workers, with another they are not; and what is read again
// parses as what was saved, alone and in batches.
func TestNetworksTrainAllSystems(t *testing.T) {
	data := treebank.Data{Sentences: kit.Some(t)[:12]}
	trees := treebank.Data{Trees: kit.SomeTrees(t)[:12]}
	for _, system := range oracle.Systems() {
		kind, err := oracle.KindOf(system)
		require.NoError(t, err)
		own := data
		switch kind {
		case transition.Constituents:
			own = trees
		case transition.Graphs:
			own = kit.FewGraphs(t, 12)
		}
		learned := func(seed uint64, workers int) *engine.Parser {
			o := engine.DefaultsFor(system)
			kit.TinyNetwork(&o)
			o.Epochs, o.Seed, o.Workers, o.Jackknife = 2, seed, workers, 0
			p, err := training.Run(t.Context(), own, own, o, training.Observer{})
			require.NoError(t, err, system)
			return p
		}
		p := learned(1, 1)
		require.True(t, bytes.Equal(kit.File(t, p), kit.File(t, learned(1, 3))), system)
		require.False(t, bytes.Equal(kit.File(t, p), kit.File(t, learned(2, 1))), system)
		again := kit.Reread(t, kit.File(t, p))
		bank := p.Bank(own)
		want, err := p.Annotate(t.Context(), bank, 1)
		require.NoError(t, err)
		for _, workers := range []int{0, 1, 3} {
			got, err := again.Annotate(t.Context(), bank, workers)
			require.NoError(t, err)
			require.Equal(t, want, got, "%s, %d workers", system, workers)
		}
	}
}

// TestNetworksLearnByEveryAlgorithm, those that keep examples among them, and the same from
// the same seed.
func TestNetworksLearnByEveryAlgorithm(t *testing.T) {
	data := treebank.Data{Sentences: kit.Some(t)[:5]}
	for _, algorithm := range learn.Names() {
		learned := func(seed uint64) *engine.Parser {
			o := kit.Options(3, kit.TinyNetwork)
			o.Algorithm, o.Seed = algorithm, seed
			p, err := training.Run(t.Context(), data, treebank.Data{}, o, training.Observer{})
			require.NoError(t, err, algorithm)
			return p
		}
		first := kit.File(t, learned(1))
		require.True(t, bytes.Equal(first, kit.File(t, learned(1))), algorithm)
		require.False(t, bytes.Equal(first, kit.File(t, learned(2))), algorithm)
	}
}

// TestNetworksLearnByHeart what linear models do.
func TestNetworksLearnByHeart(t *testing.T) {
	train := kit.Some(t)[:20]
	p, err := training.Run(t.Context(), treebank.Data{Sentences: train}, treebank.Data{}, kit.Options(40, kit.TinyNetwork, func(o *engine.Options) {
		o.Neural.Dropout, o.Neural.WordDropout, o.Neural.Rate = 0, 0, 0.02
	}), training.Observer{})
	require.NoError(t, err)
	require.Greater(t, kit.LAS(t, p, train), 95.0)
}

// TestDivergingKeepsTheBestEpoch: a loss that is not finite any more is an error, together
// with the best parser before.
func TestDivergingKeepsTheBestEpoch(t *testing.T) {
	data := treebank.Data{Sentences: kit.Some(t)[:20]}
	o := kit.Options(30, kit.TinyNetwork, func(o *engine.Options) {
		o.Neural.Rate, o.Neural.Clip, o.Neural.Batch = math.MaxFloat32/1e3, math.MaxFloat32, 1000
	})
	epochs := 0
	p, err := training.Run(context.Background(), data, data, o, training.Observer{Epoch: func(training.Epoch) { epochs++ }})
	require.ErrorIs(t, err, neural.ErrDiverged)
	require.Positive(t, epochs)
	require.NotNil(t, p)
}
