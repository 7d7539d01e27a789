package oracle

import (
	"fmt"
	"slices"

	"parser/transition"
)

// base holds what oracles have in common: their name and system, and the gold tree in the form in
// which costs need it.
type base struct {
	name       string
	system     transition.System
	singleRoot bool
	kind       transition.Kind
	complete   bool     // refuses partial trees
	anyTree    bool     // accepts non-projective trees
	named      []string // the oracles of the system that New knows, to name them in errors
	geometry            // of a dependency tree; of tagging, the labels
	spans               // of a constituency tree
}

func (o *base) be(name string, s transition.System, named ...string) {
	can := Describe(name)
	o.named = named
	o.name, o.system, o.kind, o.singleRoot, o.complete, o.anyTree = name, s, s.Kind(), single(s), can.Whole, can.AnyTree || transition.Crossing(s)
}

// Name returns the name under which New made the oracle.
func (o *base) Name() string { return o.name }

// Start reads the gold tree: dependencies, projective ones unless the oracle accepts others
// (ErrNonProjective), complete ones where it needs that (ErrPartial), brackets that the system can derive (ErrNotDerivable), or a tag
// for each word (ErrUntagged).
func (o *base) Start(g *Gold) error {
	switch o.kind {
	case transition.Constituents:
		return o.readBrackets(g, o.system)
	case transition.Tags:
		o.label = g.Labels
		if d := slices.Index(g.Labels[1:], transition.None); d >= 0 {
			return fmt.Errorf("%w: word %d", ErrUntagged, d+1)
		}
		return nil
	}
	err := o.readArcs(g)
	if err == nil && o.complete {
		err = o.whole()
	}
	if err == nil && !o.anyTree && !o.projective() {
		err = ErrNonProjective
	}
	return err
}

// whole returns an ErrPartial if a head is unknown, and names the oracles that accept that.
func (o *base) whole() error {
	d := slices.Index(o.head[1:], transition.None)
	if d < 0 {
		return nil
	}
	others := slices.DeleteFunc(slices.Clone(o.named), func(name string) bool { return Describe(name).Whole })
	return fmt.Errorf("%w: word %d; oracle %s needs whole trees (others for %s: %v)", ErrPartial, d+1, o.name, o.system.Name(), others)
}

// rooted returns an ErrNotRooted about a dependency tree with several roots under SingleRoot.
func (o *base) rooted() error {
	if o.kind == transition.Dependencies && o.singleRoot && len(o.deps.of(0)) > 1 {
		return fmt.Errorf("%w but %d", ErrNotRooted, len(o.deps.of(0)))
	}
	return nil
}

// Labels implements Oracle for dependencies. If the arc that the move adds is gold and its label is
// known, all labels but the gold one cost WrongLabel. An arc with a wrong head costs the same with
// any label.
func (o *base) Labels(dst *LabelCosts, c *transition.Config, m transition.Move) error {
	dst.Reset(0)
	if h, d, ok := o.system.Arc(c, m); ok && o.head[d] == h && o.label[d] != transition.None {
		dst.Reset(WrongLabel)
		dst.Set(o.label[d], 0)
	}
	return nil
}
