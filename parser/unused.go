package parser

import (
	"fmt"
	"slices"
	"strings"
)

// usualLoss is the loss that the costs of oracles are of.
const usualLoss = "oracle"

// Unused returns the names, as "parser train" has them, of options of the learner and of
// how it is taught that are not the defaults though this learner or algorithm makes
// nothing of them. Training refuses them: who sets an option expects something of it.
func (o *Options) Unused() []string {
	names := slices.Concat(o.Spec.Unused(), o.Settings.Unused())
	if o.lossUnused() {
		names = append(names, "loss")
	}
	return names
}

// lossUnused reports whether the loss is set though no tree is ever finished to have it.
func (o *Options) lossUnused() bool { return o.Loss != usualLoss && !o.RollsOut() }

// ResetUnused gives the options that Unused names their defaults.
func (o *Options) ResetUnused() {
	o.Spec.ResetUnused()
	o.Settings.ResetUnused()
	if o.lossUnused() {
		o.Loss = usualLoss
	}
}

// checkUnused returns an ErrOptions if there are options of no use.
func (o *Options) checkUnused() error {
	names, learner := o.Unused(), o.Learner
	if len(names) == 0 {
		return nil
	}
	if o.Reduction != "" {
		learner += " (" + o.Reduction + ")"
	}
	return fmt.Errorf("%w: of no effect with algorithm %s and learner %s: %s", ErrOptions, o.Algorithm, learner, strings.Join(names, ", "))
}

// ResetUnused lets each of several variants have the options that it makes nothing of as
// by default, so that they can be set for those that do. It is an ErrOptions if there is
// an option that none has a use for.
func ResetUnused(variants []Variant) error {
	var useless []string
	for i := range variants {
		o := &variants[i].Options
		unused := o.Unused()
		if i == 0 {
			useless = unused
		}
		useless = slices.DeleteFunc(useless, func(name string) bool { return !slices.Contains(unused, name) })
		o.ResetUnused()
	}
	if len(useless) > 0 {
		return fmt.Errorf("%w: of no effect in any row of the table: %s", ErrOptions, strings.Join(useless, ", "))
	}
	return nil
}
