package training_test

import (
	"bytes"
	"context"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/model/npz"
	"parser/parser/internal/engine"
	"parser/parser/internal/structure"
	learn "parser/parser/internal/training"
	kit "parser/parser/internal/training/parsertest"
	"parser/ptb"
)

// trainWith trains with everything and returns what the observer was told.
func trainWith(t *testing.T, train, dev []*conll.Sentence, o engine.Options) (*engine.Parser, []learn.Epoch) {
	t.Helper()
	var epochs []learn.Epoch
	p, err := kit.TrainOn(context.Background(), train, dev, o, learn.Observer{
		Epoch: func(e learn.Epoch) { epochs = append(epochs, e) },
	})
	require.NoError(t, err)
	return p, epochs
}

// learnedTrees trains on the English sample, only once for each kind.
func learnedTrees(t testing.TB, k kit.Kind) *engine.Parser {
	t.Helper()
	train, _ := learned.LoadOrStore(k, sync.OnceValue(func() *engine.Parser {
		return kit.TrainedTrees(t, kit.TreeSample(t, "en/train.mrg"), kit.TreeOptions(k.System, 3, k.Set))
	}))
	return train.(func() *engine.Parser)()
}

var learned sync.Map // from kind to what trains it

// trainTreesWith trains with everything and returns what the observer was told.
func trainTreesWith(t testing.TB, train, dev []*ptb.Tree, o engine.Options) (*engine.Parser, []learn.Epoch) {
	t.Helper()
	var epochs []learn.Epoch
	p, err := kit.TrainOnTrees(context.Background(), train, dev, o, learn.Observer{
		Epoch: func(e learn.Epoch) { epochs = append(epochs, e) },
	})
	require.NoError(t, err)
	return p, epochs
}

// weights returns what the first stage of a parser learned, without what the
// model file says about options and commands: weights, or the step and numbers that are
// weights in steps.
func weights(t testing.TB, p *engine.Parser) []float32 {
	t.Helper()
	data := kit.File(t, p)
	arrays, err := npz.Read(bytes.NewReader(data), int64(len(data)))
	require.NoError(t, err)
	if w, err := npz.Array[float32](arrays, "0/weights"); err == nil {
		require.NotEmpty(t, w)
		return w
	}
	w, err := npz.Array[float32](arrays, "0/step")
	require.NoError(t, err)
	numbers, err := npz.Array[int8](arrays, "0/numbers")
	require.NoError(t, err)
	require.NotEmpty(t, numbers)
	for _, n := range numbers {
		w = append(w, float32(n))
	}
	large, err := npz.Array[int16](arrays, "0/large")
	require.NoError(t, err)
	for _, n := range large {
		w = append(w, float32(n))
	}
	return w
}

// accuracy is the share of right tags in percent.
func accuracy(gold, system []*conll.Sentence, field string) float64 {
	right, all := 0, 0
	for i, s := range gold {
		for j := range s.Words {
			all++
			if *structure.Column(&s.Words[j], field) == *structure.Column(&system[i].Words[j], field) {
				right++
			}
		}
	}
	return 100 * float64(right) / float64(all)
}
