package experiment_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/conll/textfile"
	"parser/parser"
	"parser/parser/amr"
	"parser/parser/experiment"
	"parser/parser/imitation"
	learn "parser/parser/train"
	"parser/parser/treebank"
)

// variants returns the rows of a table by name.
func variants(t *testing.T, table string, base parser.Options) map[string]parser.Options {
	t.Helper()
	list, err := experiment.TableVariants(table, base, experiment.DefaultTableGrid())
	require.NoError(t, err)
	rows := map[string]parser.Options{}
	for _, v := range list {
		require.NotContains(t, rows, v.Group+v.Name)
		_, err := learn.New(v.Options)
		require.NoError(t, err, v.Name)
		rows[v.Group+v.Name] = v.Options
	}
	return rows
}

// Experiments are about linear scorers, unless another is named, and have a number of epochs.
func TestExperimentsAreLinear(t *testing.T) {
	for _, system := range []string{"arc-eager", "in-order"} {
		o := experiment.DefaultsFor(system)
		require.Equal(t, "linear", o.Scorer)
		require.Zero(t, o.Neural)
		require.Equal(t, 15, o.Epochs)
	}
}

// The parsers are those of Chang et al. (2015), Table 2.
func TestTableOfLanguages(t *testing.T) {
	rows := variants(t, "languages", experiment.DefaultsFor("arc-hybrid"))
	require.Len(t, rows, 3)
	for name, want := range map[string][4]string{
		"L2S": {"arc-hybrid", "dynamic", "l2s", "arow"}, "DYNA": {"arc-hybrid", "dynamic", "explore", "perceptron"},
		"SNN-like": {"arc-standard", "static", "explore", "nn"},
	} {
		o := rows[name]
		require.Equal(t, want, [4]string{o.System, o.Oracle, o.Algorithm, o.Learner.Name()}, name)
	}
	dyna := rows["DYNA"]
	require.Equal(t, 1.0, dyna.Explore)
	require.Equal(t, 1, dyna.ExploreAfter)
	require.Zero(t, dyna.Learner.Get("margin"))
	require.Equal(t, true, dyna.Learner.Get("average"))
}

// The rows of Tables 4 and 5 are L2S but for what they are about.
func TestTablesAboutL2S(t *testing.T) {
	l2s := variants(t, "languages", experiment.DefaultsFor("arc-hybrid"))["L2S"]
	learners := variants(t, "learners", experiment.DefaultsFor("arc-hybrid"))
	require.Len(t, learners, 5)
	for name, want := range map[string]string{"SGD": "sgd", "SGD+": "sgd+", "NN": "nn", "NN+FTRL": "nn-ftrl", "Multiclass": "nn-ftrl"} {
		o := learners[name]
		require.Equal(t, want, o.Learner.Name())
		require.Equal(t, name == "Multiclass", o.Learner.Get("reduction") == "multiclass", name)
		o.Learner = l2s.Learner
		require.Equal(t, l2s, o, name)
	}
	for name, set := range map[string]string{"Unigram": "l2s-unigram", "Uni- + Bigram": "l2s-bigram", "All features": "l2s"} {
		o := variants(t, "templates", experiment.DefaultsFor("arc-hybrid"))[name]
		require.Equal(t, set, o.Templates)
		o.Templates = l2s.Templates
		require.Equal(t, l2s, o, name)
	}
}

// Every algorithm, learner and bound, but the bound where it would do nothing.
func TestTableOfImitation(t *testing.T) {
	for _, system := range []string{"arc-hybrid", "in-order"} {
		base := experiment.DefaultsFor(system)
		rows := variants(t, "imitation", base)
		n := 0
		for _, algorithm := range imitation.Names() {
			for _, learner := range []string{"perceptron", "pa1", "arow"} {
				for alpha := range 2 {
					o, ok := rows[algorithm+fmt.Sprintf("%s %s α=%d", algorithm, learner, alpha)]
					require.Equal(t, alpha == 0 || algorithm != "explore" && algorithm != "l2s", ok)
					if !ok {
						continue
					}
					n++
					require.Equal(t, alpha, o.Alpha)
					want := experiment.DefaultsFor(system)
					require.NoError(t, want.UseLearner(learner))
					want.Algorithm, want.Alpha = algorithm, alpha
					require.Equal(t, want, o, "as train --learner has it")
				}
			}
		}
		require.Len(t, rows, n)
	}
}

