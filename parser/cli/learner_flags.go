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

// learnerFlags returns the flags of model.Spec.
func learnerFlags(o *parser.Options) []urfave.Flag {
	const category = "Learner"
	number := func(name string, value *float64, usage string) urfave.Flag {
		return &urfave.Float64Flag{Category: category, Name: name, Value: *value, Destination: value, DefaultText: byLearner, Usage: usage}
	}
	text := func(name string, value *string, usage string) urfave.Flag {
		return &urfave.StringFlag{Category: category, Name: name, Value: *value, Destination: value, DefaultText: byLearner, Usage: usage}
	}
	return []urfave.Flag{
		&urfave.StringFlag{Category: category, Name: "learner", Value: o.Learner, Destination: &o.Learner,
			Usage: "`LEARNER`: " + strings.Join(model.Names(), ", ")},
		text("reduction", &o.Reduction, "from costs to derivatives, for learners that have any: `NAME` ("+strings.Join(model.Reductions(), ", ")+")"),
		number("rate", &o.Rate, "learning `RATE`: sgd, sgd+, ftrl, networks"),
		&urfave.Float64Flag{Category: category, Name: "margin", Value: o.Margin, Destination: &o.Margin,
			DefaultText: byKind(func(o parser.Options) any { return o.Margin }) + "; of other learners, their own",
			Usage:       "`NUMBER` by which the right action must win, or there is an update"},
		number("c", &o.C, "aggressiveness `C`: pa1, pa2"),
		number("r", &o.R, "regularisation `R`: arow"),
		number("beta", &o.Beta, "`BETA`: ftrl"),
		number("l1", &o.L1, "`LAMBDA` of the absolute weights: ftrl"),
		number("l2", &o.L2, "`LAMBDA` of the squared weights: ftrl"),
		number("scale", &o.Scale, "`NUMBER` that a cost of 1 adds to a score: softmax, hinge"),
		number("drop", &o.Drop, "derivatives smaller than this `NUMBER` count as 0"),
		&urfave.IntFlag{Category: category, Name: "hidden", Value: o.Hidden, Destination: &o.Hidden, DefaultText: byLearner,
			Usage: "`N` hidden units: networks"},
		&urfave.BoolFlag{Category: category, Name: "direct", Value: o.Direct, Destination: &o.Direct, DefaultText: byLearner,
			Usage: "a linear part beside the hidden units: networks"},
		text("activation", &o.Activation, "of hidden units: `NAME` (tanh, relu)"),
		text("update", &o.Update, "of networks: `NAME` (sgd, sgd+, ftrl)"),
		&urfave.BoolFlag{Category: category, Name: "average", Value: o.Average, Destination: &o.Average, DefaultText: byLearner,
			Usage: "take the mean of the weights over time"},
		&urfave.Float64Flag{Category: category, Name: "dropout", Value: o.Dropout, Destination: &o.Dropout,
			DefaultText: byKind(func(o parser.Options) any { return o.Dropout }),
			Usage:       "`PROBABILITY` with which learning does not see a feature"},
		&urfave.IntFlag{Category: category, Name: "min-updates", Value: o.MinUpdates, Destination: &o.MinUpdates,
			DefaultText: byKind(func(o parser.Options) any { return o.MinUpdates }),
			Usage:       "`N` updates that a feature needs before it counts"},
	}
}

// searchFlags returns the flags that say which algorithm teaches the learner.
func searchFlags(o *parser.Options) []urfave.Flag {
	const category = "Exploration"
	return []urfave.Flag{
		&urfave.StringFlag{Category: category, Name: "algorithm", Value: o.Algorithm, Destination: &o.Algorithm,
			Usage: "imitation learning `ALGORITHM`: " + strings.Join(imitation.Names(), ", ")},
		&urfave.Float64Flag{Category: category, Name: "explore", Value: o.Explore, Destination: &o.Explore,
			DefaultText: byKind(func(o parser.Options) any { return o.Explore }),
			Usage:       "explore: `PROBABILITY` of following the model into its mistakes; with the static oracle 0 unless given"},
		&urfave.IntFlag{Category: category, Name: "explore-after", Value: o.ExploreAfter, Destination: &o.ExploreAfter,
			DefaultText: byKind(func(o parser.Options) any { return o.ExploreAfter }),
			Usage:       "explore: `N` epochs without exploration"},
		&urfave.Float64Flag{Category: category, Name: "decay", Value: o.Decay, Destination: &o.Decay,
			Usage: "searn, smile, dagger, v-dagger: the oracle's share of actions shrinks by this `SHARE` in each round"},
		&urfave.Float64Flag{Category: category, Name: "share", Value: o.Share, Destination: &o.Share,
			Usage: "lols, scb-lols: `SHARE` of roll-outs that the oracle completes"},
	}
}

// imitationFlags returns the flags of what can be added to any algorithm.
func imitationFlags(o *parser.Options) []urfave.Flag {
	const category = "Roll-outs and examples"
	return []urfave.Flag{
		&urfave.IntFlag{Category: category, Name: "samples", Value: o.Samples, Destination: &o.Samples,
			Usage: "`N` roll-outs after each deviation"},
		&urfave.IntFlag{Category: category, Name: "ask-first", Value: o.AskFirst, Destination: &o.AskFirst,
			Usage: "in the first `N` rounds ask the oracle what it would do, and roll out only later"},
		&urfave.IntFlag{Category: category, Name: "draws", Value: o.Draws, Destination: &o.Draws,
			Usage: "aggrevate: explore `N` random states of each roll-in"},
		&urfave.Float64Flag{Category: category, Name: "target", Value: o.Target, Destination: &o.Target,
			Usage: "explore only the oracle's action and those scored within `TAU` of the best; 0 explores all"},
		&urfave.IntFlag{Category: category, Name: "target-first", Value: o.TargetFirst, Destination: &o.TargetFirst,
			Usage: "… and in the first round `N` random ones"},
		&urfave.IntFlag{Category: category, Name: "focus", Value: o.Focus, Destination: &o.Focus,
			Usage: "roll out `N` actions as learned and the rest by the oracle; 0 does as the algorithm says"},
		&urfave.IntFlag{Category: category, Name: "focus-growth", Value: o.FocusGrowth, Destination: &o.FocusGrowth,
			Usage: "… and `N` more in each round"},
		&urfave.BoolFlag{Category: category, Name: "execute", Value: o.Execute, Destination: &o.Execute,
			Usage: "carry out roll-outs even if the oracle's costs tell their result"},
		&urfave.StringFlag{Category: category, Name: "loss", Value: o.Loss, Destination: &o.Loss,
			Usage: "`LOSS` of finished trees, where roll-outs are carried out: " + strings.Join(parser.Losses(), ", ")},
		&urfave.Float64Flag{Category: category, Name: "weaken", Value: o.Weaken, Destination: &o.Weaken,
			Usage: "let the oracle take a random action for the best with this `PROBABILITY`"},
		&urfave.IntFlag{Category: category, Name: "passes", Value: o.Passes, Destination: &o.Passes,
			Usage: "`N` passes over the examples of a round, where they are kept"},
		&urfave.IntFlag{Category: category, Name: "alpha", Value: o.Alpha, Destination: &o.Alpha,
			Usage: "leave out examples misclassified `N` times; 0 leaves out none"},
		&urfave.Int64Flag{Category: category, Name: "memory", Value: o.Memory, Destination: &o.Memory,
			Usage: "`BYTES` for examples; beyond, a random sample of them is kept"},
	}
}
