package experiment_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/conll/textfile"
	"parser/parser/amr"
	"parser/parser/cli/internal/experiment"
	"parser/parser/internal/engine"
	"parser/parser/internal/structure"
	learn "parser/parser/internal/training"
	kit "parser/parser/internal/training/parsertest"
	"parser/parser/treebank"
)

// quickRun is a run of two epochs on a few sentences.
func quickRun(t *testing.T) experiment.Run {
	o := experiment.DefaultsFor("arc-hybrid")
	o.Epochs = 2
	dev := kit.Sample(t, "en/dev.conllu")
	return experiment.Run{
		Variant: &experiment.Variant{}, Options: o,
		Treebank: experiment.NewTreebank("", treebank.Data{Sentences: kit.Some(t)[:40]}, treebank.Data{Sentences: dev[:20]}, treebank.Data{Sentences: dev[20:40]}),
	}
}

// planned plans a run like the given one.
func planned(r experiment.Run) (*experiment.Run, error) {
	runs, err := experiment.Plan([]experiment.Variant{{Options: r.Options}}, []uint64{r.Options.Seed}, r.Treebank)
	if err != nil {
		return nil, err
	}
	return runs[0], nil
}

func key(t *testing.T, r experiment.Run) string {
	p, err := planned(r)
	require.NoError(t, err)
	return p.Key
}

// The key depends on whatever the outcome does, and on nothing else.
func TestRunKey(t *testing.T) {
	same := quickRun(t)
	same.Options.Lang, same.Options.Command, same.Options.Workers = "xx", "parser", 7
	require.Equal(t, key(t, quickRun(t)), key(t, same))
	seen := map[string]int{key(t, same): -1}
	for i, change := range []func(*experiment.Run){
		func(n *experiment.Run) { n.Options.Seed++ },
		func(n *experiment.Run) { n.Options.Epochs++ },
		func(n *experiment.Run) { n.Options.Templates = "zn11" },
		func(n *experiment.Run) { n.Options.Templates = "S0w\nN0w\n" },
		func(n *experiment.Run) { require.NoError(t, n.Options.Learner.Set("margin", 7)) },
		func(n *experiment.Run) { n.Options.Alpha++ },
		func(n *experiment.Run) { n.Options.Loss = "exact" },
		func(n *experiment.Run) {
			n.Treebank = experiment.NewTreebank("", n.Treebank.Train, n.Treebank.Dev, treebank.Data{})
		},
		func(n *experiment.Run) {
			n.Treebank = experiment.NewTreebank("", n.Treebank.Train, n.Treebank.Test, n.Treebank.Dev)
		},
		func(n *experiment.Run) {
			n.Treebank = experiment.NewTreebank("", treebank.Data{Sentences: n.Treebank.Train.Sentences[:39]}, n.Treebank.Dev, n.Treebank.Test)
		},
	} {
		n := quickRun(t)
		change(&n)
		k := key(t, n)
		require.NotContains(t, seen, k, "change %d", i)
		seen[k] = i
	}
	bad := quickRun(t)
	bad.Options.Templates = "none"
	_, err := planned(bad)
	require.ErrorIs(t, err, engine.ErrOptions)
}

// Files of results that earlier versions wrote can be gone on with: their keys stay.
func TestRunKeyStays(t *testing.T) {
	o := variants(t, "languages", experiment.DefaultsFor("arc-hybrid"))["L2S"]
	o.Epochs, o.Seed = 1, 1
	dev := treebank.Data{Sentences: kit.Sample(t, "en/dev.conllu")}
	r := experiment.Run{Variant: &experiment.Variant{}, Options: o, Treebank: experiment.NewTreebank("", treebank.Data{Sentences: kit.Some(t)[:30]}, dev, dev)}
	require.Equal(t, "5f59572ebb2ddfd5cf5e8b008505bde913ee69b71b876002761ebd6f0edfac31", key(t, r))
}

