package experiment

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"parser/oracle"
	"parser/parser/internal/engine"
	"parser/parser/internal/training"
)

// Grid is an ablation: its variants are the combinations of what the lists name. All systems must build the same kind
// of structure.
type Grid struct {
	Systems []string       // oracle.Systems
	Oracles []string       // oracle.Names
	Explore []float64      // Options.Explore
	Options engine.Options // all else
}

// Setting is a combination.
type Setting struct {
	System  string  `json:"system"`
	Oracle  string  `json:"oracle"`
	Explore float64 `json:"explore"`
}

// String names the setting: "arc-hybrid dynamic 0.9".
func (s Setting) String() string { return fmt.Sprint(s.System, " ", s.Oracle, " ", s.Explore) }

// Omission is a combination that does not exist, and why.
type Omission struct {
	Setting
	Reason string `json:"reason"`
}

// Variants returns the combinations that exist, by system, then oracle, then exploration, and those that do not: the
// system lacks the oracle, or training with the oracle must not explore or not learn non-projective trees as they are.
// Any other error in the options is returned.
func (g *Grid) Variants() (variants []Variant, omitted []Omission, err error) {
	for _, system := range g.Systems {
		for _, name := range g.Oracles {
			for _, explore := range g.Explore {
				o, s := g.Options, Setting{system, name, explore}
				o.System, o.Oracle, o.Explore = system, name, explore
				err := Check(o)
				switch {
				case err == nil:
					variants = append(variants, Variant{Name: s.String(), Options: o, Examine: true})
				case errors.Is(err, oracle.ErrNoOracle):
					omitted = append(omitted, Omission{s, oracle.ErrNoOracle.Error()})
				case errors.Is(err, training.ErrOffPath):
					omitted = append(omitted, Omission{s, fmt.Sprintf("the %s oracle %v", name, training.ErrOffPath)})
				case errors.Is(err, training.ErrNonProjective):
					omitted = append(omitted, Omission{s, fmt.Sprintf("the %s oracle %v", name, training.ErrNonProjective)})
				default:
					return nil, nil, err
				}
			}
		}
	}
	return variants, omitted, nil
}

// TableGrid holds the settings that a table combines and its paper leaves open.
type TableGrid struct {
	AsPublished bool // rows with the settings of the paper, and ours beside them

	Targets []float64 // thresholds τ of targeted exploration; 0 explores all actions
	Focuses []Focus   // settings of focused costing
	Near    float64   // the threshold with which focused costing is combined
}

// Focus is a setting n/m of focused costing (Goodman et al. 2016, Section 4.2): Steps actions of a roll-out are
// learned, Growth more in each round, and the rest is the expert's. The zero value mixes the two throughout.
type Focus struct{ Steps, Growth int }

// String returns n/m.
func (f Focus) String() string { return fmt.Sprintf("%d/%d", f.Steps, f.Growth) }

// DefaultTableGrid returns the settings of "parser table exploration". The papers' scores are on another scale.
func DefaultTableGrid() TableGrid {
	return TableGrid{
		Targets: []float64{0.03, 0.1, 0.3, 1, 0}, Near: near,
		Focuses: []Focus{{}, {5, 0}, {5, 5}, {10, 10}},
	}
}

// Tables that are unlike the others: Imitation has its own layout, Costs and Exploration have what was measured after
// each round, and Corpora has treebanks of different kinds instead of languages.
const (
	Imitation   = "imitation"
	Costs       = "costs"
	Exploration = "exploration"
	Corpora     = "corpora"
)

// TableNames lists the tables that TableVariants accepts.
func TableNames() []string {
	return []string{"languages", "learners", "templates", Imitation, Costs, Exploration, Corpora}
}

// row is a row of a published table: a way of training that keeps all options except some.
type row struct {
	group, name string
	learner     string // as in "parser train --learner", with its options: "name option=value …"
	set         func(o *engine.Options)
}

// TableVariants returns the rows of a published table: "languages", "learners" and "templates" are Tables 3, 4 and 5 of
// Chang et al. (2015); "imitation", "exploration" and "corpora" are Tables 2 and 3, Figures 2 to 4 and Table 5 of
// Goodman et al. (2016). They are base with the changes that the table is about, after ResetUseless; as published, with all
// that the paper says. The cause of an error is engine.ErrOptions.
func TableVariants(name string, base engine.Options, g TableGrid) ([]Variant, error) {
	var rows []row
	var err error
	switch name {
	case Imitation:
		rows, err = imitationRows(base)
	case Costs:
		rows, err = costRows(base)
	case Exploration:
		rows = g.rows(base.System)
	case Corpora:
		for _, algorithm := range [][2]string{{"exact", "exact imitation"}, {"dagger", "DAgger"}, {"v-dagger", "V-DAgger"}} {
			set := func(o *engine.Options) { asInPaper(o, algorithm[0], 1) }
			rows = append(rows, row{"", algorithm[1], paperLearner(base.System), set})
		}
	default:
		if rows = changRows(name); rows == nil {
			err = fmt.Errorf("no table %q; there are %s", name, strings.Join(TableNames(), ", "))
		}
	}
	var variants []Variant
	if err == nil && g.AsPublished {
		variants, err = asPublished(name, base, rows)
		rows = nil
	}
	for _, r := range rows {
		v, wrong := r.variant(base)
		err, variants = cmp.Or(err, wrong), append(variants, v)
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", engine.ErrOptions, err)
	}
	return variants, ResetUseless(variants)
}

