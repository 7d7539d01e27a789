package cli

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"parser/parser/cli/internal/trace"
)

// The lines of JSON hold all that the text says, and its rows of stack and buffer
// are no longer than asked for.
func TestOracleSaysTheSameAsJSON(t *testing.T) {
	for _, c := range []struct{ file, system, width string }{
		{"en/dev.conllu", "arc-eager", "100"},
		{"en/dev.conllu", "arc-hybrid", "60"},
		{"en/dev.mrg", "bracket", "100"},
		{"en/dev.mrg", "in-order", "40"},
		{"en/dev.mrg", "shift-label", "70"},
		{"nonproj/de.conllu", "arc-hybrid", "100"},
	} {
		for sentence := range 3 {
			args := []string{"oracle", "../../testdata/" + c.file, "--system", c.system, "--width", c.width, "--sentence", fmt.Sprint(sentence + 1)}
			text := run(t, "", args...)
			require.Zero(t, text.status, text.stderr)
			lines := run(t, "", append(args, "--format", "json")...)
			require.Zero(t, lines.status, lines.stderr)
			var width int
			_, err := fmt.Sscan(c.width, &width)
			require.NoError(t, err)
			require.Equal(t, text.stdout, textOf(t, lines.stdout, width))
			for line := range strings.Lines(text.stdout) {
				if name := strings.Fields(line + " ."); slices.Contains(name, "stack") || name[0] == "buffer" {
					require.LessOrEqual(t, utf8.RuneCountInString(line), width+len("\n"), line)
				}
			}
		}
	}
}

// textOf makes of lines of JSON what is printed without --format json.
func textOf(t *testing.T, lines string, width int) string {
	var text strings.Builder
	s := trace.Text{W: &text, Width: width}
	d := json.NewDecoder(strings.NewReader(lines))
	d.DisallowUnknownFields()
	var h trace.Heading
	require.NoError(t, d.Decode(&h))
	require.NoError(t, s.Heading(h))
	for d.More() {
		var step trace.Step
		require.NoError(t, d.Decode(&step))
		require.NoError(t, s.Step(&step))
	}
	return text.String()
}

// A trace by a model ends with what parse prints.
func TestTraceEndsAsParse(t *testing.T) {
	for _, c := range []struct{ system, file string }{{"arc-eager", "en/dev.conllu"}, {"bracket", "en/dev.mrg"}} {
		file, model := "../../testdata/"+c.file, trained(t, c.system)
		parsed := run(t, "", "parse", "--model", model, file)
		require.Zero(t, parsed.status, parsed.stderr)
		first, _, _ := strings.Cut(parsed.stdout, "\n\n")
		if c.system == "bracket" {
			first, _, _ = strings.Cut(parsed.stdout, "\n")
		} else {
			first += "\n"
		}
		traced := run(t, "", "trace", "--model", model, file)
		require.Zero(t, traced.status, traced.stderr)
		require.True(t, strings.HasSuffix(traced.stdout, "\n\n"+first+"\n"), traced.stdout)
	}
}
