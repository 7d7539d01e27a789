package cli

import (
	"fmt"
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"parser/oracle"
	"parser/parser"
	"parser/parser/features"
	"parser/ptb"
	"parser/transition"
)

// category is the heading in help of the flags for some kind of trees only.
func category(kind transition.Kind) string {
	what := "Dependencies"
	switch kind {
	case transition.Constituents:
		what = "Constituents"
	case transition.Tags:
		what = "Tags"
	}
	return what + " (" + strings.Join(oracle.Systems(kind), ", ") + ")"
}

// byKind says what the default of an option is, for each kind of trees if need be.
func byKind(option func(parser.Options) any) string {
	of := func(kind transition.Kind) any { return option(parser.DefaultsFor(oracle.Systems(kind)[0])) }
	arcs, text := of(transition.Dependencies), fmt.Sprint(of(transition.Dependencies))
	if brackets := of(transition.Constituents); brackets != arcs {
		text += fmt.Sprintf("; for constituents %v", brackets)
	}
	if tags := of(transition.Tags); tags != arcs {
		text += fmt.Sprintf("; for tags %v", tags)
	}
	return text
}

// optionFlags returns a flag for every field of parser.Options but those that
// record where the model comes from.
func optionFlags(o *parser.Options) []urfave.Flag {
	return slices.Concat(designFlags(o), arcFlags(o), bracketFlags(o), tagFlags(o), learningFlags(o), learnerFlags(o), teachingFlags(o))
}

func designFlags(o *parser.Options) []urfave.Flag {
	const category = "What is learned"
	return []urfave.Flag{
		&urfave.StringFlag{Category: category, Name: "system", Value: o.System, Destination: &o.System,
			Usage: "transition `SYSTEM`: " + strings.Join(oracle.Systems(), ", ")},
		&urfave.StringFlag{Category: category, Name: "oracle", Value: o.Oracle, Destination: &o.Oracle,
			Usage: "`ORACLE`: " + describedOracles()},
		&urfave.BoolFlag{Category: category, Name: "two-step", Value: o.TwoStep, Destination: &o.TwoStep,
			Usage: "decide on the move first and then on its label, not on both at once"},
		&urfave.StringFlag{Category: category, Name: "templates", Value: o.Templates, Destination: &o.Templates,
			Usage: "feature templates: `NAME` (" + strings.Join(features.Names(), ", ") + "; constituents, tagging: default) or a file"},
	}
}

func arcFlags(o *parser.Options) []urfave.Flag {
	category := category(transition.Dependencies)
	return []urfave.Flag{
		rootsFlag(o),
		&urfave.StringFlag{Category: category, Name: "nonprojective", Value: o.NonProjective, Destination: &o.NonProjective,
			Usage: "pseudo-projective `SCHEME` (head, path, head+path), skip to leave non-projective trees out, or keep to learn them as they are (oracle pd; parses are projective)"},
	}
}

func rootsFlag(o *parser.Options) urfave.Flag {
	return &urfave.StringFlag{Category: category(transition.Dependencies), Name: "roots", Aliases: []string{"root"}, Destination: &o.Roots,
		Usage: "`MODE`: single for exactly one word under the root, multi for any number (default: what the trees show)"}
}

func bracketFlags(o *parser.Options) []urfave.Flag {
	const asNeeded = "as many as the trees need"
	category := category(transition.Constituents)
	return []urfave.Flag{
		&urfave.StringFlag{Category: category, Name: "steps", Value: o.Steps, Destination: &o.Steps,
			Usage: "`LIST` of what is done to trees first: " + strings.Join(ptb.StepNames(), ",") + ", or all, none; the root is made TOP in any case"},
		&urfave.IntFlag{Category: category, Name: "max-opens", Value: o.MaxOpens, DefaultText: asNeeded, Destination: &o.MaxOpens,
			Usage: "bracket: at most `N` brackets opened in a row"},
		&urfave.StringFlag{Category: category, Name: "unary", Value: o.Unary, Destination: &o.Unary,
			Usage: "bracket: `MODE` of constituents with a single child: any, no-chain (over a word only), strict (none)"},
		&urfave.IntFlag{Category: category, Name: "max-unary", Value: o.MaxUnary, DefaultText: asNeeded, Destination: &o.MaxUnary,
			Usage: "in-order: at most `N` constituents over the same words"},
	}
}

func learningFlags(o *parser.Options) []urfave.Flag {
	const category = "Learning"
	return []urfave.Flag{
		&urfave.IntFlag{Category: category, Name: "epochs", Value: o.Epochs, Destination: &o.Epochs,
			DefaultText: byKind(func(o parser.Options) any { return o.Epochs }),
			Usage:       "`N` passes over the training data, rounds of the algorithm"},
		&urfave.IntFlag{Category: category, Name: "patience", Value: o.Patience, Destination: &o.Patience,
			Usage: "stop after `N` epochs without a better score on dev; 0 never stops"},
		&urfave.Uint64Flag{Category: category, Name: "seed", Value: o.Seed, Destination: &o.Seed,
			Usage: "`N` that all chance comes from"},
		&urfave.IntFlag{Category: category, Name: "workers", Aliases: []string{"threads"}, Value: o.Workers, Destination: &o.Workers,
			Usage: "`N` threads that parse dev; the model does not depend on it"},
	}
}

// describedOracles lists the oracles that oracle.New knows, each in a few words.
func describedOracles() string {
	var texts []string
	for _, d := range oracle.Descriptions() {
		texts = append(texts, d.Name+" ("+d.Text+")")
	}
	return strings.Join(texts, "; ")
}
