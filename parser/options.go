package parser

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"parser/model"
	"parser/model/option"
	"parser/parser/imitation"
	"parser/parser/internal/features"
	"parser/parser/score"
	"parser/parser/score/ensemble"
	"parser/parser/score/linear"
	"parser/parser/score/neural"
	"parser/parser/structure"
	"parser/parser/vectors"
	"parser/transition"
)

// Options says how a parser is trained. Start from DefaultsFor.
type Options struct {
	System             string          // oracle.Systems
	Roots              string          // "single", "multi"; "" takes single if every training tree has one root
	Oracle             string          // oracle.Names
	TwoStep            bool            // decide on the move first and then on the label, not on both at once
	Scorer             string          `json:",omitempty"` // the kind of scorer, see ScorerNamed, or "both", a linear and a neural one; "" is linear
	Neural             neural.Settings `json:",omitzero"`  // of a neural scorer
	Ensemble           int             `json:",omitempty"` // so many neural scorers, with seeds from Seed on, are added up; 0 is 1
	Teacher            *Parser         `json:"-"`          // whose probabilities neural scorers learn, too, see Neural.TeacherShare; nil for none
	Vectors            *vectors.Table  `json:"-"`          // of words, which neural scorers begin with; nil for none
	Templates          string          // features.Names, or the text of templates if it has several lines
	structure.Encoding                 // what is made of the treebank
	Tag                string          `json:",omitempty"` // the Fields, with commas between them, that taggers fill before the model works: they are trained first, and kept in the model
	Jackknife          int             `json:",omitempty"` // folds by which training data gets the tags of these taggers, see Jackknife; 0 leaves it its gold tags
	Taggers            []*Parser       `json:"-"`          // trained before, to be kept in the model as well
	Pipeline           bool            `json:",omitempty"` // train also what it takes to parse raw text: a segmenter, and predicted tags and lemmas
	Segmenter          *Segmenter      `json:"-"`          // trained before, to be kept in the model
	Dropout            float64         // probability with which learning does not see a feature
	Exact              bool            `json:",omitempty"` // of a linear scorer: weights in single precision, not rounded to small integers
	Epochs             int             // passes over the training data, rounds of the imitation learning algorithm; 0 is as many as the scorer needs, see EpochsOf
	Patience           int             // stop after so many epochs without a better score on dev; 0 never stops
	Seed               uint64          // of the order of sentences and of exploration
	Workers            int             `json:"-"` // goroutines that parse dev; no result depends on it
	Lang               string          // recorded in the model
	Command            string          // recorded in the model
	Licence            string          `json:",omitempty"` // of the training data, recorded in the model
	Source             string          `json:",omitempty"` // of the training data, recorded in the model: its name and release
	Learner            model.Spec      `json:"learning"`   // with its options, which JSON has beside those here
	imitation.Settings                 // how it is taught
	Loss               string          // of finished trees, where roll-outs are carried out: structure.Losses
	// Kinds are kinds of scorers that the program does not come with, for Scorer to name.
	Kinds []score.Kind `json:"-"`
}

// DefaultOptions returns the settings of "parser train".
func DefaultOptions() Options { return DefaultsFor("arc-hybrid") }

// DefaultsFor returns the settings of "parser train --system". Trees are scored by a
// network, which is better by several points. Taggers are linear, which is as good and far
// faster; they work backwards, since the word behind says more of the tag of a word than
// that before it: measured in English, Danish and Swedish. Of linear scorers, those of a
// constituency system have fewer templates than those of a dependency system, and scores that
// are smaller in proportion, so that a smaller margin does as much.
func DefaultsFor(system string) Options {
	o := Options{
		System: system, Oracle: "dynamic", Templates: "default", Encoding: structure.Encoding{NonProjective: "head", Steps: "all", Unary: "any"},
		Seed: 1, Workers: 1,
		Settings: imitation.DefaultSettings(), Loss: structure.UsualLoss,
		Learner: model.Spec{Maker: &model.Perceptron{Weights: model.Weights{MinUpdates: 5, Average: true}}},
	}
	builds, err := structure.OfSystem(system)
	if err != nil { // which training says
		builds = structure.All()[0]
	}
	usual := builds.Defaults
	o.UseScorer(cmp.Or(usual.Scorer, neural.Kind{}.Name()))
	o.tune()
	if usual.Learner != "" {
		_ = o.UseLearner(usual.Learner) // which there is
	}
	o.Oracle, o.Algorithm = cmp.Or(usual.Oracle, o.Oracle), cmp.Or(usual.Algorithm, o.Algorithm)
	o.Field, o.Backwards, o.Dropout, o.Alpha = usual.Field, usual.Backwards, usual.Dropout, cmp.Or(usual.Alpha, o.Alpha)
	o.Epochs, o.Jackknife = usual.Epochs, usual.Jackknife
	if usual.AllFeatures {
		_ = o.Learner.Set(minUpdates, 0) // which it has
	}
	return o
}

