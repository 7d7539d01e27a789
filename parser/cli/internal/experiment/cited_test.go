package experiment

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/eval"
	"parser/parser/internal/engine"
	"parser/parser/internal/training"
	"parser/parser/treebank"
	"parser/testdata/testkit"
)

var citedTables = []string{"languages", "learners", "templates", Imitation}

// citedVariants returns the rows of a table as published by name.
func citedVariants(t *testing.T, table, system string) map[string]Variant {
	t.Helper()
	list, err := TableVariants(table, DefaultsFor(system), TableGrid{AsPublished: true})
	require.NoError(t, err)
	rows := map[string]Variant{}
	for _, v := range list {
		require.NotContains(t, rows, v.Name)
		_, err := training.New(v.Options)
		require.NoError(t, err, v.Name)
		rows[v.Name] = v
	}
	return rows
}

// TestNoCitedRowUsesAnotherLearner: a row that names a learner has a scorer that learns by it, with every option that the
// row names; one that names none is a network.
func TestNoCitedRowUsesAnotherLearner(t *testing.T) {
	for _, system := range []string{"arc-hybrid", "amr"} {
		for _, table := range citedTables {
			if system == "amr" && table != Imitation {
				continue
			}
			rows, err := citedRows(table, system)
			require.NoError(t, err)
			variants := citedVariants(t, table, system)
			for _, r := range rows {
				v, known := variants[r.name]
				require.True(t, known && v.Published, r.name)
				o, words := &v.Options, strings.Fields(r.learner)
				if len(words) == 0 {
					require.Equal(t, []any{"neural", "none"}, []any{o.Scorer, o.Neural.Encoder}, r.name)
					continue
				}
				require.Equal(t, "linear", o.Scorer, r.name)
				require.NotContains(t, o.Unread(), "learner", r.name)
				require.Equal(t, words[0], o.Learner.Name(), r.name)
				for _, option := range words[1:] {
					name, value, _ := strings.Cut(option, "=")
					own, _ := o.Learner.Options().Find(name)
					require.False(t, own.Idle, "%s: %s", r.name, option)
					require.Equal(t, value, fmt.Sprint(own.Value()), "%s: %s", r.name, option)
				}
			}
			runs, err := Plan(slices.Collect(func(yield func(Variant) bool) {
				for _, v := range variants {
					yield(v)
				}
			}), []uint64{1}, NewTreebank("en", treebank.Data{}, treebank.Data{}, treebank.Data{}))
			require.NoError(t, err)
			keys := map[string]string{}
			for _, r := range runs {
				require.Empty(t, keys[r.Key], "%s is the same as %s", r.Name(), keys[r.Key])
				keys[r.Key] = r.Name()
			}
		}
	}
}

// A scorer that has no learner cannot have rows that differ in it.
func TestCitedRowsOfAnotherScorer(t *testing.T) {
	for _, table := range citedTables {
		base := DefaultsFor("arc-hybrid")
		base.UseScorer("neural")
		_, err := TableVariants(table, base, TableGrid{AsPublished: true})
		require.ErrorIs(t, err, engine.ErrOptions, table)
		require.ErrorContains(t, err, "which a neural scorer does not have")
	}
	for _, table := range []string{Costs, Exploration, Corpora} {
		_, err := TableVariants(table, DefaultsFor("arc-hybrid"), TableGrid{AsPublished: true})
		require.ErrorContains(t, err, "has no rows as published")
	}
}

