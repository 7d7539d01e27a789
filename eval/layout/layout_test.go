package layout

import (
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func Example() {
	rows := [][]string{{"", "system", "LAS"}, {"A", "mine.conllu", "91.20"}, {"B", "theirs.conllu", "8.05"}}
	_ = Print(os.Stdout, func(p Printer) { p.Lines(Lines(rows, 2)...) })
	// Output:
	//    system           LAS
	// A  mine.conllu    91.20
	// B  theirs.conllu   8.05
}

func TestPadCountsCharacters(t *testing.T) {
	require.Equal(t, [][]string{{"då ", "   é"}, {"abc", "1000"}, {"x  "}}, Pad([][]string{{"då", "é"}, {"abc", "1000"}, {"x"}}, 1))
	require.Empty(t, Pad(nil, 1))
	require.Equal(t, []string{"a", "abc  b"}, Lines([][]string{{"a", ""}, {"abc", "b"}}, 2), "no blanks at the end")
}

type full struct{ strings.Builder }

var errFull = errors.New("full")

func (f *full) Write([]byte) (int, error) { return 0, errFull }

func TestPrinterKeepsTheFirstError(t *testing.T) {
	err := Print(&full{}, func(p Printer) {
		for range 10000 {
			p.Printf("%d", 1)
		}
	})
	require.ErrorIs(t, err, errFull)
}

func TestPadCountsColumnsOfTerminals(t *testing.T) {
	padded := Pad([][]string{{"ab", "1"}, {"日本", "12"}, {"e\u0301", "日"}, {"👩‍👩‍👧", ""}}, 1)
	require.Equal(t, [][]string{{"ab  ", " 1"}, {"日本", "12"}, {"e\u0301   ", "日"}, {"👩‍👩‍👧  ", "  "}}, padded)
}
