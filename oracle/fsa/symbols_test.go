package fsa

import (
	"bufio"
	"bytes"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestSymbolsGrow(t *testing.T) {
	s := &Symbols{}
	require.Equal(t, 1, s.Len())
	require.Equal(t, Epsilon, s.Add(EpsilonName))
	require.Equal(t, Symbol(1), s.Add("a"))
	require.Equal(t, Symbol(2), s.Add("b"))
	require.Equal(t, Symbol(1), s.Add("a"))
	require.Equal(t, 3, s.Len())
	for number, name := range []string{EpsilonName, "a", "b"} {
		got, ok := s.Name(Symbol(number))
		require.True(t, ok)
		require.Equal(t, name, got)
		back, ok := s.Number(name)
		require.True(t, ok)
		require.Equal(t, Symbol(number), back)
	}
	_, ok := s.Name(3)
	require.False(t, ok)
	_, ok = s.Number("c")
	require.False(t, ok)
}

// New names fill the gaps, so that a table read with large numbers can grow.
func TestSymbolsGrowInGaps(t *testing.T) {
	s, err := ReadSymbols(strings.NewReader("c 3\nz 2147483647\na 1\n"), "f")
	require.NoError(t, err)
	for _, want := range []Symbol{2, 4, 5} {
		require.Equal(t, want, s.Add(strings.Repeat("x", int(want))))
	}
	number, ok := s.Number("z")
	require.True(t, ok)
	require.Equal(t, Symbol(math.MaxInt32), number)
	var out bytes.Buffer
	require.NoError(t, WriteSymbols(&out, s))
	require.Equal(t, "<eps>\t0\na\t1\nxx\t2\nc\t3\nxxxx\t4\nxxxxx\t5\nz\t2147483647\n", out.String())
}

func TestReadSymbolsErrors(t *testing.T) {
	for _, c := range []struct {
		text    string
		cause   error
		message string
	}{
		{"a 1\nb", ErrColumns, "f:2: wrong number of columns: 1 for a name and a number"},
		{"a b 1", ErrColumns, "f:1: wrong number of columns: 3 for a name and a number"},
		{"a x", ErrNumber, `f:1: not a number from 0 to 2147483647: "x"`},
		{"a -1", ErrNumber, `f:1: not a number from 0 to 2147483647: "-1"`},
		{"a 2147483648", ErrNumber, `f:1: not a number from 0 to 2147483647: "2147483648"`},
		{"a 1\n\na 2", ErrDefined, `f:3: symbol is another in the table already: "a" is 1`},
		{"a 1\nb 1", ErrDefined, `f:2: symbol is another in the table already: 1 is "a"`},
		{"epsilon 0", ErrDefined, `f:1: symbol is another in the table already: 0 is "<eps>"`},
		{"<eps> 1", ErrDefined, `f:1: symbol is another in the table already: "<eps>" is 0`},
		{"a 1\n" + strings.Repeat("x", maxLine), bufio.ErrTooLong, "f:2: bufio.Scanner: token too long"},
	} {
		s, err := ReadSymbols(strings.NewReader(c.text), "f")
		require.ErrorIs(t, err, c.cause)
		require.EqualError(t, err, c.message)
		require.Nil(t, s)
	}
	_, err := ReadSymbols(failingReader{}, "f")
	require.ErrorIs(t, err, ErrColumns)
}

func TestWriteSymbolsRefusesNamesThatWouldNotBeReadBack(t *testing.T) {
	for _, name := range []string{"", "a b", "a\tb", "a\n", "\r"} {
		s := &Symbols{}
		s.Add(name)
		require.ErrorIs(t, WriteSymbols(&bytes.Buffer{}, s), ErrName)
	}
}

func FuzzSymbols(f *testing.F) {
	for _, seed := range []string{"", "<eps>\t0\na\t1\n", "a 2\nb 1", "a 1\na 1", "0 1\n1 2", "é 7\n\ufeff 8", "\ufeffa 1", "\xff 1"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := ReadSymbols(strings.NewReader(text), "f")
		if err != nil {
			require.True(t, strings.HasPrefix(err.Error(), "f:"), err)
			return
		}
		var once, twice bytes.Buffer
		require.NoError(t, WriteSymbols(&once, s))
		written := once.String()
		back, err := ReadSymbols(&once, "f")
		require.NoError(t, err)
		require.Equal(t, s, back)
		require.NoError(t, WriteSymbols(&twice, back))
		require.Equal(t, written, twice.String())
	})
}
