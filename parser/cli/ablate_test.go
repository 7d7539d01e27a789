package cli

import (
	"bytes"
	"context"
	"io"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/parser/cli/internal/frame"
	"parser/parser/cli/internal/lab"
	"parser/parser/internal/engine"
	"parser/testdata/testkit"
)

// timeColumn is the last but one.
var timeColumn = regexp.MustCompile(`(?m)^((?:arc|bracket|in-order|shift).*\S) +[\d.]+( +\S+)$`)

// TestAblate runs small grids on the sample and compares all but times.
func TestAblate(t *testing.T) {
	for _, c := range []struct{ name, systems, oracles, explore string }{
		{"ablate_dependencies.txt", "arc-eager,arc-standard", "dynamic,pd,static", "0.9,0"},
		{"ablate_constituents.txt", "bracket", "static,fsa", "0"},
	} {
		args := []string{"ablate", "--systems", c.systems, "--oracles", c.oracles, "--explore", c.explore, "--seeds", "1,2", "--epochs", "2", "--sentences", "30",
			"--margin", "100", "--min-updates", "2"}
		got := run(t, "", args...)
		require.Equal(t, statusDone, got.status, got.stderr)
		testkit.Golden(t, "testdata/"+c.name, timeColumn.ReplaceAllString(got.stdout, "$1 TIME$2"))
		require.Contains(t, got.stderr, "seed 2")
		if c.explore == "0" { // the shorter one
			quiet := run(t, "", append(args, "--quiet", "--parallel", "2")...)
			require.Empty(t, quiet.stderr)
			require.Equal(t, timeColumn.ReplaceAllString(got.stdout, "$1$2"), timeColumn.ReplaceAllString(quiet.stdout, "$1$2"))
		}
	}
}

// stopper ends a context when a line with some text is written.
type stopper struct {
	text string
	stop func()
}

func (s *stopper) Write(p []byte) (int, error) {
	if strings.Contains(string(p), s.text) {
		s.stop()
	}
	return len(p), nil
}

// TestInterruptedAblate prints the table of what is done.
func TestInterruptedAblate(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	var stdout bytes.Buffer
	e := testEnv(t, nil, &stdout, &stopper{"run 2/4", stop})
	status := Run(ctx, []string{frame.ProgramName, "ablate", "--systems", "arc-hybrid,arc-eager", "--oracles", "static", "--explore", "0",
		"--seeds", "1,2", "--epochs", "1", "--sentences", "20"}, e)
	require.Equal(t, statusInterrupted, status)
	require.Contains(t, stdout.String(), "\narc-hybrid  static")
	require.NotContains(t, stdout.String(), "\narc-eager")
	require.Contains(t, stdout.String(), "\ninterrupted after 2 of 4 runs\n")
}

// Every option of a run can be set, except those that have lists.
func TestAblateHasTheFlagsOfTrain(t *testing.T) {
	e := testEnv(t, nil, io.Discard, io.Discard)
	names := map[string]bool{}
	for _, f := range lab.Ablate((*frame.Env)(&e)).Flags {
		require.False(t, names[f.Names()[0]], "%s twice", f.Names()[0])
		names[f.Names()[0]] = true
	}
	o := engine.DefaultOptions()
	for _, f := range frame.OptionFlags(&o) {
		switch name := f.Names()[0]; name {
		case "system", "oracle", "seed":
			require.False(t, names[name])
			require.True(t, names[name+"s"])
		default:
			require.True(t, names[name], name)
		}
	}
}
