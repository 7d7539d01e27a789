package fsa

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Notation says how machines are written. The zero value is the full form of transducers with
// numbers for symbols.
type Notation struct {
	// Acceptor leaves out what an arc writes: it is what the arc reads.
	Acceptor bool
	// In and Out name the symbols of the two tapes; without them, numbers are used.
	// In an acceptor, In names them all.
	In, Out *Symbols
	// Grow adds names that are read to the tables, which must be there; as in machines without
	// tables, 0 is epsilon.
	Grow bool
}

// symbol reads a symbol by its name.
func (n Notation) symbol(names *Symbols, text string) (Symbol, error) {
	switch {
	case !n.Grow || names == nil:
		return names.parse(text)
	case text == "0":
		return Epsilon, nil
	}
	return names.Add(text), nil
}

// Errors of text formats.
var (
	ErrColumns     = errors.New("wrong number of columns")
	ErrNumber      = errors.New("not a number from 0 to 2147483647")
	ErrSymbol      = errors.New("unknown symbol")
	ErrDefined     = errors.New("symbol is another in the table already")
	ErrName        = errors.New("symbol's name is empty or holds a blank")
	ErrStateNumber = errors.New("too many state numbers are left out")
)

const (
	// maxLine is the maximal length of a line, in bytes.
	maxLine = 1 << 20
	// blanks separate columns. The carriage return is one of them, so that lines may end in CR LF.
	blanks = " \t\r"
	// byteOrderMark opens some files, and does not belong to their first line.
	byteOrderMark = "\ufeff"
	// spareStates is how many states a file may have beyond two a line: numbers may be left out,
	// but a single line cannot make the machine arbitrarily large.
	spareStates = 1024
)

// readLines calls use with the number and columns of each line that is not blank, and prefixes its
// error with name and number.
func readLines(r io.Reader, name string, use func(line int, fields []string) error) error {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxLine)
	n := 1
	for ; lines.Scan(); n++ {
		text := lines.Text()
		if n == 1 {
			text = strings.TrimPrefix(text, byteOrderMark)
		}
		fields := strings.FieldsFunc(text, func(c rune) bool { return strings.ContainsRune(blanks, c) })
		if len(fields) == 0 {
			continue
		}
		if err := use(n, fields); err != nil {
			return fmt.Errorf("%s:%d: %w", name, n, err)
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("%s:%d: %w", name, n, err)
	}
	return nil
}

