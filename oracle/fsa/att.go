package fsa

import (
	"bufio"
	"cmp"
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
	type line struct { // an arc, or a final state if it leads nowhere
		from State
		arc  Arc
	}
	var lines []line
	states, largestAt := 0, 0 // one above the largest number of a state, and the line that has it first
	err := readLines(r, name, func(number int, fields []string) (err error) {
		state := func(text string) State {
			q, bad := parseNumber(text)
			err = cmp.Or(err, bad)
			if int(q) >= states {
				states, largestAt = int(q)+1, number
			}
			return State(q)
		}
		symbol := func(names *Symbols, text string) Symbol {
			x, bad := parseSymbol(names, text)
			err = cmp.Or(err, bad)
			return x
		}
		l, columns := line{arc: Arc{To: NoState}}, 4
		if n.Acceptor {
			columns = 3
		}
		switch k := len(fields); {
		case k < 3:
			columns = 1
		case k != columns && k != columns+1:
			return fmt.Errorf("%w: %d", ErrColumns, k)
		default:
			l.arc.To, l.arc.In = state(fields[1]), symbol(n.In, fields[2])
			if l.arc.Out = l.arc.In; !n.Acceptor {
				l.arc.Out = symbol(n.Out, fields[3])
			}
		}
		l.from = state(fields[0])
		if len(fields) > columns {
			w, bad := parseWeight(fields[columns])
			l.arc.Weight, err = w, cmp.Or(err, bad)
		}
		lines = append(lines, l)
		return err
	})
	if err != nil {
		return nil, err
	}
	if limit := spareStates + 2*len(lines); states > limit {
		return nil, fmt.Errorf("%s:%d: %w: %d among %d lines", name, largestAt, ErrStateNumber, states-1, len(lines))
	}
	t := &Transducer{}
	for range states {
		t.AddState()
	}
	for i, l := range lines {
		if i == 0 {
			t.SetStart(l.from)
		}
		if l.arc.To == NoState {
			t.SetFinal(l.from, l.arc.Weight)
		} else {
			t.AddArc(l.from, l.arc)
		}
	}
	return t, nil
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
	for i := range t.Len() {
		q := State(i) // those before the start move back
		if i == 0 {
			q = t.start
		} else if q <= t.start {
			q--
		}
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
	}
	return out.Flush()
}

// weightColumn returns a column for a weight, none for 0.
func weightColumn(w Weight) string {
	if w == One {
		return ""
	}
	return "\t" + formatWeight(w)
}
