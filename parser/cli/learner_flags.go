package cli

import (
	"fmt"
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"parser/model"
	"parser/model/option"
	"parser/parser"
	"parser/parser/imitation"
)

// byLearner is the default of what each learner has a default of its own for.
const byLearner = "the learner's"

// flagOf returns the flag of an option, under a heading of help. A default text stands for
// the value that the option has.
func flagOf(o option.Option, category, defaultText string) urfave.Flag {
	switch field := o.Field.(type) {
	case *bool:
		return &urfave.BoolFlag{Category: category, Name: o.Name, Value: *field, Destination: field, DefaultText: defaultText, Usage: o.Usage}
	case *int:
		return &urfave.IntFlag{Category: category, Name: o.Name, Value: *field, Destination: field, DefaultText: defaultText, Usage: o.Usage}
	case *int64:
		return &urfave.Int64Flag{Category: category, Name: o.Name, Value: *field, Destination: field, DefaultText: defaultText, Usage: o.Usage}
	case *float64:
		return &urfave.Float64Flag{Category: category, Name: o.Name, Value: *field, Destination: field, DefaultText: defaultText, Usage: o.Usage}
	}
	text := &urfave.StringFlag{Category: category, Name: o.Name, Value: fmt.Sprint(o.Value()), DefaultText: defaultText, Usage: o.Usage}
	text.Destination, _ = o.Field.(*string)
	return text
}

// learnerOptions returns the options of all learners that have a flag of their own; the seed
// is that of all chance.
func learnerOptions() option.List {
	return slices.DeleteFunc(model.Options(), func(o option.Option) bool { return o.Name == "seed" })
}

// learnerFlags returns the flags of the learner, whose options setLearner sets.
func learnerFlags(o *parser.Options) []urfave.Flag {
	const category = "Learner"
	ofLearner := func(name string) string {
		return byKind(func(o parser.Options) any { return o.Learner.Get(name) })
	}
	flags := []urfave.Flag{
		&urfave.StringFlag{Category: category, Name: "learner", Value: o.Learner.Name(), DefaultText: byKind(func(o parser.Options) any { return o.Learner.Name() }),
			Usage: "`LEARNER`: " + strings.Join(model.Names(), ", ")},
		&urfave.Float64Flag{Category: category, Name: "dropout", Value: o.Dropout, Destination: &o.Dropout, DefaultText: byKind(func(o parser.Options) any { return o.Dropout }),
			Usage: "`PROBABILITY` with which learning does not see a feature"},
	}
	for _, own := range learnerOptions() {
		text := byLearner
		switch own.Name {
		case "margin":
			text = ofLearner(own.Name) + "; of other learners, their own"
		case "min-updates":
			text = ofLearner(own.Name)
		}
		flags = append(flags, flagOf(own, category, text))
	}
	return flags
}

// teachingFlags returns the flags that say which algorithm teaches the learner, and what can
// be added to any algorithm.
func teachingFlags(o *parser.Options) []urfave.Flag {
	const algorithm, additions = "Exploration", "Roll-outs and examples"
	flags := []urfave.Flag{&urfave.StringFlag{Category: algorithm, Name: "algorithm", Value: o.Algorithm, Destination: &o.Algorithm,
		Usage: "imitation learning `ALGORITHM`: " + strings.Join(imitation.Names(), ", ")}}
	for _, own := range o.Teaching() {
		category := additions
		if slices.Contains([]string{"explore", "explore-after", "decay", "share"}, own.Name) {
			category = algorithm
		}
		flags = append(flags, flagOf(own, category, ""))
	}
	return flags
}