// ReadATT reads a machine in the AT&T text format, as OpenFst's fstcompile does:
//
//	source destination in out [weight]    an arc; in acceptors "source destination in [weight]"
//	state [weight]                        a final state
//
// The first line's source is the start; the last of several weights of a final state counts. A
// missing weight is 0, and "Infinity" is ∞. Lines may be blank, and columns are separated by
// blanks. States keep their numbers (fstcompile's --keep_state_numbering); numbers left out are
// states without arcs.
//
// Errors give the file's name and the line: they are ErrColumns, ErrNumber, ErrWeight, ErrSymbol
// (not in the table of its tape), ErrStateNumber (above 1024 plus twice the number of lines),
// bufio.ErrTooLong (a line beyond 1 MiB), or r's own.
func ReadATT(r io.Reader, name string, n Notation) (*Transducer, error) {
	type line struct { // an arc, or a final state if it leads nowhere
		from State
		arc  Arc
	}
	var lines []line
	states, largestAt := 0, 0 // the largest number of a state plus 1, and the first line that has it
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
			x, bad := n.symbol(names, text)
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
			return fmt.Errorf("%w: %d, an arc has %d or %d", ErrColumns, k, columns, columns+1)
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

// parseNumber reads the number of a state or symbol.
func parseNumber(text string) (int32, error) {
	n, err := strconv.ParseUint(text, 10, 31)
	if err != nil {
		return 0, fmt.Errorf("%w: %q", ErrNumber, text)
	}
	return int32(n), nil
}

// parseWeight reads a weight: a decimal number, or "Infinity".
func parseWeight(text string) (Weight, error) {
	w, err := strconv.ParseFloat(text, 64)
	if err != nil || !Weight(w).Member() {
		return 0, fmt.Errorf("%w: %q", ErrWeight, text)
	}
	return Weight(w), nil
}

// weightBehind returns a separator and a weight that parseWeight reads back, or nothing for 0.
func weightBehind(separator string, w Weight) string {
	switch {
	case w == One:
		return ""
	case w.IsZero():
		return separator + "Infinity"
	}
	return separator + strconv.FormatFloat(float64(w), 'g', -1, 64)
}

// labels returns the columns for an arc's symbols.
func (n Notation) labels(a Arc) ([]string, error) {
	in, err := n.In.format(a.In)
	if err != nil || n.Acceptor && a.In == a.Out {
		return []string{in}, err
	}
	if n.Acceptor {
		return nil, fmt.Errorf("%w: %d:%d", ErrNotAcceptor, a.In, a.Out)
	}
	out, err := n.Out.format(a.Out)
	return []string{in, out}, err
}

// WriteATT writes a machine in the format that [ReadATT] and OpenFst's fstcompile read, and as
// fstprint does: the start comes first, then the other states in their order, each with its arcs
// and then its final weight; a state that has neither is written with the weight Infinity. A
// machine without start writes nothing. Reading it back gives the same machine, but OpenFst rounds
// weights to float32.
//
// Precondition: symbols have names in their tables (ErrSymbol) without blanks (ErrName), or are not
// negative (ErrNumber); weights are in the semiring (ErrWeight); an acceptor's arcs write what they
// read (ErrNotAcceptor).
func WriteATT(w io.Writer, t *Transducer, n Notation) error {
	if err := checkWeights(t); err != nil {
		return err
	}
	if !t.started {
		return nil
	}
	out := bufio.NewWriter(w)
	for i := range t.Len() {
		q := State(i) // states before the start move back by one
		if i == 0 {
			q = t.start
		} else if q <= t.start {
			q--
		}
		for _, a := range t.arcs[q] {
			labels, err := n.labels(a)
			for _, name := range labels {
				err = cmp.Or(err, checkName(name))
			}
			if err != nil {
				return err
			}
			fmt.Fprintf(out, "%d\t%d\t%s%s\n", q, a.To, strings.Join(labels, "\t"), weightBehind("\t", a.Weight))
		}
		if w := t.final[q]; !w.IsZero() || len(t.arcs[q]) == 0 {
			fmt.Fprintf(out, "%d%s\n", q, weightBehind("\t", w))
		}
	}
	return out.Flush()
}

// WriteDOT writes a machine as a graph for Graphviz's dot, from left to right: an
// arrow from nowhere leads to the start, final states have double circles, arcs are
// labelled in:out/weight, acceptors' in/weight, final states number/weight, and
// weights of 0 are left out. Symbols are named as in [WriteATT], but names may hold
// blanks.
func WriteDOT(w io.Writer, t *Transducer, n Notation) error {
	out := bufio.NewWriter(w)
	fmt.Fprint(out, "digraph {\n\trankdir = LR;\n\tnode [shape = circle];\n")
	if t.started {
		fmt.Fprintf(out, "\tstart [shape = point];\n\tstart -> %d;\n", t.start)
	}
	for q, list := range t.arcs {
		if w := t.final[q]; w.IsZero() {
			fmt.Fprintf(out, "\t%d;\n", q)
		} else {
			fmt.Fprintf(out, "\t%d [shape = doublecircle, label = \"%d%s\"];\n", q, q, weightBehind("/", w))
		}
		for _, a := range list {
			labels, err := n.labels(a)
			if err != nil {
				return err
			}
			label := dotEscape.Replace(strings.Join(labels, ":"))
			fmt.Fprintf(out, "\t%d -> %d [label = \"%s%s\"];\n", q, a.To, label, weightBehind("/", a.Weight))
		}
	}
	fmt.Fprint(out, "}\n")
	return out.Flush()
}

// dotEscape hides what Graphviz would take for the end of a label, for one of its
// escapes or for an HTML entity.
var dotEscape = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "&", "&amp;")
