package engine

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"parser/model"
	"parser/model/option"
	"parser/oracle"
	"parser/parser/internal/features"
	"parser/parser/internal/structure"
	"parser/parser/learn"
	"parser/ptb"
)

// Headings of options in help; those of options for some structure are made by structure.Heading.
const (
	InDesign    = "System and features"
	InTaggers   = "Taggers in the model"
	inLinear    = "Linear scorer"
	InNeural    = "Neural scorer"
	InTraining  = "Training"
	inImitation = "Research: imitation learning" // one after the other, since help sorts headings
	inLearners  = "Research: learners"
)

// What help shows instead of defaults that are in the tables below it.
const (
	BySystem  = "by system"
	byLearner = "by learner"
)

// List declares all options of training: their names in "parser train", what they are for, and what they need: the
// systems, scorers, learners and resources with which they have a meaning. The fields are o's, except those of the
// learner, which are copies that Set does not need; the defaults are what o has.
func (o *Options) List() option.List {
	learner := o.Learner.Name()
	all := option.List{
		of("system", &o.System, "transition `SYSTEM`: "+strings.Join(oracle.Systems(), ", ")),
		of("oracle", &o.Oracle, "`ORACLE`: "+strings.Join(oracle.Names(), ", ")),
		of("pipeline", &o.Pipeline, "learn all that raw text needs: how to cut it into sentences and words, tags, lemmas, and trees"),
		of("two-step", &o.TwoStep, "decide on the move first and then on its label, not on both at once"),
		of("templates", &o.Templates, "feature templates of a linear scorer: `NAME` ("+strings.Join(features.Names(), ", ")+
			"; constituents, tagging, graphs: default) or a file"),
		of("variants", &o.Variants, "learn also from copies of some sentences as people also write them: in lower case, in capitals, "+
			"without the mark at the end, with other quotes; --pipeline always does"),
	}
	all = append(all, o.structures()...)
	all = append(all, in(InTaggers, option.List{
		of("tag", &o.Tag, "`LIST` of fields to train taggers for, which the model keeps: a parser for words without tags, a tagger for its first pass"),
		shown(BySystem, of("jackknife", &o.Jackknife, "learn from predicted tags: tag the treebank in `N` folds, "+
			"each by taggers that have not seen it; 0 learns from its own tags")),
	})...)
	threads := of("workers", &o.Workers, "`N` threads parse dev, and teach networks; the model is the same with any number")
	threads.Aliases = []string{"threads"}
	all = append(all, in(InTraining, option.List{
		shown(BySystem, of("epochs", &o.Epochs, "`N` passes over the training data, rounds of the algorithm; 0 for as many as the scorer needs")),
		of("patience", &o.Patience, "stop after `N` epochs without a better score on dev; 0 never stops"),
		of("seed", &o.Seed, "`N`, the seed of all random choices"),
		threads,
	})...)
	names, usage := scorers()
	all = append(all, shown(BySystem, of("scorer", &o.Scorer, usage).Among(names...)))
	all = append(all, in(inLearners, option.List{shown(BySystem, of("learner", &learner, "`LEARNER`: "+strings.Join(model.Names(), ", ")))})...)
	all = append(all, in(inLinear, option.List{
		of("exact", &o.Exact, "keep weights in single precision, not as small integers: larger and slower models, no more accurate"),
		shown(BySystem, of("dropout", &o.Dropout, "`PROBABILITY` with which learning does not see a feature")),
	})...)
	algorithm := of("algorithm", &o.Algorithm, "imitation learning `ALGORITHM`: "+strings.Join(learn.Names(), ", "))
	all = append(all, in(inImitation, option.List{algorithm})...)
	ensemble := of("ensemble", &o.Ensemble, "add up `N` neural scorers, trained with the seeds --seed, --seed + 1, …")
	all = append(all, in(InNeural, option.List{shown("1", ensemble)})...)
	for _, own := range o.Neural.Options() {
		all = append(all, in(InNeural, option.List{shown(fmt.Sprint(own.Usual), own)})...)
	}
	all = append(all, in(inImitation, o.Teaching())...)
	chosen := o.Learner.Options()
	for _, own := range learnerOptions() {
		if has, ok := chosen.Find(own.Name); ok {
			own.Field = has.Field
		}
		all = append(all, in(inLearners, option.List{shown(byLearner, own)})...)
	}
	readers := o.readers()
	for i, own := range all {
		if own.Group == "" {
			all[i].Group = InDesign
		}
		if names := readers[own.Name]; names != nil {
			all[i] = all[i].Needing("scorer", names...)
		}
		if systems := structure.SystemsWith(own.Name); systems != nil {
			all[i] = all[i].Needing("system", systems...)
		}
	}
	return all
}

