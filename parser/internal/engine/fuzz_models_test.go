package engine_test

import (
	"bytes"
	"io"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/model/npz"
	"parser/parser/internal/engine"
	"parser/parser/internal/inspect"
	"parser/parser/internal/neural"
	learn "parser/parser/internal/training"
	kit "parser/parser/internal/training/parsertest"
	"parser/parser/treebank"
	"parser/testdata/testkit"
)

// smallest makes a scorer of networks as small as can be.
func smallest(scorer string) func(*engine.Options) {
	return func(o *engine.Options) {
		o.UseScorer(scorer)
		o.Neural.Own = neural.Size{Embeddings: [...]int{3, 0, 2, 0, 0, 2}, Layers: 1, Units: 3, Hidden: 4}
		o.Templates = "S0p N0p\nS0w N0w\n"
	}
}

// specimens are a model of every kind that a file can hold, each as small as can be.
func specimens(t testing.TB) (all []*engine.Parser) {
	words, trees := kit.Mixed(t)[18:23], kit.SomeTrees(t)[:5]
	packed := func(p *engine.Parser, precision string) {
		p, err := p.Packed(precision)
		require.NoError(t, err)
		all = append(all, p)
	}
	all = append(all, kit.Tiny(t, false), kit.Tiny(t, true, func(o *engine.Options) { o.Exact = false }), tinyTrees(t, "in-order", true),
		kit.Trained(t, words, kit.Options(1, smallest("both"))),
		kit.TrainedTrees(t, trees, kit.TreeOptions("shift-label", 1, smallest("neural"))))
	network := kit.Trained(t, words, kit.Options(1, smallest("neural"), func(o *engine.Options) { o.Neural.MultiTask = "upos" }))
	for _, precision := range npz.Precisions() {
		packed(network, precision)
	}
	raw := kit.Trained(t, kit.Some(t)[:5], kit.Options(1, pipeline, folds, func(o *engine.Options) { o.Templates = "S0p N0p\n" }))
	d := kit.FewGraphs(t, 5)
	o := kit.LinearFor("amr")
	o.Epochs, o.Reentrance, o.Wikify = 1, true, true
	graphs, err := learn.Run(t.Context(), d, treebank.Data{}, o, learn.Observer{})
	require.NoError(t, err)
	graphs, err = graphs.WithBase(all[0])
	require.NoError(t, err)
	return append(all, raw, graphs)
}

// FuzzModel changes the contents of sound models of every kind without the archive noticing. The
// models are refused with ErrFile, or work and can be described, written, and read again. Reading
// takes no more memory than a sound model of that size may.
func FuzzModel(f *testing.F) {
	var models [][]testkit.Part
	for i, p := range specimens(f) {
		models = append(models, testkit.Unpack(f, kit.File(f, p)))
		f.Add(uint8(i), []byte{})
		for operation := range byte(7) {
			f.Add(uint8(i), []byte{byte(i) * operation, 0, operation, 0, 3 * operation, 0, 1, 0, 4})
		}
	}
	probes := &probes{probe(f), treeProbe(f)}
	f.Fuzz(func(t *testing.T, which uint8, program []byte) {
		data := testkit.Repack(t, testkit.Operate(program, models[int(which)%len(models)]))
		requireThrifty(t, data)
		requireSound(t, data, probes)
	})
}

// requireThrifty reads a model, and looks at what memory that takes.
func requireThrifty(t *testing.T, data []byte) {
	const perByte, free = 100, 16 << 20
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	p, err := engine.Read(bytes.NewReader(data), int64(len(data)))
	runtime.ReadMemStats(&after)
	require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(perByte*len(data)+free))
	if err != nil {
		return
	}
	described, err := inspect.Read(bytes.NewReader(data), int64(len(data)))
	require.NoError(t, err)
	require.NoError(t, described.Print(io.Discard))
	once := kit.File(t, p)
	require.True(t, bytes.Equal(once, kit.File(t, kit.Reread(t, once))), "write, read, write: the same bytes")
}
