package experiment

import (
	"errors"
	"fmt"
	"strings"

	"parser/parser"
	"parser/parser/imitation"
)

// TableGrid says what a table combines where the paper leaves it open.
type TableGrid struct {
	Targets []float64 // thresholds τ of targeted exploration; 0 explores all actions
	Focuses []Focus   // settings of focused costing
	Near    float64   // the threshold with which focused costing is combined
}

// Focus is a setting n/m of focused costing (Goodman et al. 2016, Section 4.2): Steps
// actions of a roll-out are learned ones, Growth more in each round, and the rest is
// the expert's. The zero value mixes the two throughout.
type Focus struct{ Steps, Growth int }

// String returns n/m.
func (f Focus) String() string { return fmt.Sprintf("%d/%d", f.Steps, f.Growth) }

// DefaultTableGrid returns what "parser table exploration" compares; the papers' scores
// are on another scale.
func DefaultTableGrid() TableGrid {
	return TableGrid{
		Targets: []float64{0.03, 0.1, 0.3, 1, 0}, Near: 0.1,
		Focuses: []Focus{{}, {5, 0}, {5, 5}, {10, 10}},
	}
}

// ErrTable is the cause when there is no table of a name.
var ErrTable = errors.New("no such table")

// Exploration is the table that has curves and not one figure for a run.
const Exploration = "exploration"

// The groups of its variants.
const (
	targeted = "targeted"
	focused  = "focused"
)

// table is what is known by a name.
type table struct {
	name     string
	variants func(base parser.Options, g TableGrid) ([]Variant, error)
}

func tables() []table {
	return []table{
		{"languages", parserVariants},
		{"learners", learnerVariants},
		{"templates", templateVariants},
		{"imitation", imitationVariants},
		{Exploration, explorationVariants},
	}
}

// TableNames lists the tables that TableVariants knows.
func TableNames() []string {
	var names []string
	for _, t := range tables() {
		names = append(names, t.name)
	}
	return names
}

// TableVariants returns the rows of a published table: "languages", "learners" and
// "templates" are Tables 3, 4 and 5 of Chang et al. (2015), "imitation" Tables 2 and 3
// and "exploration" Figures 2 to 4 of Goodman et al. (2016). They start from base and
// change what the table is about; what a row makes nothing of, it does without, see
// ResetUseless. The cause of an error is ErrTable or ErrOptions.
func TableVariants(name string, base parser.Options, g TableGrid) ([]Variant, error) {
	for _, t := range tables() {
		if t.name != name {
			continue
		}
		variants, err := t.variants(base, g)
		if err != nil {
			return nil, err
		}
		return variants, ResetUseless(variants)
	}
	return nil, fmt.Errorf("%w: %q (have %v)", ErrTable, name, TableNames())
}

// ResetUseless lets each of several variants have the options that it makes nothing of as
// by default, so that they can be set for those that do. It is a parser.ErrOptions if there
// is an option that none has a use for, as are those that none even has.
func ResetUseless(variants []Variant, lacking ...string) error {
	idle := map[string]int{}
	for i := range variants {
		o := &variants[i].Options
		for _, name := range o.Useless().Names() {
			if idle[name]++; idle[name] == len(variants) {
				lacking = append(lacking, name)
			}
		}
		o.ResetUseless()
	}
	if len(lacking) > 0 {
		return fmt.Errorf("%w: of no effect in any row of the table: %s", parser.ErrOptions, strings.Join(lacking, ", "))
	}
	return nil
}

// variantsOf makes a variant of each name by a change of the options.
func variantsOf(base parser.Options, names []string, change func(o *parser.Options, i int) error) ([]Variant, error) {
	var variants []Variant
	for i, name := range names {
		v := Variant{Name: name, Options: base}
		if err := change(&v.Options, i); err != nil {
			return nil, err
		}
		variants = append(variants, v)
	}
	return variants, nil
}