// ResetUseless gives each variant the default values of the options that it does not use, so that they can be set for
// the variants that do. The error is a engine.ErrOptions that names the options that no variant uses, and lacking ones,
// or those that tell variants apart although a scorer does not read them.
func ResetUseless(variants []Variant, lacking ...string) error {
	if err := checkRead(variants); err != nil {
		return err
	}
	idle := map[string]int{}
	for i := range variants {
		for _, name := range variants[i].Options.ResetUseless() {
			if idle[name]++; idle[name] == len(variants) {
				lacking = append(lacking, name)
			}
		}
	}
	if len(lacking) > 0 {
		return fmt.Errorf("%w: without effect in any row of the table, and so to be left out: %s", engine.ErrOptions, strings.Join(lacking, ", "))
	}
	return nil
}

// checkRead returns a engine.ErrOptions if variants of one scorer have different learners or templates, and it reads
// neither: the same parser would stand in the table under several names.
func checkRead(variants []Variant) error {
	var differ []string
	scorer := ""
	for _, part := range []struct {
		name string
		of   func(o *engine.Options) string
	}{
		{"learner", func(o *engine.Options) string { text, _ := json.Marshal(o.Learner); return string(text) }},
		{"templates", func(o *engine.Options) string { return o.Templates }},
	} {
		first := map[string]*engine.Options{} // by scorer, of those that do not read the part
		for i := range variants {
			o := &variants[i].Options
			if !slices.Contains(o.Unread(), part.name) {
				continue
			}
			if first[o.Scorer] == nil {
				first[o.Scorer] = o
			}
			if part.of(o) != part.of(first[o.Scorer]) {
				differ, scorer = append(differ, part.name), o.Scorer
				break
			}
		}
	}
	if len(differ) == 0 {
		return nil
	}
	return fmt.Errorf("%w: the rows of the table differ in %s, which a %s scorer does not have", engine.ErrOptions, strings.Join(differ, " and "), scorer)
}

// like ends the name of a row that is not the parser of the paper but similar.
const like = "-like"

// changRows returns the rows of a table of Chang et al. (2015), or nil if no table has that name. L2S has roll-ins that
// follow the model more and more (Section 4.2), and roll-outs by the oracle, whose costs are their results. DYNA is the
// parser of Goldberg & Nivre (2013) as the paper ran it: k = 1, p = 1, and an averaged perceptron without margin. SNN
// is the network of Chen & Manning (2014), which has embeddings and many more hidden units than the similar one here.
// Multiclass learns from the oracle's best action and not from costs.
func changRows(table string) []row {
	// AROW is better here than the paper's network of five hidden units trained by FTRL ("nn-ftrl"). With margins by
	// cost it is a cost-sensitive learner, as in the paper.
	const arow = "arow r=3 min-updates=10 cost-margin=true relative-costs=true"
	l2s := func(templates string) func(*engine.Options) {
		return func(o *engine.Options) {
			o.System, o.Oracle, o.Algorithm, o.Templates = "arc-hybrid", "dynamic", "l2s", cmp.Or(templates, o.Templates)
		}
	}
	exploring := func(system, oracle string, k int) func(*engine.Options) {
		return func(o *engine.Options) {
			o.System, o.Oracle, o.Algorithm, o.Explore, o.ExploreAfter = system, oracle, "explore", float64(k), k
		}
	}
	switch table {
	case "languages":
		return []row{
			{"", "L2S", arow, l2s("")},
			{"", "DYNA", "perceptron margin=0", exploring("arc-hybrid", "dynamic", 1)},
			{"", "SNN" + like, "nn", exploring("arc-standard", "static", 0)},
		}
	case "learners":
		return []row{
			{"", "SGD", "sgd", l2s("")},
			{"", "SGD+", "sgd+", l2s("")},
			{"", "NN", "nn", l2s("")},
			{"", "NN+FTRL", "nn-ftrl", l2s("")},
			{"", "Multiclass", "nn-ftrl reduction=multiclass", l2s("")},
		}
	case "templates":
		return []row{
			{"", "Unigram", arow, l2s("l2s-unigram")},
			{"", "Uni- + Bigram", arow, l2s("l2s-bigram")},
			{"", "All features", arow, l2s("l2s")},
		}
	}
	return nil
}
