package engine

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"parser/model"
	"parser/model/option"
	"parser/oracle"
	"parser/parser/internal/features"
	"parser/parser/internal/linear"
	"parser/parser/internal/neural"
	"parser/parser/internal/score"
	"parser/parser/internal/structure"
	"parser/parser/learn"
	"parser/transition"
)

// Options says how a parser is trained. Start from DefaultsFor.
type Options struct {
	System             string          // oracle.Systems
	Roots              string          // "single", "multi"; "" takes single if every training tree has one root
	Oracle             string          // oracle.Names
	TwoStep            bool            // decide on the move first and then on the label, not on both at once
	Scorer             string          `json:",omitempty"` // the kind of scorer, of ScorerKinds, or Both; "" is the first, linear
	Neural             neural.Settings `json:",omitzero"`  // of a neural scorer
	Ensemble           int             `json:",omitempty"` // the number of neural scorers that are added up, with seeds from Seed on; 0 is 1
	EncoderVectors     string          `json:"-"`          // file in which these vectors are kept; "" throws them away after training
	Templates          string          // features.Names, or the text of templates if it has several lines
	structure.Encoding                 // what is made of the treebank
	Tag                string          `json:",omitempty"` // the Fields, with commas between them, that taggers in the model fill first
	Jackknife          int             `json:",omitempty"` // folds by which training data gets the tags of these taggers, see Jackknife; 0 leaves it its gold tags
	Pipeline           bool            `json:",omitempty"` // train also what it takes to parse raw text: a segmenter, and predicted tags and lemmas
	Enhanced           bool            `json:",omitempty"` // learn also to make enhanced dependencies, as the treebank has them in DEPS
	Variants           bool            `json:",omitempty"` // learn also from copies of some sentences as people also write them; a pipeline always does
	Dropout            float64         // probability with which learning does not see a feature
	Exact              bool            `json:",omitempty"` // of a linear scorer: weights in single precision, not rounded to small integers
	Epochs             int             // passes over the training data, rounds of the imitation learning algorithm; 0 is as many as the scorer needs, see EpochsOf
	Patience           int             // stop after this many epochs without a better score on dev; 0 never stops
	Seed               uint64          // of the order of sentences and of exploration
	Workers            int             `json:"-"` // goroutines that parse dev; no result depends on it
	Lang               string          // recorded in the model
	Command            string          // recorded in the model
	Licence            string          `json:",omitempty"` // of the training data, recorded in the model
	Source             string          `json:",omitempty"` // of the training data, recorded in the model: its name and release
	Learner            model.Spec      `json:"learning"`   // with its options, which JSON has beside those here
	learn.Settings                     // how it is taught
	Stochastic         bool            `json:",omitempty"` // searn, smile: the parser is the mixture of the classifiers of all rounds
	Loss               string          // of finished trees, where roll-outs are carried out: structure.Losses
	// Kinds are kinds of scorers that the program does not come with, for Scorer to name.
	Kinds []score.Kind `json:"-"`
}

// DefaultOptions returns the settings of "parser train".
func DefaultOptions() Options { return DefaultsFor("arc-hybrid") }

// DefaultsFor returns the settings of "parser train --system". Trees are scored by a network, which is better by
// several points. Taggers are linear, which is as good and far faster; they work backwards, since the word after says
// more about the tag of a word than the word before it, as measured in English, Danish and Swedish.
func DefaultsFor(system string) Options {
	o := Options{
		System: system, Oracle: "dynamic", Templates: "default", Encoding: structure.Encoding{NonProjective: "head", Steps: "all", Unary: "any"},
		Seed: 1, Workers: 1,
		Settings: learn.Defaults("explore"), Loss: structure.UsualLoss,
	}
	if s, err := oracle.NewSystem(system, transition.Params{MaxOpens: 1, MaxUnary: 1}); err == nil {
		if transition.Crossing(s) {
			o.NonProjective = "keep"
		}
		names := oracle.NamesFor(s)
		for _, name := range []string{"monotonic", "dynamic", "static-dynamic", "static"} {
			if slices.Contains(names, name) {
				o.Oracle = name
				break
			}
		}
	}
	builds, err := structure.OfSystem(system)
	if err != nil { // training.New reports the error
		builds = structure.All()[0]
	}
	usual := builds.Defaults
	o.UseScorer(cmp.Or(usual.Scorer, neural.Kind{}.Name()))
	_ = o.UseLearner(cmp.Or(usual.Learner, "perceptron")) // cannot fail: it is in the list of learners
	_ = o.Learner.Set(minUpdates, 5)
	o.Oracle, o.Algorithm = cmp.Or(usual.Oracle, o.Oracle), cmp.Or(usual.Algorithm, o.Algorithm)
	o.Field, o.Backwards, o.Dropout, o.Alpha = usual.Field, usual.Backwards, usual.Dropout, cmp.Or(usual.Alpha, o.Alpha)
	o.Epochs, o.Jackknife = usual.Epochs, usual.Jackknife
	if usual.AllFeatures {
		_ = o.Learner.Set(minUpdates, 0) // cannot fail: every learner has it
	}
	o.StayOnPath()
	return o
}