// UseLearner sets the defaults of another learner, but for "min-updates", which stays as it
// is. The error is model.ErrLearner.
func (o *Options) UseLearner(name string) error {
	spec, err := model.SpecFor(name)
	if err != nil || name == o.Learner.Name() {
		return err
	}
	if updates := o.Learner.Get(minUpdates); updates != nil && spec.Get(minUpdates) != nil {
		err = spec.Set(minUpdates, updates)
	}
	o.Learner = spec
	o.tune()
	return err
}

// minUpdates is the option that learners have in common.
const minUpdates = "min-updates"

// tune sets the options of the learner that are usual with what the system builds.
func (o *Options) tune() {
	builds, err := structure.OfSystem(o.System)
	if err != nil {
		return // training says it
	}
	for name, value := range builds.Defaults.Tuning[o.Learner.Name()] {
		_ = o.Learner.Set(name, value) // which it has
	}
}

// both names a linear and a neural scorer together.
const both = "both"

// UseScorer sets the defaults of another kind of scorer, or of both.
func (o *Options) UseScorer(name string) {
	o.Scorer, o.Neural, o.Ensemble = name, neural.Settings{}, 0
	if o.hasNetworks() {
		o.Neural = neural.DefaultSettings()
	}
}

// hasNetworks reports whether a scorer is neural.
func (o *Options) hasNetworks() bool { return o.Scorer == neural.Kind{}.Name() || o.Scorer == both }

// Concerns reports whether the option of a flag has a meaning for the scorer.
func (o *Options) Concerns(flag string) bool {
	if _, ofNetwork := o.Neural.Options().Find(flag); ofNetwork || slices.Contains([]string{"ensemble", "teacher", "vectors"}, flag) {
		return o.hasNetworks() && (flag != "teacher-share" || o.Teacher != nil)
	}
	ofTemplates := slices.Contains([]string{"templates", "learner", "dropout", "exact"}, flag) || slices.Contains(model.Options().Names(), flag) && flag != "seed"
	return !ofTemplates || o.Scorer != neural.Kind{}.Name()
}

// CheckLoss returns what is wrong with Options.Loss for a structure.
func (o *Options) CheckLoss(s *structure.Structure) error {
	if !slices.Contains(s.Losses, o.Loss) {
		return fmt.Errorf("no loss %q for such trees (have %v)", o.Loss, s.Losses)
	}
	return nil
}

// Teaching returns the options of how the learner is taught, by the names that "parser
// train" has for them: those of the imitation learning algorithm, and the loss. Idle are
// those of which nothing comes.
func (o *Options) Teaching() option.List {
	loss := option.Of("loss", &o.Loss, structure.UsualLoss, "`LOSS` of finished trees, where roll-outs are carried out: "+strings.Join(structure.Losses(), ", "))
	a, err := o.Settings.Make()
	return append(o.Settings.Options(), loss.If(err == nil && a.RollsOut()))
}

// ResetUseless gives the options of the learner, of the network and of Teaching of which nothing comes their
// defaults, and returns the names of those that had others.
func (o *Options) ResetUseless() []string {
	learner, teaching := o.Learner.Options().Useless(), o.Teaching().Useless()
	for _, useless := range learner {
		_ = o.Learner.Set(useless.Name, useless.Usual) // which it has
	}
	if o.hasNetworks() {
		teaching = append(o.Neural.Options().Useless(), teaching...)
	}
	teaching.Reset()
	return append(learner, teaching...).Names()
}