// A run is the training that it stands for, and its scores are those of eval.
func TestRun(t *testing.T) {
	run := quickRun(t)
	r, err := run.Train(t.Context(), func() {})
	require.NoError(t, err)
	p, err := learn.Run(t.Context(), run.Treebank.Train, run.Treebank.Dev, run.Options, learn.Observer{})
	require.NoError(t, err)
	require.Equal(t, p.Meta().Epoch, r.Best)
	score := func(part *experiment.Accuracy, metric string) float64 {
		x, ok := part.Score(metric, true)
		require.True(t, ok)
		return x
	}
	require.InDelta(t, kit.LAS(t, p, run.Treebank.Dev.Sentences), score(r.Dev, "LAS"), 1e-9)
	require.InDelta(t, kit.LAS(t, p, run.Treebank.Test.Sentences), score(r.Test, "LAS"), 1e-9)
	require.InDelta(t, score(r.Dev, "LAS"), r.Rounds[r.Best-1].LAS, 1e-9)
	require.InDelta(t, score(r.Dev, "UAS"), r.Rounds[r.Best-1].UAS, 1e-9)
	require.Less(t, r.Dev.Words.Scored, r.Dev.All.Scored)
	require.Len(t, r.Rounds, 2)
	require.Greater(t, r.Rounds[1].Seconds, r.Rounds[0].Seconds)
	require.Greater(t, r.Seconds, r.Rounds[1].Seconds)
	require.Equal(t, 40, r.Sentences)

	text, err := json.Marshal(r)
	require.NoError(t, err)
	var again experiment.Outcome
	require.NoError(t, json.Unmarshal(text, &again))
	require.Equal(t, *r, again)
}

// The same for trees; roll-outs add up from round to round.
func TestRunOfTrees(t *testing.T) {
	o := experiment.DefaultsFor("bracket")
	o.Epochs, o.Algorithm = 2, "v-dagger"
	dev := kit.TreeSample(t, "en/dev.mrg")[:20]
	run := experiment.Run{
		Variant: &experiment.Variant{}, Options: o,
		Treebank: experiment.NewTreebank("", treebank.Data{Trees: kit.SomeTrees(t)[:10]}, treebank.Data{Trees: dev}, treebank.Data{}),
	}
	r, err := run.Train(t.Context(), func() {})
	require.NoError(t, err)
	require.Nil(t, r.Test)
	require.InDelta(t, r.Rounds[r.Best-1].F1, r.Dev.F1, 1e-9)
	require.Positive(t, r.Dev.F1)
	require.Positive(t, r.Rounds[0].RollOuts)
	require.Greater(t, r.Rounds[1].RollOuts, r.Rounds[0].RollOuts)
}

// The same for graphs, whose scores have parts.
func TestRunOfGraphs(t *testing.T) {
	const text = "(b / bark-01 :ARG0 (d / dog))\n\n(s / sleep-01 :ARG0 (c / cat))\n\n(b / bark-01 :ARG0 (c / cat))\n"
	const words = "1\tdogs\tdog\tNOUN\t_\t_\t2\tnsubj\t_\t_\n2\tbark\tbark\tVERB\t_\t_\t0\troot\t_\t_\n\n"
	all := strings.ReplaceAll(words, "dog", "cat")
	all = words + strings.ReplaceAll(all, "bark", "sleep") + all
	data := treebank.Data{}
	for g, err := range textfile.All(amr.NewReader(strings.NewReader(text), "made").Read) {
		require.NoError(t, err)
		data.Graphs = append(data.Graphs, g)
	}
	for s, err := range textfile.All(conll.NewReader(strings.NewReader(all), "made").Read) {
		require.NoError(t, err)
		data.Sentences = append(data.Sentences, s)
	}
	o := variants(t, "corpora", experiment.DefaultsFor("amr"))["V-DAgger"]
	o.Epochs = 3
	part := treebank.Data{Graphs: data.Graphs[:2], Sentences: data.Sentences[:2]}
	run := experiment.Run{Variant: &experiment.Variant{}, Options: o, Treebank: experiment.NewTreebank("", part, data, treebank.Data{})}
	r, err := run.Train(t.Context(), func() {})
	require.NoError(t, err)
	for _, metric := range []string{"precision", "recall", "Smatch"} {
		x, ok := r.Dev.Score(metric, false)
		require.True(t, ok)
		require.InDelta(t, 100, x, 1e-9)
		require.InDelta(t, x, r.Rounds[r.Best-1].Score(metric), 1e-9)
	}
	require.Positive(t, r.Rounds[0].RollOuts)
}

