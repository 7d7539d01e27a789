package experiment_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/oracle"
	"parser/parser/cli/internal/experiment"
	"parser/parser/internal/engine"
	"parser/parser/internal/structure"
	learn "parser/parser/internal/training"
	kit "parser/parser/internal/training/parsertest"
	"parser/parser/treebank"
	"parser/testdata/testkit"
	"parser/transition"
)

// ablation is a grid with what carries it out.
type ablation struct {
	experiment.Grid
	experiment.Runner
	Seeds []uint64
}

// run carries out the grid until a run fails. It returns the runs that are over.
func (g *ablation) run(ctx context.Context, train, dev treebank.Data) ([]*experiment.Run, error) {
	variants, _, err := g.Variants()
	if err != nil {
		return nil, err
	}
	runs, err := experiment.Plan(variants, g.Seeds, experiment.NewTreebank("", train, dev, treebank.Data{}))
	if err != nil {
		return nil, err
	}
	g.Strict = true
	if g.Results, err = experiment.OpenResults(""); err != nil {
		return nil, err
	}
	err = g.Run(ctx, runs)
	return slices.DeleteFunc(runs, func(r *experiment.Run) bool { return r.Outcome == nil }), err
}

// grid returns a grid whose lists are words; its runs take two epochs.
func grid(systems, oracles string, explore []float64, seeds ...uint64) *ablation {
	g := &ablation{Grid: experiment.Grid{Systems: strings.Fields(systems), Oracles: strings.Fields(oracles), Explore: explore}, Seeds: seeds}
	g.Options = experiment.DefaultsFor(g.Systems[0])
	g.Options.Algorithm, g.Options.Alpha, g.Options.Epochs = "explore", 0, 2
	return g
}

// TestSettings: what exists comes in the order of the lists, what does not is said
// to be left out.
func TestSettings(t *testing.T) {
	keep := func(g *ablation) { g.Options.NonProjective = "keep" }
	strict := func(g *ablation) { g.Options.Unary = "strict" }
	const none, offPath, crossing = "no such oracle for this transition system",
		"the static oracle knows nothing of configurations off its own path; do not " +
			"explore with it", "the dynamic oracle cannot learn from non-projective trees as they are"
	for _, c := range []struct {
		systems, oracles string
		edit             func(*ablation)
		exist, omitted   []string
	}{
		{systems: "arc-eager arc-hybrid", oracles: "static dynamic",
			exist: []string{
				"arc-eager static 0", "arc-eager dynamic 0", "arc-eager dynamic 0.9", "arc-hybrid static 0", "arc-hybrid dynamic 0",
				"arc-hybrid dynamic 0.9",
			},
			omitted: []string{"arc-eager static 0.9: " + offPath, "arc-hybrid static 0.9: " + offPath}},
		{systems: "arc-standard", oracles: "fsa static",
			exist:   []string{"arc-standard static 0"},
			omitted: []string{"arc-standard fsa 0: " + none, "arc-standard fsa 0.9: " + none, "arc-standard static 0.9: " + offPath}},
		{systems: "arc-hybrid", oracles: "dynamic pd", edit: keep,
			exist:   []string{"arc-hybrid pd 0", "arc-hybrid pd 0.9"},
			omitted: []string{"arc-hybrid dynamic 0: " + crossing, "arc-hybrid dynamic 0.9: " + crossing}},
		{systems: "bracket", oracles: "fsa", exist: []string{"bracket fsa 0", "bracket fsa 0.9"}},
		{systems: "bracket", oracles: "fsa", edit: strict, omitted: []string{"bracket fsa 0: " + none, "bracket fsa 0.9: " + none}},
	} {
		g := grid(c.systems, c.oracles, []float64{0, 0.9})
		if c.edit != nil {
			c.edit(g)
		}
		exist, omitted, err := g.Variants()
		require.NoError(t, err)
		var got []string
		for _, v := range exist {
			got = append(got, v.Name)
		}
		require.Equal(t, c.exist, got, c.systems)
		require.Len(t, omitted, len(c.omitted), c.systems)
		for i, o := range omitted {
			require.Contains(t, fmt.Sprintf("%v: %v", o.Setting, o.Reason), c.omitted[i])
		}
	}
}

