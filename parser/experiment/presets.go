package experiment

import (
	"errors"
	"fmt"

	"parser/model"
	"parser/parser"
)

// L2SLearner returns the learner of UseL2S: AROW, with which exploration goes better
// here than with the paper's network of five hidden units trained by FTRL ("nn-ftrl",
// see the table of learners).
func L2SLearner() (model.Spec, error) {
	s, err := model.SpecFor("arow")
	if err != nil {
		return s, err
	}
	return s, errors.Join(s.Set("r", 3), s.Set("min-updates", 10))
}

// UseL2S sets what makes the row L2S of Chang et al. (2015), Table 3: arc-hybrid, the
// dynamic oracle, roll-ins that follow the model more and more (Section 4.2), roll-outs
// by the oracle, whose costs are their results, and the learner L2SLearner.
func UseL2S(o *parser.Options) error {
	o.System, o.Oracle, o.Algorithm = "arc-hybrid", "dynamic", "l2s"
	s, err := L2SLearner()
	return learnBy(o, s, err)
}

// UseDYNA sets what makes the row DYNA, the parser of Goldberg & Nivre (2013) as Chang
// et al. (2015), Section 4.2, ran it: arc-hybrid, the dynamic oracle, exploration with
// k = 1 and p = 1, an averaged perceptron without margin.
func UseDYNA(o *parser.Options) error {
	o.System, o.Oracle = "arc-hybrid", "dynamic"
	o.Algorithm, o.Explore, o.ExploreAfter = "explore", 1, 1
	s, err := model.SpecFor("perceptron")
	return learnBy(o, s, err)
}

// UseSNN sets what makes a row like SNN, the parser of Chen & Manning (2014): arc-standard,
// the static oracle without exploration, a network. Theirs has embeddings and many more
// hidden units.
func UseSNN(o *parser.Options) error {
	o.System, o.Oracle = "arc-standard", "static"
	o.Algorithm, o.Explore, o.ExploreAfter = "explore", 0, 0
	s, err := model.SpecFor("nn")
	return learnBy(o, s, err)
}

// learnBy sets the learner; of what it leaves open, the options keep what they have.
func learnBy(o *parser.Options, s model.Spec, err error) error {
	if err != nil {
		return fmt.Errorf("%w: %w", parser.ErrOptions, err)
	}
	const kept = "min-updates"
	if updates := o.Learner.Get(kept); updates != nil && s.Get(kept) == 0 {
		err = s.Set(kept, updates)
	}
	o.Learner = s
	return err
}

// useUsual sets the learner as "parser train --learner" has it.
func useUsual(o *parser.Options, learner string) error {
	usual := parser.DefaultsFor(o.System)
	err := usual.UseLearner(learner)
	return learnBy(o, usual.Learner, err)
}
