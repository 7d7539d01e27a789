package cli

import (
	"cmp"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	urfave "github.com/urfave/cli/v2"

	"parser/model"
	"parser/oracle"
	"parser/parser/cli/internal/frame"
	"parser/parser/internal/engine"
	"parser/parser/internal/neural"
	"parser/parser/internal/structure"
)

// Every field of engine.Options can be set from the command line, under the
// name of the field, and arrives there.
func TestEveryOptionHasAFlag(t *testing.T) {
	values := map[string]string{
		"Steps": "empties,root", "MaxOpens": "7", "MaxUnary": "8", "Unary": "strict", "System": "arc-eager",
		"Roots": "multi", "Oracle": "static", "TwoStep": "true", "Templates": "l2s", "Variants": "true",
		"NonProjective": "head+path", "Epochs": "2", "Patience": "4", "Seed": "18446744073709551615",
		"Workers": "2", "Lang": "xy", "Licence": "CC0", "Source": "Birds 1.0",
		// learn.Settings
		"Algorithm": "lols", "Explore": "0.125", "ExploreAfter": "5", "ExploreThen": "0.5,0.25", "Decay": "0.25", "DecayThen": "0.125",
		"Stochastic": "true", "Share": "0.75",
		"Samples": "4", "Draws": "3", "OneLoss": "true", "RollIn": "lols", "RollOut": "v-dagger", "AskFirst": "2", "Target": "2.5", "TargetFirst": "6",
		"Focus": "7", "FocusGrowth": "8", "Execute": "true", "Weaken": "0.375", "AskNear": "1.5", "Beam": "6", "Violation": "early",
		"Passes": "9", "Alpha": "2", "Memory": "1000", "Loss": "exact",
		// taggers
		"Field": "xpos", "Columns": "lemma,feats", "Backwards": "true", "Tag": "upos,xpos", "Jackknife": "11", "Dropout": "0.375",
		"Reentrance": "true", "Wikify": "true",
		"Scorer": "both", "Ensemble": "3", "Exact": "true", "Pipeline": "true", "EncoderVectors": "kept", "Enhanced": "true",
	}
	flags := map[string]string{
		"NonProjective": "nonprojective", "TwoStep": "two-step", "ExploreAfter": "explore-after", "ExploreThen": "explore", "DecayThen": "decay",
		"MaxOpens":    "max-opens",
		"MaxUnary":    "max-unary",
		"TargetFirst": "target-first", "AskFirst": "ask-first", "AskNear": "ask-near", "OneLoss": "one-loss",
		"RollIn": "roll-in", "RollOut": "roll-out", "FocusGrowth": "focus-growth", "EncoderVectors": "encoder-vectors",
	}
	given := map[string][]string{
		"Templates": {"--scorer=linear"}, "Dropout": {"--scorer=linear"}, "Exact": {"--scorer=linear"}, "Field": {"--system=tag"},
		"Columns": {"--system=tag"}, "Backwards": {"--system=tag"}, "Steps": {"--system=shift-label"}, "MaxOpens": {"--system=bracket"},
		"Unary": {"--system=bracket"}, "MaxUnary": {"--system=in-order"}, "Reentrance": {"--system=amr"}, "Wikify": {"--system=amr"},
		"Jackknife": {"--tag=upos"},
	}
	for _, field := range reflect.VisibleFields(reflect.TypeFor[engine.Options]()) {
		if field.Anonymous || slices.Contains([]string{
			"Command", "Taggers", "Segmenter", "Teacher", "Init", "Vectors", "Pretrained", "Encoder", "Learner", "Neural", "Kinds",
		}, field.Name) {
			continue
		}
		require.Contains(t, values, field.Name)
		flag := flags[field.Name]
		if flag == "" {
			flag = strings.ToLower(field.Name)
		}
		value := values[field.Name]
		if _, list := strings.CutSuffix(field.Name, "Then"); list {
			value = "0.75," + value
		}
		options := optionsOf(t, append(given[field.Name], "--"+flag+"="+value)...)
		require.Equal(t, values[field.Name], fmt.Sprint(reflect.ValueOf(options).FieldByIndex(field.Index)), field.Name)
	}
}

