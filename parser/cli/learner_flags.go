package cli

import (
	"strings"

	urfave "github.com/urfave/cli/v2"

	"parser/model"
	"parser/parser"
	"parser/parser/imitation"
)

// byLearner is the default of what each learner has a default of its own for.
const byLearner = "the learner's"

// flagGroup makes flags of options under a heading of help. Its default text, if there is
// one, stands for the values that the options have.
type flagGroup struct{ category, defaultText string }

func (g flagGroup) text(name string, value *string, usage string) urfave.Flag {
	return &urfave.StringFlag{Category: g.category, Name: name, Value: *value, Destination: value, DefaultText: g.defaultText, Usage: usage}
}

func (g flagGroup) number(name string, value *float64, usage string) urfave.Flag {
	return &urfave.Float64Flag{Category: g.category, Name: name, Value: *value, Destination: value, DefaultText: g.defaultText, Usage: usage}
}

func (g flagGroup) count(name string, value *int, usage string) urfave.Flag {
	return &urfave.IntFlag{Category: g.category, Name: name, Value: *value, Destination: value, DefaultText: g.defaultText, Usage: usage}
}

func (g flagGroup) toggle(name string, value *bool, usage string) urfave.Flag {
	return &urfave.BoolFlag{Category: g.category, Name: name, Value: *value, Destination: value, DefaultText: g.defaultText, Usage: usage}
}

// learnerFlags returns the flags of model.Spec.
func learnerFlags(o *parser.Options) []urfave.Flag {
	const category = "Learner"
	g := flagGroup{category, byLearner}
	return []urfave.Flag{
		flagGroup{category, byKind(func(o parser.Options) any { return o.Learner })}.text("learner", &o.Learner, "`LEARNER`: "+strings.Join(model.Names(), ", ")),
		g.text("reduction", &o.Reduction, "from costs to derivatives, for learners that have any: `NAME` ("+strings.Join(model.Reductions(), ", ")+")"),
		g.number("rate", &o.Rate, "learning `RATE`: sgd, sgd+, ftrl, networks"),
		flagGroup{category, byKind(func(o parser.Options) any { return o.Margin }) + "; of other learners, their own"}.number("margin", &o.Margin,
			"`NUMBER` by which the right action must win, or there is an update"),
		g.number("c", &o.C, "aggressiveness `C`: pa1, pa2"),
		g.number("r", &o.R, "regularisation `R`: arow"),
		g.number("beta", &o.Beta, "`BETA`: sgd+, ftrl"),
		g.number("l1", &o.L1, "`LAMBDA` of the absolute weights: ftrl"),
		g.number("l2", &o.L2, "`LAMBDA` of the squared weights: ftrl"),
		g.number("scale", &o.Scale, "`NUMBER` that a cost of 1 adds to a score: softmax, hinge"),
		g.number("drop", &o.Drop, "derivatives smaller than this `NUMBER` count as 0"),
		g.count("hidden", &o.Hidden, "`N` hidden units: networks"),
		g.toggle("direct", &o.Direct, "a linear part beside the hidden units: networks"),
		g.text("activation", &o.Activation, "of hidden units: `NAME` (tanh, relu)"),
		g.text("update", &o.Update, "of networks: `NAME` (sgd, sgd+, ftrl)"),
		g.toggle("average", &o.Average, "take the mean of the weights over time"),
		flagGroup{category, byKind(func(o parser.Options) any { return o.Dropout })}.number("dropout", &o.Dropout,
			"`PROBABILITY` with which learning does not see a feature"),
		flagGroup{category, byKind(func(o parser.Options) any { return o.MinUpdates })}.count("min-updates", &o.MinUpdates,
			"`N` updates that a feature needs before it counts"),
	}
}

// searchFlags returns the flags that say which algorithm teaches the learner.
func searchFlags(o *parser.Options) []urfave.Flag {
	const category = "Exploration"
	g := flagGroup{category: category}
	return []urfave.Flag{
		g.text("algorithm", &o.Algorithm, "imitation learning `ALGORITHM`: "+strings.Join(imitation.Names(), ", ")),
		flagGroup{category, byKind(func(o parser.Options) any { return o.Explore })}.number("explore", &o.Explore,
			"explore: `PROBABILITY` of following the model into its mistakes; with the static oracle 0 unless given"),
		flagGroup{category, byKind(func(o parser.Options) any { return o.ExploreAfter })}.count("explore-after", &o.ExploreAfter,
			"explore: `N` epochs without exploration"),
		g.number("decay", &o.Decay, "searn, smile, dagger, v-dagger: the oracle's share of actions shrinks by this `SHARE` in each round"),
		g.number("share", &o.Share, "lols, scb-lols: `SHARE` of roll-outs that the oracle completes"),
	}
}

// imitationFlags returns the flags of what can be added to any algorithm.
func imitationFlags(o *parser.Options) []urfave.Flag {
	const category = "Roll-outs and examples"
	g := flagGroup{category: category}
	return []urfave.Flag{
		g.count("samples", &o.Samples, "searn, lols, v-dagger: `N` roll-outs after each deviation"),
		g.count("ask-first", &o.AskFirst, "in the first `N` rounds ask the oracle what it would do, and roll out only later; not scb-lols"),
		g.count("draws", &o.Draws, "aggrevate: explore `N` random states of each roll-in"),
		g.number("target", &o.Target, "explore only the oracle's action and those scored within `TAU` of the best; 0 explores all; not scb-lols, aggrevate"),
		g.count("target-first", &o.TargetFirst, "… and in the first round `N` random ones"),
		g.count("focus", &o.Focus, "roll out `N` actions as learned and the rest by the oracle; 0 does as the algorithm says"),
		g.count("focus-growth", &o.FocusGrowth, "… and `N` more in each round"),
		g.toggle("execute", &o.Execute, "carry out roll-outs even if the oracle's costs tell their result"),
		g.text("loss", &o.Loss, "`LOSS` of finished trees, where roll-outs are carried out: "+strings.Join(parser.Losses(), ", ")),
		g.number("weaken", &o.Weaken, "let the oracle take a random action for the best with this `PROBABILITY`"),
		g.count("passes", &o.Passes, "`N` passes over the examples of a round, where they are kept"),
		g.count("alpha", &o.Alpha, "leave out examples misclassified `N` times, where they are kept; 0 leaves out none"),
		&urfave.Int64Flag{Category: category, Name: "memory", Value: o.Memory, Destination: &o.Memory,
			Usage: "`BYTES` for examples; beyond, a random sample of them is kept"},
	}
}
