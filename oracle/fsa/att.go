package fsa

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// spareStates is how many states a file may have beyond two a line: numbers may be
// left out, but no line can make the machine as large as it likes.
const spareStates = 1024

// ReadATT reads a machine in the AT&T text format, as OpenFst's fstcompile does:
//
//	source destination in out [weight]    an arc; in acceptors "source destination in [weight]"
//	state [weight]                        a final state
//
// The first line's source is the start; of several weights of one final state the
// last counts. A weight left out is 0, "Infinity" is ∞. Lines may be blank, and
// columns are separated by blanks. States keep their numbers (fstcompile's
// --keep_state_numbering); those left out are states without arcs.
//
// Errors say file, by its name, and line: they are ErrColumns, ErrNumber, ErrWeight,
// ErrSymbol (not in the table of its tape), ErrStateNumber (above 1024 plus twice
// the number of lines), bufio.ErrTooLong (a line beyond 1 MiB), or r's own. O(size
// of the file) time and space.
func ReadATT(r io.Reader, name string, n Notation) (*Transducer, error) {
	f := attFile{notation: n}
	if err := readLines(r, name, f.add); err != nil {
		return nil, err
	}
	if limit := spareStates + 2*len(f.lines); f.states > limit {
		return nil, fmt.Errorf("%s:%d: %w: %d among %d lines", name, f.largestAt, ErrStateNumber, f.states-1, len(f.lines))
	}
	return f.build(), nil
}

// attFile holds what the lines of a file say.
type attFile struct {
	notation  Notation
	lines     []attLine
	current   int // number of the line that is read
	states    int // one above the largest number of a state
	largestAt int // number of the line that has it first
}

// attLine is an arc, or a final state if it leads nowhere.
type attLine struct {
	from State
	arc  Arc
}

// add reads the columns of a line.
func (f *attFile) add(number int, fields []string) (err error) {
	f.current = number
	arcColumns := 4
	if f.notation.Acceptor {
		arcColumns = 3
	}
	line := attLine{arc: Arc{To: NoState}}
	var weight []string
	switch len(fields) {
	case 1, 2:
		weight = fields[1:]
	case arcColumns, arcColumns + 1:
		weight = fields[arcColumns:]
		if line.arc, err = f.arc(fields[1:arcColumns]); err != nil {
			return err
		}
	default:
		return fmt.Errorf("%w: %d", ErrColumns, len(fields))
	}
	if line.from, err = f.state(fields[0]); err != nil {
		return err
	}
	if len(weight) > 0 {
		line.arc.Weight, err = parseWeight(weight[0])
	}
	f.lines = append(f.lines, line)
	return err
}

// arc reads an arc's destination and symbols.
func (f *attFile) arc(fields []string) (a Arc, err error) {
	if a.To, err = f.state(fields[0]); err != nil {
		return a, err
	}
	if a.In, err = parseSymbol(f.notation.In, fields[1]); err != nil {
		return a, err
	}
	if a.Out = a.In; !f.notation.Acceptor {
		a.Out, err = parseSymbol(f.notation.Out, fields[2])
	}
	return a, err
}

func (f *attFile) state(text string) (State, error) {
	number, err := parseNumber(text)
	if int(number) >= f.states {
		f.states, f.largestAt = int(number)+1, f.current
	}
	return State(number), err
}

func (f *attFile) build() *Transducer {
	t := &Transducer{}
	for range f.states {
		t.AddState()
	}
	if len(f.lines) > 0 {
		t.SetStart(f.lines[0].from)
	}
	for _, line := range f.lines {
		if line.arc.To == NoState {
			t.SetFinal(line.from, line.arc.Weight)
		} else {
			t.AddArc(line.from, line.arc)
		}
	}
	return t
}

// WriteATT writes a machine in the format that [ReadATT] and OpenFst's fstcompile
// read, and as fstprint does: the start comes first, the other states in their
// order, each with its arcs and then its final weight; one that has neither is
// written with the weight Infinity. A machine without start writes nothing. Read
// back, it is the same machine, but OpenFst rounds weights to float32.
//
// Precondition: symbols have names in their tables (ErrSymbol) without blanks
// (ErrName), or are not negative (ErrNumber); weights are in the semiring
// (ErrWeight); an acceptor's arcs write what they read (ErrNotAcceptor).
func WriteATT(w io.Writer, t *Transducer, n Notation) error {
	if err := checkWeights(t); err != nil {
		return err
	}
	if !t.started {
		return nil
	}
	out := bufio.NewWriter(w)
	if err := writeState(out, t, t.start, n); err != nil {
		return err
	}
	for q := range State(t.Len()) {
		if q == t.start {
			continue
		}
		if err := writeState(out, t, q, n); err != nil {
			return err
		}
	}
	return out.Flush()
}

func writeState(out io.Writer, t *Transducer, q State, n Notation) error {
	for _, a := range t.arcs[q] {
		labels, err := n.labels(a)
		if err != nil {
			return err
		}
		for _, name := range labels {
			if err := checkName(name); err != nil {
				return err
			}
		}
		fmt.Fprintf(out, "%d\t%d\t%s%s\n", q, a.To, strings.Join(labels, "\t"), weightColumn(a.Weight))
	}
	if w := t.final[q]; !w.IsZero() || len(t.arcs[q]) == 0 {
		fmt.Fprintf(out, "%d%s\n", q, weightColumn(w))
	}
	return nil
}

// weightColumn returns a column for a weight, none for 0.
func weightColumn(w Weight) string {
	if w == One {
		return ""
	}
	return "\t" + formatWeight(w)
}
