package ptb

import (
	"errors"
	"fmt"
	"strings"
)

// TopLabel is the label of the outermost node that [Steps].Root makes.
const TopLabel = "TOP"

// ErrSteps is the cause of an error about the names of steps.
var ErrSteps = errors.New("unknown step")

// Steps chooses what [Steps.Apply] does to trees before they are learned from
// or compared. They are done in the order of the fields, since each makes work
// for the next: without an empty subject an S over a VP is left, without
// functions an NP-PRD over an NP is an NP over an NP.
type Steps struct {
	// Empties removes empty elements (see [Empty]) and constituents without
	// words, what becomes so included.
	Empties bool
	// Functions cuts constituents' labels at the first "-" or "=", as EVALB
	// does, unless that is the first character: NP-SBJ-1 and NP=2 are NP. Tags of
	// words stay.
	Functions bool
	// Root gives the tree an outermost node labelled TopLabel: instead of those
	// that it has, "", ROOT, TOP, S1 or VROOT, or else above it.
	Root bool
	// XOverX makes one constituent of two with the same label and the same words.
	XOverX bool
}

// Usual returns all steps, which is what EVALB's users expect.
func Usual() Steps { return Steps{Empties: true, Functions: true, Root: true, XOverX: true} }

// step is one of the steps by its name.
type step struct {
	name string
	on   *bool
}

func (s *Steps) all() []step {
	return []step{{"empties", &s.Empties}, {"functions", &s.Functions}, {"root", &s.Root}, {"x-over-x", &s.XOverX}}
}

// StepNames returns the names that [ParseSteps] knows.
func StepNames() []string { return strings.Split(Usual().String(), ",") }

// ParseSteps returns the steps of a list such as "empties,functions", of "all"
// or of "none". Otherwise the error is an ErrSteps.
func ParseSteps(list string) (s Steps, err error) {
	switch list {
	case "all":
		return Usual(), nil
	case "none":
		return s, nil
	}
	for _, name := range strings.Split(list, ",") {
		found := false
		for _, step := range s.all() {
			if step.name == name {
				*step.on, found = true, true
			}
		}
		if !found {
			return Steps{}, fmt.Errorf("%w %q: there are %s, all, none", ErrSteps, name, strings.Join(StepNames(), ", "))
		}
	}
	return s, nil
}

// String returns the list that [ParseSteps] understands.
func (s Steps) String() string {
	var names []string
	for _, step := range s.all() {
		if *step.on {
			names = append(names, step.name)
		}
	}
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ",")
}

// Apply returns a copy of t after the steps, or nil if nothing is left of it.
// Doing the same again changes nothing.
func (s Steps) Apply(t *Tree) *Tree {
	t, left := fold(t, s.node)
	if left && s.Root {
		return withRoot(t)
	}
	return t
}

// node does all steps but Root, which work from below.
func (s Steps) node(n *Tree, children []*Tree) (made *Tree, keep bool) {
	c := &Tree{Label: n.Label, Word: n.Word}
	if n.Leaf() {
		return c, !s.Empties || !Empty(n)
	}
	if s.Functions {
		c.Label = Category(n.Label)
	}
	if s.XOverX && len(children) == 1 && !children[0].Leaf() && children[0].Label == c.Label {
		return children[0], true
	}
	c.Children = append(c.Children, children...)
	return c, !s.Empties || len(children) > 0
}

// withRoot replaces the outermost nodes of t by one.
func withRoot(t *Tree) *Tree {
	if !outermost(t) {
		return &Tree{Label: TopLabel, Children: []*Tree{t}}
	}
	for len(t.Children) == 1 && outermost(t.Children[0]) {
		t = t.Children[0]
	}
	t.Label = TopLabel
	return t
}

func outermost(t *Tree) bool {
	if t.Leaf() {
		return false
	}
	switch Category(t.Label) {
	case "", "ROOT", "TOP", "S1", "VROOT":
		return true
	}
	return false
}

// Category returns a label without function tags and indices: what precedes
// the first "-" or "=", or all if that is the first character, as in -LRB-.
func Category(label string) string {
	if i := strings.IndexAny(label, "-="); i > 0 {
		return label[:i]
	}
	return label
}
