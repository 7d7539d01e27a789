package experiment_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/parser/cli/internal/experiment"
	"parser/parser/internal/engine"
	"parser/parser/internal/training"
	"parser/parser/learn"
	"parser/parser/treebank"
)

// variants returns the rows of a table by name.
func variants(t *testing.T, table string, base engine.Options) map[string]engine.Options {
	t.Helper()
	list, err := experiment.TableVariants(table, base, experiment.DefaultTableGrid())
	require.NoError(t, err)
	rows := map[string]engine.Options{}
	for _, v := range list {
		require.NotContains(t, rows, v.Group+v.Name)
		_, err := training.New(v.Options)
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
	for _, option := range []string{"cost-margin", "relative-costs"} {
		require.Equal(t, true, rows["L2S"].Learner.Get(option), "it reads the size of costs")
	}
	dyna := rows["DYNA"]
	require.Equal(t, 1.0, dyna.Explore)
	require.Equal(t, 1, dyna.ExploreAfter)
	require.Zero(t, dyna.Learner.Get("margin"))
	require.Equal(t, true, dyna.Learner.Get("average"))
}

// The rows of Tables 4 and 5 are L2S, except for what each table varies.
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
		for _, algorithm := range learn.Names() {
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

// Each algorithm has the costs that it can have, with learners that read their size and one that does not.
func TestTableOfCosts(t *testing.T) {
	rows := variants(t, "costs", experiment.DefaultsFor("arc-hybrid"))
	count := 0
	for _, algorithm := range learn.Names() {
		asks := algorithm == "exact" || algorithm == "smile" || algorithm == "dagger"
		learners := []string{"arow", "arow cost-margin=true relative-costs=true", "sgd+ reduction=csoaa relative-costs=true"}
		if algorithm == "scb-lols" || algorithm == "aggrevate" { // whose decisions have two actions
			learners = []string{"arow", "arow cost-margin=true", "sgd+ reduction=csoaa", "sgd+ reduction=wap"}
		}
		for _, learner := range learners {
			graded, has := rows[algorithm+algorithm+" graded, "+learner]
			require.Equal(t, !asks, has, algorithm)
			binary, known := rows[algorithm+algorithm+" 0/1, "+learner]
			require.Equal(t, algorithm != "scb-lols", known, algorithm)
			if count += indicator(has) + indicator(known); !has || !known {
				continue
			}
			require.Less(t, binary.Epochs, binary.AskFirst, "the oracle is asked in all rounds")
			binary.AskFirst = graded.AskFirst
			require.Equal(t, graded, binary)
		}
	}
	require.Equal(t, 1, rows["aggrevate"+"aggrevate graded, one draw, sgd+ reduction=csoaa"].Draws)
	require.True(t, rows["scb-lols"+"scb-lols graded, one loss, sgd+ reduction=csoaa"].OneLoss)
	require.Len(t, rows, count+8)
}

func indicator(b bool) int {
	if b {
		return 1
	}
	return 0
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
	require.ErrorIs(t, err, engine.ErrOptions)
	require.ErrorContains(t, err, "without effect in any row of the table, and so to be left out: alpha")
}

func TestUnknownTable(t *testing.T) {
	_, err := experiment.TableVariants("weather", experiment.DefaultsFor("arc-hybrid"), experiment.TableGrid{})
	require.ErrorIs(t, err, engine.ErrOptions)
	require.ErrorContains(t, err, `no table "weather"; there are languages, `)
	bad := experiment.DefaultsFor("arc-hybrid")
	bad.Samples = 0
	_, err = experiment.TableVariants("imitation", bad, experiment.TableGrid{})
	require.ErrorIs(t, err, engine.ErrOptions)
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

// Rows that differ in what a scorer does not have would be one parser under several names: they are refused. What other
// scorers compare comes out in rows of different runs.
func TestTablesOfEachScorer(t *testing.T) {
	for table, differs := range map[string]string{
		"languages": "learner", "learners": "learner", "templates": "templates", experiment.Imitation: "learner", experiment.Costs: "learner",
		experiment.Exploration: "", experiment.Corpora: "",
	} {
		require.Contains(t, experiment.TableNames(), table)
		for _, scorer := range []string{"linear", "neural", engine.Both} {
			base := experiment.DefaultsFor("arc-hybrid")
			base.UseScorer(scorer)
			rows, err := experiment.TableVariants(table, base, experiment.DefaultTableGrid())
			if scorer == "neural" && differs != "" {
				require.ErrorIs(t, err, engine.ErrOptions)
				require.EqualError(t, err, "bad training options: the rows of the table differ in "+differs+", which a neural scorer does not have")
				continue
			}
			require.NoError(t, err, "%s %s", table, scorer)
			runs, err := experiment.Plan(rows, []uint64{1}, experiment.NewTreebank("en", treebank.Data{}, treebank.Data{}, treebank.Data{}))
			require.NoError(t, err)
			keys := map[string]string{}
			for _, r := range runs {
				key := r.Variant.Group + r.Key
				require.Empty(t, keys[key], "%s %s: %s is the same", table, scorer, r.Name())
				keys[key] = r.Name()
			}
		}
	}
	require.Len(t, experiment.TableNames(), 7)
}

// The rows of an ablation differ in what every scorer has.
func TestAblationsOfEachScorer(t *testing.T) {
	for _, scorer := range []string{"linear", "neural", engine.Both} {
		o := experiment.DefaultsFor("arc-hybrid")
		o.UseScorer(scorer)
		grid := experiment.Grid{Systems: []string{"arc-hybrid", "arc-eager"}, Oracles: []string{"static", "dynamic"}, Explore: []float64{0, 0.9}, Options: o}
		rows, _, err := grid.Variants()
		require.NoError(t, err)
		require.Len(t, rows, 6)
		require.NoError(t, experiment.ResetUseless(rows))
		for _, name := range []string{"system", "oracle", "explore"} {
			require.NotContains(t, o.Unread(), name)
		}
	}
}