// StayOnPath turns exploration off where the oracle knows only its own path.
func (o *Options) StayOnPath() {
	if oracle.Describe(o.Oracle).OnPath && o.Algorithm == "explore" {
		o.Explore = 0
	}
}

// UseField sets the column that a tagger fills, and what is usual for it. Lemmas are spelled from the first letter to the
// last, by a perceptron that leaves rare features out: that is as accurate as arow, and the model a quarter as large.
func (o *Options) UseField(field string) {
	if o.Field = field; field == structure.Lemmas {
		o.Backwards, o.Dropout = false, 0.2
		_ = o.UseLearner("perceptron") // cannot fail: it is in the list of learners, and has these options
		_ = o.Learner.Set("margin", 0.0)
		_ = o.Learner.Set(minUpdates, 4)
	}
}

// UseLearner sets the defaults of another learner, except "min-updates". The error is model.ErrLearner.
func (o *Options) UseLearner(name string) error {
	spec, err := model.SpecFor(name)
	if err != nil || name == o.Learner.Name() {
		return err
	}
	if updates := o.Learner.Get(minUpdates); updates != nil && spec.Get(minUpdates) != nil {
		err = spec.Set(minUpdates, updates)
	}
	o.Learner = spec
	if builds, wrong := structure.OfSystem(o.System); wrong == nil { // training.New reports the error
		for name, value := range builds.Defaults.Tuning[name] {
			_ = o.Learner.Set(name, value) // cannot fail: the learner has what it is tuned by
		}
	}
	return err
}

// minUpdates is the option that learners have in common.
const minUpdates = "min-updates"

// Teaching returns the options of how the learner is taught, by their names in "parser train": those of the imitation
// learning algorithm, and the loss. Options that have no effect are marked as idle.
func (o *Options) Teaching() option.List {
	loss := option.Of("loss", &o.Loss, structure.UsualLoss, "`LOSS` of finished trees, where roll-outs are carried out: "+strings.Join(structure.Losses(), ", "))
	stochastic := option.Of("stochastic", &o.Stochastic, false,
		"searn, smile: parse by the policy of the theory, a mixture of the classifiers of all rounds, one of which is drawn for each action (parse --seed)")
	return append(o.Settings.Options(), stochastic.If(o.Mixes()), loss.If(o.RollsOut() || o.Explores() && oracle.Describe(o.Oracle).OnPath))
}

// ResetUseless sets the options of the learner, of the network and of Teaching that have no effect to their defaults,
// and returns the names of those that had other values.
func (o *Options) ResetUseless() []string {
	learner, teaching := o.Learner.Options().Useless(), o.Teaching().Useless()
	for _, useless := range learner {
		_ = o.Learner.Set(useless.Name, useless.Usual) // cannot fail: it is one of its options
	}
	if o.hasNetwork() {
		network := o.Neural.Options().Useless()
		if predicts := o.Neural; o.Pipeline && predicts.MultiTask == "" { // a pipeline will set it
			predicts.MultiTask = "upos"
			names := predicts.Options().Useless().Names()
			network = slices.DeleteFunc(network, func(own option.Option) bool { return !slices.Contains(names, own.Name) })
		}
		teaching = append(network, teaching...)
	}
	teaching.Reset()
	return append(learner, teaching...).Names()
}

// UselessError is the cause when options are set that have no effect, the others being as they are.
type UselessError struct {
	Names []string // of options
	with  string
}

func (e *UselessError) Error() string {
	have := "these have"
	if len(e.Names) == 1 {
		have = "this has"
	}
	return fmt.Sprintf("%s no effect with %s: %s", have, e.with, strings.Join(e.Names, ", "))
}

// RefuseUseless returns a UselessError that names the options that ResetUseless would reset, after others that are
// known to have no effect and those of the given resources that lack something, or nil if every option has an effect, as
// users who set one expect.
func (o Options) RefuseUseless(given option.List, others ...string) error {
	names, unread := others, o.Unread(given.Names()...)
	for _, own := range given {
		if o.Lacks(own) {
			names = append(names, own.Name)
		}
	}
	with := "scorer " + o.Scorer
	if o.Scorer != Both && !slices.Contains(unread, "learner") {
		learner, reduction, reduces := strings.Cut(o.LearnerName(), "/")
		if with = "learner " + learner; reduces {
			with += " (" + reduction + ")"
		}
	}
	if names = append(names, o.ResetUseless()...); len(names) > 0 {
		return &UselessError{names, "algorithm " + o.Algorithm + " and " + with}
	}
	return nil
}