// structures declares the options that concern one structure only.
func (o *Options) structures() option.List {
	const asNeeded = "as many as the trees need"
	fields := strings.Join(structure.Fields(), ", ")
	roots := shown("what the trees show", of("roots", &o.Roots, "`MODE`: single for exactly one word under the root, multi for any number"))
	roots.Aliases = []string{"root"}
	all := option.List{
		roots,
		of("nonprojective", &o.NonProjective, "pseudo-projective `SCHEME` (head, path, head+path), skip to leave non-projective trees out, "+
			"or keep to learn them as they are (systems with swap, head-offset, or oracle pd, with which parses are projective)"),
		of("enhanced", &o.Enhanced, "learn also to fill DEPS with enhanced dependencies, as those of the treebank"),
		of("steps", &o.Steps, "`LIST` of changes made to the trees first: "+strings.Join(ptb.StepNames(), ",")+", or all, none; the root always becomes TOP"),
		shown(asNeeded, of("max-opens", &o.MaxOpens, "bracket: at most `N` brackets opened in a row")),
		of("unary", &o.Unary, "bracket: `MODE` of constituents with a single child: any, no-chain (over a word only), strict (none)"),
		shown(asNeeded, of("max-unary", &o.MaxUnary, "in-order: at most `N` constituents over the same words")),
		of("reentrance", &o.Reentrance, "learn to add arcs to nodes that already have one, after the tree is built"),
		of("wikify", &o.Wikify, "learn links of names to Wikipedia"),
		shown(structure.Fields()[0], of("field", &o.Field, "column to fill: `FIELD` ("+fields+")")),
		of("columns", &o.Columns, "`LIST` of columns that the tagger may read besides the form, now and later: "+fields),
	}
	for i, own := range all {
		all[i].Group = structure.Heading(own.Name)
	}
	backwards := of("backwards", &o.Backwards, "tag from the last word to the first; a first pass goes the other way")
	backwards.Group = structure.Heading("field")
	return append(all, backwards)
}

// of declares an option whose default is the value of its field.
func of[T bool | int | uint64 | float64 | string](name string, field *T, usage string) option.Option {
	return option.Of(name, field, *field, usage)
}

func shown(usual string, own option.Option) option.Option {
	own.Shown = usual
	return own
}

// in puts options under a heading.
func in(group string, list option.List) option.List {
	for i := range list {
		list[i].Group = group
	}
	return list
}

// learnerOptions returns the options of all learners that have flags of their own: all but the seed.
func learnerOptions() option.List {
	return slices.DeleteFunc(model.Options(), func(own option.Option) bool { return own.Name == "seed" })
}

// scorers returns what Scorer can be, the default first, and what help says about it.
func scorers() (names []string, usage string) {
	usual := DefaultOptions()
	for _, kind := range usual.ScorerKinds() {
		name, text := kind.Name(), kind.Name()+" ("+kind.Traits().Usage+"), "
		if name == usual.Scorer {
			names, usage = slices.Insert(names, 0, name), text+usage
		} else {
			names, usage = append(names, name), usage+text
		}
	}
	return append(names, Both), "`SCORER`: " + usage + "or " + Both + ", which adds their scores up"
}