// RefuseUseless returns an error that names the options that ResetUseless would reset, and
// before them others of which it is known that nothing comes; nil if there are none.
// Training refuses them: who sets an option expects something of it.
func (o Options) RefuseUseless(others ...string) error {
	names := append(others, o.ResetUseless()...)
	if len(names) == 0 {
		return nil
	}
	learner, reduction, reduces := strings.Cut(o.LearnerName(), "/")
	if reduces {
		learner += " (" + reduction + ")"
	}
	with, needs := "learner "+learner, ""
	if o.Scorer != "" && o.Scorer != (linear.Kind{}).Name() {
		with = "scorer " + o.Scorer
	}
	for _, kind := range []string{linear.Kind{}.Name(), neural.Kind{}.Name()} {
		other := o
		if other.UseScorer(kind); slices.ContainsFunc(others, func(name string) bool { return !o.Concerns(name) && other.Concerns(name) }) {
			needs = " (needs --scorer " + kind + ")"
		}
	}
	return fmt.Errorf("of no effect with algorithm %s and %s: %s%s", o.Algorithm, with, strings.Join(names, ", "), needs)
}

// EpochsOf returns in how many epochs a kind of scorer learns from so many words: in Epochs, or
// if that is 0, in 15. A network needs steps as well as epochs: it has more of a small treebank,
// so many that it reads about 200,000 words, but at most 100.
func (o *Options) EpochsOf(scorer string, words int) int {
	const usual, most, enough = 15, 100, 200_000
	switch {
	case o.Epochs != 0:
		return o.Epochs
	case scorer == neural.Kind{}.Name():
		return min(most, max(usual, enough/max(1, words)))
	}
	return usual
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

// ScorerNamed returns a kind of scorer with its settings: one line makes a kind known, and
// Kinds come last. "" stands for the first, the linear one.
func (o *Options) ScorerNamed(name string) (score.Kind, error) {
	var names []string
	for _, kind := range append([]score.Kind{
		linear.Kind{Templates: o.templates(), Learner: o.Learner, Dropout: o.Dropout, Exact: o.Exact},
		neural.Kind{Settings: o.Neural},
	}, o.Kinds...) {
		if name == "" || name == kind.Name() {
			return kind, nil
		}
		names = append(names, kind.Name())
	}
	return nil, fmt.Errorf("no scorer %q (have %v)", name, names)
}

// templates returns Templates; of the default ones, taggers of lemmas have a set of their own.
func (o *Options) templates() string {
	if own := (transition.Tag{}).Name(); o.System == own && o.Field == structure.Lemmas && o.Templates == "default" {
		if set, err := features.Named(o.Templates, own+"."+o.Field); err == nil {
			return set.String()
		}
	}
	return o.Templates
}

// Scorers returns the kinds of the scorers that are trained and added up, one for each.
func (o *Options) Scorers() ([]score.Kind, error) {
	names := []string{o.Scorer}
	if o.Scorer == both {
		names = []string{linear.Kind{}.Name(), neural.Kind{}.Name()}
	}
	var kinds []score.Kind
	for _, name := range names {
		kind, err := o.ScorerNamed(name)
		if err != nil {
			return nil, fmt.Errorf("%w; %q adds up the first two", err, both)
		}
		kinds = append(kinds, kind)
	}
	const most = 100
	switch last := kinds[len(kinds)-1]; {
	case o.Ensemble < 0 || o.Ensemble > most:
		return nil, fmt.Errorf("an ensemble of %d scorers, not 1 to %d", o.Ensemble, most)
	case o.Scorer == both && o.Neural.MultiTask != "":
		return nil, fmt.Errorf("multi-task is for words without tags, which a linear scorer cannot do without; train neural ones only")
	case o.hasNetworks():
		return append(kinds, slices.Repeat([]score.Kind{last}, max(1, o.Ensemble)-1)...), nil
	case o.Ensemble > 1:
		return nil, fmt.Errorf("an ensemble has neural scorers, not %s ones, which hardly differ by their seeds", last.Name())
	}
	return kinds, nil
}

// loader returns what loads scorers of the kind that a model file names.
func (o *Options) loader(name string) (score.Loader, error) {
	if l := (ensemble.Loader{Kind: o.ScorerNamed}); name == l.Name() {
		return l, nil
	}
	return o.ScorerNamed(name)
}