// The accuracy of taggers is kept after each round and of each part, in files too.
func TestRunOfTags(t *testing.T) {
	o := experiment.DefaultsFor("tag")
	o.Epochs = 1
	words := kit.Sample(t, "en/dev.conllu")[:30]
	run := experiment.Run{
		Variant: &experiment.Variant{}, Options: o,
		Treebank: experiment.NewTreebank("", treebank.Data{Sentences: words}, treebank.Data{Sentences: words}, treebank.Data{}),
	}
	r, err := run.Train(t.Context(), func() {})
	require.NoError(t, err)
	text, err := json.Marshal(r)
	require.NoError(t, err)
	var again experiment.Outcome
	require.NoError(t, json.Unmarshal(text, &again))
	require.Equal(t, *r, again)
	accuracy, ok := again.Dev.Score("accuracy", false)
	require.True(t, ok)
	require.Greater(t, accuracy, 50.0)
	require.InDelta(t, accuracy, again.Rounds[0].Score("accuracy"), 1e-9)
}

// allPlanned plans runs like the given ones.
func allPlanned(t *testing.T, like ...experiment.Run) (runs []*experiment.Run) {
	for _, one := range like {
		r, err := planned(one)
		require.NoError(t, err)
		runs = append(runs, r)
	}
	return runs
}

// timeless carries out runs and returns the runs, whose outcomes have no times.
func timeless(t *testing.T, parallel int, like ...experiment.Run) []*experiment.Run {
	runs, told := allPlanned(t, like...), 0
	results, err := experiment.OpenResults("")
	require.NoError(t, err)
	x := experiment.Runner{Parallel: parallel, Results: results, Over: func(r *experiment.Run, done, total int) {
		told++
		require.Equal(t, told, done)
		require.Equal(t, len(like), total)
		if r.Err != nil {
			return
		}
		r.Outcome.Seconds = 0
		for k := range r.Outcome.Rounds {
			r.Outcome.Rounds[k].Seconds = 0
		}
	}}
	require.NoError(t, x.Run(t.Context(), runs))
	require.Equal(t, len(like), told)
	return runs
}

// A failing run is reported, and the others do not depend on it or on how many run at
// a time.
func TestFailingRunEndsNoOther(t *testing.T) {
	bad := quickRun(t)
	bad.Treebank = experiment.NewTreebank("", treebank.Data{Sentences: []*conll.Sentence{kit.Tree(0)}}, bad.Treebank.Dev, treebank.Data{})
	other := quickRun(t)
	other.Options.Seed = 2
	runs := timeless(t, 0, quickRun(t), bad, other)
	require.NotNil(t, runs[0].Outcome)
	require.Nil(t, runs[1].Outcome)
	require.NotNil(t, runs[2].Outcome)
	require.ErrorIs(t, runs[1].Err, structure.ErrNoTree)
	for i, r := range timeless(t, 3, quickRun(t), bad, other) {
		require.Equal(t, runs[i].Outcome, r.Outcome)
	}
}

// Interrupted runs have told of what is done, and say so.
func TestInterruptedRuns(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	like := []experiment.Run{quickRun(t), quickRun(t), quickRun(t)}
	for i := range like {
		like[i].Options.Seed = uint64(i) // or they were the same
	}
	runs, told, epochs := allPlanned(t, like...), 0, 0
	results, err := experiment.OpenResults("")
	require.NoError(t, err)
	x := experiment.Runner{
		Results: results,
		Epoch: func(done, total int) {
			require.Equal(t, 6, total)
			if epochs = done; done == 3 {
				cancel()
			}
		},
		Over: func(r *experiment.Run, _, _ int) {
			require.NoError(t, r.Err)
			require.Same(t, runs[0], r)
			told++
		},
	}
	require.ErrorIs(t, x.Run(ctx, runs), context.Canceled)
	require.Equal(t, 1, told)
	require.Equal(t, 3, epochs)
}
