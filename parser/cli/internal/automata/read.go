// Package automata reads problems that are stated by automata in files, for package oracle/derived, and follows a
// sequence of symbols through them.
package automata

import (
	"bufio"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"parser/conll/textfile"
	"parser/oracle/derived"
	"parser/oracle/fsa"
)

// longestLine is that of the reader of machines, in bytes.
const longestLine = 1 << 20

// Errors of files. All name a file, and a line if there is one.
var (
	ErrFiles   = errors.New("needs C, T and D, and T and D of each further factor")
	ErrNoStart = errors.New("no machine: the file has no lines")
	ErrNoEnd   = errors.New("no state is final: a line for it has its number, and perhaps a weight")
	ErrUnread  = errors.New("symbol is not read")
	ErrUnmet   = errors.New("symbol is not written")
)

// Problem is what files say: the admissible sequences C_x, and for each factor of the loss a transducer T and an
// automaton D_g of gold.
type Problem struct {
	Files      []string
	names      fsa.Symbols // those of C_x first, which are the actions
	problem    derived.Problem
	admissible *fsa.Transducer // that of the problem
	fall       string          // where the first negative weight is, if there is any
}

// file is a machine with its name.
type file struct {
	*fsa.Transducer
	name     string
	acceptor bool
}

// Read reads a problem from C, T and D, and perhaps T and D of further factors, in the text format of AT&T and OpenFst
// ([fsa.ReadATT]). Symbols stand for themselves, and <eps> and 0 for nothing. Each symbol that C reads must be read by T,
// and each that D reads be written by it: otherwise files that do not belong together would look like a costly problem.
func Read(names []string) (*Problem, error) {
	if len(names) < 3 || len(names)%2 == 0 {
		return nil, fmt.Errorf("%w, not %d files", ErrFiles, len(names))
	}
	p := &Problem{Files: names}
	admissible, err := p.read(names[0], true)
	if err != nil {
		return nil, err
	}
	p.admissible = admissible.Transducer
	p.problem = derived.Problem{Actions: p.names.Len() - 1, Admissible: admissible}
	for i := 1; i < len(names); i += 2 {
		loss, err := p.read(names[i], false)
		if err != nil {
			return nil, err
		}
		gold, err := p.read(names[i+1], true)
		if err != nil {
			return nil, err
		}
		if err := p.understood(admissible, loss, func(a fsa.Arc) fsa.Symbol { return a.In }, ErrUnread); err != nil {
			return nil, err
		}
		if err := p.understood(gold, loss, func(a fsa.Arc) fsa.Symbol { return a.Out }, ErrUnmet); err != nil {
			return nil, err
		}
		p.problem.Factors = append(p.problem.Factors, derived.Factor{Loss: loss, Gold: gold})
	}
	return p, nil
}

// read reads one machine. Each has states, some of them final.
func (p *Problem) read(name string, acceptor bool) (*file, error) {
	text, err := textfile.Open(name, nil)
	if err != nil {
		return nil, err
	}
	defer text.Close()
	t, err := fsa.ReadATT(text, name, fsa.Notation{Acceptor: acceptor, In: &p.names, Out: &p.names, Grow: true})
	if err != nil {
		switch wrong := errors.Is(err, fsa.ErrColumns) || errors.Is(err, fsa.ErrWeight); {
		case wrong && acceptor:
			err = fmt.Errorf("%w; this is an acceptor: from, to, symbol and perhaps a weight", err)
		case wrong:
			err = fmt.Errorf("%w; this is a transducer: from, to, in, out and perhaps a weight", err)
		}
		return nil, err
	}
	f := &file{t, name, acceptor}
	if t.Start() == fsa.NoState {
		return nil, fmt.Errorf("%s: %w", name, ErrNoStart)
	}
	ends, negative := false, false
	for q := range fsa.State(t.Len()) {
		ends = ends || !t.Final(q).IsZero()
		negative = negative || t.Final(q) < fsa.One
	}
	for _, a := range t.All {
		negative = negative || a.Weight < fsa.One
	}
	if !ends {
		return nil, fmt.Errorf("%s: %w", name, ErrNoEnd)
	}
	if negative && p.fall == "" {
		p.fall, err = f.lineOf(func(fields []string) bool { return f.weighs(fields) < 0 })
	}
	return f, err
}

// understood requires that one side of a transducer has all symbols of an acceptor.
func (p *Problem) understood(acceptor, loss *file, side func(fsa.Arc) fsa.Symbol, cause error) error {
	known := make([]bool, p.names.Len())
	for _, a := range loss.All {
		known[side(a)] = true
	}
	for _, a := range acceptor.All {
		if a.In == fsa.Epsilon || known[a.In] {
			continue
		}
		name, _ := p.names.Name(a.In)
		at, err := acceptor.lineOf(func(fields []string) bool { return len(fields) > 2 && fields[2] == name })
		if err != nil {
			return err
		}
		return fmt.Errorf("%s: %w by %s: %q", at, cause, loss.name, name)
	}
	return nil
}

// weighs returns the weight in a line that is an arc or a final state.
func (f *file) weighs(fields []string) (w float64) {
	columns := 4
	switch {
	case len(fields) < 3:
		columns = 1
	case f.acceptor:
		columns = 3
	}
	if len(fields) > columns {
		w, _ = strconv.ParseFloat(fields[columns], 64) // which was read before
	}
	return w
}

// lineOf returns the place of the first line that is wanted. The file is read again, which only errors need.
func (f *file) lineOf(wanted func(fields []string) bool) (string, error) {
	text, err := textfile.Open(f.name, nil)
	if err != nil {
		return "", err
	}
	defer text.Close()
	lines := bufio.NewScanner(text)
	lines.Buffer(nil, longestLine)
	for n := 1; lines.Scan(); n++ {
		if wanted(strings.Fields(strings.TrimPrefix(lines.Text(), textfile.ByteOrderMark))) {
			return fmt.Sprintf("%s:%d", f.name, n), nil
		}
	}
	return f.name, lines.Err()
}

// Symbols returns the names of the symbols that C reads, in the order of the file.
func (p *Problem) Symbols() []string {
	var all []string
	for o := range p.problem.Actions {
		name, _ := p.names.Name(fsa.Symbol(o + 1))
		all = append(all, name)
	}
	return slices.Clip(all)
}
