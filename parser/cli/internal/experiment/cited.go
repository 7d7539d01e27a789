package experiment

import (
	"cmp"
	"fmt"
	"math"
	"strings"

	"parser/parser/internal/engine"
	"parser/parser/internal/neural"
)

// cited is a row of a table as published: a way of training with the settings of the paper.
type cited struct {
	row          // without a learner, the scorer is a network
	note  string // what of it is not the paper's
	times int    // how many times the epochs of the other rows it has; 0 for once
}

// ours ends the names of our own rows beside those as published.
const ours = ", ours"

// The learners of Chang et al. (2015), as Vowpal Wabbit has them: cost-sensitive one-against-all by regression, no feature
// left out, and its default rates. Half the squared error is minimised here, and the squared error there, so that
// gradients are half as large and so is the β of FTRL, 0.1 there.
const (
	regression = " reduction=csoaa min-updates=0 drop=0"
	fiveUnits  = " hidden=5 own-units=true direct=false"
	ftrlRates  = " rate=0.005 beta=0.05"
	plusRates  = " rate=0.5 beta=0"
)

// citedRows returns the rows of a table with the settings of its paper.
func citedRows(table, system string) (rows []cited, err error) {
	const l2sLearner = "nn-ftrl" + ftrlRates + fiveUnits + regression
	const before = "no features of the actions before"
	const drawn = before + "; weights of the network begin ten to a hundred times larger, so that it leaves the saddle point at 0 sooner"
	add := func(name, learner, note string, set func(*engine.Options)) {
		rows = append(rows, cited{row{"", name, learner, set}, note, 0})
	}
	l2s := func(templates string) func(*engine.Options) {
		return func(o *engine.Options) {
			o.System, o.Oracle, o.Algorithm, o.Templates, o.TwoStep = "arc-hybrid", "dynamic", "l2s", templates, true
		}
	}
	switch table {
	case "languages":
		add("L2S", l2sLearner, drawn, l2s("l2s"))
		add("DYNA", "perceptron margin=0 min-updates=0", "the templates are ours, those of its program are not in the paper", func(o *engine.Options) {
			o.System, o.Oracle, o.Algorithm, o.Explore, o.ExploreAfter = "arc-hybrid", "dynamic", "explore", 1, 1
		})
		add("SNN", "", "Adam instead of AdaGrad; dropout of its input, not of its hidden units; a row of the hidden layer for each label and place"+
			" instead of embeddings of labels; five times the epochs of the other rows instead of 20,000 batches of 10,000 decisions", chenManning)
		rows[len(rows)-1].times = 5 // an epoch of a network takes few steps
	case "learners":
		add("SGD", "sgd rate=0.002"+regression, before+"; the rate is ours: that of the program, 10/√t, needs predictions cut to the range of costs", l2s("l2s"))
		add("SGD+", "sgd+"+plusRates+regression, before, l2s("l2s"))
		add("NN", "nn update=sgd+"+plusRates+fiveUnits+regression, drawn, l2s("l2s"))
		add("NN+FTRL", l2sLearner, drawn, l2s("l2s"))
		add("Multiclass", l2sLearner, drawn+"; regression on 0 for every action that the oracle would take, and 1 for the others; the paper's has one right action",
			func(o *engine.Options) {
				l2s("l2s")(o)
				o.AskFirst = math.MaxInt32
			})
	case "templates":
		add("Unigram", l2sLearner, drawn, l2s("l2s-unigram"))
		add("Uni- + Bigram", l2sLearner, drawn, l2s("l2s-bigram"))
		add("All features", l2sLearner, drawn, l2s("l2s"))
	case Imitation:
		return citedImitation(system), nil
	default:
		err = fmt.Errorf("the table %s has no rows as published; languages, learners, templates and %s have", table, Imitation)
	}
	return rows, err
}