// Of graphs, the learners are those of Goodman et al. (2016), Table 3, which learn from costs; what
// rolls out does so as in their Section 5.
func TestTableOfImitationOfGraphs(t *testing.T) {
	rows := variants(t, "imitation", experiment.DefaultsFor("amr"))
	require.Len(t, rows, 4*5*2)
	for name, want := range map[string]struct {
		target float64
		focus  int
	}{"exact": {}, "dagger": {}, "v-dagger": {0.1, 5}, "lols": {0.1, 0}} {
		for learner, option := range map[string]any{"arow r=10": 10., "arow r=100": 100., "arow r=1000": 1000., "pa2 c=100": 100., "perceptron": nil} {
			for alpha := range 2 {
				o, ok := rows[fmt.Sprintf("%s%s %s α=%d", name, name, learner, alpha)]
				require.True(t, ok)
				require.Equal(t, []any{name, alpha, want.target, want.focus, want.focus}, []any{o.Algorithm, o.Alpha, o.Target, o.Focus, o.FocusGrowth})
				require.Equal(t, 0., o.Learner.Get("margin"))
				if kind, key, has := strings.Cut(learner, " "); has {
					require.Equal(t, kind, o.Learner.Name())
					require.Equal(t, option, o.Learner.Get(key[:1]))
				}
			}
		}
	}
}

// The parsers of Goodman et al. (2016), Table 5.
func TestTableOfCorpora(t *testing.T) {
	for system, r := range map[string]float64{"amr": 1000, "in-order": 10} {
		rows := variants(t, "corpora", experiment.DefaultsFor(system))
		require.Len(t, rows, 3)
		for name, algorithm := range map[string]string{"exact imitation": "exact", "DAgger": "dagger", "V-DAgger": "v-dagger"} {
			o := rows[name]
			require.Equal(t, []any{algorithm, 1, "arow", r}, []any{o.Algorithm, o.Alpha, o.Learner.Name(), o.Learner.Get("r")})
		}
		require.Equal(t, 0.1, rows["V-DAgger"].Target)
		require.Equal(t, 5, rows["V-DAgger"].FocusGrowth)
		require.Zero(t, rows["DAgger"].Target)
	}
}

func TestTableOfExploration(t *testing.T) {
	list, err := experiment.TableVariants("exploration", experiment.DefaultsFor("arc-hybrid"), experiment.TableGrid{
		Targets: []float64{0.5, 0}, Focuses: []experiment.Focus{{}, {Steps: 5, Growth: 2}}, Near: 0.25,
	})
	require.NoError(t, err)
	var got []string
	for _, v := range list {
		o := v.Options
		require.Equal(t, "arow", o.Learner.Name())
		got = append(got, fmt.Sprint(v.Group, " ", v.Name, ": ", o.Algorithm, " ", o.Target, " ", o.Focus, "/", o.FocusGrowth))
	}
	require.Equal(t, []string{
		"targeted DAgger: dagger 0 0/0", "targeted τ=0.5: v-dagger 0.5 0/0", "targeted all actions: v-dagger 0 0/0",
		"focused mixed: v-dagger 0.25 0/0", "focused 5/2: v-dagger 0.25 5/2",
	}, got)
	o := variants(t, "exploration", experiment.DefaultsFor("amr"))["focused5/5"]
	require.Equal(t, []any{1000., 0., 0.1}, []any{o.Learner.Get("r"), o.Learner.Get("margin"), o.Target})
}

// Options that some rows only have a use for are theirs alone; those that none has are
// refused.
func TestTableWithOptionsOfSomeRows(t *testing.T) {
	base := experiment.DefaultsFor("arc-hybrid")
	base.Samples, base.Execute, base.TargetFirst = 3, true, 4
	base.Target = 1
	rows := variants(t, "imitation", base)
	plain := variants(t, "imitation", experiment.DefaultsFor("arc-hybrid"))
	for name, want := range map[string]struct {
		samples int
		execute bool
		target  float64
		first   int
	}{
		"exploreexplore arow α=0": {1, true, 1, 10}, "lolslols pa1 α=1": {3, false, 1, 4}, "daggerdagger arow α=0": {1, false, 1, 4},
		"aggrevateaggrevate arow α=0": {1, true, 0, 10}, "scb-lolsscb-lols arow α=0": {1, false, 0, 10},
	} {
		o := rows[name]
		require.Equal(t, want.samples, o.Samples, name)
		require.Equal(t, want.execute, o.Execute, name)
		require.Equal(t, want.target, o.Target, name)
		require.Equal(t, want.first, o.TargetFirst, name)
	}
	require.Equal(t, plain["scb-lolsscb-lols arow α=0"], rows["scb-lolsscb-lols arow α=0"], "so that its results are still of use")

	base = experiment.DefaultsFor("arc-hybrid")
	base.Alpha = 1
	_, err := experiment.TableVariants("learners", base, experiment.TableGrid{})
	require.ErrorIs(t, err, parser.ErrOptions)
	require.ErrorContains(t, err, "of no effect in any row of the table: alpha")
}

