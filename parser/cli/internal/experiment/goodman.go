package experiment

import (
	"fmt"
	"math"
	"slices"

	"parser/parser/internal/engine"
	"parser/parser/learn"
	"parser/transition"
)

// near is the threshold of targeted exploration of Goodman et al. (2016), Figure 4.
const near = 0.1

// ofGraphs reports whether a system builds graphs, as in Goodman et al. (2016).
func ofGraphs(system string) bool { return system == transition.AMR{}.Name() }

// paperLearner is AROW, for graphs with the setting of Goodman et al. (2016), Table 5 and all figures. It learns from
// the costs of actions: without a margin, the right action has to win by their difference.
func paperLearner(system string) string {
	if ofGraphs(system) {
		return "arow r=1000 margin=0"
	}
	return "arow"
}

// imitationRows are the algorithms of Goodman et al. (2016), Table 2, each with the learners and the
// α-bounds of Table 3; for graphs, the paper's own learners and the algorithms that it tried there.
// Algorithms that learn online meet no example twice, so that α has no effect on them.
func imitationRows(base engine.Options) (rows []row, err error) {
	algorithms, learners, options := learn.Names(), []string{"perceptron", "pa1", "arow"}, ""
	set := func(o *engine.Options, algorithm string, alpha int) { o.Algorithm, o.Alpha = algorithm, alpha }
	if ofGraphs(base.System) {
		algorithms = []string{"exact", "dagger", "v-dagger", "lols"}
		learners = []string{"arow r=10", "arow r=100", "arow r=1000", "pa2 c=100", "perceptron"}
		set, options = asInPaper, " margin=0"
	}
	settings := base.Settings
	for _, algorithm := range algorithms {
		settings.Algorithm = algorithm
		if err := settings.Check(); err != nil {
			return nil, err
		}
		for _, learner := range learners {
			for alpha := 0; alpha <= 1 && (alpha == 0 || !settings.Online()); alpha++ {
				name := fmt.Sprintf("%s %s α=%d", algorithm, learner, alpha)
				rows = append(rows, row{algorithm, name, learner + options, func(o *engine.Options) { set(o, algorithm, alpha) }})
			}
		}
	}
	return rows, nil
}

// costRows are all algorithms with graded costs and with costs that are 0 or 1, each where the algorithm has such: by
// definition exact imitation, SMILe and DAgger ask the oracle what it would do, and a bandit is told a loss. AggreVaTe draws
// as many states as base says and, as published, one; SCB-LOLS is told two losses and, as published, one.
func costRows(base engine.Options) (rows []row, err error) {
	for _, algorithm := range learn.Names() {
		for _, graded := range []bool{true, false} {
			o := base
			o.Algorithm = algorithm
			if !graded {
				o.AskFirst = math.MaxInt32 // the oracle is asked in all rounds
			}
			if err := o.Settings.Check(); err != nil {
				return nil, err
			}
			asks := slices.Contains([]string{"exact", "smile", "dagger"}, algorithm)
			if graded && asks || !graded && algorithm == "scb-lols" {
				continue
			}
			if asks {
				o.AskFirst = 0
			}
			for _, learner := range costLearners(algorithm) {
				add := func(costs string, settings learn.Settings) {
					rows = append(rows, row{algorithm, algorithm + " " + costs + ", " + learner, learner, func(o *engine.Options) { o.Settings = settings }})
				}
				add(map[bool]string{true: "graded", false: "0/1"}[graded], o.Settings)
				published := o.Settings
				switch {
				case algorithm == "aggrevate" && graded:
					published.Draws = 1
					add("graded, one draw", published)
				case algorithm == "scb-lols":
					published.OneLoss = true
					add("graded, one loss", published)
				}
			}
		}
	}
	return rows, nil
}

// costLearners returns a learner that does not read the size of costs, and others that do: as shares of a decision's
// largest, which parses best, except where a decision has two actions: the worse one would always cost 1. There regression
// on costs does not know how the two compare with other actions, and weighted pairs need not.
func costLearners(algorithm string) []string {
	if algorithm == "scb-lols" || algorithm == "aggrevate" {
		return []string{"arow", "arow cost-margin=true", "sgd+ reduction=csoaa", "sgd+ reduction=wap"}
	}
	return []string{"arow", "arow cost-margin=true relative-costs=true", "sgd+ reduction=csoaa relative-costs=true"}
}

// asInPaper sets an algorithm. Roll-outs are too long to explore all actions. Those of V-DAgger are also shortened by
// focused costing, which would leave nothing of LOLS's own roll-outs.
func asInPaper(o *engine.Options, algorithm string, alpha int) {
	o.Algorithm, o.Alpha = algorithm, alpha
	switch algorithm {
	case "v-dagger":
		o.Target, o.Focus, o.FocusGrowth = near, 5, 5
	case "lols":
		o.Target = near
	}
}

// The groups of the variants of exploration.
const (
	targeted = "targeted"
	focused  = "focused"
)

// rows are the curves of Goodman et al. (2016), Figures 2 to 4: V-DAgger with AROW, its roll-outs limited to actions
// near the best and to a few learned steps. DAgger, which has no roll-outs, is there for comparison.
func (g TableGrid) rows(system string) []row {
	curve := func(group, name, algorithm string, target float64, f Focus) row {
		return row{group, name, paperLearner(system), func(o *engine.Options) {
			o.Alpha, o.Algorithm, o.Target, o.Focus, o.FocusGrowth = 1, algorithm, target, f.Steps, f.Growth
		}}
	}
	rows := []row{curve(targeted, "DAgger", "dagger", 0, Focus{})}
	for _, target := range g.Targets {
		name := fmt.Sprint("τ=", target)
		if target == 0 {
			name = "all actions"
		}
		rows = append(rows, curve(targeted, name, "v-dagger", target, Focus{}))
	}
	for _, f := range g.Focuses {
		name := f.String()
		if f.Steps == 0 {
			name = "mixed"
		}
		rows = append(rows, curve(focused, name, "v-dagger", g.Near, f))
	}
	return rows
}
