package parser

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"parser/conll"
	"parser/model"
	"parser/option"
	"parser/oracle"
	"parser/parser/features"
	"parser/parser/imitation"
	"parser/transition"
)

// Options says how a parser is trained. Start from DefaultsFor.
type Options struct {
	System             string     // oracle.Systems
	Roots              string     // "single", "multi"; "" takes single if every training tree has one root
	Oracle             string     // oracle.Names
	TwoStep            bool       // decide on the move first and then on the label, not on both at once
	Templates          string     // features.Names, or the text of templates if it has several lines
	NonProjective      string     // "head", "path", "head+path" (Nivre & Nilsson 2005), "skip", or "keep" with an oracle that takes any tree
	Steps              string     // what is done to constituency trees before: ptb.ParseSteps; the root is unified in any case
	MaxOpens           int        // brackets opened in a row (bracket); 0 takes as many as the training trees need, at most 100
	MaxUnary           int        // brackets over the same words (in-order); 0 takes as many as the training trees need, at most 100
	Unary              string     // brackets that may have a single child (bracket): "any", "no-chain", "strict"
	Field              string     `json:",omitempty"` // the column that a tagger fills: Fields
	Columns            string     `json:",omitempty"` // the columns that a tagger may read besides the form: lemma and Fields, with commas between them
	Backwards          bool       `json:",omitempty"` // tag from the last word to the first
	Tag                string     `json:",omitempty"` // the Fields, with commas between them, that taggers fill before the model works: they are trained first, and kept in the model
	Jackknife          int        `json:",omitempty"` // folds by which training data gets the tags of these taggers, see Jackknife; 0 leaves it its gold tags
	Taggers            []*Parser  `json:"-"`          // trained before, to be kept in the model as well
	Dropout            float64    // probability with which learning does not see a feature
	Epochs             int        // passes over the training data, rounds of the imitation learning algorithm
	Patience           int        // stop after so many epochs without a better score on dev; 0 never stops
	Seed               uint64     // of the order of sentences and of exploration
	Workers            int        `json:"-"` // goroutines that parse dev; no result depends on it
	Lang               string     // recorded in the model
	Command            string     // recorded in the model
	Learner            model.Spec `json:"learning"` // with its options, which JSON has beside those here
	imitation.Settings            // how it is taught
	Loss               string     // of finished trees, where roll-outs are carried out: Losses
}

// DefaultOptions returns the settings of "parser train".
func DefaultOptions() Options { return DefaultsFor("arc-hybrid") }

// DefaultsFor returns the settings of "parser train --system". A constituency
// system has fewer templates than a dependency system, and scores that are
// smaller in proportion, so that a smaller margin does as much. Taggers work backwards,
// since the word behind says more of the tag of a word than that before it: measured
// in English, Danish and Swedish.
func DefaultsFor(system string) Options {
	o := Options{
		System: system, Oracle: "dynamic", Templates: "default", NonProjective: "head", Steps: "all", Unary: "any",
		Epochs: 15, Seed: 1, Workers: 1,
		Settings: imitation.DefaultSettings(), Loss: usualLoss,
		Learner: model.Spec{Maker: model.Perceptron{Margin: marginFor(system), Weights: model.Weights{MinUpdates: 5, Average: true}}},
	}
	if system == (transition.Tag{}).Name() {
		_ = o.UseLearner("arow") // which there is
		o.Field, o.Backwards, o.Dropout, o.Epochs, o.Jackknife = Fields()[0], true, 0.3, 10, 10
	}
	return o
}

// marginFor returns the margin of the perceptron, about one per template.
func marginFor(system string) float64 {
	switch kind, err := oracle.KindOf(system); {
	case err == nil && kind == transition.Constituents:
		return 88
	case err == nil && kind == transition.Tags:
		return 30
	}
	return 130
}

// UseLearner sets the defaults of another learner, but for "min-updates", which stays as it
// is. The error is model.ErrLearner.
func (o *Options) UseLearner(name string) error {
	spec, err := model.SpecFor(name)
	if err != nil || name == o.Learner.Name() {
		return err
	}
	if p, ok := spec.Maker.(model.Perceptron); ok {
		p.Margin = marginFor(o.System)
		spec.Maker = p
	}
	const kept = "min-updates"
	if updates := o.Learner.Get(kept); updates != nil && spec.Get(kept) != nil {
		err = spec.Set(kept, updates)
	}
	o.Learner = spec
	return err
}

// usualLoss is the loss that the costs of oracles are of.
const usualLoss = "oracle"

// Teaching returns the options of how the learner is taught, by the names that "parser
// train" has for them: those of the imitation learning algorithm, and the loss. Idle are
// those of which nothing comes.
func (o *Options) Teaching() option.List {
	loss := option.Of("loss", &o.Loss, usualLoss, "`LOSS` of finished trees, where roll-outs are carried out: "+strings.Join(Losses(), ", "))
	return append(o.Settings.Options(), loss.If(o.RollsOut()))
}

// Useless returns the options of the learner and of Teaching that are not as by default
// though nothing comes of them. Training refuses them: who sets an option expects something
// of it.
func (o *Options) Useless() option.List {
	return append(o.Learner.Options().Useless(), o.Teaching().Useless()...)
}

