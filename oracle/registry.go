package oracle

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"parser/oracle/internal/problems"
	"parser/transition"
)

// oracles are those of a system, by name.
type oracles map[string]unnamed

// unnamed is an oracle before it knows its name and system; base implements it.
type unnamed interface {
	Oracle
	be(name string, s transition.System, named ...string)
}

// systems lists all transition systems, without parameters: add new ones here, and their oracles in oraclesOf. Programs
// that only parse need no oracles, and so are linked without them.
func systems() []transition.System {
	return []transition.System{
		transition.ArcHybrid{}, transition.ArcEager{}, transition.ArcStandard{}, transition.ArcEagerNonMonotonic{},
		transition.ArcHybridSwap{}, transition.ArcStandardSwap{}, transition.HeadOffset{},
		transition.Bracket{}, transition.InOrder{}, transition.ShiftLabel{}, transition.Split{},
		transition.Tag{},
		transition.AMR{},
	}
}

// oraclesOf returns the oracles of a system.
func oraclesOf(s transition.System) oracles {
	switch s.Name() {
	case (transition.ArcHybrid{}).Name():
		return oracles{"static": &static{next: (*static).earliest}, "dynamic": dynamicArcs(s), "pd": &pd{},
			"fsa": overArcs(problems.NewArcTables(s)), "fsa-edit": overEdits(mostStates)}
	case (transition.ArcEager{}).Name():
		return oracles{"static": &static{next: (*static).arcEager}, "dynamic": dynamicArcs(s), "pd": &pd{},
			"fsa": overArcs(problems.NewArcTables(s))}
	case (transition.ArcStandard{}).Name():
		return oracles{"static": &static{next: (*static).earliest}, "dynamic": &arcStandard{}, "pd": &arcStandard{}}
	case (transition.ArcEagerNonMonotonic{}).Name():
		return oracles{"static": &static{next: (*static).arcEager}, "dynamic": dynamicArcs(s), "monotonic": &monotonic{tentative{heads: &arcHybrid{}}}, "pd": &pd{},
			"fsa": &tentative{heads: overArcs(problems.NewArcTables(transition.ArcHybrid{Roots: s.Params().Roots}))}}
	case (transition.ArcHybridSwap{}).Name():
		return oracles{"static": &swapping{}, "static-dynamic": &staticDynamic{}}
	case (transition.ArcStandardSwap{}).Name():
		return oracles{"static": &lazySwaps{}}
	case (transition.HeadOffset{}).Name():
		return oracles{"static": &offsets{}, "dynamic": dynamicArcs(s)}
	case (transition.Bracket{}).Name():
		if s.Params().Unary != transition.AnyUnary { // TestUnaryStrictNeedsManyStates says why there are no automata
			return oracles{"static": &static{next: (*static).bracket}, "dynamic": &rows{}}
		}
		return oracles{"static": &static{next: (*static).bracket}, "dynamic": &topDown{}, "fsa": overStarts(problems.NewBracketTables(s.Params().MaxOpens)),
			"fsa-edit":  overBrackets(problems.CorrectedWeights(), mostStates),
			"fsa-paper": overBrackets(problems.PaperWeights(), mostStates)}
	case (transition.InOrder{}).Name():
		return oracles{"static": &static{next: (*static).inOrder}, "dynamic": &inOrder{},
			"fsa": overStarts(problems.NewInOrderTables(s.Params().MaxUnary))}
	case (transition.ShiftLabel{}).Name():
		return oracles{"static": &static{next: (*static).shiftLabel}, "dynamic": &shiftLabel{}, "fsa": overStarts(problems.NewLabelTables())}
	case (transition.Split{}).Name():
		return oracles{"static": &static{next: (*static).split}, "dynamic": &split{}}
	case (transition.Tag{}).Name():
		return oracles{"static": &tags{}, "dynamic": &tags{}, "fsa": overTags()}
	case (transition.AMR{}).Name():
		return oracles{"expert": &expert{}}
	}
	return nil
}

