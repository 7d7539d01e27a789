package fsa

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/testdata/testkit"
)

// simplifier makes sentences shorter: it keeps words, drops an adverb or replaces
// one verb by another. It starts in state 1 for the test's sake.
func simplifier() (*Transducer, *Symbols) {
	s := &Symbols{}
	m := &Transducer{}
	for range 3 {
		m.AddState()
	}
	m.SetStart(1)
	m.SetFinal(0, 0)
	m.SetFinal(1, 0.5)
	for _, word := range []string{"the", "crew", "really", "utilised", "used", `a"b\n&c`} {
		m.Add(1, s.Add(word), 0, 1)
	}
	really, utilised, used := s.Add("really"), s.Add("utilised"), s.Add("used")
	m.AddArc(1, Arc{In: really, Out: Epsilon, Weight: 0.25, To: 1})
	m.AddArc(1, Arc{In: utilised, Out: used, Weight: 0.75, To: 0})
	m.AddArc(0, Arc{In: Epsilon, Out: really, Weight: Zero(), To: 2})
	return m, s
}

func TestGoldenFiles(t *testing.T) {
	m, s := simplifier()
	names := Notation{In: s, Out: s}
	testkit.Golden(t, "testdata/symbols.txt", testkit.Text(t, func(w io.Writer) error { return WriteSymbols(w, s) }))
	testkit.Golden(t, "testdata/simplifier.txt", testkit.Text(t, func(w io.Writer) error { return WriteATT(w, m, names) }))
	testkit.Golden(t, "testdata/simplifier_numbers.txt", testkit.Text(t, func(w io.Writer) error { return WriteATT(w, m, Notation{}) }))
	testkit.Golden(t, "testdata/simplifier.dot", testkit.Text(t, func(w io.Writer) error { return WriteDOT(w, m, names) }))
	reads := Input(m)
	testkit.Golden(t, "testdata/acceptor.txt", testkit.Text(t, func(w io.Writer) error { return WriteATT(w, reads, Notation{Acceptor: true, In: s}) }))
	testkit.Golden(t, "testdata/acceptor.dot", testkit.Text(t, func(w io.Writer) error { return WriteDOT(w, reads, Notation{Acceptor: true}) }))
	testkit.Golden(t, "testdata/empty.dot", testkit.Text(t, func(w io.Writer) error { return WriteDOT(w, &Transducer{}, Notation{}) }))

	file, err := os.Open(filepath.Join("testdata", "simplifier.txt"))
	require.NoError(t, err)
	defer file.Close()
	back, err := ReadATT(file, file.Name(), names)
	require.NoError(t, err)
	require.Equal(t, m, back)
}

func TestReadATT(t *testing.T) {
	type arcs = map[State][]Arc
	for text, want := range map[string]struct {
		start  State
		finals []Weight
		arcs   arcs
	}{
		"":                    {start: NoState},
		" \n\r\n\t\n":         {start: NoState},
		"2":                   {2, []Weight{Zero(), Zero(), 0}, nil},
		"0 -0.5\n0 1.5":       {0, []Weight{1.5}, nil},
		"0 1 5 6\n1 Infinity": {0, []Weight{Zero(), Zero()}, arcs{0: {{5, 6, 0, 1}}}},
		"1\t0\t3\t0\t-1e-1\r\n\r\n0 \t 2\r\n1 1 2147483647 2\n": {1, []Weight{2, Zero()}, arcs{
			1: {{3, 0, -0.1, 0}, {math.MaxInt32, 2, 0, 1}}}},
		"\ufeff0 0 1 1 Infinity\n": {0, []Weight{Zero()}, arcs{0: {{1, 1, Zero(), 0}}}},
	} {
		got, err := ReadATT(strings.NewReader(text), "f", Notation{})
		require.NoError(t, err, text)
		require.Equal(t, want.start, got.Start(), text)
		require.Equal(t, want.finals, got.final, text)
		for q, list := range got.arcs {
			require.Equal(t, want.arcs[State(q)], list, text)
		}
	}
}