// TestFieldBringsDefaults, which flags change wherever they stand.
func TestFieldBringsDefaults(t *testing.T) {
	usual := engine.DefaultsFor("tag")
	usual.UseField("lemma")
	o := optionsOf(t, "--system=tag", "--field=lemma")
	require.Equal(t, usual.Learner, o.Learner)
	require.False(t, o.Backwards)
	o = optionsOf(t, "--backwards", "--learner=arow", "--system=tag", "--field=lemma")
	require.Equal(t, "arow", o.Learner.Name())
	require.True(t, o.Backwards)
	require.Equal(t, usual.Dropout, o.Dropout)
}

// Every option of every learner has a flag, which arrives there; learners without it refuse
// the flag.
func TestEveryOptionOfALearnerHasAFlag(t *testing.T) {
	values := map[string]string{
		"reduction": "wap", "rate": "0.75", "margin": "0.25", "c": "0.5", "r": "0.625", "beta": "0.875", "l1": "0.0625", "l2": "0.03125",
		"scale": "3", "drop": "0.5", "hidden": "17", "direct": "false", "own-units": "true", "activation": "relu", "update": "ftrl",
		"average": "false", "min-updates": "3",
		"cost-margin": "true", "relative-costs": "true",
	}
	for _, name := range model.Names() {
		require.Equal(t, name, optionsOf(t, "--scorer=linear", "--learner="+name).Learner.Name())
		spec, err := model.SpecFor(name)
		require.NoError(t, err)
		flags := []string{"--scorer=linear", "--learner=" + name}
		var has []string
		for _, o := range model.Options() {
			if o.Name == "seed" {
				continue // of training
			}
			flag := "--" + o.Name + "=" + values[o.Name]
			if spec.Get(o.Name) == nil {
				err := completed(t, append(slices.Clone(flags[:2]), flag)...)
				require.ErrorIs(t, err, engine.ErrOptions)
				require.ErrorContains(t, err, "no effect with algorithm explore and learner "+name)
				require.ErrorContains(t, err, ": "+o.Name)
				continue
			}
			flags, has = append(flags, flag), append(has, o.Name)
		}
		options := optionsOf(t, flags...)
		for _, o := range has {
			require.Equal(t, values[o], fmt.Sprint(options.Learner.Get(o)), "%s of %s", o, name)
		}
	}
	require.ErrorContains(t, completed(t, "--scorer=linear", "--rate", "1", "--l1", "0"), "no effect with algorithm explore and learner perceptron: rate, l1")
}

// Every option of the neural scorer has a flag, which arrives there; others refuse it, as it
// refuses those of templates and learners.
func TestEveryOptionOfANetworkHasAFlag(t *testing.T) {
	usual := neural.DefaultSettings()
	require.Equal(t, usual, optionsOf(t, "--scorer=neural").Neural)
	values := map[string]string{
		"size": "small", "neural-loss": "risk", "neural-rate": "0.5", "batch": "7", "neural-dropout": "0.125", "word-dropout": "0.75", "clip": "3",
		"multi-task": "upos,feats", "tag-weight": "2", "tag-occurrences": "3", "occurrences": "4", "neural-encoder": "dense", "neural-layers": "2",
	}
	for _, o := range usual.Options() {
		if own := strings.TrimPrefix(o.Name, "encoder-"); own != o.Name || strings.HasPrefix(own, "finetune") || strings.HasSuffix(own, "-share") {
			// which need an encoder, a teacher, or a parser to go on from
			value := map[string]string{"layers": "2", "pieces": "first", "int8": "true", "mixture": "true", "finetune": "2", "finetune-bfloat16": "true"}[own]
			require.ErrorContains(t, completed(t, "--scorer=neural", "--"+o.Name+"="+cmp.Or(value, "0.5")), "and scorer neural: "+o.Name)
			continue
		}
		flag := "--" + o.Name + "=" + values[o.Name]
		options := optionsOf(t, "--scorer=neural", flag)
		own, known := options.Neural.Options().Find(o.Name)
		require.True(t, known)
		require.Equal(t, values[o.Name], fmt.Sprint(own.Value()))
		require.Equal(t, options.Neural, optionsOf(t, flag).Neural, "as by default")
		require.ErrorContains(t, completed(t, "--scorer=linear", flag), "no effect with algorithm explore and learner perceptron: "+o.Name+" (needs --scorer neural)")
	}
	both := optionsOf(t, "--scorer=both", "--clip=3", "--margin=7")
	require.Equal(t, 3., both.Neural.Clip)
	require.Equal(t, 7., both.Learner.Get("margin"))
	require.ErrorContains(t, completed(t, "--scorer=neural", "--margin=3", "--templates=l2s"), "and scorer neural: templates, margin (needs --scorer linear)")
	require.ErrorContains(t, completed(t, "--margin=3"), "and scorer neural: margin (needs --scorer linear)")
}