// dynamicArcs returns the dynamic oracle of arc-hybrid, head-offset, arc-eager or non-monotonic arc-eager.
func dynamicArcs(s transition.System) unnamed {
	switch {
	case s.Name() == (transition.ArcHybrid{}).Name():
		return &arcHybrid{}
	case s.Name() == (transition.HeadOffset{}).Name():
		return &headOffset{}
	case transition.Tentative(s):
		return &tentative{heads: &arcHybrid{}}
	case single(s):
		return &arcEagerSingle{}
	}
	return &arcEager{}
}

func single(s transition.System) bool { return s.Params().Roots == transition.SingleRoot }

// Description says what the oracles with a given name can do, whatever the system.
type Description struct {
	Name string
	Text string // what they are, in a few words
	// AnyTree: they are exact for non-projective gold trees, too. All others refuse these
	// (ErrNonProjective), unless the system can build them ([transition.Crossing]).
	AnyTree bool
	// Whole: they refuse partial trees (ErrPartial). All others of dependency systems are exact for
	// these, too.
	Whole bool
	// OnPath: their answers mean something only on one derivation of the gold tree, so training
	// with them must follow it.
	OnPath bool
	// Estimates: some of their costs are estimates, so that their best moves need not be the best.
	Estimates bool
	// Slow: they build a machine for each sentence, which may take seconds and much memory.
	Slow bool
}

// Descriptions lists all oracles that New knows for some system, by their names.
func Descriptions() []Description {
	return []Description{
		{Name: "dynamic", Text: "hand-written dynamic oracle"},
		{Name: "expert", Text: "rules that know the graph, a heuristic", Estimates: true},
		{Name: "fsa", Text: "derived from finite automata, as exact"},
		{Name: "fsa-edit", Text: "derived from an edit distance, a heuristic", Whole: true, Estimates: true, Slow: true},
		{Name: "fsa-paper", Text: "derived with the weights of the paper's example, a heuristic", Estimates: true, Slow: true},
		{Name: "monotonic", Text: "dynamic, but a repair costs more where none is needed", Estimates: true},
		{Name: "pd", Text: "dynamic programming over the pushdown, exact for non-projective trees, too", AnyTree: true},
		{Name: "static", Text: "one derivation of the gold tree", Whole: true, OnPath: true},
		{Name: "static-dynamic", Text: "dynamic, but swaps are those of one derivation of the gold tree", Estimates: true},
	}
}

// Describe returns the description of the named oracle; for a name that New does not know all
// properties are false.
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
func NamesFor(s transition.System) []string { return slices.Sorted(maps.Keys(oraclesOf(s))) }

// New returns the named oracle for a transition system. The error is ErrUnknown or ErrNoOracle, and
// lists the available ones.
func New(name string, s transition.System) (Oracle, error) {
	if oraclesOf(s)[name] != nil {
		return Nearest(s, func() Oracle {
			all := oraclesOf(s)
			o := all[name]
			o.be(name, s, slices.Sorted(maps.Keys(all))...)
			return o
		}), nil
	}
	if !slices.Contains(Names(), name) {
		return nil, fmt.Errorf("%w %q (have %v)", ErrUnknown, name, Names())
	}
	variant := s.Name()
	if unary := s.Params().Unary; unary != transition.AnyUnary {
		variant = fmt.Sprintf("%s, unary brackets %s", variant, unary)
		if strings.HasPrefix(name, "fsa") {
			variant += ", where automata would need 2^d states for d open brackets"
		}
	}
	return nil, fmt.Errorf("%w: %s for %s (have %v)", ErrNoOracle, name, variant, NamesFor(s))
}

// Systems lists the transition systems of the given kinds that NewSystem knows, or those of all
// kinds if no kind is given.
func Systems(kinds ...transition.Kind) []string {
	var names []string
	for _, s := range systems() {
		if len(kinds) == 0 || slices.Contains(kinds, s.Kind()) {
			names = append(names, s.Name())
		}
	}
	return names
}

// NewSystem returns the named transition system with those of the parameters that concern it. The
// error is ErrUnknownSystem or transition.ErrParams.
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
