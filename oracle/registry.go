package oracle

import (
	"errors"
	"fmt"
	"slices"

	"parser/oracle/derived"
	"parser/transition"
)

// registered is a transition system with its oracles by their names.
type registered struct {
	system  transition.System // without parameters
	oracles map[string]maker
}

// maker makes an oracle of a system with parameters; one that it does not have with
// them is ErrNoOracle.
type maker = func(transition.System) (made, error)

// made is an oracle that is still to be told what it is of; base can be.
type made interface {
	Oracle
	be(name string, s transition.System)
}

// plain makes an oracle that needs nothing else.
func plain[T any, P interface {
	*T
	made
}](transition.System) (made, error) {
	return P(new(T)), nil
}

// registry lists all transition systems: a new one is a line here.
func registry() []registered {
	return []registered{
		{transition.ArcHybrid{}, map[string]maker{"static": derivation((*static).earliest), "dynamic": plain[arcHybrid], "pd": plain[pd],
			"fsa": derivedArcs(derived.NewArcHybridTables), "fsa-edit": editedArcs(mostStates)}},
		{transition.ArcEager{}, map[string]maker{"static": derivation((*static).arcEager), "dynamic": plain[arcEager], "pd": plain[pd],
			"fsa": derivedArcs(derived.NewArcEagerTables)}},
		{transition.ArcStandard{}, map[string]maker{"static": derivation((*static).earliest)}},
		{transition.Bracket{}, map[string]maker{"static": derivation((*static).bracket), "dynamic": newBracket, "fsa": derivedBrackets,
			"fsa-edit":  editedBrackets(derived.CorrectedWeights(), mostStates),
			"fsa-paper": editedBrackets(derived.PaperWeights(), mostStates)}},
		{transition.InOrder{}, map[string]maker{"static": derivation((*static).inOrder), "dynamic": plain[inOrder]}},
		{transition.ShiftLabel{}, map[string]maker{"static": derivation((*static).shiftLabel), "dynamic": plain[shiftLabel]}},
		{transition.Tag{}, map[string]maker{"static": plain[tags], "dynamic": plain[tags], "fsa": derivedTags}},
	}
}

// entry returns what is registered of the named system, or ErrUnknownSystem.
func entry(system string) (registered, error) {
	all := registry()
	i := slices.IndexFunc(all, func(r registered) bool { return r.system.Name() == system })
	if i < 0 {
		return registered{}, fmt.Errorf("%w %q (have %v)", ErrUnknownSystem, system, Systems())
	}
	return all[i], nil
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
func NamesFor(s transition.System) []string {
	return slices.DeleteFunc(Names(), func(name string) bool {
		_, err := build(name, s)
		return err != nil
	})
}

// New returns the named oracle for a transition system. The error is ErrUnknown or
// ErrNoOracle, and says which ones there are.
func New(name string, s transition.System) (Oracle, error) {
	o, err := build(name, s)
	switch {
	case !slices.Contains(Names(), name):
		return nil, fmt.Errorf("%w %q (have %v)", ErrUnknown, name, Names())
	case errors.Is(err, ErrNoOracle):
		variant := s.Name()
		if unary := s.Params().Unary; unary != transition.AnyUnary { // some oracles depend on it
			variant = fmt.Sprintf("%s, unary brackets %s", variant, unary)
		}
		return nil, fmt.Errorf("%w: %s for %s (have %v)", err, name, variant, NamesFor(s))
	}
	return o, err
}

// build is New without words.
func build(name string, s transition.System) (Oracle, error) {
	r, _ := entry(s.Name())
	make := r.oracles[name]
	if make == nil {
		return nil, ErrNoOracle
	}
	o, err := make(s)
	if err != nil {
		return nil, err
	}
	o.be(name, s)
	return o, nil
}

// Systems lists the transition systems of the given kinds that NewSystem knows; those
// of all kinds if none is given.
func Systems(kinds ...transition.Kind) []string {
	var names []string
	for _, r := range registry() {
		if len(kinds) == 0 || slices.Contains(kinds, r.system.Kind()) {
			names = append(names, r.system.Name())
		}
	}
	return names
}

// NewSystem returns the named transition system with those of the parameters that
// concern it. The error is ErrUnknownSystem or transition.ErrParams.
func NewSystem(name string, p transition.Params) (transition.System, error) {
	r, err := entry(name)
	if err != nil {
		return nil, err
	}
	return r.system.With(p)
}

// KindOf returns the kind of structure that the named transition system builds, or
// ErrUnknownSystem.
func KindOf(name string) (transition.Kind, error) {
	r, err := entry(name)
	if err != nil {
		return 0, err
	}
	return r.system.Kind(), nil
}
