package engine_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/oracle"
	"parser/parser/internal/engine"
	learn "parser/parser/internal/training"
	kit "parser/parser/internal/training/parsertest"
	"parser/parser/treebank"
	"parser/transition"
)

// subject is a parser that is held to the laws.
type subject struct {
	name string
	*engine.Parser
}

// subjects returns parsers by every system, each with a linear and a neural scorer, and others whose
// parts hand something on to the next part: sums of scorers, taggers, and networks that tag.
func subjects(t testing.TB) (all []subject) {
	for i, system := range oracle.Systems() {
		data := few(t, system, 30)
		for _, scorer := range []string{"linear", "neural"} {
			all = append(all, subject{system + ", " + scorer, schooled(t, data, quick(system, scorer, i%2 > 0))})
		}
	}
	data := few(t, "arc-hybrid", 20)
	for name, edit := range map[string]func(*engine.Options){
		"sum of scorers": smallest("both"), "network that tags": kit.MultiTask("upos,feats"),
		"with taggers": func(o *engine.Options) { o.Tag, o.Jackknife = "upos,lemma", 2 },
	} {
		o := quick("arc-hybrid", "linear", false)
		edit(&o)
		all = append(all, subject{name, schooled(t, data, o)})
	}
	return all
}

// few returns the first sentences, trees or graphs of the sample, as a system learns from.
func few(t testing.TB, system string, n int) treebank.Data {
	kind, err := oracle.KindOf(system)
	require.NoError(t, err)
	switch kind {
	case transition.Constituents:
		return treebank.Data{Trees: kit.SomeTrees(t)[:n]}
	case transition.Graphs:
		return kit.FewGraphs(t, n)
	}
	return treebank.Data{Sentences: kit.Some(t)[:n]}
}

// quick returns options of a run that takes a moment.
func quick(system, scorer string, twoStep bool) engine.Options {
	o := kit.LinearFor(system)
	o.Epochs, o.Jackknife, o.TwoStep = 1, 0, twoStep
	kit.SetLearner(&o, "min-updates", 0)
	if scorer == "neural" {
		kit.TinyNetwork(&o)
	}
	return o
}

func schooled(t testing.TB, data treebank.Data, o engine.Options) *engine.Parser {
	t.Helper()
	p, err := learn.Run(context.Background(), data, treebank.Data{}, o, learn.Observer{})
	require.NoError(t, err)
	return p
}
