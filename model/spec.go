package model

import (
	"errors"
	"fmt"
	"math"
	"slices"
)

// Spec says which learner to make and how; SpecFor gives the defaults of each.
// A learner ignores the fields that do not name it below; see Unused.
type Spec struct {
	Learner   string `json:"learner"`             // one of Names
	Reduction string `json:"reduction,omitempty"` // one of Reductions; sgd, sgd+, ftrl, networks

	Rate   float64 `json:"rate,omitempty"`   // η of sgd, sgd+; α of ftrl; above 0
	Margin float64 `json:"margin,omitempty"` // of perceptron; of pa1, pa2, arow, where 0 is one by cost
	C      float64 `json:"c,omitempty"`      // aggressiveness of pa1, pa2; above 0
	R      float64 `json:"r,omitempty"`      // regularisation of arow; above 0
	Beta   float64 `json:"beta,omitempty"`   // β of sgd+, ftrl; of ftrl above 0
	L1     float64 `json:"l1,omitempty"`     // λ₁ of ftrl
	L2     float64 `json:"l2,omitempty"`     // λ₂ of ftrl
	Scale  float64 `json:"scale,omitempty"`  // what a cost of 1 adds to a score: softmax, hinge
	Drop   float64 `json:"drop,omitempty"`   // derivatives by scores smaller than that count as 0

	Hidden     int    `json:"hidden,omitempty"`     // hidden units of a network, 1 to MaxHidden
	Direct     bool   `json:"direct,omitempty"`     // whether a network has a linear part as well
	Activation string `json:"activation,omitempty"` // of hidden units: tanh or relu
	Update     string `json:"update,omitempty"`     // of a network: sgd, sgd+ or ftrl

	Average    bool   `json:"average,omitempty"`     // whether Freeze returns the mean of the weights
	MinUpdates int    `json:"min-updates,omitempty"` // updates before a feature takes part in scoring, at most 255
	Seed       uint64 `json:"seed,omitempty"`        // of the initial weights of a network
}

// MaxHidden is the largest number of hidden units of a network.
const MaxHidden = 1 << 12

// Causes of errors in a Spec.
var (
	ErrLearner   = errors.New("no such learner")
	ErrReduction = errors.New("no such reduction")
	ErrOption    = errors.New("learner option out of range")
)

// leastPositive is what numbers that must be above 0 are at least, so that what is
// divided by them stays finite.
const leastPositive = 1 / math.MaxFloat32

// usualDrop is small beside costs and probabilities of classes that matter; it
// spares updates once a decision is learned.
const usualDrop = 0.01

// kind is one learner as the table of learners lists it.
type kind struct {
	defaults Spec // with its name
	make     func(s Spec, classes int) Learner
}

// kinds returns the table of learners: one line makes a learner known.
func kinds() []kind {
	return []kind{
		{Spec{Learner: "perceptron", Average: true}, newPerceptron},
		{Spec{Learner: "pa1", C: 1, Margin: 1, Average: true}, newPA1},
		{Spec{Learner: "pa2", C: 1, Margin: 1, Average: true}, newPA2},
		{Spec{Learner: "arow", R: 10, Margin: 1, Average: true}, newAROW},
		{Spec{Learner: "sgd", Reduction: "softmax", Rate: 0.02, Scale: 1, Drop: usualDrop}, newGradient},
		{Spec{Learner: "sgd+", Reduction: "softmax", Rate: 4, Beta: 3, Scale: 1, Drop: usualDrop}, newGradient},
		{Spec{Learner: "ftrl", Reduction: "softmax", Rate: 0.1, Beta: 1, Scale: 1, Drop: usualDrop}, newGradient},
		{Spec{Learner: "nn", Reduction: "softmax", Update: "sgd+", Rate: 4, Beta: 3, Scale: 1, Drop: usualDrop,
			Hidden: 5, Direct: true, Activation: "tanh", Seed: 1}, newNetwork},
		{Spec{Learner: "nn-ftrl", Reduction: "softmax", Update: "ftrl", Rate: 0.1, Beta: 1, Scale: 1, Drop: usualDrop,
			Hidden: 5, Direct: true, Activation: "tanh", Seed: 1}, newNetwork},
	}
}