// TestSettingsOfAllOracles: whatever oracle.NamesFor says exists without
// exploration, and nothing else does.
func TestSettingsOfAllOracles(t *testing.T) {
	for _, system := range oracle.Systems() {
		exist, omitted, err := grid(system, strings.Join(oracle.Names(), " "), []float64{0}).Variants()
		require.NoError(t, err)
		s, err := oracle.NewSystem(system, transition.Params{MaxOpens: 1, MaxUnary: 1})
		require.NoError(t, err)
		var names []string
		for _, v := range exist {
			names = append(names, v.Options.Oracle)
		}
		require.Equal(t, oracle.NamesFor(s), names, system)
		require.Len(t, omitted, len(oracle.Names())-len(names))
	}
}

// TestWrongOptionsAreNotOmissions but errors, of the runs too.
func TestWrongOptionsAreNotOmissions(t *testing.T) {
	for _, edit := range []func(*ablation){
		func(g *ablation) { g.Systems = []string{"arc-hybrid", "arc-lazy"} },
		func(g *ablation) { g.Oracles = []string{"dynamic", "delphi"} },
		func(g *ablation) { g.Explore = []float64{0, 1.5} },
		func(g *ablation) { g.Options.Epochs = 0 },
		func(g *ablation) { g.Options.Templates = "none" },
		func(g *ablation) { g.Options.Unary = "some" },
		func(g *ablation) { g.Options.Roots = "many" },
	} {
		g := grid("arc-hybrid", "dynamic", []float64{0}, 1)
		edit(g)
		_, _, err := g.Variants()
		require.ErrorIs(t, err, engine.ErrOptions)
		runs, err := g.run(t.Context(), treebank.Data{Sentences: kit.Some(t)}, treebank.Data{})
		require.ErrorIs(t, err, engine.ErrOptions)
		require.Empty(t, runs)
	}
}

// label says which run it is.
func label(r *experiment.Run) string { return fmt.Sprint(r.Name(), " ", r.Options.Seed) }

// bestLAS is that of the epoch kept.
func bestLAS(r *experiment.Run) float64 { return r.Outcome.Rounds[r.Outcome.Best-1].LAS }

// TestGrid: a run is the training that it stands for, and the oracle is examined
// where its last epoch went.
func TestGrid(t *testing.T) {
	train, dev := kit.Some(t), kit.Sample(t, "en/dev.conllu")[:20]
	g := grid("arc-hybrid arc-standard", "dynamic pd static", []float64{0, 1}, 7, 3)
	if !testkit.Deep() {
		g.Seeds = g.Seeds[:1]
	}
	g.Options.ExploreAfter = 0
	var order []string
	runs, err := g.run(t.Context(), treebank.Data{Sentences: train}, treebank.Data{Sentences: dev})
	require.NoError(t, err)
	for _, r := range runs {
		order = append(order, label(r))
		o := g.Options
		o.System, o.Oracle, o.Explore, o.Seed = r.Options.System, r.Options.Oracle, r.Options.Explore, r.Options.Seed
		p, err := learn.Run(t.Context(), sentences(train), sentences(dev), o, learn.Observer{})
		require.NoError(t, err)
		out, x := r.Outcome, r.Outcome.Oracle
		require.Equal(t, p.Meta().Epoch, out.Best)
		require.InDelta(t, kit.LAS(t, p, dev), bestLAS(r), 1e-9)
		require.Len(t, train, out.Sentences)
		require.Len(t, out.Rounds, 2)
		require.Greater(t, out.Seconds, x.Time/1e6)
		require.Equal(t, "pd", x.Exact)
		require.Zero(t, x.Wrong, label(r))
		require.Zero(t, x.Refused, label(r))
		require.Greater(t, x.Configurations, 900, "of one epoch")
		require.Less(t, x.Configurations, 1800, "of one epoch")
	}
	var want []string
	for _, name := range []string{
		"arc-hybrid dynamic 0", "arc-hybrid dynamic 1", "arc-hybrid pd 0", "arc-hybrid pd 1", "arc-hybrid static 0",
		"arc-standard dynamic 0", "arc-standard dynamic 1", "arc-standard pd 0", "arc-standard pd 1", "arc-standard static 0",
	} {
		for _, seed := range g.Seeds {
			want = append(want, fmt.Sprint(name, " ", seed))
		}
	}
	require.Equal(t, want, order)
	require.NotEqual(t, bestLAS(runs[0]), bestLAS(runs[len(g.Seeds)]), "exploration changes something")
}

