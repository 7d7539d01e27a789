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

// step is a step by its name.
type step struct {
	name string
	on   func(*Steps) *bool
}

func steps() []step {
	return []step{
		{"empties", func(s *Steps) *bool { return &s.Empties }},
		{"functions", func(s *Steps) *bool { return &s.Functions }},
		{"root", func(s *Steps) *bool { return &s.Root }},
		{"x-over-x", func(s *Steps) *bool { return &s.XOverX }},
	}
}

// StepNames returns the names that [ParseSteps] knows.
func StepNames() []string {
	var names []string
	for _, known := range steps() {
		names = append(names, known.name)
	}
	return names
}

// ParseSteps returns the steps of a list such as "empties,functions", of "all"
// or of "none". Otherwise the error is an ErrSteps.
func ParseSteps(list string) (Steps, error) {
	switch list {
	case "all":
		return Usual(), nil
	case "none":
		return Steps{}, nil
	}
	var s Steps
	for _, name := range strings.Split(list, ",") {
		if !s.turnOn(name) {
			return Steps{}, fmt.Errorf("%w %q: there are %s, all, none", ErrSteps, name, strings.Join(StepNames(), ", "))
		}
	}
	return s, nil
}

func (s *Steps) turnOn(name string) bool {
	for _, known := range steps() {
		if known.name == name {
			*known.on(s) = true
			return true
		}
	}
	return false
}

// String returns the list that [ParseSteps] understands.
func (s Steps) String() string {
	var names []string
	for _, known := range steps() {
		if *known.on(&s) {
			names = append(names, known.name)
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
	t = rebuild(t, s.node)
	if t != nil && s.Root {
		return withRoot(t)
	}
	return t
}

// node does all steps but Root, which work from below.
func (s Steps) node(n *Tree, children []*Tree) *Tree {
	if s.Empties && (n.Leaf() && Empty(n) || !n.Leaf() && len(children) == 0) {
		return nil
	}
	c := &Tree{Label: n.Label, Word: n.Word}
	if n.Leaf() {
		return c
	}
	if s.Functions {
		c.Label = Category(n.Label)
	}
	if s.XOverX && len(children) == 1 && !children[0].Leaf() && children[0].Label == c.Label {
		return children[0]
	}
	if len(children) > 0 {
		c.Children = append(c.Children, children...)
	}
	return c
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

// rebuild makes a tree from the bottom up: node returns what a node becomes,
// given what its children became, or nil to leave it out. The slice of children
// is valid during the call only.
func rebuild(t *Tree, node func(n *Tree, children []*Tree) *Tree) *Tree {
	var done []*Tree // nodes whose parents are not finished
	var first []int  // of each node that is entered: its first child in done
	t.Walk(func(*Tree) {
		first = append(first, len(done))
	}, func(n *Tree) {
		start := first[len(first)-1]
		first = first[:len(first)-1]
		made := node(n, done[start:])
		done = done[:start]
		if made != nil {
			done = append(done, made)
		}
	})
	if len(done) == 0 {
		return nil
	}
	return done[0]
}