// Names returns the names of all learners.
func Names() []string {
	var names []string
	for _, k := range kinds() {
		names = append(names, k.defaults.Learner)
	}
	return names
}

// SpecFor returns the defaults of the named learner, or ErrLearner.
func SpecFor(name string) (Spec, error) {
	k, err := kindOf(name)
	return k.defaults, err
}

func kindOf(name string) (kind, error) {
	all := kinds()
	i := slices.IndexFunc(all, func(k kind) bool { return k.defaults.Learner == name })
	if i < 0 {
		return kind{}, fmt.Errorf("%w: %q; there are %q", ErrLearner, name, Names())
	}
	return all[i], nil
}

// New makes a learner over the given number of classes. The causes of its errors
// are ErrLearner, ErrReduction and ErrOption.
func New(s Spec, classes int) (Learner, error) {
	k, err := kindOf(s.Learner)
	if err != nil {
		return nil, err
	}
	if err := s.check(k.defaults, classes); err != nil {
		return nil, err
	}
	return k.make(s, classes), nil
}

// check finds what is out of range. What may not be 0 is so only where the
// learner uses it, that is where its defaults set it.
func (s *Spec) check(defaults Spec, classes int) error {
	for _, o := range []struct {
		name               string
		value, usual, most float64
		positive           bool
	}{
		{"rate", s.Rate, defaults.Rate, math.MaxFloat32, true},
		{"margin", s.Margin, defaults.Margin, math.MaxFloat32, false},
		{"c", s.C, defaults.C, math.MaxFloat32, true},
		{"r", s.R, defaults.R, math.MaxFloat32, true},
		{"beta", s.Beta, defaults.Beta, math.MaxFloat32, s.rule(defaults) == "ftrl"},
		{"l1", s.L1, defaults.L1, math.MaxFloat32, false},
		{"l2", s.L2, defaults.L2, math.MaxFloat32, false},
		{"scale", s.Scale, defaults.Scale, math.MaxFloat32, false},
		{"drop", s.Drop, defaults.Drop, math.MaxFloat32, false},
		{"hidden", float64(s.Hidden), float64(defaults.Hidden), MaxHidden, true},
		{"min-updates", float64(s.MinUpdates), 0, math.MaxUint8, false},
		{"classes", float64(classes), 1, MaxClasses, true},
	} {
		least := 0.0
		if o.positive && o.usual > 0 {
			least = leastPositive
		}
		if !(o.value >= least && o.value <= o.most) {
			return fmt.Errorf("%w: %s %v of %s", ErrOption, o.name, o.value, s.Learner)
		}
	}
	return s.checkNames(defaults)
}

// checkNames finds options that are no names of what the learner has.
func (s *Spec) checkNames(defaults Spec) error {
	if defaults.Reduction != "" {
		if _, err := s.reductionOf(); err != nil {
			return err
		}
	}
	if defaults.Hidden == 0 {
		return nil
	}
	if _, ok := activationOf(s.Activation); !ok {
		return fmt.Errorf("%w: activation %q of %s", ErrOption, s.Activation, s.Learner)
	}
	if !slices.Contains([]string{"sgd", "sgd+", "ftrl"}, s.Update) {
		return fmt.Errorf("%w: update %q of %s", ErrOption, s.Update, s.Learner)
	}
	return nil
}

// rule names the update of a learner that follows derivatives.
func (s *Spec) rule(defaults Spec) string {
	if defaults.Hidden > 0 {
		return s.Update
	}
	return s.Learner
}

// matrix returns the empty weights of a learner.
func (s *Spec) matrix(classes int) matrix {
	return matrix{MinUpdates: s.MinUpdates, classes: classes, average: s.Average}
}
