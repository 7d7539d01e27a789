package frame

import (
	"fmt"
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"parser/model"
	"parser/model/option"
	"parser/oracle"
	"parser/parser/internal/engine"
	"parser/parser/internal/features"
	"parser/parser/internal/imitation"
	"parser/parser/internal/structure"
	"parser/ptb"
)

// The headings of flags in help; those of systems are made by category.
const (
	inDesign    = "System and features"
	InTaggers   = "Taggers in the model"
	inLinear    = "Linear scorer"
	InNeural    = "Neural scorer"
	inTraining  = "Training"
	inImitation = "Research: imitation learning" // one after the other, since help sorts headings
	inLearners  = "Research: learners"
)

// What help shows instead of defaults that are in the tables below it.
const (
	BySystem  = "by system"
	byLearner = "by learner"
)

// Setting is an option of training as its flag shows it.
type Setting struct {
	option.Option
	category string   // heading in help
	usual    string   // what help shows as the default; "" for the value
	aliases  []string // other names of the flag
}

// category is the heading in help of the flags for some structure only.
func category(s *structure.Structure) string {
	return s.Title + " (" + strings.Join(s.Systems(), ", ") + ")"
}

// InForm is the heading of the flags for files of a form.
func InForm(form string) string { return category(structure.OfForm(form)) }

// inStructure is the heading of an option that concerns one structure only.
func inStructure(option string) string {
	for _, s := range structure.All() {
		if slices.Contains(s.Options, option) {
			return category(s)
		}
	}
	return ""
}

// Settings returns all options that are not the learner's own; their fields are o's, except the name of the learner,
// which UseLearner sets. The defaults are what o has.
func Settings(o *engine.Options) []Setting {
	const asNeeded = "as many as the trees need"
	fields, learner := strings.Join(structure.Fields(), ", "), o.Learner.Name()
	_, scorerUsage := Scorers()
	all := []Setting{
		{of("system", &o.System, "transition `SYSTEM`: "+strings.Join(oracle.Systems(), ", ")), inDesign, "", nil},
		{of("oracle", &o.Oracle, "`ORACLE`: "+strings.Join(oracle.Names(), ", ")), inDesign, "", nil},
		{of("pipeline", &o.Pipeline, "learn all that raw text needs: how to cut it into sentences and words, tags, lemmas, and trees"), inDesign, "", nil},
		{of("two-step", &o.TwoStep, "decide on the move first and then on its label, not on both at once"), inDesign, "", nil},
		{of("templates", &o.Templates, "feature templates of a linear scorer: `NAME` ("+strings.Join(features.Names(), ", ")+"; constituents, tagging, graphs: default) or a file"), inDesign, "", nil},
		{of("variants", &o.Variants, "learn also from copies of some sentences as people also write them: in lower case, in capitals, without the mark at the end, with other quotes; --pipeline always does"), inDesign, "", nil},

		{of("roots", &o.Roots, "`MODE`: single for exactly one word under the root, multi for any number"), inStructure("roots"), "what the trees show", []string{"root"}},
		{of("nonprojective", &o.NonProjective, "pseudo-projective `SCHEME` (head, path, head+path), skip to leave non-projective trees out, or keep to learn them as they are (oracle pd; parses are projective)"), inStructure("nonprojective"), "", nil},
		{of("enhanced", &o.Enhanced, "learn also to fill DEPS with enhanced dependencies, as those of the treebank"), inStructure("enhanced"), "", nil},
		{of("steps", &o.Steps, "`LIST` of changes made to the trees first: "+strings.Join(ptb.StepNames(), ",")+", or all, none; the root always becomes TOP"), inStructure("steps"), "", nil},
		{of("max-opens", &o.MaxOpens, "bracket: at most `N` brackets opened in a row"), inStructure("max-opens"), asNeeded, nil},
		{of("unary", &o.Unary, "bracket: `MODE` of constituents with a single child: any, no-chain (over a word only), strict (none)"), inStructure("unary"), "", nil},
		{of("max-unary", &o.MaxUnary, "in-order: at most `N` constituents over the same words"), inStructure("max-unary"), asNeeded, nil},
		{of("reentrance", &o.Reentrance, "learn to add arcs to nodes that already have one, after the tree is built"), inStructure("reentrance"), "", nil},
		{of("wikify", &o.Wikify, "learn links of names to Wikipedia"), inStructure("wikify"), "", nil},
		{of("field", &o.Field, "column to fill: `FIELD` ("+fields+")"), inStructure("field"), structure.Fields()[0], nil},
		{of("columns", &o.Columns, "`LIST` of columns that the tagger may read besides the form, now and later: "+fields), inStructure("columns"), "", nil},
		{of("backwards", &o.Backwards, "tag from the last word to the first; a first pass goes the other way"), inStructure("field"), "", nil},

		{of("tag", &o.Tag, "`LIST` of fields to train taggers for, which the model keeps: a parser for words without tags, a tagger for its first pass"), InTaggers, "", nil},
		{of("jackknife", &o.Jackknife, "learn from predicted tags: tag the treebank in `N` folds, each by taggers that have not seen it; 0 learns from its own tags"), InTaggers, BySystem, nil},

		{of("epochs", &o.Epochs, "`N` passes over the training data, rounds of the algorithm; 0 for as many as the scorer needs"), inTraining, BySystem, nil},
		{of("patience", &o.Patience, "stop after `N` epochs without a better score on dev; 0 never stops"), inTraining, "", nil},
		{of("seed", &o.Seed, "`N`, the seed of all random choices"), inTraining, "", nil},
		{of("workers", &o.Workers, "`N` threads parse dev; the model is the same with any number"), inTraining, "", []string{"threads"}},

		{of("scorer", &o.Scorer, scorerUsage), inDesign, BySystem, nil},
		{of("learner", &learner, "`LEARNER`: "+strings.Join(model.Names(), ", ")), inLearners, BySystem, nil},
		{of("exact", &o.Exact, "keep weights in single precision, not as small integers: larger and slower models, no more accurate"), inLinear, "", nil},
		{of("dropout", &o.Dropout, "`PROBABILITY` with which learning does not see a feature"), inLinear, BySystem, nil},

		{of("algorithm", &o.Algorithm, "imitation learning `ALGORITHM`: "+strings.Join(imitation.Names(), ", ")), inImitation, "", nil},
	}
	all = append(all, Setting{of("ensemble", &o.Ensemble, "add up `N` neural scorers, trained with the seeds --seed, --seed + 1, …"), InNeural, "1", nil})
	for _, own := range o.Neural.Options() {
		all = append(all, Setting{own, InNeural, fmt.Sprint(own.Usual), nil})
	}
	for _, own := range o.Teaching() {
		all = append(all, Setting{own, inImitation, "", nil})
	}
	return all
}