func TestUnknownTable(t *testing.T) {
	_, err := experiment.TableVariants("weather", experiment.DefaultsFor("arc-hybrid"), experiment.TableGrid{})
	require.ErrorIs(t, err, parser.ErrOptions)
	require.ErrorContains(t, err, `no table "weather"; there are languages, `)
	bad := experiment.DefaultsFor("arc-hybrid")
	bad.Samples = 0
	_, err = experiment.TableVariants("imitation", bad, experiment.TableGrid{})
	require.ErrorIs(t, err, parser.ErrOptions)
}

// quickRun is a run of two epochs on a few sentences.
func quickRun(t *testing.T) experiment.Run {
	o := experiment.DefaultsFor("arc-hybrid")
	o.Epochs = 2
	dev := sample(t, "en/dev.conllu")
	return experiment.Run{Variant: &experiment.Variant{}, Options: o, Treebank: experiment.NewTreebank("", treebank.Data{Sentences: some(t)[:40]}, treebank.Data{Sentences: dev[:20]}, treebank.Data{Sentences: dev[20:40]})}
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
	require.ErrorIs(t, err, parser.ErrOptions)
}

// Files of results that earlier versions wrote can be gone on with: their keys stay.
func TestRunKeyStays(t *testing.T) {
	o := variants(t, "languages", experiment.DefaultsFor("arc-hybrid"))["L2S"]
	o.Epochs, o.Seed = 1, 1
	dev := treebank.Data{Sentences: sample(t, "en/dev.conllu")}
	r := experiment.Run{Variant: &experiment.Variant{}, Options: o, Treebank: experiment.NewTreebank("", treebank.Data{Sentences: some(t)[:30]}, dev, dev)}
	require.Equal(t, "362989fb41a3a7c66848b3368580302ac177f85c81445f4d151456a9bd8bf3aa", key(t, r))
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
	require.InDelta(t, las(t, p, run.Treebank.Dev.Sentences), score(r.Dev, "LAS"), 1e-9)
	require.InDelta(t, las(t, p, run.Treebank.Test.Sentences), score(r.Test, "LAS"), 1e-9)
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
	dev := treeSample(t, "en/dev.mrg")[:20]
	run := experiment.Run{Variant: &experiment.Variant{}, Options: o, Treebank: experiment.NewTreebank("", treebank.Data{Trees: someTrees(t)[:10]}, treebank.Data{Trees: dev}, treebank.Data{})}
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
	for _, metric := range experiment.Metrics("graphs") {
		x, ok := r.Dev.Score(metric, false)
		require.True(t, ok)
		require.InDelta(t, 100, x, 1e-9)
		require.InDelta(t, x, r.Rounds[r.Best-1].Score(metric), 1e-9)
	}
	require.Positive(t, r.Rounds[0].RollOuts)
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
	bad.Treebank = experiment.NewTreebank("", treebank.Data{Sentences: []*conll.Sentence{tree(0)}}, bad.Treebank.Dev, treebank.Data{})
	other := quickRun(t)
	other.Options.Seed = 2
	runs := timeless(t, 0, quickRun(t), bad, other)
	require.NotNil(t, runs[0].Outcome)
	require.Nil(t, runs[1].Outcome)
	require.NotNil(t, runs[2].Outcome)
	require.ErrorIs(t, runs[1].Err, treebank.ErrNoTree)
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

// TestLearnersOfTables can be made.
func TestLearnersOfTables(t *testing.T) {
	for _, table := range []string{"languages", "learners", "templates"} {
		for name, o := range variants(t, table, experiment.DefaultsFor("arc-hybrid")) {
			_, err := o.Learner.New(3)
			require.NoError(t, err, name)
		}
	}
}