func TestReadATTErrors(t *testing.T) {
	_, s := simplifier()
	numbers, acceptor, names := Notation{}, Notation{Acceptor: true}, Notation{In: s, Out: &Symbols{}}
	for _, c := range []struct {
		notation Notation
		text     string
		cause    error
		message  string
	}{
		{numbers, "0 1 2 3\n\n0 1 2", ErrColumns, "f:3: wrong number of columns: 3, an arc has 4 or 5"},
		{acceptor, "0 1 2 3\n0 1 2 3 4", ErrColumns, "f:2: wrong number of columns: 5, an arc has 3 or 4"},
		{numbers, "0 1 2 3 4 5", ErrColumns, "f:1: wrong number of columns: 6, an arc has 4 or 5"},
		{numbers, "x", ErrNumber, `f:1: not a number from 0 to 2147483647: "x"`},
		{numbers, "-1", ErrNumber, `f:1: not a number from 0 to 2147483647: "-1"`},
		{numbers, "2147483648", ErrNumber, `f:1: not a number from 0 to 2147483647: "2147483648"`},
		{numbers, "0 +1 2 3", ErrNumber, `f:1: not a number from 0 to 2147483647: "+1"`},
		{numbers, "0 1 a 3", ErrNumber, `f:1: not a number from 0 to 2147483647: "a"`},
		{numbers, "0 1 1 -3", ErrNumber, `f:1: not a number from 0 to 2147483647: "-3"`},
		{numbers, "0 1 2 3 -Infinity", ErrWeight, `f:1: weight is not in the tropical semiring: "-Infinity"`},
		{numbers, "0 NaN", ErrWeight, `f:1: weight is not in the tropical semiring: "NaN"`},
		{numbers, "0\n0 1e999", ErrWeight, `f:2: weight is not in the tropical semiring: "1e999"`},
		{numbers, "0 ,5", ErrWeight, `f:1: weight is not in the tropical semiring: ",5"`},
		{names, "0 1 crew <eps>\n0 1 ship <eps>", ErrSymbol, `f:2: unknown symbol: "ship"`},
		{names, "0 1 crew crew", ErrSymbol, `f:1: unknown symbol: "crew"`},
		{numbers, "0\n1 7 1 1\n2147483647\n2", ErrStateNumber,
			"f:3: too many state numbers are left out: 2147483647 among 4 lines"},
		{numbers, "0\n1026", nil, ""},
		{numbers, "1026\n0", nil, ""},
		{numbers, "0 1028 1 1\n0", ErrStateNumber, "f:1: too many state numbers are left out: 1028 among 2 lines"},
		{numbers, "0\n" + strings.Repeat(" ", maxLine), bufio.ErrTooLong, "f:2: bufio.Scanner: token too long"},
	} {
		got, err := ReadATT(strings.NewReader(c.text), "f", c.notation)
		require.ErrorIs(t, err, c.cause, c.text)
		if c.cause != nil {
			require.EqualError(t, err, c.message)
			require.Nil(t, got)
		}
	}
	_, err := ReadATT(failingReader{}, "f", numbers)
	require.ErrorIs(t, err, errBroken)
	require.EqualError(t, err, "f:2: broken")
}

func TestWriteATTChecks(t *testing.T) {
	_, s := simplifier()
	blank := &Symbols{}
	blank.Add("two words")
	loop := func(a Arc) *Transducer {
		m := Linear()
		m.AddArc(0, a)
		return m
	}
	for _, c := range []struct {
		notation Notation
		arc      Arc
		cause    error
	}{
		{Notation{}, Arc{In: 1, Out: -1}, ErrNumber},
		{Notation{Acceptor: true}, Arc{In: 1, Out: 2}, ErrNotAcceptor},
		{Notation{In: s}, Arc{In: 99}, ErrSymbol},
		{Notation{Out: s}, Arc{In: 99, Out: 99}, ErrSymbol},
		{Notation{Out: s}, Arc{In: 99, Out: 1}, nil},
		{Notation{Acceptor: true, In: blank}, Arc{In: 1, Out: 1}, ErrName},
	} {
		require.ErrorIs(t, WriteATT(&bytes.Buffer{}, loop(c.arc), c.notation), c.cause)
		if c.cause != ErrName {
			require.ErrorIs(t, WriteDOT(&bytes.Buffer{}, loop(c.arc), c.notation), c.cause)
		}
	}
	var out bytes.Buffer
	require.ErrorIs(t, WriteATT(&out, Linear(1, -1), Notation{}), ErrNumber, "of a state that is not the start")
	m := &Transducer{}
	m.AddState()
	require.NoError(t, WriteATT(&out, m, Notation{}))
	require.Empty(t, out.String(), "without start, nothing is written")
}