// of declares an option whose default is the value of its field.
func of[T bool | int | uint64 | float64 | string](name string, field *T, usage string) option.Option {
	return option.Of(name, field, *field, usage)
}

// LearnerOptions returns the options of all learners that have flags of their own: all but the seed.
func LearnerOptions() option.List {
	return slices.DeleteFunc(model.Options(), func(o option.Option) bool { return o.Name == "seed" })
}

// OptionFlags returns a flag for every field of engine.Options and every option of a learner, except these.
func OptionFlags(o *engine.Options, but ...string) (flags []urfave.Flag) {
	all := Settings(o)
	for _, own := range LearnerOptions() {
		all = append(all, Setting{own, inLearners, byLearner, nil})
	}
	for _, s := range all {
		if !slices.Contains(but, s.Name) {
			flags = append(flags, s.flag())
		}
	}
	return flags
}

// SomeFlags returns those of OptionFlags that have these names.
func SomeFlags(o *engine.Options, names ...string) []urfave.Flag {
	return slices.DeleteFunc(OptionFlags(o), func(f urfave.Flag) bool { return !slices.Contains(names, f.Names()[0]) })
}

func (s Setting) flag() urfave.Flag {
	switch field := s.Field.(type) {
	case *bool:
		return &urfave.BoolFlag{Category: s.category, Name: s.Name, Aliases: s.aliases, Value: *field, Destination: field, DefaultText: s.usual, Usage: s.Usage}
	case *int:
		return &urfave.IntFlag{Category: s.category, Name: s.Name, Aliases: s.aliases, Value: *field, Destination: field, DefaultText: s.usual, Usage: s.Usage}
	case *int64:
		return &urfave.Int64Flag{Category: s.category, Name: s.Name, Aliases: s.aliases, Value: *field, Destination: field, DefaultText: s.usual, Usage: s.Usage}
	case *uint64:
		return &urfave.Uint64Flag{Category: s.category, Name: s.Name, Aliases: s.aliases, Value: *field, Destination: field, DefaultText: s.usual, Usage: s.Usage}
	case *float64:
		return &urfave.Float64Flag{Category: s.category, Name: s.Name, Aliases: s.aliases, Value: *field, Destination: field, DefaultText: s.usual, Usage: s.Usage}
	}
	field := s.Field.(*string) // all that is left of what option.Of takes
	return &urfave.StringFlag{Category: s.category, Name: s.Name, Aliases: s.aliases, Value: *field, Destination: field, DefaultText: s.usual, Usage: s.Usage}
}

// Scorers returns what --scorer can be, the default first, and the flag's help.
func Scorers() (names []string, usage string) {
	o := engine.DefaultOptions()
	for _, kind := range o.ScorerKinds() {
		name, text := kind.Name(), kind.Name()+" ("+kind.Traits().Usage+"), "
		if name == o.Scorer {
			names, usage = slices.Insert(names, 0, name), text+usage
		} else {
			names, usage = append(names, name), usage+text
		}
	}
	return append(names, engine.Both), "`SCORER`: " + usage + "or " + engine.Both + ", which adds their scores up"
}
