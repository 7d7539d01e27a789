package experiment

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"parser/parser"
	"parser/parser/internal/imitation"
	"parser/transition"
)

// near is the threshold of targeted exploration of Goodman et al. (2016), Figure 4.
const near = 0.1

// ofGraphs reports whether a system builds what the systems of Goodman et al. (2016) do.
func ofGraphs(system string) bool { return system == transition.AMR{}.Name() }

// paperLearner is AROW with the setting that Goodman et al. (2016) have in all figures and in
// Table 5, where the system is theirs. It learns from the costs of actions: without a margin, the
// right action has to win by their difference.
func paperLearner(system string) string {
	if ofGraphs(system) {
		return "arow r=1000 margin=0"
	}
	return "arow"
}

// imitationRows are the algorithms of Goodman et al. (2016), Table 2, each with the
// learners and the α-bounds of Table 3; of graphs, those algorithms that the paper has
// scores of or tried, with its very learners. Algorithms that learn online meet no example
// twice, so that α does nothing there; they have rows without it only. Where roll-outs are too
// long to explore all actions, exploration is targeted.
func imitationRows(base parser.Options) (rows []row, err error) {
	algorithms, learners := imitation.Names(), []string{"perceptron", "pa1", "arow"}
	graphs := ofGraphs(base.System)
	if graphs {
		algorithms = []string{"exact", "dagger", "v-dagger", "lols"}
		learners = []string{"arow r=10", "arow r=100", "arow r=1000", "pa2 c=100", "perceptron"}
	}
	settings := base.Settings
	for _, settings.Algorithm = range algorithms {
		a, err := settings.Make()
		if err != nil {
			return nil, err
		}
		algorithm := settings.Algorithm
		for _, learner := range learners {
			for alpha := 0; alpha <= 1 && (alpha == 0 || a.Train != imitation.Online); alpha++ {
				r := row{name: fmt.Sprintf("%s %s α=%d", algorithm, learner, alpha), group: algorithm, learner: learner}
				r.set = func(o *parser.Options) { o.Algorithm, o.Alpha = algorithm, alpha }
				if graphs {
					r.learner += " margin=0"
					r.set = func(o *parser.Options) { asInPaper(o, algorithm, alpha) }
				}
				rows = append(rows, r)
			}
		}
	}
	return rows, nil
}

// asInPaper sets an algorithm, whose roll-outs are cut down as the paper does it: those of
// V-DAgger by focused costing, too, with the setting that did best; it would leave nothing of LOLS's
// own roll-outs.
func asInPaper(o *parser.Options, algorithm string, alpha int) {
	o.Algorithm, o.Alpha = algorithm, alpha
	switch algorithm {
	case "v-dagger":
		o.Target, o.Focus, o.FocusGrowth = near, 5, 5
	case "lols":
		o.Target = near
	}
}

// corporaRows are the columns of Goodman et al. (2016), Table 5, as parsers.
func corporaRows(system string) (rows []row) {
	for _, c := range []struct{ name, algorithm string }{{"exact imitation", "exact"}, {"DAgger", "dagger"}, {"V-DAgger", "v-dagger"}} {
		rows = append(rows, row{name: c.name, learner: paperLearner(system), set: func(o *parser.Options) { asInPaper(o, c.algorithm, 1) }})
	}
	return rows
}

// The groups of the variants of exploration.
const (
	targeted = "targeted"
	focused  = "focused"
)

// rows are the curves of Goodman et al. (2016), Figures 2 and 3, and Figure 4: V-DAgger
// with AROW, the algorithm's roll-outs cut down to actions near the best, and to a few
// learned steps. DAgger, which has no roll-outs, goes beside them.
func (g TableGrid) rows(system string) []row {
	curve := func(group, name, algorithm string, target float64, f Focus) row {
		return row{group, name, paperLearner(system), func(o *parser.Options) {
			o.Alpha, o.Algorithm, o.Target, o.Focus, o.FocusGrowth = 1, algorithm, target, f.Steps, f.Growth
		}, "", ""}
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

// goodmanPublished returns a figure of Goodman et al. (2016), or 0 if the paper has none. It is
// from Table 3, no matter which graphs are learned from, or from Table 5 for the corpora there.
// The precision and the recall of Table 5's first corpus are those of Table 4.
func goodmanPublished(table, variant, lang, part, metric string) float64 {
	const table3 = `exact arow r=10: 65.5 66.8; exact arow r=100: 66.4 66.6; exact arow r=1000: 66.4 67.0; exact pa2 c=100: 66.7 66.5; exact perceptron: 65.5 65.3;
		dagger arow r=10: 65.5 67.4; dagger arow r=100: 66.4 67.7; dagger arow r=1000: 66.5 68.2; dagger pa2 c=100: 67.2 68.7; dagger perceptron: 66.6 68.6`
	const table5 = `exact imitation dev: 67.0 49.5 45.6 59.8 54.0; DAgger dev: 68.6 53.2 46.8 62.3 54.6; V-DAgger dev: 70.4 54.6 52.4 68.3 56.4; V-DAgger test: 70 50 52 62 55`
	figures, name, column := table5, variant+" "+part, slices.Index([]string{"proxy", "dfa", "bolt", "xinhua", "lpp"}, lang)
	if table == Imitation {
		before, alpha, _ := strings.Cut(variant, " α=")
		figures, name, column = table3, before, slices.Index([]string{"0", "1"}, alpha)
		if part != Dev {
			return 0
		}
	} else if name == "V-DAgger test" && lang == "proxy" && metric != smatch {
		return map[string]float64{precision: 73, recall: 68}[metric]
	}
	for _, line := range strings.Split(figures, ";") {
		of, numbers, _ := strings.Cut(strings.TrimSpace(line), ": ")
		if fields := strings.Fields(numbers); of == name && metric == smatch && column >= 0 {
			x, _ := strconv.ParseFloat(fields[column], 64) // which the tables above have
			return x
		}
	}
	return 0
}
