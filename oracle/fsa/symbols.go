package fsa

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// EpsilonName is the name of [Epsilon] in every table.
const EpsilonName = "<eps>"

// Symbols is a table of symbols: it gives each number a name and each name a
// number. The zero value holds epsilon alone, ready to grow.
type Symbols struct {
	numbers map[string]Symbol // all but epsilon
	names   map[Symbol]string
	last    Symbol // all numbers up to it are taken
}

// Add returns the number of a name; a new name gets the least free number.
func (s *Symbols) Add(name string) Symbol {
	if number, ok := s.Number(name); ok {
		return number
	}
	for taken := true; taken; {
		s.last++
		_, taken = s.names[s.last]
	}
	s.set(name, s.last)
	return s.last
}

func (s *Symbols) set(name string, number Symbol) {
	if s.names == nil {
		s.numbers, s.names = map[string]Symbol{}, map[Symbol]string{}
	}
	s.numbers[name], s.names[number] = number, name
}

// Number returns the number of a name, if the table has it.
func (s *Symbols) Number(name string) (Symbol, bool) {
	if name == EpsilonName {
		return Epsilon, true
	}
	number, ok := s.numbers[name]
	return number, ok
}

// Name returns the name of a number, if the table has it.
func (s *Symbols) Name(number Symbol) (string, bool) {
	if number == Epsilon {
		return EpsilonName, true
	}
	name, ok := s.names[number]
	return name, ok
}

// Len returns the number of symbols, epsilon included.
func (s *Symbols) Len() int { return len(s.names) + 1 }

// parse reads a symbol by its name, or by its number if there is no table.
func (s *Symbols) parse(text string) (Symbol, error) {
	if s == nil {
		number, err := parseNumber(text)
		return Symbol(number), err
	}
	if number, ok := s.Number(text); ok {
		return number, nil
	}
	return 0, fmt.Errorf("%w: %q", ErrSymbol, text)
}

// format is the inverse of parse.
func (s *Symbols) format(number Symbol) (string, error) {
	if s == nil {
		if number < 0 {
			return "", fmt.Errorf("%w: %d", ErrNumber, number)
		}
		return strconv.Itoa(int(number)), nil
	}
	if name, ok := s.Name(number); ok {
		return name, nil
	}
	return "", fmt.Errorf("%w: %d", ErrSymbol, number)
}

// ReadSymbols reads a table in OpenFst's text format: on each line a name, blanks and a number from
// 0 up, where only <eps> may have 0. Errors give the file's name and the line: they are ErrColumns,
// ErrNumber, ErrDefined, bufio.ErrTooLong for lines beyond 1 MiB, or r's own.
func ReadSymbols(r io.Reader, name string) (*Symbols, error) {
	s := &Symbols{}
	err := readLines(r, name, func(_ int, fields []string) error {
		if len(fields) != 2 {
			return fmt.Errorf("%w: %d for a name and a number", ErrColumns, len(fields))
		}
		n, err := parseNumber(fields[1])
		if err != nil {
			return err
		}
		name, number := fields[0], Symbol(n)
		if known, ok := s.Number(name); ok && known != number {
			return fmt.Errorf("%w: %q is %d", ErrDefined, name, known)
		}
		if known, ok := s.Name(number); ok && known != name {
			return fmt.Errorf("%w: %d is %q", ErrDefined, number, known)
		}
		if number != Epsilon {
			s.set(name, number)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return s, nil
}

// WriteSymbols writes a table in the format that [ReadSymbols] and OpenFst read, in
// the order of numbers. A name that is empty or holds a blank or the end of a line
// is ErrName.
func WriteSymbols(w io.Writer, s *Symbols) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "%s\t%d\n", EpsilonName, Epsilon)
	for _, number := range slices.Sorted(maps.Keys(s.names)) {
		name := s.names[number]
		if err := checkName(name); err != nil {
			return err
		}
		fmt.Fprintf(out, "%s\t%d\n", name, number)
	}
	return out.Flush()
}

// checkName returns an error if a name would not be read as one column.
func checkName(name string) error {
	if name == "" || strings.ContainsAny(name, blanks+"\n") {
		return fmt.Errorf("%w: %q", ErrName, name)
	}
	return nil
}