// The settings are those that the papers state.
func TestCitedSettings(t *testing.T) {
	rows := citedVariants(t, "languages", "arc-hybrid")
	l2s, dyna, snn := rows["L2S"].Options, rows["DYNA"].Options, rows["SNN"].Options
	require.Equal(t, []any{"arc-hybrid", "dynamic", "l2s", "l2s", true}, []any{l2s.System, l2s.Oracle, l2s.Algorithm, l2s.Templates, l2s.TwoStep})
	for option, want := range map[string]any{
		"hidden": 5, "own-units": true, "direct": false, "reduction": "csoaa",
		"relative-costs": false, "rate": 0.005, "beta": 0.05, "l1": 0., "l2": 0., "average": false,
	} {
		require.Equal(t, want, l2s.Learner.Get(option), option)
	}
	require.Equal(t, []any{"explore", 1., 1, false}, []any{dyna.Algorithm, dyna.Explore, dyna.ExploreAfter, dyna.TwoStep})
	require.Equal(t, true, dyna.Learner.Get("average"))
	require.Equal(t, []any{"arc-standard", "static", 0., "single", "skip", false},
		[]any{snn.System, snn.Oracle, snn.Explore, snn.Roots, snn.NonProjective, snn.TwoStep})
	require.Equal(t, []any{200, 50, "likelihood"}, []any{snn.Neural.Own.Hidden, snn.Neural.Own.Embeddings[0], snn.Neural.Loss})

	list, err := TableVariants("languages", DefaultsFor("arc-hybrid"), TableGrid{AsPublished: true})
	require.NoError(t, err)
	runs, err := Plan(list, []uint64{1}, &Treebank{})
	require.NoError(t, err)
	for _, r := range runs {
		times := 1
		if r.Variant.Name == "SNN" {
			times = 5
		}
		require.Equal(t, times*15, r.Options.Epochs, r.Variant.Name)
	}

	learners := citedVariants(t, "learners", "arc-hybrid")
	require.Equal(t, l2s, learners["NN+FTRL"].Options)
	multiclass := learners["Multiclass"].Options
	require.Equal(t, math.MaxInt32, multiclass.AskFirst)
	multiclass.AskFirst = l2s.AskFirst
	require.Equal(t, l2s, multiclass)
	for _, name := range []string{"SGD", "SGD+", "NN"} {
		o := learners[name].Options
		require.Equal(t, "csoaa", o.Learner.Get("reduction"), name)
		o.Learner = l2s.Learner
		require.Equal(t, l2s, o, name)
	}
	for name, set := range map[string]string{"Unigram": "l2s-unigram", "Uni- + Bigram": "l2s-bigram", "All features": "l2s"} {
		o := citedVariants(t, "templates", "arc-hybrid")[name].Options
		require.Equal(t, set, o.Templates)
		o.Templates = l2s.Templates
		require.Equal(t, l2s, o)
	}
	graphs := citedVariants(t, Imitation, "amr")
	require.Len(t, graphs, 2*5*2+2)
	o := graphs["dagger arow r=1000 α=1"].Options
	require.Equal(t, []any{"dagger", 1, 0.3, 5, 1000., 0.}, []any{o.Algorithm, o.Alpha, o.Decay, o.Passes, o.Learner.Get("r"), o.Learner.Get("margin")})
}

// Ours are the rows of the table without the flag.
func TestOursBesideCited(t *testing.T) {
	for _, table := range citedTables[:3] {
		usual, err := TableVariants(table, DefaultsFor("arc-hybrid"), TableGrid{})
		require.NoError(t, err)
		rows := citedVariants(t, table, "arc-hybrid")
		require.Len(t, rows, 2*len(usual))
		for _, v := range usual {
			require.False(t, v.Published)
			require.Equal(t, v.Options, rows[v.Name+ours].Options, v.Name)
			require.True(t, rows[strings.TrimSuffix(v.Name, like)].Published)
		}
	}
}

// citedTable is a made-up table as published: the run with the seed 2 is better on dev, and worse on test.
func citedTable(t *testing.T, name string) *Table {
	t.Helper()
	r := &Table{
		Table: name, AsPublished: true, Command: "parser table --as-published " + name, Trees: "dependencies", Parts: []string{Dev, Test}, Epochs: 15,
		Seeds: []uint64{1, 2}, Langs: []string{"da", "en"},
	}
	variants, err := TableVariants(name, DefaultsFor("arc-hybrid"), TableGrid{AsPublished: true})
	require.NoError(t, err)
	runs, err := Plan(variants, r.Seeds, &Treebank{Lang: "da"}, &Treebank{Lang: "en"})
	require.NoError(t, err)
	row := func(right int) *Accuracy {
		a := &Accuracy{}
		for i := range 20 {
			one := Attached{10, 10, 5}
			if i < right {
				one.Both++
			}
			a.All.add(one)
			a.Words.add(one)
			a.Sentences = append(a.Sentences, [2][3]int{one.numbers(), one.numbers()})
		}
		return a
	}
	for i, one := range runs {
		second := int(one.Options.Seed) - 1
		one.Outcome = &Outcome{Best: 1, Rounds: make([]Round, 1), Dev: row(i/4 + 2*second), Test: row(i/4 + 9 - 2*second)}
	}
	r.Add(runs, "")
	return r
}

