package oracle

import (
	"fmt"
	"maps"
	"slices"

	"parser/oracle/derived"
	"parser/transition"
)

// systems lists all transition systems, without parameters; oracles has theirs.
func systems() []transition.System {
	return []transition.System{transition.ArcHybrid{}, transition.ArcEager{}, transition.ArcStandard{},
		transition.Bracket{}, transition.InOrder{}, transition.ShiftLabel{}, transition.Tag{}}
}

// unnamed is an oracle that is still to be told what it is of; base can be.
type unnamed interface {
	Oracle
	be(name string, s transition.System)
}

// oracles returns the oracles of a system by their names.
func oracles(s transition.System) map[string]unnamed {
	switch s := s.(type) {
	case transition.ArcHybrid:
		return map[string]unnamed{"static": &static{next: (*static).earliest}, "dynamic": &arcHybrid{}, "pd": &pd{},
			"fsa": overArcs(derived.NewArcHybridTables(s.Roots == transition.SingleRoot)), "fsa-edit": overEdits(mostStates)}
	case transition.ArcEager:
		return map[string]unnamed{"static": &static{next: (*static).arcEager}, "dynamic": &arcEager{}, "pd": &pd{},
			"fsa": overArcs(derived.NewArcEagerTables(s.Roots == transition.SingleRoot))}
	case transition.ArcStandard:
		return map[string]unnamed{"static": &static{next: (*static).earliest}}
	case transition.Bracket:
		if s.Unary != transition.AnyUnary { // of such restrictions automata know nothing
			return map[string]unnamed{"static": &static{next: (*static).bracket}, "dynamic": &rows{}}
		}
		return map[string]unnamed{"static": &static{next: (*static).bracket}, "dynamic": &topDown{}, "fsa": overStarts(s.MaxOpens),
			"fsa-edit":  overBrackets(derived.CorrectedWeights(), mostStates),
			"fsa-paper": overBrackets(derived.PaperWeights(), mostStates)}
	case transition.InOrder:
		return map[string]unnamed{"static": &static{next: (*static).inOrder}, "dynamic": &inOrder{}}
	case transition.ShiftLabel:
		return map[string]unnamed{"static": &static{next: (*static).shiftLabel}, "dynamic": &shiftLabel{}}
	case transition.Tag:
		return map[string]unnamed{"static": &tags{}, "dynamic": &tags{}, "fsa": overTags()}
	}
	return nil
}

// Description says what the oracles of a name can do, whatever the system.
type Description struct {
	Name string
	Text string // what they are, in a few words
	// AnyTree: they are exact for gold trees that are not projective, too. All others
	// refuse these (ErrNonProjective).
	AnyTree bool
	// OnPath: their answers mean something on one derivation of the gold tree only, so
	// that training with them must follow it.
	OnPath bool
	// Estimates: their costs are mere estimates, there to be compared with others; their
	// best moves need not lead to the gold tree.
	Estimates bool
}

// Descriptions lists all oracles that New knows for some system, by their names.
func Descriptions() []Description {
	return []Description{
		{Name: "dynamic", Text: "hand-written dynamic oracle"},
		{Name: "fsa", Text: "derived from finite automata, as exact"},
		{Name: "fsa-edit", Text: "derived from an edit distance, a heuristic", Estimates: true},
		{Name: "fsa-paper", Text: "derived with the weights of the paper's example, a heuristic", Estimates: true},
		{Name: "pd", Text: "dynamic programming over the pushdown, exact for non-projective trees, too", AnyTree: true},
		{Name: "static", Text: "one derivation of the gold tree", OnPath: true},
	}
}

// Describe returns the description of the named oracle; one that New does not know
// has none of the properties.
func Describe(name string) Description {
	for _, d := range Descriptions() {
		if d.Name == name {
			return d
		}
	}
	return Description{Name: name}
}

// Names lists the oracles that New knows.
func Names() []string {
	var names []string
	for _, d := range Descriptions() {
		names = append(names, d.Name)
	}
	return names
}

// NamesFor lists the oracles that New knows for a transition system.
func NamesFor(s transition.System) []string { return slices.Sorted(maps.Keys(oracles(s))) }

// New returns the named oracle for a transition system. The error is ErrUnknown or
// ErrNoOracle, and says which ones there are.
func New(name string, s transition.System) (Oracle, error) {
	if o := oracles(s)[name]; o != nil {
		o.be(name, s)
		return o, nil
	}
	if !slices.Contains(Names(), name) {
		return nil, fmt.Errorf("%w %q (have %v)", ErrUnknown, name, Names())
	}
	variant := s.Name()
	if unary := s.Params().Unary; unary != transition.AnyUnary { // some oracles depend on it
		variant = fmt.Sprintf("%s, unary brackets %s", variant, unary)
	}
	return nil, fmt.Errorf("%w: %s for %s (have %v)", ErrNoOracle, name, variant, NamesFor(s))
}

// Systems lists the transition systems of the given kinds that NewSystem knows; those
// of all kinds if none is given.
func Systems(kinds ...transition.Kind) []string {
	var names []string
	for _, s := range systems() {
		if len(kinds) == 0 || slices.Contains(kinds, s.Kind()) {
			names = append(names, s.Name())
		}
	}
	return names
}

// NewSystem returns the named transition system with those of the parameters that
// concern it. The error is ErrUnknownSystem or transition.ErrParams.
func NewSystem(name string, p transition.Params) (transition.System, error) {
	for _, s := range systems() {
		if s.Name() == name {
			return s.With(p)
		}
	}
	return nil, fmt.Errorf("%w %q (have %v)", ErrUnknownSystem, name, Systems())
}

// KindOf returns the kind of structure that the named transition system builds, or
// ErrUnknownSystem.
func KindOf(name string) (transition.Kind, error) {
	s, err := NewSystem(name, transition.Params{MaxOpens: 1, MaxUnary: 1})
	if err != nil {
		return 0, err
	}
	return s.Kind(), nil
}
