package cli

import (
	"bytes"
	"context"
	"io"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/parser"
	"parser/parser/internal/experiment"
	"parser/parser/structure"
	"parser/testdata/testkit"
)

func TestParseList(t *testing.T) {
	var list []string
	require.NoError(t, parseList(&list, "f", " b,a ,c", parseText))
	require.Equal(t, []string{"b", "a", "c"}, list)
	for _, bad := range []string{"", "a,", "a,,b", "a, a"} {
		require.ErrorIs(t, parseList(&list, "f", bad, parseText), errUsage, bad)
	}
}

func TestRunProgress(t *testing.T) {
	var out bytes.Buffer
	p := &runProgress{bar: bar{w: &out}, width: 20, scores: (&experiment.Ablation{}).Scores}
	r := &experiment.Run{
		Variant: &experiment.Variant{Name: "arc-hybrid pd 0.5"}, Treebank: &experiment.Treebank{},
		Outcome: &experiment.Outcome{Rounds: []experiment.Round{{LAS: 81.006, UAS: 100}}, Best: 1, Seconds: 1.24},
	}
	r.Options.System, r.Options.Seed = "arc-hybrid", 7
	p.line(r, 2, 12)
	require.Equal(t, "run  2/12  arc-hybrid pd 0.5     seed 7  LAS  81.01  UAS 100.00  1.2 s\n", out.String())
}

// The bar is gone before a line is printed.
func TestRunBar(t *testing.T) {
	var out bytes.Buffer
	p := &runProgress{bar: bar{w: &out}}
	p.set(1, 4, "epochs")
	require.Contains(t, out.String(), "(1/4)")
	p.line(&experiment.Run{Variant: &experiment.Variant{}, Treebank: &experiment.Treebank{}, Err: errFailed}, 1, 2)
	bar, _, found := strings.Cut(out.String(), "run 1/2")
	require.True(t, found)
	require.True(t, strings.HasSuffix(bar, " \r"), bar)
	p.set(3, 4, "epochs")
	p.clear()
	require.True(t, strings.HasSuffix(out.String(), " \r"))
}

// timeColumn is the last but one.
var timeColumn = regexp.MustCompile(`(?m)^((?:arc|bracket|in-order|shift).*\S) +[\d.]+( +\S+)$`)

// TestAblate runs small grids on the sample and compares all but times.
func TestAblate(t *testing.T) {
	for _, c := range []struct{ name, systems, oracles, explore string }{
		{"ablate_dependencies.txt", "arc-eager,arc-standard", "dynamic,pd,static", "0.9,0"},
		{"ablate_constituents.txt", "bracket", "static,fsa", "0"},
	} {
		args := []string{"ablate", "--systems", c.systems, "--oracles", c.oracles, "--explore", c.explore, "--seeds", "1,2", "--epochs", "2", "--sentences", "60",
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
	status := Run(ctx, []string{programName, "ablate", "--systems", "arc-hybrid,arc-eager", "--oracles", "static", "--explore", "0",
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
	for _, f := range ablateCommand(&e).Flags {
		require.False(t, names[f.Names()[0]], "%s twice", f.Names()[0])
		names[f.Names()[0]] = true
	}
	o := parser.DefaultOptions()
	for _, f := range optionFlags(&o) {
		switch name := f.Names()[0]; name {
		case "system", "oracle", "seed":
			require.False(t, names[name])
			require.True(t, names[name+"s"])
		default:
			require.True(t, names[name], name)
		}
	}
}

// What ablate does not say is the default of the systems' kind, and what it says
// arrives.
func TestAblateOptions(t *testing.T) {
	for _, system := range []string{"arc-eager", "in-order"} {
		want := experiment.DefaultsFor(system)
		want.TwoStep, want.Lang = true, "en"
		require.NoError(t, want.Learner.Set("margin", 7.5))
		e := testEnv(t, nil, io.Discard, io.Discard)
		a := newAblating(&e)
		command := a.command()
		command.Action = a.complete
		app := newApp(&e)
		for i, c := range app.Commands {
			if c.Name == command.Name {
				app.Commands[i] = command
			}
		}
		require.NoError(t, app.Run([]string{programName, "ablate", "--systems", system, "--margin", "7.5", "--two-step", "--format", "json"}))
		want.Command = a.grid.Options.Command
		require.Equal(t, want, a.grid.Options)
		builds, err := structure.OfSystem(system)
		require.NoError(t, err)
		require.Equal(t, builds, a.builds)
	}
}
