package transition

import "fmt"

// Move is one kind of transition, without its label.
type Move uint8

// The moves of all systems; what each does is said there. Their order is that of
// classes in model files, so that new ones are added at the end.
const (
	Shift   Move = iota // SH
	Left                // LA, labelled
	Right               // RA, labelled
	Reduce              // RE
	Open                // NT, labelled: open a bracket
	Close               // CL: close it
	Finish              // FI
	Combine             // CO
	Label               // LB, labelled
	NoLabel             // NL
	NumMoves
)

var moveNames = [NumMoves]string{"SH", "LA", "RA", "RE", "NT", "CL", "FI", "CO", "LB", "NL"}

// String returns the literature's abbreviation: SH, LA, RA, RE, NT, ….
func (m Move) String() string {
	if m < NumMoves {
		return moveNames[m]
	}
	return fmt.Sprintf("move %d", uint8(m))
}

// Labelled reports whether the move carries a label.
func (m Move) Labelled() bool { return m == Left || m == Right || m == Open || m == Label }

// Moves is a set of moves.
type Moves uint16

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
