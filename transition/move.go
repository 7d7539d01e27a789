package transition

import (
	"errors"
	"fmt"
	"iter"
	"math/bits"
	"slices"
	"strings"
)

// Move is one kind of transition, without its label.
type Move uint8

// The moves of all systems; each system says what they do. Their order is that of the classes in
// model files, so new moves go at the end.
const (
	Shift       Move = iota // SH
	Left                    // LA, labelled
	Right                   // RA, labelled
	Reduce                  // RE
	Open                    // NT, labelled: open a bracket
	Close                   // CL: close it
	Finish                  // FI
	Combine                 // CO
	Label                   // LB, labelled
	NoLabel                 // NL
	NextEdge                // NE, labelled: with a role
	NextNode                // NN, labelled: with a concept
	Swap                    // SW
	ReplaceHead             // RH
	Reattach                // RT: find another head
	DeleteNode              // DN
	Insert                  // IN, labelled: a concept above
	InsertBelow             // IB, labelled: a concept below
	Reentrance              // EN: find another child
	Wikify                  // WK, labelled
	DoNothing               // NO
	Here                    // HE: this candidate
	Further                 // FU: not this one
	NumMoves
)

var moveNames = [NumMoves]string{"SH", "LA", "RA", "RE", "NT", "CL", "FI", "CO", "LB", "NL",
	"NE", "NN", "SW", "RH", "RT", "DN", "IN", "IB", "EN", "WK", "NO", "HE", "FU"}

// String returns the literature's abbreviation: SH, LA, RA, RE, NT, ….
func (m Move) String() string {
	if m < NumMoves {
		return moveNames[m]
	}
	return fmt.Sprintf("move %d", uint8(m))
}

// Labelled reports whether the move carries a label.
func (m Move) Labelled() bool { return labelled.Has(m) }

const labelled Moves = 1<<Left | 1<<Right | 1<<Open | 1<<Label | 1<<NextEdge | 1<<NextNode | 1<<Insert | 1<<InsertBelow | 1<<Wikify

// Moves is a set of moves.
type Moves uint32

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

// All goes through the moves of the set in their order.
func (s Moves) All() iter.Seq[Move] {
	return func(yield func(Move) bool) {
		for ; s != 0; s &= s - 1 {
			if !yield(Move(bits.TrailingZeros32(uint32(s)))) {
				return
			}
		}
	}
}

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

// notebookNames are other names of moves in scripts, those of teaching notebooks: shift, reduce, leftArc-nsubj, rightArc-obj.
var notebookNames = map[string]Move{"shift": Shift, "reduce": Reduce, "leftArc": Left, "rightArc": Right}

// ErrScript is the cause of errors in moves that are written down.
var ErrScript = errors.New("unknown move")

// ParseScript reads steps separated by blanks, as in "SH SH LA-nsubj". A step is the abbreviation
// of a move, which must be in moves, or shift, reduce, leftArc, rightArc, and after the first hyphen its label, whose number
// the function number returns. A labelled move may lack its label, which is then None; an unlabelled
// one must. The error names the first wrong step, and is ErrScript.
func ParseScript(text string, moves Moves, number func(label string) int32) ([]Step, error) {
	var steps []Step
	for i, word := range strings.Fields(text) {
		name, label, given := strings.Cut(word, "-")
		m := slices.Index(moveNames[:], name)
		if other, ok := notebookNames[name]; ok {
			m = int(other)
		}
		step, reason := Step{Move(m), None}, ""
		switch {
		case m < 0 || !moves.Has(step.Move):
			reason = fmt.Sprintf("the moves are %v", slices.Collect(moves.All()))
		case given && !step.Move.Labelled():
			reason = name + " has no label"
		case given && label == "":
			reason = "nothing follows the hyphen"
		case given:
			step.Label = number(label)
		}
		if reason != "" {
			return nil, fmt.Errorf("step %d: %w: %q; %s", i+1, ErrScript, word, reason)
		}
		steps = append(steps, step)
	}
	return steps, nil
}