// The figures are those of the run that is best on dev, on both parts.
func TestChosenRuns(t *testing.T) {
	r := citedTable(t, "languages")
	for i, v := range r.Variants {
		for _, lang := range r.Langs {
			dev, test := r.figure(v.Name, lang, "dev LAS"), r.figure(v.Name, lang, "test LAS")
			require.Equal(t, []uint64{2, 2}, []uint64{dev.Chosen, test.Chosen})
			require.Len(t, dev.Runs, 2)
			require.Zero(t, dev.Deviation)
			require.InDelta(t, 50+float64(i+2)/2, dev.Mean, 1e-9)
			require.InDelta(t, 50+float64(i+7)/2, test.Mean, 1e-9, "that of the same run, though the other is better")
		}
	}
	// SNN is the best of its three, ours are tested against their own rows; none is tested against itself.
	for variant, rival := range map[string]string{"L2S": "SNN", "DYNA": "SNN", "SNN": "", "L2S, ours": "L2S", "SNN-like, ours": "SNN"} {
		f := r.figure(variant, "da", "dev LAS")
		require.Equal(t, rival, f.Rival, variant)
		if rival != "" {
			sentences := math.Abs(f.Mean-r.figure(rival, "da", "dev LAS").Mean) * 2
			require.InDelta(t, math.Pow(2, 1-sentences), f.P, 1e-9, "all exchanges of the sentences that differ: %s", variant)
		}
	}
	require.Equal(t, 81.36, r.figure("L2S", "da", "dev LAS").Published)
	require.Zero(t, r.figure("L2S, ours", "da", "dev LAS").Published)
	require.Equal(t, 77.44, r.figure("SNN", "da", "test LAS").Published)
}

// Results of older programs have no counts by sentence: nothing is tested, which is said.
func TestUntested(t *testing.T) {
	r := &Table{Table: "templates", AsPublished: true, Trees: "dependencies", Parts: []string{Dev}, Seeds: []uint64{1}, Langs: []string{"en"}}
	variants, err := TableVariants("templates", DefaultsFor("arc-hybrid"), TableGrid{AsPublished: true})
	require.NoError(t, err)
	runs, err := Plan(variants, r.Seeds, &Treebank{Lang: "en"})
	require.NoError(t, err)
	for i, one := range runs {
		one.Outcome = madeUpOutcome(i)
	}
	r.Add(runs, "")
	require.Zero(t, r.Figures[0].P)
	require.Contains(t, strings.Join(r.page().notes, "\n"), "no test of differences")
}

func TestCitedGolden(t *testing.T) {
	for _, name := range citedTables {
		r := citedTable(t, name)
		for _, format := range []string{Text, Markdown, CSV} {
			var out, notes bytes.Buffer
			require.NoError(t, Write(&out, &notes, format, r))
			testkit.Golden(t, "testdata/table."+name+"-published."+format, out.String())
		}
		requireRoundTrip(t, r, name)
	}
}

func TestHoldOut(t *testing.T) {
	for n, want := range map[int]int{1: 1, 2: 1, 9: 1, 10: 1, 29: 2, 30: 3} {
		d := treebank.Data{Sources: make([]treebank.Source, 2)}
		for i := range n {
			d.Sentences = append(d.Sentences, &conll.Sentence{Line: i})
			d.From = append(d.From, i%2)
		}
		rest, dev := HoldOut(d)
		require.Len(t, dev.Sentences, want, n)
		require.Equal(t, d.Sentences, slices.Concat(rest.Sentences, dev.Sentences))
		require.Equal(t, d.From, slices.Concat(rest.From, dev.From))
		require.Len(t, dev.From, want)
	}
	rest, dev := HoldOut(treebank.Data{})
	require.Zero(t, rest.Len()+dev.Len())
}

// The counts of sentences are those of the part, with and without punctuation.
func TestCountsAddUp(t *testing.T) {
	all, err := conll.ReadFile("../../../../testdata/en/train.conllu")
	require.NoError(t, err)
	o := DefaultsFor("arc-hybrid")
	o.Epochs = 1
	data := treebank.Data{Sentences: all[:20]}
	runs, err := Plan([]Variant{{Options: o}}, []uint64{1}, NewTreebank("en", data, data, treebank.Data{}))
	require.NoError(t, err)
	r := runs[0]
	r.Outcome, err = r.Train(t.Context(), func() {})
	require.NoError(t, err)
	for _, punctuation := range []bool{true, false} {
		for _, metric := range []string{uas, las} {
			list, sum := r.counts(Dev, metric, punctuation), eval.Counts{}
			require.Len(t, list, 20)
			for _, c := range list {
				sum.Add(c)
			}
			score, ok := r.Score(Dev, metric, punctuation)
			require.True(t, ok)
			require.InDelta(t, score, float64(sum.F1()), 1e-9)
		}
	}
	require.Empty(t, r.counts(Test, las, true))
	require.Empty(t, r.counts(Dev, "F1", true))
}