// MarshalJSON implements json.Marshaler: the options of the learner stand beside the others.
func (o Options) MarshalJSON() ([]byte, error) {
	type plain Options
	own, err := json.Marshal(o.Learner)
	if err != nil {
		return nil, err
	}
	all, err := json.Marshal(plain(o))
	return bytes.Replace(all, append([]byte(`"learning":`), own...), own[1:len(own)-1], 1), err
}

// UnmarshalJSON implements json.Unmarshaler.
func (o *Options) UnmarshalJSON(text []byte) error {
	type plain Options
	if err := json.Unmarshal(text, (*plain)(o)); err != nil {
		return err
	}
	return json.Unmarshal(text, &o.Learner)
}

// ErrOptions is the cause of all errors in Options.
var ErrOptions = structure.ErrOptions

// LearnerName names the learner, with its reduction if it has one: "sgd+/softmax".
func (o *Options) LearnerName() string {
	if reduction := o.Learner.Get("reduction"); reduction != nil {
		return fmt.Sprint(o.Learner.Name(), "/", reduction)
	}
	return o.Learner.Name()
}

// Both is the name of the first two kinds of scorers together, whose scores are added up.
const Both = "both"

// ScorerKinds returns the kinds that Scorer can name, with their settings: Kinds come last.
func (o *Options) ScorerKinds() []score.Kind {
	templates := o.Templates
	if own := (transition.Tag{}).Name(); o.System == own && o.Field == structure.Lemmas && templates == "default" {
		if set, err := features.Named(templates, own+"."+o.Field); err == nil { // those of lemmas
			templates = set.String()
		}
	}
	return append([]score.Kind{
		linear.Kind{Templates: templates, Learner: o.Learner, Dropout: o.Dropout, Exact: o.Exact},
		neural.Kind{Settings: o.Neural},
	}, o.Kinds...)
}

// ScorerNamed returns the kind of a name; "" stands for the first.
func (o *Options) ScorerNamed(name string) (score.Kind, error) {
	var names []string
	for _, kind := range o.ScorerKinds() {
		if name == "" || name == kind.Name() {
			return kind, nil
		}
		names = append(names, kind.Name())
	}
	return nil, fmt.Errorf("no scorer %q (have %v)", name, names)
}

// named returns the kinds that Scorer names.
func (o *Options) named() ([]score.Kind, error) {
	if o.Scorer == Both {
		return o.ScorerKinds()[:2], nil
	}
	kind, err := o.ScorerNamed(o.Scorer)
	if err != nil {
		return nil, fmt.Errorf("%w; %q adds up the first two", err, Both)
	}
	return []score.Kind{kind}, nil
}

// UseScorer sets the defaults of another kind of scorer, or of Both.
func (o *Options) UseScorer(name string) {
	o.Scorer, o.Neural, o.Ensemble = name, neural.Settings{}, 0
	if o.hasNetwork() {
		o.Neural = neural.DefaultSettings()
	}
}

// hasNetwork reports whether the settings of Neural are of a scorer.
func (o *Options) hasNetwork() bool {
	kinds, _ := o.named() // training.New reports the error
	return slices.ContainsFunc(kinds, func(k score.Kind) bool { return k.Name() == neural.Kind{}.Name() })
}

// EpochsOf returns in how many epochs a kind of scorer learns from a number of words: in Epochs or, if that is 0, in
// 15. A small treebank has more, up to 100, until the kind has read its Traits.Words.
func (o *Options) EpochsOf(scorer string, words int) int {
	const usual, most = 15, 100
	if o.Epochs != 0 {
		return o.Epochs
	}
	enough := 0
	if kind, err := o.ScorerNamed(scorer); err == nil {
		enough = kind.Traits().Words
	}
	return min(most, max(usual, enough/max(1, words)))
}

// Scorers returns the kinds of the scorers that are trained and added up, one for each.
func (o *Options) Scorers() ([]score.Kind, error) {
	kinds, err := o.named()
	if err != nil {
		return nil, err
	}
	for _, kind := range kinds {
		if o.Beam > 0 && !kind.Traits().Ranks {
			return nil, fmt.Errorf("scorer %s cannot learn from the derivations of a beam", kind.Name())
		}
	}
	const most = 100
	switch last := kinds[len(kinds)-1]; {
	case o.Ensemble < 0 || o.Ensemble > most:
		return nil, fmt.Errorf("an ensemble of %d scorers, not 1 to %d", o.Ensemble, most)
	case o.Scorer == Both && o.Neural.MultiTask != "":
		return nil, fmt.Errorf("multi-task is for words without tags, which a linear scorer cannot do without; train neural ones only")
	case last.Traits().Varies:
		return append(kinds, slices.Repeat([]score.Kind{last}, max(1, o.Ensemble)-1)...), nil
	case o.Ensemble > 1:
		return nil, fmt.Errorf("an ensemble has neural scorers, not %s ones, which hardly differ by their seeds", last.Name())
	}
	return kinds, nil
}
