package experiment

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// The declarations that the table names exist, and their lines add up.
func TestLinesOfThisProgram(t *testing.T) {
	l, err := CountLines("../../../..")
	require.NoError(t, err)
	sum, all := 0, PartLines{}
	for _, p := range l.Parts {
		switch {
		case p.Part == total:
			require.Equal(t, sum, p.Lines)
			require.Equal(t, 331, p.Published)
		case p.Table == "Table 6":
			require.Greater(t, p.Lines, 5, p.Part)
			sum += p.Lines
		default:
			all = p
		}
	}
	require.Equal(t, "this program", all.Part)
	require.Greater(t, all.Lines, 100*sum)
	var out bytes.Buffer
	require.NoError(t, Write(&out, nil, Text, l))
	require.Regexp(t, `(?m)^         GETVALIDACTIONS +\d+ +17$`, out.String())
}

func TestLinesIn(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.go")
	require.NoError(t, os.WriteFile(file, []byte("package a // one\n\n// no code\n/* nor\n   this */\ntype T struct{}\n\n// F is not counted with T.\n"+
		"func (t *T) F() string {\n\treturn `two\nlines` // and a note\n}\n\nfunc G() {}\n"), 0o666))
	for want, names := range map[int][]string{7: nil, 1: {"G"}, 4: {"T.F"}, 5: {"T", "T.F"}} {
		n, err := linesIn(file, names)
		require.NoError(t, err)
		require.Equal(t, want, n, names)
	}
	_, err := linesIn(file, []string{"G", "H"})
	require.ErrorContains(t, err, "a.go does not declare H")
	require.NoError(t, os.WriteFile(file, []byte("package"), 0o666))
	_, err = linesIn(file, nil)
	require.ErrorContains(t, err, "a.go:1:8")
	text := filepath.Join(t.TempDir(), "a.txt")
	require.NoError(t, os.WriteFile(text, []byte("# note\n\nS0w\n S0p\n"), 0o666))
	n, err := linesIn(text, nil)
	require.NoError(t, err)
	require.Equal(t, 2, n)
	_, err = CountLines(t.TempDir())
	require.ErrorIs(t, err, os.ErrNotExist)
}