// parserVariants are the rows of Chang et al. (2015), Table 3, as Table 2 and Section
// 4.2 describe them.
func parserVariants(base parser.Options, _ TableGrid) ([]Variant, error) {
	changes := []func(*parser.Options) error{UseL2S, UseDYNA, UseSNN}
	return variantsOf(base, []string{"L2S", "DYNA", "SNN-like"}, func(o *parser.Options, i int) error { return changes[i](o) })
}

// learnerVariants are the rows of Chang et al. (2015), Table 4; Multiclass learns from
// the oracle's best action and not from costs.
func learnerVariants(base parser.Options, _ TableGrid) ([]Variant, error) {
	learners := []string{"sgd", "sgd+", "nn", "nn-ftrl", "nn-ftrl"}
	return variantsOf(base, []string{"SGD", "SGD+", "NN", "NN+FTRL", "Multiclass"}, func(o *parser.Options, i int) error {
		if err := UseL2S(o); err != nil {
			return err
		}
		if err := useUsual(o, learners[i]); err != nil {
			return err
		}
		if i == len(learners)-1 {
			return o.Learner.Set("reduction", "multiclass")
		}
		return nil
	})
}

// templateVariants are the rows of Chang et al. (2015), Table 5.
func templateVariants(base parser.Options, _ TableGrid) ([]Variant, error) {
	sets := []string{"l2s-unigram", "l2s-bigram", "l2s"}
	return variantsOf(base, []string{"Unigram", "Uni- + Bigram", "All features"}, func(o *parser.Options, i int) error {
		o.Templates = sets[i]
		return UseL2S(o)
	})
}

// imitationVariants are the algorithms of Goodman et al. (2016), Table 2, each with the
// learners and the α-bounds of Table 3. Algorithms that learn online meet no example
// twice, so that α does nothing there; they are variants without it only.
func imitationVariants(base parser.Options, _ TableGrid) ([]Variant, error) {
	var variants []Variant
	for _, algorithm := range imitation.Names() {
		for _, learner := range []string{"perceptron", "pa1", "arow"} {
			for _, alpha := range []int{0, 1} {
				o := base
				o.Algorithm, o.Alpha = algorithm, alpha
				if a, err := o.Settings.Make(); err != nil {
					return nil, fmt.Errorf("%w: %w", parser.ErrOptions, err)
				} else if alpha > 0 && a.Train == imitation.Online {
					continue
				}
				if err := useUsual(&o, learner); err != nil {
					return nil, err
				}
				variants = append(variants, Variant{Group: algorithm, Name: fmt.Sprintf("%s %s α=%d", algorithm, learner, alpha), Options: o})
			}
		}
	}
	return variants, nil
}

// explorationVariants are the curves of Goodman et al. (2016), Figures 2 and 3, and
// Figure 4: V-DAgger with AROW, the algorithm's roll-outs cut down to actions near the
// best, and to a few learned steps. DAgger, which has no roll-outs, goes beside them.
func explorationVariants(base parser.Options, g TableGrid) ([]Variant, error) {
	if err := useUsual(&base, "arow"); err != nil {
		return nil, err
	}
	base.Alpha = 1
	variant := func(group, name, algorithm string, target float64, f Focus) Variant {
		o := base
		o.Algorithm, o.Target, o.Focus, o.FocusGrowth = algorithm, target, f.Steps, f.Growth
		return Variant{Group: group, Name: name, Options: o}
	}
	variants := []Variant{variant(targeted, "DAgger", "dagger", 0, Focus{})}
	for _, target := range g.Targets {
		name := fmt.Sprint("τ=", target)
		if target == 0 {
			name = "all actions"
		}
		variants = append(variants, variant(targeted, name, "v-dagger", target, Focus{}))
	}
	for _, f := range g.Focuses {
		name := f.String()
		if f.Steps == 0 {
			name = "mixed"
		}
		variants = append(variants, variant(focused, name, "v-dagger", g.Near, f))
	}
	return variants, nil
}