// completed returns the error of flags.
func completed(t *testing.T, flags ...string) error {
	_, err := completedOptions(t, flags...)
	return err
}

// optionsOf returns the options that flags lead to.
func optionsOf(t *testing.T, flags ...string) engine.Options {
	t.Helper()
	options, err := completedOptions(t, flags...)
	require.NoError(t, err)
	return options
}

func completedOptions(t *testing.T, flags ...string) (engine.Options, error) {
	t.Helper()
	e := testEnv(t, nil, io.Discard, io.Discard)
	training := newTraining((*frame.Env)(&e))
	command := training.command()
	command.Name, command.Action = "train", training.complete // and no training
	app := newApp((*frame.Env)(&e))
	app.Commands[slices.IndexFunc(app.Commands, func(c *urfave.Command) bool { return c.Name == command.Name })] = command
	err := app.Run(append([]string{frame.ProgramName, "train"}, flags...))
	return training.Options, err
}

func TestTrainHasTheDefaultOptions(t *testing.T) {
	want := engine.DefaultOptions()
	want.Lang, want.Command = "en", "parser train"
	require.Equal(t, want, optionsOf(t))
}

// What is not given is the system's own default.
func TestEverySystemHasItsOwnDefaults(t *testing.T) {
	for _, system := range oracle.Systems() {
		want := engine.DefaultsFor(system)
		want.Lang, want.Command = "en", "parser train --system="+system
		require.Equal(t, want, optionsOf(t, "--system", system))
		want.UseScorer("linear")
		require.NoError(t, want.Learner.Set("margin", 7.5))
		want.Command = "parser train --margin=7.5 --scorer=linear --system=" + system
		require.Equal(t, want, optionsOf(t, "--system", system, "--scorer", "linear", "--margin", "7.5"))
	}
}

func TestStaticOracleDoesNotExplore(t *testing.T) {
	require.Zero(t, optionsOf(t, "--oracle", "static").Explore)
	require.Equal(t, 0.5, optionsOf(t, "--oracle", "static", "--explore", "0.5").Explore)
	require.Equal(t, engine.DefaultOptions().Explore, optionsOf(t, "--oracle", "dynamic").Explore)
}

// The model remembers what made it, and not where it was put or how fast.
func TestTheModelRemembersWhatMadeIt(t *testing.T) {
	require.Equal(t, "parser train --epochs=3 --lang=xy --roots=multi --two-step=true",
		optionsOf(t, "--two-step", "--root", "multi", "--threads", "2", "--model", "m", "-q", "--lang", "xy", "--epochs", "3").Command)
}

func TestReasonsForSkippingAreCounted(t *testing.T) {
	require.Equal(t, "1 empty, 2 with words without head (oracles static and fsa-edit need all heads, others one), 3 non-projective, 4 with several "+
		"roots, 5 too long for the oracle, 6 that the system cannot derive within its bounds",
		structure.Skipped{Empty: 1, Partial: 2, NonProjective: 3, MultiRoot: 4, TooLong: 5, Underivable: 6}.Reasons())
}
