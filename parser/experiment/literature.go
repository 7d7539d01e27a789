package experiment

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"parser/parser"
)

// chang is a table of Chang et al. (2015): rows of parsers with the figures published.
type chang struct {
	number  int
	columns string // languages or parts
	data    string // that the figures are of
	rows    []row
}

// row is a parser. What it leaves open, the options keep.
type row struct {
	name, system, oracle, algorithm string
	explore                         float64 // for algorithm explore: k and p of Goldberg & Nivre (2013), which are the same
	learner, templates              string  // see useLearner; a named set
	uas, las                        string  // by column, punctuation left out
}

// l2sLearner is AROW, with which exploration goes better here than with the paper's network
// of five hidden units trained by FTRL ("nn-ftrl", see the table of learners).
const l2sLearner = "arow r=3 min-updates=10"

// l2s is the row L2S of Table 3, or one like it: roll-ins that follow the model more and
// more (Section 4.2), and roll-outs by the oracle, whose costs are their results.
func l2s(name, learner, templates, uas, las string) row {
	return row{name, "arc-hybrid", "dynamic", "l2s", 0, learner, templates, uas, las}
}

// publishedLanguages are the columns of Table 3, all but English from CoNLL-X. Its last
// one, the mean of the others, is left out.
const publishedLanguages = "ar bg zh da nl en ja pt sl sv"

// changTable returns a table, one without rows if there is none of the name. DYNA is the
// parser of Goldberg & Nivre (2013) as the paper ran it: an averaged perceptron without
// margin. SNN is that of Chen & Manning (2014), which has embeddings and many more hidden
// units than the one like it here. Multiclass learns from the oracle's best action and not
// from costs.
func changTable(name string) chang {
	const parts, penn = Dev + " " + Test, "Penn Treebank, predicted tags"
	switch name {
	case "languages":
		return chang{3, publishedLanguages, "test sets of other treebanks: Penn Treebank (en) and CoNLL-X;" +
			" their SNN is not made for trees with several roots, as those of ar, pt and sl", []row{
			l2s("L2S", l2sLearner, "", "77.59 90.64 90.46 88.03 78.06 92.30 90.89 89.77 81.28 89.12",
				"66.44 85.07 86.43 81.36 73.55 91.09 89.53 84.68 72.48 82.81"),
			{"DYNA", "arc-hybrid", "dynamic", "explore", 1, "perceptron margin=0", "", "77.89 89.54 89.41 87.37 74.63 91.84 92.72 85.82 77.14 87.85",
				"66.33 84.73 85.14 82.30 70.26 90.81 90.91 82.00 68.65 82.21"},
			{"SNN-like", "arc-standard", "static", "explore", 0, "nn", "", "67.37 88.05 87.31 82.98 75.34 90.20 89.45 83.19 63.60 85.70",
				"51.72 84.01 82.72 77.44 71.96 89.10 87.37 77.88 51.08 80.09"},
		}}
	case "learners":
		return chang{4, parts, penn, []row{
			l2s("SGD", "sgd", "", "89.34 89.34", "88.03 87.89"), l2s("SGD+", "sgd+", "", "91.0 91.0", "89.5 89.6"),
			l2s("NN", "nn", "", "92.02 91.97", "90.78 90.84"), l2s("NN+FTRL", "nn-ftrl", "", "92.27 92.30", "91.04 91.09"),
			l2s("Multiclass", "nn-ftrl reduction=multiclass", "", "91.7 91.3", "90.6 90.2"),
		}}
	case "templates":
		return chang{5, parts, penn, []row{
			l2s("Unigram", l2sLearner, "l2s-unigram", "80.41 80.97", "78.01 78.65"), l2s("Uni- + Bigram", l2sLearner, "l2s-bigram", "90.73 91.08", "89.46 89.81"),
			l2s("All features", l2sLearner, "l2s", "92.27 92.30", "91.04 91.09"),
		}}
	}
	return chang{}
}

// variants returns the rows as ways of training.
func (t chang) variants(base parser.Options) ([]Variant, error) {
	var variants []Variant
	for _, r := range t.rows {
		o := base
		o.System, o.Oracle, o.Algorithm = r.system, r.oracle, r.algorithm
		if r.algorithm == "explore" {
			o.Explore, o.ExploreAfter = r.explore, int(r.explore)
		}
		if r.templates != "" {
			o.Templates = r.templates
		}
		if err := useLearner(&o, r.learner); err != nil {
			return nil, err
		}
		variants = append(variants, Variant{Name: r.name, Options: o})
	}
	return variants, nil
}

// useLearner sets the learner as "parser train --learner" has it for the system, and then
// its options: "name option=value …".
func useLearner(o *parser.Options, text string) error {
	words, usual := strings.Fields(text), parser.DefaultsFor(o.System)
	err := usual.UseLearner(words[0])
	for _, option := range words[1:] {
		if name, value, _ := strings.Cut(option, "="); err == nil {
			err = usual.Learner.Set(name, value)
		}
	}
	if err != nil {
		return fmt.Errorf("%w: %w", parser.ErrOptions, err)
	}
	o.Learner = usual.Learner
	return nil
}

// published returns the figure of a published table, 0 if it has none. That of languages
// has test sets only, which are given whatever part is asked for; the others are about
// English.
func published(table, variant, lang, part, metric string) float64 {
	column, t := part, changTable(table)
	if table == "languages" {
		column = lang
	} else if lang != "en" {
		return 0
	}
	k := slices.Index(strings.Fields(t.columns), column)
	i := slices.IndexFunc(t.rows, func(r row) bool { return r.name == variant })
	if i < 0 || k < 0 {
		return 0
	}
	figures := map[string]string{uas: t.rows[i].uas, las: t.rows[i].las}[metric]
	if figures == "" {
		return 0
	}
	x, _ := strconv.ParseFloat(strings.Fields(figures)[k], 64) // which the tables above have
	return x
}
