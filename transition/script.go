package transition

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// ErrScript is the cause of errors in moves that are written down.
var ErrScript = errors.New("no move with its label")

// labelMark stands between a move and its label. The label may contain it, too.
const labelMark = "-"

// ParseScript reads steps with blanks between them, as in "SH SH LA-nsubj"; see
// ParseStep. The error names the place of the first that is none.
func ParseScript(text string, number func(label string) int32) ([]Step, error) {
	var steps []Step
	for i, word := range strings.Fields(text) {
		step, err := ParseStep(word, number)
		if err != nil {
			return nil, fmt.Errorf("step %d: %w", i+1, err)
		}
		steps = append(steps, step)
	}
	return steps, nil
}

// ParseStep reads a move by its abbreviation and, behind the first hyphen, its
// label, of which number returns the number. A labelled move may stand without
// label, which is then None; any other must.
func ParseStep(text string, number func(label string) int32) (Step, error) {
	name, label, given := strings.Cut(text, labelMark)
	i := slices.Index(moveNames[:], name)
	if i < 0 {
		return Step{}, fmt.Errorf("%w: %q; the moves are %v", ErrScript, text, moveNames)
	}
	m := Move(i)
	switch {
	case !given:
		return Step{m, None}, nil
	case !m.Labelled():
		return Step{}, fmt.Errorf("%w: %q; %s has none", ErrScript, text, m)
	case label == "":
		return Step{}, fmt.Errorf("%w: %q; nothing follows the hyphen", ErrScript, text)
	}
	return Step{m, number(label)}, nil
}
