package fsa

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Notation says how machines are written down. The zero value is the full form of
// transducers with numbers for symbols.
type Notation struct {
	// Acceptor leaves out what an arc writes: it is what the arc reads.
	Acceptor bool
	// In and Out name the symbols of the two tapes; without them, numbers are used.
	// In an acceptor, In names them all.
	In, Out *Symbols
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

// maxLine is the length that lines may have, in bytes.
const maxLine = 1 << 20

// blanks separate columns. With the carriage return among them, lines may end as
// they do elsewhere.
const blanks = " \t\r"

// byteOrderMark opens some files, and is no part of their first line.
const byteOrderMark = "\ufeff"

// readLines calls use for the number and columns of each line that is not blank,
// and puts name and number before its error.
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

// formatWeight writes a weight so that parseWeight reads it back.
func formatWeight(w Weight) string {
	if w.IsZero() {
		return "Infinity"
	}
	return strconv.FormatFloat(float64(w), 'g', -1, 64)
}

// parseSymbol reads a symbol by its name in a table, or its number if there is none.
func parseSymbol(s *Symbols, text string) (Symbol, error) {
	if s == nil {
		number, err := parseNumber(text)
		return Symbol(number), err
	}
	number, ok := s.Number(text)
	if !ok {
		return 0, fmt.Errorf("%w: %q", ErrSymbol, text)
	}
	return number, nil
}

// formatSymbol is the inverse of parseSymbol.
func formatSymbol(s *Symbols, number Symbol) (string, error) {
	if s == nil && number >= 0 {
		return strconv.Itoa(int(number)), nil
	}
	if s == nil {
		return "", fmt.Errorf("%w: %d", ErrNumber, number)
	}
	name, ok := s.Name(number)
	if !ok {
		return "", fmt.Errorf("%w: %d", ErrSymbol, number)
	}
	return name, nil
}

// labels returns the columns for an arc's symbols.
func (n Notation) labels(a Arc) ([]string, error) {
	in, err := formatSymbol(n.In, a.In)
	if err != nil || n.Acceptor && a.In == a.Out {
		return []string{in}, err
	}
	if n.Acceptor {
		return nil, fmt.Errorf("%w: %d:%d", ErrNotAcceptor, a.In, a.Out)
	}
	out, err := formatSymbol(n.Out, a.Out)
	return []string{in, out}, err
}

// checkName returns an error if a name would not be read as one column.
func checkName(name string) error {
	if name == "" || strings.ContainsAny(name, blanks+"\n") {
		return fmt.Errorf("%w: %q", ErrName, name)
	}
	return nil
}
