package experiment

import (
	"errors"
	"fmt"
	"slices"
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

// TableNames lists the tables that TableVariants knows.
func TableNames() []string {
	return []string{"languages", "learners", "templates", "imitation", Exploration}
}

// TableVariants returns the rows of a published table: "languages", "learners" and
// "templates" are Tables 3, 4 and 5 of Chang et al. (2015), "imitation" Tables 2 and 3
// and "exploration" Figures 2 to 4 of Goodman et al. (2016). They start from base and
// change what the table is about; what a row makes nothing of, it does without, see
// ResetUseless. The cause of an error is ErrTable or ErrOptions.
func TableVariants(name string, base parser.Options, g TableGrid) (variants []Variant, err error) {
	switch {
	case !slices.Contains(TableNames(), name):
		return nil, fmt.Errorf("%w: %q (have %v)", ErrTable, name, TableNames())
	case name == "imitation":
		variants, err = imitationVariants(base)
	case name == Exploration:
		variants, err = g.variants(base)
	default:
		variants, err = changTable(name).variants(base)
	}
	if err != nil {
		return nil, err
	}
	return variants, ResetUseless(variants)
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

// imitationVariants are the algorithms of Goodman et al. (2016), Table 2, each with the
// learners and the α-bounds of Table 3. Algorithms that learn online meet no example
// twice, so that α does nothing there; they are variants without it only.
func imitationVariants(base parser.Options) ([]Variant, error) {
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
				if err := useLearner(&o, learner); err != nil {
					return nil, err
				}
				variants = append(variants, Variant{Group: algorithm, Name: fmt.Sprintf("%s %s α=%d", algorithm, learner, alpha), Options: o})
			}
		}
	}
	return variants, nil
}

// variants are the curves of Goodman et al. (2016), Figures 2 and 3, and
// Figure 4: V-DAgger with AROW, the algorithm's roll-outs cut down to actions near the
// best, and to a few learned steps. DAgger, which has no roll-outs, goes beside them.
func (g TableGrid) variants(base parser.Options) ([]Variant, error) {
	if err := useLearner(&base, "arow"); err != nil {
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