// TestGridOfTrees is the same for constituents.
func TestGridOfTrees(t *testing.T) {
	train, dev := kit.SomeTrees(t), kit.TreeSample(t, "en/dev.mrg")[:20]
	systems := oracle.Systems(transition.Constituents)
	if !testkit.Deep() {
		systems = systems[:1]
	}
	g := grid(strings.Join(systems, " "), "dynamic fsa static", []float64{0.9, 0}, 1)
	runs, err := g.run(t.Context(), treebank.Data{Trees: train}, treebank.Data{Trees: dev})
	require.NoError(t, err)
	var order []string
	for _, r := range runs {
		order = append(order, r.Name())
		o := g.Options
		o.System, o.Oracle, o.Explore = r.Options.System, r.Options.Oracle, r.Options.Explore
		p, err := learn.Run(t.Context(), treebank.Data{Trees: train}, treebank.Data{Trees: dev}, o, learn.Observer{})
		require.NoError(t, err)
		require.InDelta(t, kit.F1(t, p, dev), r.Outcome.Rounds[r.Outcome.Best-1].F1, 1e-9)
		require.Equal(t, "dynamic", r.Outcome.Oracle.Exact)
		require.Zero(t, r.Outcome.Oracle.Wrong, r.Name())
		require.Greater(t, r.Outcome.Oracle.Configurations, 1200, r.Name())
	}
	want := []string{"bracket dynamic 0.9", "bracket dynamic 0", "bracket fsa 0.9", "bracket fsa 0", "bracket static 0"}
	for _, system := range systems[1:] { // which have no derived oracle
		want = append(want, system+" dynamic 0.9", system+" dynamic 0", system+" static 0")
	}
	require.Equal(t, want, order)
}

// TestParallelRunsAreTheSame as runs one by one, except for the time that they take. Run it
// with the race detector, too.
func TestParallelRunsAreTheSame(t *testing.T) {
	train, dev := kit.Some(t)[:40], kit.Sample(t, "en/dev.conllu")[:10]
	run := func(parallel int) []*experiment.Outcome {
		g := grid("arc-hybrid", "dynamic static", []float64{0}, 1, 2)
		g.Parallel = parallel
		total := 0
		g.Over = func(_ *experiment.Run, done, all int) {
			total++
			require.Equal(t, total, done)
			require.Equal(t, 4, all)
		}
		runs, err := g.run(t.Context(), treebank.Data{Sentences: train}, treebank.Data{Sentences: dev})
		require.NoError(t, err)
		require.Equal(t, 4, total)
		var outcomes []*experiment.Outcome
		for _, r := range runs {
			r.Outcome.Oracle.Time, r.Outcome.Seconds = 0, 0
			for i := range r.Outcome.Rounds {
				r.Outcome.Rounds[i].Seconds = 0
			}
			outcomes = append(outcomes, r.Outcome)
		}
		return outcomes
	}
	require.Equal(t, run(0), run(3))
}

