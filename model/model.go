// Package model learns to choose. Its learners see features and are told what each class would
// have cost, and they freeze to models. It knows nothing about parsing:
//
//	spec, err := model.SpecFor("arow")
//	learner, err := spec.New(classes)
//	learner.Score(scores, d.Features)
//	learner.Learn(d, scores) // d is a *model.Decision
//	frozen := learner.Freeze()
//
// A feature is a 64-bit number, usually a hash; a feature that is present has the value 1. A
// class is a small integer. A decision offers some classes, each at a cost, and a learner makes
// the classes of least cost score highest.
//
// A Spec names a learner and sets its options:
//
//	perceptron    averaged perceptron with a margin
//	pa1, pa2      passive-aggressive learners
//	arow          adaptive regularisation of weights
//	sgd           stochastic gradient descent
//	sgd+          … with adaptive, normalised and importance-invariant updates
//	ftrl          FTRL-proximal
//	nn, nn-ftrl   networks of one hidden layer, under sgd+ and FTRL-proximal
//
// The last five follow the derivatives of a loss, to which their option "reduction" reduces
// costs. A learner learns from decisions as they come, or from Examples in passes, and freezes
// to a Model, which ReadModel reads from a file. A new learner takes a file like margin.go and a
// line in kinds.
package model

import (
	"slices"

	"parser/model/internal/compact"
	"parser/model/npz"
)

// Class is a possible answer to a decision, numbered from 0.
type Class = int32

// MaxClasses is the largest number of classes that a learner takes.
const MaxClasses = 1 << 15

// Decision is one question to a learner.
type Decision struct {
	Features []uint64  // the features that are present; repeated ones count twice
	Classes  []Class   // the classes to choose among, distinct, not empty
	Costs    []float32 // Costs[i] belongs to Classes[i]; only learning reads them
}

// Scorer scores classes. It is immutable and safe for concurrent use.
type Scorer interface {
	// Classes returns the number of classes.
	Classes() int
	// Score sets dst, of length Classes, to the score of each class.
	Score(dst []float32, features []uint64)
}

// Model is a frozen Scorer, which a file can hold; see ReadModel.
type Model interface {
	Scorer
	// Entries returns the model as entries of a model file, names starting with prefix.
	Entries(prefix string) []npz.Entry
	// Describe gives the size of the model in words.
	Describe() string
}

// ReadModel reads the model over the given number of classes whose entries have names starting
// with prefix: a network, a linear model in small integers or in single precision, or a sum of these,
// depending on the arrays. It refuses (npz.ErrFile) arrays that do not fit together.
func ReadModel(a *npz.Arrays, prefix string, classes int) (Model, error) {
	if a.Has(prefix + sumEntry) {
		return readSum(a, prefix, classes)
	}
	if a.Has(prefix + networkEntry) {
		return readNetwork(a, prefix, classes)
	}
	if a.Has(prefix + compact.SmallEntry) {
		return compact.ReadSmall(a, prefix, classes)
	}
	return compact.ReadLinear(a, prefix, classes)
}

// Shrink returns a linear model in small integers, a sum of shrunken parts, and any other model as it is.
func Shrink(m Model) Model {
	switch m := m.(type) {
	case *compact.Linear:
		return m.Quantized()
	case *sum:
		parts := slices.Clone(m.parts)
		for i := range parts {
			parts[i] = Shrink(parts[i])
		}
		return newSum(parts...)
	}
	return m
}

// AnyOrder reports whether the scores of a model do not depend on the order of features: sums of
// integers do not, those of floating-point numbers do.
func AnyOrder(s Scorer) bool {
	if s, ok := s.(*sum); ok {
		return !slices.ContainsFunc(s.parts, func(m Model) bool { return !AnyOrder(m) })
	}
	_, integers := s.(*compact.Quantized)
	return integers
}

// Learner is a Scorer that still learns. It is not safe for concurrent use.
type Learner interface {
	Scorer
	// Learn adjusts the weights after a decision, given the scores of its features.
	Learn(d *Decision, scores []float32)
	// Prefer adjusts the weights after two ways through several decisions, each of which has the class taken as its only
	// one: the first, whose sum of scores is by lead above that of the second, should be better, and is by more less costly.
	Prefer(better, worse []Decision, lead, more float64)
	// Freeze returns the model learned so far, averaged where the learner averages.
	Freeze() Model
	// Sync stores what was learned in a record, or sets it from the record of a learner with the
	// same options.
	Sync(r *npz.Record)
}

// Best returns the class of highest score; ties go to the one offered first.
func Best(classes []Class, scores []float32) Class {
	best, most := classes[0], scores[classes[0]]
	scan := func(classes []Class) {
		for _, k := range classes {
			if scores[k] > most {
				best, most = k, scores[k]
			}
		}
	}
	for len(classes) >= 8 { // most groups have nothing better
		if k := (*[8]Class)(classes); scores[k[0]] > most || scores[k[1]] > most || scores[k[2]] > most || scores[k[3]] > most ||
			scores[k[4]] > most || scores[k[5]] > most || scores[k[6]] > most || scores[k[7]] > most {
			scan(k[:])
		}
		classes = classes[8:]
	}
	scan(classes)
	return best
}

// Cheapest returns the class of least cost with the highest score, or the first without scores.
func (d *Decision) Cheapest(scores []float32) Class {
	best, least := d.Classes[0], d.Costs[0]
	for i, k := range d.Classes[1:] {
		cost := d.Costs[i+1]
		if cost < least || cost == least && len(scores) > 0 && scores[k] > scores[best] {
			best, least = k, cost
		}
	}
	return best
}

// Regret returns how much more the class of highest score costs than the cheapest.
func (d *Decision) Regret(scores []float32) float32 {
	return d.Cost(Best(d.Classes, scores)) - d.Cost(d.Cheapest(nil))
}

// Cost returns what class k costs, which must be one of d's.
func (d *Decision) Cost(k Class) float32 { return d.Costs[slices.Index(d.Classes, k)] }