// ResetUseless gives the options that Useless returns their defaults.
func (o *Options) ResetUseless() {
	for _, useless := range o.Learner.Options().Useless() {
		_ = o.Learner.Set(useless.Name, useless.Usual) // which it has
	}
	o.Teaching().Useless().Reset()
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
var ErrOptions = errors.New("bad training options")

// What some oracles cannot be asked for, though others can; the cause besides ErrOptions.
var (
	ErrOffPath       = errors.New("knows nothing of configurations off its own path; do not explore with it")
	ErrNonProjective = errors.New("cannot learn from non-projective trees as they are; do so with pd, or lift them (head) or skip them")
)

// maxBound is the largest MaxOpens and MaxUnary. Real trees need less than ten. A
// parse may have so many brackets to a word: one freak among the training trees
// must not make all parses slow.
const maxBound = 100

// Check returns what is wrong with the options whatever the training data: an
// ErrOptions.
func (o *Options) Check() error {
	unary, err := transition.ParseUnary(o.Unary)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrOptions, err)
	}
	roots, err := rootsOf(o, nil)
	if err != nil {
		return err
	}
	d, err := o.parts(transition.Params{Roots: roots, MaxOpens: 1, MaxUnary: 1, Unary: unary})
	if err != nil {
		return err
	}
	_, err = o.loss(d.system.Kind())
	return err
}

// check returns the first thing wrong with o.
func (o *Options) check() error {
	switch {
	case o.Epochs < 1:
		return fmt.Errorf("%w: %d epochs", ErrOptions, o.Epochs)
	case o.Patience < 0:
		return fmt.Errorf("%w: a patience of %d epochs is out of range", ErrOptions, o.Patience)
	case !(o.Dropout >= 0 && o.Dropout < 1):
		return fmt.Errorf("%w: %v is no probability of dropping features, from 0 and less than 1", ErrOptions, o.Dropout)
	}
	if err := o.checkBounds(); err != nil {
		return err
	}
	if _, err := o.Settings.Make(); err != nil {
		return fmt.Errorf("%w: %w", ErrOptions, err)
	}
	if _, err := o.learner(1); err != nil {
		return err
	}
	if useless := o.Useless().Names(); len(useless) > 0 {
		return fmt.Errorf("%w: of no effect with algorithm %s and learner %s: %s", ErrOptions, o.Algorithm, o.LearnerName(), strings.Join(useless, ", "))
	}
	if oracle.Describe(o.Oracle).OnPath && o.Explores() {
		return fmt.Errorf("%w: the %s oracle %w", ErrOptions, o.Oracle, ErrOffPath)
	}
	return nil
}

// checkBounds finds a bound on brackets that is out of range.
func (o *Options) checkBounds() error {
	for _, bound := range []int{o.MaxOpens, o.MaxUnary} {
		if bound < 0 || bound > maxBound {
			return fmt.Errorf("%w: a bound of %d brackets is out of range, 0 to %d", ErrOptions, bound, maxBound)
		}
	}
	return nil
}

// LearnerName names the learner, with its reduction if it has one: "sgd+/softmax".
func (o *Options) LearnerName() string {
	if reduction := o.Learner.Get("reduction"); reduction != nil {
		return fmt.Sprint(o.Learner.Name(), "/", reduction)
	}
	return o.Learner.Name()
}

// learner makes a learner over so many classes.
func (o *Options) learner(classes int) (model.Learner, error) {
	s := o.Learner
	if s.Get("seed") != nil { // of initial weights
		_ = s.Set("seed", o.Seed)
	}
	l, err := s.New(classes)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrOptions, err)
	}
	return l, nil
}

// design is what the options come to for given training data.
type design struct {
	system transition.System
	oracle oracle.Oracle
	set    *features.Set
	scheme conll.Scheme // of dependency trees
	keep   bool         // non-projective trees as they are
}

// design checks the options and builds what they name. The system's parameters
// and the columns in use are what the training data shows.
func (o *Options) design(params transition.Params, data features.Data) (design, error) {
	d, err := o.parts(params)
	if err != nil {
		return d, err
	}
	if d.set = d.set.Adapt(data); d.set.Len() == 0 {
		return d, fmt.Errorf("%w: every template reads a column that is empty in the training data", ErrOptions)
	}
	return d, nil
}

// parts checks the options and builds what they name, before the templates know
// the training data.
func (o *Options) parts(params transition.Params) (d design, err error) {
	if err := o.check(); err != nil {
		return d, err
	}
	if d.system, err = oracle.NewSystem(o.System, params); err != nil {
		return d, fmt.Errorf("%w: %w", ErrOptions, err)
	}
	if d.oracle, err = oracle.New(o.Oracle, d.system); err != nil {
		return d, fmt.Errorf("%w: %w", ErrOptions, err)
	}
	if d.scheme, err = schemeOf(o.NonProjective); err != nil {
		return d, err
	}
	d.keep = o.NonProjective == keepNonProjective
	if d.keep && d.system.Kind() == transition.Dependencies && !oracle.Describe(o.Oracle).AnyTree {
		return d, fmt.Errorf("%w: the %s oracle %w", ErrOptions, o.Oracle, ErrNonProjective)
	}
	d.set, err = o.templates()
	return d, err
}

// builds returns an error unless the system builds trees of the given kind.
func (o *Options) builds(kind transition.Kind) error {
	switch got, err := oracle.KindOf(o.System); {
	case err != nil:
		return fmt.Errorf("%w: %w", ErrOptions, err)
	case got != kind:
		return fmt.Errorf("%w: system %s cannot learn from this kind of tree; use one of %v", ErrOptions, o.System, oracle.Systems(kind))
	}
	return nil
}

// templates returns the set that the option names or contains.
func (o *Options) templates() (set *features.Set, err error) {
	if strings.Contains(o.Templates, "\n") {
		set, err = features.Parse(o.Templates)
	} else {
		set, err = features.Named(o.Templates, o.System)
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrOptions, err)
	}
	return set, nil
}