// TestGridTellsOfEveryEpoch, and counts those that patience saved as done.
func TestGridTellsOfEveryEpoch(t *testing.T) {
	g := grid("arc-hybrid", "dynamic", []float64{0}, 1, 2)
	g.Options.Epochs, g.Options.Patience = 50, 1
	last, told, saved := 0, 0, 0
	g.Epoch = func(done, total int) {
		require.Equal(t, 100, total)
		require.Greater(t, done, last)
		last, told = done, told+1
	}
	g.Over = func(r *experiment.Run, done, _ int) {
		require.Less(t, len(r.Outcome.Rounds), 50)
		require.Equal(t, told, last-saved)
		saved += 50 - len(r.Outcome.Rounds)
		if done == 1 {
			require.LessOrEqual(t, last, 50)
		}
	}
	_, err := g.run(t.Context(), treebank.Data{Sentences: kit.Some(t)[:20]}, treebank.Data{Sentences: kit.Some(t)[:20]})
	require.NoError(t, err)
	require.Greater(t, last, 50)
}

// TestInterruptedGrid returns what is done.
func TestInterruptedGrid(t *testing.T) {
	until := func(last int) ([]*experiment.Run, error) {
		ctx, cancel := context.WithCancel(t.Context())
		g := grid("arc-hybrid", "dynamic", []float64{0}, 1, 2, 3)
		g.Over = func(_ *experiment.Run, done, _ int) {
			if done == last {
				cancel()
			}
		}
		return g.run(ctx, treebank.Data{Sentences: kit.Some(t)[:20]}, treebank.Data{})
	}
	runs, err := until(2)
	require.ErrorIs(t, err, context.Canceled)
	require.Len(t, runs, 2)
	require.Equal(t, uint64(2), runs[1].Options.Seed)
	runs, err = until(3)
	require.NoError(t, err, "nothing was left to do")
	require.Len(t, runs, 3)
}

// TestFailedRun ends the grid, is named, and leaves what was done before.
func TestFailedRun(t *testing.T) {
	twoRoots := []*conll.Sentence{kit.Tree(1, 0, 0, 2), kit.Tree(5, 0, 1, 0)}
	g := grid("arc-hybrid", "dynamic static", []float64{0}, 1)
	g.Options.Roots = "single"
	runs, err := g.run(t.Context(), treebank.Data{Sentences: twoRoots}, treebank.Data{})
	require.ErrorIs(t, err, structure.ErrNoTree)
	require.ErrorContains(t, err, "arc-hybrid static 0, seed 1: ")
	require.Len(t, runs, 1)
	require.Equal(t, "dynamic", runs[0].Options.Oracle)
}

// ExampleGrid compares oracles without exploration.
func ExampleGrid() {
	train, err := conll.ReadFile("../../../../testdata/en/train.conllu")
	if err != nil {
		fmt.Println(err)
		return
	}
	g := experiment.Grid{
		Systems: []string{"arc-eager"}, Oracles: []string{"static", "dynamic"}, Explore: []float64{0},
		Options: experiment.DefaultsFor("arc-hybrid"),
	}
	g.Options.Epochs = 1
	variants, _, err := g.Variants()
	if err != nil {
		fmt.Println(err)
		return
	}
	bank := experiment.NewTreebank("", treebank.Data{Sentences: train}, treebank.Data{}, treebank.Data{})
	for _, v := range variants {
		r := experiment.Run{Variant: &v, Options: v.Options, Treebank: bank}
		outcome, err := r.Train(context.Background(), func() {})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%s: wrong in %d of %d configurations\n", v.Name, outcome.Oracle.Wrong, outcome.Oracle.Configurations)
	}
	// Output:
	// arc-eager static 0: wrong in 0 of 7144 configurations
	// arc-eager dynamic 0: wrong in 0 of 7144 configurations
}
