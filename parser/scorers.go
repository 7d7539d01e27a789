package parser

import (
	"fmt"
	"slices"

	"parser/parser/internal/ensemble"
	"parser/parser/internal/features"
	"parser/parser/internal/linear"
	"parser/parser/internal/neural"
	"parser/parser/score"
	"parser/parser/structure"
	"parser/transition"
)

// Both is the name of the first two kinds of scorers together, whose scores are added up.
const Both = "both"

// ScorerKinds returns the kinds that Scorer can name, with their settings: one line makes a kind known, and Kinds come
// last.
func (o *Options) ScorerKinds() []score.Kind {
	return append([]score.Kind{
		linear.Kind{Templates: o.templates(), Learner: o.Learner, Dropout: o.Dropout, Exact: o.Exact},
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

// templates returns Templates; of the default ones, taggers of lemmas have a set of their own.
func (o *Options) templates() string {
	if own := (transition.Tag{}).Name(); o.System == own && o.Field == structure.Lemmas && o.Templates == "default" {
		if set, err := features.Named(o.Templates, own+"."+o.Field); err == nil {
			return set.String()
		}
	}
	return o.Templates
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
	kinds, _ := o.named() // or training says what is wrong
	return slices.ContainsFunc(kinds, func(k score.Kind) bool { return k.Name() == neural.Kind{}.Name() })
}

// Unread returns the names of the options that other scorers read, but not this one, as the share of a teacher is not
// without one. An unknown scorer has no unread options.
func (o *Options) Unread() (names []string) {
	kinds, err := o.named()
	if err != nil {
		return nil
	}
	read := optionsOf(kinds)
	if o.Teacher == nil {
		read = slices.DeleteFunc(read, func(name string) bool { return name == "teacher-share" })
	}
	return slices.DeleteFunc(optionsOf(o.ScorerKinds()), func(name string) bool { return slices.Contains(read, name) })
}

// optionsOf lists the names of the options that kinds read and others may not.
func optionsOf(kinds []score.Kind) (names []string) {
	for _, kind := range kinds {
		traits := kind.Traits()
		if names = append(names, traits.Options...); traits.Varies {
			names = append(names, "ensemble")
		}
	}
	return names
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

// loader returns what loads scorers of the kind that a model file names.
func (o *Options) loader(name string) (score.Loader, error) {
	if l := (ensemble.Loader{Kind: o.ScorerNamed}); name == l.Name() {
		return l, nil
	}
	return o.ScorerNamed(name)
}
