package train_test

import (
	"bytes"
	"context"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/model"
	"parser/parser"
	"parser/parser/internal/parsertest"
	learn "parser/parser/train"
	"parser/ptb"
)

// What tests use most.
var (
	sample       = parsertest.Sample
	some         = parsertest.Some
	mixed        = parsertest.Mixed
	read         = parsertest.Read
	tree         = parsertest.Tree
	clones       = parsertest.Clones
	untagged     = parsertest.Untagged
	column       = parsertest.Column
	treeSample   = parsertest.TreeSample
	someTrees    = parsertest.SomeTrees
	readTrees    = parsertest.ReadTrees
	allWords     = parsertest.AllWords
	treeWords    = parsertest.TreeWords
	normal       = parsertest.Normal
	hard         = parsertest.HardTrees
	fewGraphs    = parsertest.FewGraphs
	linearFor    = parsertest.LinearFor
	options      = parsertest.Options
	setLearner   = parsertest.SetLearner
	kinds        = parsertest.Kinds
	treeKinds    = parsertest.TreeKinds
	tagOptions   = parsertest.TagOptions
	treeOptions  = parsertest.TreeOptions
	rote         = parsertest.ByHeart
	tinyNetwork  = parsertest.TinyNetwork
	networks     = parsertest.Networks
	multiTask    = parsertest.MultiTask
	trainOn      = parsertest.TrainOn
	trainOnTrees = parsertest.TrainOnTrees
	trained      = parsertest.Trained
	trainedTrees = parsertest.TrainedTrees
	tiny         = parsertest.Tiny
	tinyTagger   = parsertest.TinyTagger
	file         = parsertest.File
	reread       = parsertest.Reread
	templatesOf  = parsertest.TemplatesOf
	parses       = parsertest.Parses
	tagged       = parsertest.Tagged
	arcs         = parsertest.Arcs
	printed      = parsertest.Printed
	lines        = parsertest.Lines
	las          = parsertest.LAS
	f1           = parsertest.F1
	labelsIn     = parsertest.LabelsIn
	tagsOf       = parsertest.TagsOf
	parsedTrees  = parsertest.ParsedTrees
	tree1        = parsertest.ParsedTree
	keeping      = parsertest.Keeping
)

type kind = parsertest.Kind

// trainWith trains with everything and returns what the observer was told.
func trainWith(t *testing.T, train, dev []*conll.Sentence, o parser.Options) (*parser.Parser, []learn.Epoch) {
	t.Helper()
	var epochs []learn.Epoch
	p, err := trainOn(context.Background(), train, dev, o, learn.Observer{
		Epoch: func(e learn.Epoch) { epochs = append(epochs, e) },
	})
	require.NoError(t, err)
	return p, epochs
}

// learnedTrees trains on the English sample, once for each kind whoever asks.
func learnedTrees(t testing.TB, k kind) *parser.Parser {
	t.Helper()
	train, _ := learned.LoadOrStore(k, sync.OnceValue(func() *parser.Parser {
		return trainedTrees(t, treeSample(t, "en/train.mrg"), treeOptions(k.System, 5, k.Set))
	}))
	return train.(func() *parser.Parser)()
}

var learned sync.Map // from kind to what trains it

// trainTreesWith trains with everything and returns what the observer was told.
func trainTreesWith(t testing.TB, train, dev []*ptb.Tree, o parser.Options) (*parser.Parser, []learn.Epoch) {
	t.Helper()
	var epochs []learn.Epoch
	p, err := trainOnTrees(context.Background(), train, dev, o, learn.Observer{
		Epoch: func(e learn.Epoch) { epochs = append(epochs, e) },
	})
	require.NoError(t, err)
	return p, epochs
}

// weights returns what the first stage of a parser learned, without what the
// model file says about options and commands: weights, or the step and numbers that are
// weights in steps.
func weights(t testing.TB, p *parser.Parser) []float32 {
	t.Helper()
	data := file(t, p)
	arrays, err := model.ReadNPZ(bytes.NewReader(data), int64(len(data)))
	require.NoError(t, err)
	if w, err := model.Array[float32](arrays, "0/weights"); err == nil {
		require.NotEmpty(t, w)
		return w
	}
	w, err := model.Array[float32](arrays, "0/step")
	require.NoError(t, err)
	numbers, err := model.Array[int8](arrays, "0/numbers")
	require.NoError(t, err)
	require.NotEmpty(t, numbers)
	for _, n := range numbers {
		w = append(w, float32(n))
	}
	large, err := model.Array[int16](arrays, "0/large")
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
			if *column(&s.Words[j], field) == *column(&system[i].Words[j], field) {
				right++
			}
		}
	}
	return 100 * float64(right) / float64(all)
}
