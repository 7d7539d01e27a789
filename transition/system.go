package transition

import (
	"errors"
	"fmt"
)

// Move is one kind of transition, without its label.
type Move uint8

// The moves of the dependency systems.
const (
	Shift  Move = iota // SH
	Left               // LA, labelled
	Right              // RA, labelled
	Reduce             // RE
	NumMoves
)

var moveNames = [NumMoves]string{"SH", "LA", "RA", "RE"}

// String returns the literature's abbreviation: SH, LA, RA, RE.
func (m Move) String() string {
	if m < NumMoves {
		return moveNames[m]
	}
	return fmt.Sprintf("move %d", uint8(m))
}

// Labelled reports whether the move carries a label.
func (m Move) Labelled() bool { return m == Left || m == Right }

// Moves is a set of moves.
type Moves uint8

// Of returns the set of the given moves.
func Of(ms ...Move) Moves {
	var set Moves
	for _, m := range ms {
		set |= 1 << m
	}
	return set
}

// Has reports whether m is in the set.
func (s Moves) Has(m Move) bool { return s>>m&1 != 0 }

// addIf returns the set with m added where ok holds.
func (s Moves) addIf(ok bool, m Move) Moves {
	if ok {
		return s | 1<<m
	}
	return s
}

// Roots says how many words may be attached to ROOT.
type Roots uint8

const (
	// SingleRoot lets exactly one word be attached to ROOT.
	SingleRoot Roots = iota
	// MultiRoot lets one or more words be attached to ROOT.
	MultiRoot
)

// String returns "single" or "multi".
func (r Roots) String() string {
	if r == MultiRoot {
		return "multi"
	}
	return "single"
}

// ParseRoots is the inverse of Roots.String.
func ParseRoots(text string) (Roots, error) {
	for _, r := range []Roots{SingleRoot, MultiRoot} {
		if r.String() == text {
			return r, nil
		}
	}
	return 0, fmt.Errorf("roots are single or multi, not %q", text)
}

// System is a transition system. Its methods never allocate. In every
// configuration reached from Start by legal moves, either Terminal holds or
// some move is legal; and a terminal configuration holds a tree over ROOT and
// all words.
type System interface {
	// Name returns the system's name in the literature, for example "arc-hybrid".
	Name() string
	// RootMode says how many words may be attached to ROOT.
	RootMode() Roots
	// Moves returns all moves that the system has.
	Moves() Moves
	// Start makes c the initial configuration over n words.
	Start(c *Config, n int)
	// Terminal reports whether the parse is complete.
	Terminal(c *Config) bool
	// Legal returns the moves that may be applied.
	Legal(c *Config) Moves
	// Arc returns the arc that m would add; ok is false if it adds none.
	Arc(c *Config, m Move) (head, dep int32, ok bool)
	// Apply carries out the legal move m; label is ignored by unlabelled moves.
	Apply(c *Config, m Move, label int32)
}

// ErrUnknownSystem is the cause of New's error.
var ErrUnknownSystem = errors.New("unknown transition system")

// Names lists the systems that New knows.
func Names() []string { return []string{"arc-hybrid", "arc-eager", "arc-standard"} }

// New returns the system of the given name.
func New(name string, roots Roots) (System, error) {
	switch name {
	case "arc-hybrid":
		return ArcHybrid{roots}, nil
	case "arc-eager":
		return ArcEager{roots}, nil
	case "arc-standard":
		return ArcStandard{roots}, nil
	}
	return nil, fmt.Errorf("%w %q (have %v)", ErrUnknownSystem, name, Names())
}
