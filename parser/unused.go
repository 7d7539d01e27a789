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
