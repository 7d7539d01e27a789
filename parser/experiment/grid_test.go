package experiment_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/oracle"
	"parser/parser"
	"parser/parser/experiment"
	"parser/transition"
)

// grid returns a grid whose lists are words; its runs take two epochs.
func grid(systems, oracles string, explore []float64, seeds ...uint64) *experiment.Grid {
	g := &experiment.Grid{Systems: strings.Fields(systems), Oracles: strings.Fields(oracles), Explore: explore, Seeds: seeds}
	g.Options = parser.DefaultsFor(g.Systems[0])
	g.Options.Epochs = 2
	return g
}

// TestSettings: what exists comes in the order of the lists, what does not is said
// to be left out.
func TestSettings(t *testing.T) {
	keep := func(g *experiment.Grid) { g.Options.NonProjective = "keep" }
	strict := func(g *experiment.Grid) { g.Options.Unary = "strict" }
	const none, offPath, crossing = "no such oracle for this transition system",
		"the static oracle knows nothing of configurations off its own path; do not explore with it", "the dynamic oracle cannot learn from non-projective trees as they are"
	for _, c := range []struct {
		systems, oracles string
		edit             func(*experiment.Grid)
		exist, omitted   []string
	}{
		{systems: "arc-eager arc-hybrid", oracles: "static dynamic",
			exist:   []string{"arc-eager static 0", "arc-eager dynamic 0", "arc-eager dynamic 0.9", "arc-hybrid static 0", "arc-hybrid dynamic 0", "arc-hybrid dynamic 0.9"},
			omitted: []string{"arc-eager static 0.9: " + offPath, "arc-hybrid static 0.9: " + offPath}},
		{systems: "arc-standard", oracles: "pd static",
			exist:   []string{"arc-standard static 0"},
			omitted: []string{"arc-standard pd 0: " + none, "arc-standard pd 0.9: " + none, "arc-standard static 0.9: " + offPath}},
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
		exist, omitted, err := g.Settings()
		require.NoError(t, err)
		var got []string
		for _, s := range exist {
			got = append(got, s.String())
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
		exist, omitted, err := grid(system, strings.Join(oracle.Names(), " "), []float64{0}).Settings()
		require.NoError(t, err)
		s, err := oracle.NewSystem(system, transition.Params{MaxOpens: 1, MaxUnary: 1})
		require.NoError(t, err)
		var names []string
		for _, setting := range exist {
			names = append(names, setting.Oracle)
		}
		require.Equal(t, oracle.NamesFor(s), names, system)
		require.Len(t, omitted, len(oracle.Names())-len(names))
	}
}

// TestWrongOptionsAreNotOmissions but errors, of the runs too.
func TestWrongOptionsAreNotOmissions(t *testing.T) {
	for _, edit := range []func(*experiment.Grid){
		func(g *experiment.Grid) { g.Systems = []string{"arc-hybrid", "arc-lazy"} },
		func(g *experiment.Grid) { g.Oracles = []string{"dynamic", "delphi"} },
		func(g *experiment.Grid) { g.Explore = []float64{0, 1.5} },
		func(g *experiment.Grid) { g.Options.Epochs = 0 },
		func(g *experiment.Grid) { g.Options.Templates = "none" },
		func(g *experiment.Grid) { g.Options.Unary = "some" },
		func(g *experiment.Grid) { g.Options.Roots = "many" },
	} {
		g := grid("arc-hybrid", "dynamic", []float64{0}, 1)
		edit(g)
		_, _, err := g.Settings()
		require.ErrorIs(t, err, parser.ErrOptions)
		runs, err := g.Train(t.Context(), some(t), nil, experiment.GridObserver{})
		require.ErrorIs(t, err, parser.ErrOptions)
		require.Empty(t, runs)
	}
}

// label says which run it is.
func label(r experiment.Run) string { return fmt.Sprint(r.Setting, " ", r.Seed) }

// TestGrid: a run is the training that it stands for, and the oracle is examined
// where its last epoch went.
func TestGrid(t *testing.T) {
	train, dev := some(t), sample(t, "en/dev.conllu")[:20]
	g := grid("arc-hybrid arc-standard", "dynamic pd static", []float64{0, 1}, 7, 3)
	g.Options.ExploreAfter = 0
	var order []string
	runs, err := g.Train(t.Context(), train, dev, experiment.GridObserver{})
	require.NoError(t, err)
	for _, r := range runs {
		order = append(order, label(r))
		o := g.Options
		o.System, o.Oracle, o.Explore, o.Seed = r.System, r.Oracle, r.Explore, r.Seed
		p, err := parser.Train(t.Context(), train, dev, o, parser.Observer{})
		require.NoError(t, err)
		require.Equal(t, p.Meta().Epoch, r.Best.Number)
		require.InDelta(t, las(t, p, dev), r.Best.LAS, 1e-9)
		require.Equal(t, 100, r.Sentences)
		require.Equal(t, 2, r.Epochs)
		require.Greater(t, r.Took, r.OracleTime)
		if r.System == "arc-standard" {
			require.Equal(t, experiment.Comparison{}, r.Comparison)
			require.Empty(t, r.Exact)
			continue
		}
		require.Equal(t, "pd", r.Exact)
		require.Zero(t, r.Wrong, label(r))
		require.Zero(t, r.Refused, label(r))
		require.Greater(t, r.Configurations, 1500, "of one epoch")
		require.Less(t, r.Configurations, 3000, "of one epoch")
	}
	require.Equal(t, []string{
		"arc-hybrid dynamic 0 7", "arc-hybrid dynamic 0 3", "arc-hybrid dynamic 1 7", "arc-hybrid dynamic 1 3",
		"arc-hybrid pd 0 7", "arc-hybrid pd 0 3", "arc-hybrid pd 1 7", "arc-hybrid pd 1 3",
		"arc-hybrid static 0 7", "arc-hybrid static 0 3", "arc-standard static 0 7", "arc-standard static 0 3",
	}, order)
	require.NotEqual(t, runs[0].Best.LAS, runs[2].Best.LAS, "exploration changes something")
}

// TestGridOfTrees is the same for constituents.
func TestGridOfTrees(t *testing.T) {
	train, dev := someTrees(t), treeSample(t, "en/dev.mrg")[:20]
	g := grid(strings.Join(oracle.Systems(transition.Constituents), " "), "dynamic fsa static", []float64{0.9, 0}, 1)
	runs, err := g.TrainTrees(t.Context(), train, dev, experiment.GridObserver{})
	require.NoError(t, err)
	var order []string
	for _, r := range runs {
		order = append(order, r.Setting.String())
		o := g.Options
		o.System, o.Oracle, o.Explore = r.System, r.Oracle, r.Explore
		p, err := parser.TrainTrees(t.Context(), train, dev, o, parser.Observer{})
		require.NoError(t, err)
		require.InDelta(t, f1(t, p, dev), r.Best.F1, 1e-9)
		require.Equal(t, "dynamic", r.Exact)
		require.Zero(t, r.Wrong, r.Setting)
		require.Greater(t, r.Configurations, 2000, r.Setting)
	}
	require.Equal(t, []string{
		"bracket dynamic 0.9", "bracket dynamic 0", "bracket fsa 0.9", "bracket fsa 0", "bracket static 0",
		"in-order dynamic 0.9", "in-order dynamic 0", "in-order static 0",
		"shift-label dynamic 0.9", "shift-label dynamic 0", "shift-label static 0",
	}, order)
}

// TestParallelRunsAreTheSame but for the time that they take; the race detector
// looks on.
func TestParallelRunsAreTheSame(t *testing.T) {
	train, dev := some(t)[:40], sample(t, "en/dev.conllu")[:10]
	run := func(parallel int) []experiment.Run {
		g := grid("arc-hybrid", "dynamic static", []float64{0}, 1, 2)
		g.Parallel = parallel
		total := 0
		runs, err := g.Train(t.Context(), train, dev, experiment.GridObserver{
			Run: func(_ *experiment.Run, done, all int) {
				total++
				require.Equal(t, total, done)
				require.Equal(t, 4, all)
			},
		})
		require.NoError(t, err)
		require.Equal(t, 4, total)
		for i := range runs {
			runs[i].OracleTime, runs[i].Took, runs[i].Best.WordsPerS, runs[i].Best.Took = 0, 0, 0, 0
		}
		return runs
	}
	require.Equal(t, run(0), run(3))
}

// TestGridTellsOfEveryEpoch, and counts those that patience saved as done.
func TestGridTellsOfEveryEpoch(t *testing.T) {
	g := grid("arc-hybrid", "dynamic", []float64{0}, 1, 2)
	g.Options.Epochs, g.Options.Patience = 50, 1
	last, told, saved := 0, 0, 0
	_, err := g.Train(t.Context(), some(t)[:20], some(t)[:20], experiment.GridObserver{
		Epoch: func(done, total int) {
			require.Equal(t, 100, total)
			require.Greater(t, done, last)
			last, told = done, told+1
		},
		Run: func(r *experiment.Run, done, _ int) {
			require.Less(t, r.Epochs, 50)
			require.Equal(t, told, last-saved)
			saved += 50 - r.Epochs
			if done == 1 {
				require.LessOrEqual(t, last, 50)
			}
		},
	})
	require.NoError(t, err)
	require.Greater(t, last, 50)
}

// TestInterruptedGrid returns what is done.
func TestInterruptedGrid(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	g := grid("arc-hybrid", "dynamic", []float64{0}, 1, 2, 3)
	runs, err := g.Train(ctx, some(t)[:20], nil, experiment.GridObserver{Run: func(_ *experiment.Run, done, _ int) {
		if done == 2 {
			cancel()
		}
	}})
	require.ErrorIs(t, err, context.Canceled)
	require.Len(t, runs, 2)
	require.Equal(t, uint64(2), runs[1].Seed)

	ctx, cancel = context.WithCancel(t.Context())
	runs, err = g.Train(ctx, some(t)[:20], nil, experiment.GridObserver{Run: func(_ *experiment.Run, done, _ int) {
		if done == 3 {
			cancel()
		}
	}})
	require.NoError(t, err, "nothing was left to do")
	require.Len(t, runs, 3)
}

// TestFailedRun ends the grid, is named, and leaves what was done before.
func TestFailedRun(t *testing.T) {
	twoRoots := []*conll.Sentence{tree(1, 0, 0, 2), tree(5, 0, 1, 0)}
	g := grid("arc-hybrid", "dynamic static", []float64{0}, 1)
	g.Options.Roots = "single"
	runs, err := g.Train(t.Context(), twoRoots, nil, experiment.GridObserver{})
	require.ErrorIs(t, err, parser.ErrNoTree)
	require.ErrorContains(t, err, "arc-hybrid static 0, seed 1: ")
	require.Len(t, runs, 1)
	require.Equal(t, "dynamic", runs[0].Oracle)
}

// ExampleGrid compares oracles without exploration.
func ExampleGrid() {
	train, err := conll.ReadFile("../../testdata/en/train.conllu")
	if err != nil {
		fmt.Println(err)
		return
	}
	g := experiment.Grid{
		Systems: []string{"arc-eager"}, Oracles: []string{"static", "dynamic"}, Explore: []float64{0}, Seeds: []uint64{1},
		Options: parser.DefaultOptions(),
	}
	g.Options.Epochs = 1
	runs, err := g.Train(context.Background(), train, nil, experiment.GridObserver{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, r := range runs {
		fmt.Printf("%v: wrong in %d of %d configurations\n", r.Setting, r.Wrong, r.Configurations)
	}
	// Output:
	// arc-eager static 0: wrong in 0 of 7144 configurations
	// arc-eager dynamic 0: wrong in 0 of 7144 configurations
}