// chenManning sets the network of Chen & Manning (2014) as Chang et al. (2015) ran it, without pretrained embeddings: of
// 50 numbers, 200 hidden units, cross-entropy; a transition is a move with its label. It learns from projective trees alone,
// and gives a sentence one root.
func chenManning(o *engine.Options) {
	o.System, o.Oracle, o.Algorithm, o.Explore, o.ExploreAfter = "arc-standard", "static", "explore", 0, 0
	o.Roots, o.NonProjective = "single", "skip"
	o.UseScorer(neural.Kind{}.Name())
	o.Neural.Encoder, o.Neural.Dropout = "none", 0.1
	o.Neural.Own = neural.Size{Embeddings: [...]int{50, 0, 50, 0, 0, 0}, Layers: 1, Units: 1, Hidden: 200}
}

// citedImitation are the rows of Goodman et al. (2016), Table 3, whose learners see the costs of actions (margin 0).
func citedImitation(system string) (rows []cited) {
	note := "the α-bound does not count the first visit of an example, as the paper's does; the expert, the features and the alignment are ours"
	if !ofGraphs(system) {
		note = "the paper is about graphs of meaning"
	}
	for _, algorithm := range []string{"exact", "dagger"} {
		for _, learner := range []string{"arow r=10", "arow r=100", "arow r=1000", "pa2 c=100", "perceptron"} {
			for alpha := range 2 {
				rows = append(rows, cited{row{algorithm, imitationName(algorithm, learner, alpha), learner + " margin=0 min-updates=0", func(o *engine.Options) {
					asInPaper(o, algorithm, alpha)
				}}, note, 0})
			}
		}
	}
	return rows
}

// imitationName names a row of Imitation, by which layImitation puts it in its place.
func imitationName(algorithm, learner string, alpha int) string {
	return fmt.Sprintf("%s %s α=%d", algorithm, learner, alpha)
}

// ourRows returns our rows that stand beside those of a table as published, with names of their own; of Imitation those
// of the usual learner. Of graphs that is AROW as published, so that ours is the algorithm that is best with it: V-DAgger
// that asks the expert in the first round.
func ourRows(table string, base engine.Options, rows []row) (own []row) {
	if table != Imitation {
		for _, r := range rows {
			r.name += ours
			own = append(own, r)
		}
		return own
	}
	algorithms := []string{"exact", "dagger"}
	if ofGraphs(base.System) {
		algorithms = []string{"v-dagger"}
	}
	for _, algorithm := range algorithms {
		for alpha := range 2 {
			set := func(o *engine.Options) {
				asInPaper(o, algorithm, alpha)
				if algorithm == "v-dagger" {
					o.AskFirst = 1
				}
			}
			own = append(own, row{algorithm, imitationName(algorithm, base.Learner.Name()+ours, alpha), base.Learner.Name(), set})
		}
	}
	return own
}

// asPublished returns the variants of a table as published, and ours after them.
func asPublished(table string, base engine.Options, rows []row) ([]Variant, error) {
	list, err := citedRows(table, base.System)
	if err != nil {
		return nil, err
	}
	var variants []Variant
	for _, r := range list {
		v, wrong := r.variant(base)
		v.Published, v.Note, v.Times = true, r.note, r.times
		err, variants = cmp.Or(err, wrong), append(variants, v)
	}
	for _, r := range ourRows(table, base, rows) {
		v, wrong := r.variant(base)
		err, variants = cmp.Or(err, wrong), append(variants, v)
	}
	return variants, err
}

// variant returns the row as a variant of base.
func (r *row) variant(base engine.Options) (v Variant, err error) {
	o := base
	r.set(&o)
	v = Variant{Group: r.group, Name: r.name}
	if words := strings.Fields(r.learner); len(words) > 0 {
		usual := engine.DefaultsFor(o.System)
		err = usual.UseLearner(words[0])
		for _, option := range words[1:] {
			name, value, _ := strings.Cut(option, "=")
			err = cmp.Or(err, usual.Learner.Set(name, value))
		}
		o.Learner = usual.Learner
	}
	v.Options = o
	return v, err
}
