package transition

import (
	"errors"
	"fmt"
	"slices"
)

// Kind is the kind of structure that a system builds.
type Kind uint8

// The kinds of structures: trees of two kinds, and a label for each word.
const (
	Dependencies Kind = iota
	Constituents
	Tags
)

// System is a transition system. Its methods never allocate once a configuration
// has its size. In every configuration reached from Start by legal moves, either
// Terminal holds or some move is legal; and a terminal configuration holds a
// tree over all words, or a label of each.
type System interface {
	// Name returns the system's name in the literature, for example "arc-hybrid".
	Name() string
	// Kind returns the kind of structure that the system builds.
	Kind() Kind
	// Params returns what New needs to make the system again.
	Params() Params
	// Moves returns all moves that the system has.
	Moves() Moves
	// Start makes c the initial configuration over n words.
	Start(c *Config, n int)
	// Terminal reports whether the parse is complete.
	Terminal(c *Config) bool
	// Legal returns the moves that may be applied.
	Legal(c *Config) Moves
	// Arc returns the dependency arc that m would add; ok is false if it adds none.
	Arc(c *Config, m Move) (head, dep int32, ok bool)
	// Apply carries out the legal move m; label is ignored by unlabelled moves.
	Apply(c *Config, m Move, label int32)
}

// Params are the parameters of all systems; each uses those that concern it.
type Params struct {
	Roots Roots `json:"-"` // words under ROOT (dependency systems)
	// MaxOpens bounds the brackets opened in a row, without a word or a close
	// between them (Bracket); at least 1.
	MaxOpens int32 `json:",omitempty"`
	// MaxUnary bounds the brackets over the same words (InOrder); at least 1.
	MaxUnary int32 `json:",omitempty"`
	// Unary says which brackets may have a single child (Bracket).
	Unary Unary `json:",omitempty"`
}

// Errors of New.
var (
	ErrUnknownSystem = errors.New("unknown transition system")
	ErrParams        = errors.New("parameter out of range")
)

// registered is a system that New knows.
type registered struct {
	name string
	kind Kind
	make func(Params) System
}

// registry lists all systems.
func registry() []registered {
	return []registered{
		{"arc-hybrid", Dependencies, func(p Params) System { return ArcHybrid{p.Roots} }},
		{"arc-eager", Dependencies, func(p Params) System { return ArcEager{p.Roots} }},
		{"arc-standard", Dependencies, func(p Params) System { return ArcStandard{p.Roots} }},
		{"bracket", Constituents, func(p Params) System { return Bracket{p.MaxOpens, p.Unary} }},
		{"in-order", Constituents, func(p Params) System { return InOrder{p.MaxUnary} }},
		{"shift-label", Constituents, func(p Params) System { return ShiftLabel{} }},
		{"tag", Tags, func(p Params) System { return Tag{} }},
	}
}

// Names lists the systems of the given kinds that New knows; those of all kinds
// if none is given.
func Names(kinds ...Kind) []string {
	var names []string
	for _, r := range registry() {
		if len(kinds) == 0 || slices.Contains(kinds, r.kind) {
			names = append(names, r.name)
		}
	}
	return names
}

// KindOf returns the kind of structure that the named system builds.
func KindOf(name string) (Kind, error) {
	for _, r := range registry() {
		if r.name == name {
			return r.kind, nil
		}
	}
	return 0, fmt.Errorf("%w %q (have %v)", ErrUnknownSystem, name, Names())
}

// New returns the system of the given name.
func New(name string, p Params) (System, error) {
	for _, r := range registry() {
		if r.name != name {
			continue
		}
		s := r.make(p)
		if used := s.Params(); used.MaxOpens < 0 || used.MaxUnary < 0 || used.Unary > Strict ||
			name == "bracket" && used.MaxOpens == 0 || name == "in-order" && used.MaxUnary == 0 {
			return nil, fmt.Errorf("%w: %s with %+v", ErrParams, name, used)
		}
		return s, nil
	}
	_, err := KindOf(name)
	return nil, err
}
