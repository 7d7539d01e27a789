package model

import "slices"

// Unused returns the names, as the JSON of a Spec has them, of the options that are not
// those of SpecFor though the learner ignores them. There are none if there is no such
// learner.
func (s *Spec) Unused() []string {
	var names []string
	for _, o := range s.ignorable() {
		if o.set && !o.used {
			names = append(names, o.name)
		}
	}
	return names
}

// ResetUnused gives the options that Unused names their defaults.
func (s *Spec) ResetUnused() {
	for _, o := range s.ignorable() {
		if !o.used {
			o.reset()
		}
	}
}

// ignorable is an option that not all learners use.
type ignorable struct {
	name      string
	used, set bool // set: to another value than by default
	reset     func()
}

// ignorableOf returns an option from its value and default.
func ignorableOf[T comparable](name string, used bool, value *T, usual T) ignorable {
	return ignorable{name, used, *value != usual, func() { *value = usual }}
}

func (s *Spec) ignorable() []ignorable {
	d, err := SpecFor(s.Learner)
	if err != nil {
		return nil
	}
	derives, network := d.Reduction != "", d.Hidden > 0
	rule := s.rule(d)
	return []ignorable{
		ignorableOf("reduction", derives, &s.Reduction, d.Reduction),
		ignorableOf("rate", derives, &s.Rate, d.Rate),
		ignorableOf("margin", !derives, &s.Margin, d.Margin),
		ignorableOf("c", d.C > 0, &s.C, d.C),
		ignorableOf("r", d.R > 0, &s.R, d.R),
		ignorableOf("beta", rule == "sgd+" || rule == "ftrl", &s.Beta, d.Beta),
		ignorableOf("l1", rule == "ftrl", &s.L1, d.L1),
		ignorableOf("l2", rule == "ftrl", &s.L2, d.L2),
		ignorableOf("scale", derives && slices.Contains([]string{"softmax", "hinge"}, s.Reduction), &s.Scale, d.Scale),
		ignorableOf("drop", derives && s.Reduction != "hinge", &s.Drop, d.Drop), // where all derivatives are 0, 1 and −1
		ignorableOf("hidden", network, &s.Hidden, d.Hidden),
		ignorableOf("direct", network, &s.Direct, d.Direct),
		ignorableOf("activation", network, &s.Activation, d.Activation),
		ignorableOf("update", network, &s.Update, d.Update),
	}
}