// readers returns, for each option that some scorers read and others do not, the names of those that do.
func (o *Options) readers() map[string][]string {
	all := map[string][]string{}
	for i, kind := range o.ScorerKinds() {
		traits := kind.Traits()
		own := slices.Clip(traits.Options)
		if traits.Varies {
			own = append(own, "ensemble")
		}
		for _, name := range own {
			all[name] = append(all[name], kind.Name())
			if i < 2 && !slices.Contains(all[name], Both) {
				all[name] = append(all[name], Both)
			}
		}
	}
	return all
}

// Lacks reports whether an option needs another scorer or learner than these, or one that is not given. An unknown
// scorer lacks nothing: training reports it.
func (o *Options) Lacks(own option.Option, given ...string) bool {
	if _, err := o.named(); err != nil {
		return false
	}
	for _, n := range own.Needs {
		switch n.Option {
		case "system": // which the command looks at
		case "scorer":
			if !slices.Contains(n.Values, cmp.Or(o.Scorer, o.ScorerKinds()[0].Name())) {
				return true
			}
		case "learner":
			if !slices.Contains(n.Values, o.Learner.Name()) {
				return true
			}
		default:
			if !slices.Contains(given, n.Option) {
				return true
			}
		}
	}
	return false
}

// Needed returns the values of another option that one needs; none if it does not need that.
func Needed(own option.Option, other string) []string {
	for _, n := range own.Needs {
		if n.Option == other {
			return n.Values
		}
	}
	return nil
}

// Unread returns the names of the options that lack something; given are the names of resources that training begins with.
func (o *Options) Unread(given ...string) (names []string) {
	for _, own := range o.List() {
		if o.Lacks(own, given...) {
			names = append(names, own.Name)
		}
	}
	return names
}

// Set sets options by their names to values, or to what texts spell. Another field, learner or scorer has its own
// defaults. It returns the names of options that lack something (see Lacks), which it does not set, in the order of List.
// The error is an ErrOptions.
func (o *Options) Set(values map[string]any, given ...string) (lacking []string, err error) {
	text := func(name, now string) string {
		if value, ok := values[name]; ok {
			return fmt.Sprint(value)
		}
		return now
	}
	if field := text("field", o.Field); field != o.Field {
		o.UseField(field)
	}
	if learner := text("learner", o.Learner.Name()); learner != o.Learner.Name() {
		usual := DefaultsFor(o.System)
		if err := usual.UseLearner(learner); err != nil {
			return nil, fmt.Errorf("%w: %w", ErrOptions, err)
		}
		o.Learner = usual.Learner
	}
	if scorer := text("scorer", o.Scorer); scorer != o.Scorer {
		o.UseScorer(scorer)
	}
	list := o.List()
	for _, name := range slices.Sorted(maps.Keys(values)) {
		if _, known := list.Find(name); !known {
			hint := "names are those of parser train --help, without dashes"
			if bare := strings.TrimLeft(name, "-"); bare != name {
				hint = fmt.Sprintf("write %q, without dashes", bare)
			}
			err = cmp.Or(err, fmt.Errorf("no option %q: %s", name, hint))
		}
	}
	for _, own := range list {
		value, ok := values[own.Name]
		switch {
		case !ok:
		case o.Lacks(own, given...):
			lacking = append(lacking, own.Name)
		case own.Group == inLearners:
			if own.Name != "learner" {
				err = cmp.Or(err, o.Learner.Set(own.Name, value))
			}
		default:
			err = cmp.Or(err, own.Set(value))
		}
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrOptions, err)
	}
	// What is usual with a system, as α is with graphs, may mean nothing with the algorithm given.
	for _, useless := range o.Teaching().Useless() {
		if _, ok := values[useless.Name]; !ok {
			option.List{useless}.Reset()
		}
	}
	return lacking, nil
}