// What is written reads back as the same machine, and no write error is lost.
func TestATTRoundTrip(t *testing.T) {
	onMachines(t, 40, func(t *testing.T, m *Transducer) {
		if m.Start() == NoState {
			return
		}
		notations := []Notation{{}}
		if IsAcceptor(m) {
			notations = append(notations, Notation{Acceptor: true})
		}
		for _, n := range notations {
			var out bytes.Buffer
			require.NoError(t, WriteATT(&out, m, n))
			back, err := ReadATT(&out, "f", n)
			require.NoError(t, err)
			require.Equal(t, m, back)
		}
	})
}

func TestWritersReportFailure(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	m := randomMachine(r, randomOptions{States: 2000, Arcs: 2, Symbols: 5, High: 3})
	m.SetStart(0)
	s := &Symbols{}
	for _, word := range []string{"a", "b", "c", "d", "e"} {
		s.Add(word)
	}
	writes := map[string]func(w *failingWriter) error{
		"att":     func(w *failingWriter) error { return WriteATT(w, m, Notation{}) },
		"dot":     func(w *failingWriter) error { return WriteDOT(w, m, Notation{}) },
		"symbols": func(w *failingWriter) error { return WriteSymbols(w, s) },
	}
	for name, write := range writes {
		all := &failingWriter{room: math.MaxInt}
		require.NoError(t, write(all), name)
		for _, room := range []int{0, 1, all.written / 2, all.written - 1} {
			require.ErrorIs(t, write(&failingWriter{room: room}), errBroken, name)
		}
	}
}

var errBroken = errors.New("broken")

// failingWriter breaks once its room is used up.
type failingWriter struct{ room, written int }

func (w *failingWriter) Write(p []byte) (int, error) {
	if w.written += len(p); w.written > w.room {
		return 0, errBroken
	}
	return len(p), nil
}

// failingReader breaks in the second line.
type failingReader struct{}

func (failingReader) Read(p []byte) (int, error) { return copy(p, "0\n"), errBroken }

// Whatever can be read is written and read back the same, and a second write gives the same bytes.
func FuzzATT(f *testing.F) {
	for _, seed := range []string{
		"", "0", "3", "0 Infinity", "0 1 1 2\n1", "2 1 0 0 0.5\n1 1.5\n2 -1\n0 0 1 1 Infinity",
		"0 1 1\n1 1 2 0.25\n1", "0\t0\tcrew\tthe\t1e-300\r\n\n0\n", "0 7 <eps> used\n7 0.1", "0 -0", "0 0x1p-2",
		"1026\n0", "0 0 1 1\n0 1e300", "0 1 2 3 4 5", "0 1 1 2 NaN", "\ufeff0", "0 0 1 1 1\n0 0 1 1 1\n0 3\n0 4",
	} {
		for _, form := range []byte{0, 1, 2, 3} {
			f.Add(seed, form)
		}
	}
	_, s := simplifier()
	f.Fuzz(func(t *testing.T, text string, form byte) {
		n := Notation{Acceptor: form&1 > 0}
		if form&2 > 0 {
			n.In, n.Out = s, s
		}
		m, err := ReadATT(strings.NewReader(text), "f", n)
		if err != nil {
			require.True(t, strings.HasPrefix(err.Error(), "f:"), err)
			return
		}
		var once, twice bytes.Buffer
		require.NoError(t, WriteATT(&once, m, n))
		written := once.String()
		back, err := ReadATT(&once, "f", n)
		require.NoError(t, err)
		require.Equal(t, m, back)
		require.NoError(t, WriteATT(&twice, back, n))
		require.Equal(t, written, twice.String())
		require.NoError(t, WriteDOT(&twice, m, n))
	})
}
