package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"parser/oracle"
	"parser/parser"
	"parser/parser/experiment"
	"parser/transition"
)

var update = flag.Bool("update", false, "write the golden files from what is seen")

// requireGolden compares text with a file.
func requireGolden(t *testing.T, name, text string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		require.NoError(t, os.WriteFile(file, []byte(text), 0o666))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, string(want), text)
}

// madeUp is a report with everything that there can be in one.
func madeUp() *ablationReport {
	const us = time.Microsecond
	hybrid, edit := experiment.Setting{System: "arc-hybrid", Oracle: "dynamic", Explore: 0.9}, experiment.Setting{System: "arc-hybrid", Oracle: "fsa-edit"}
	standard := experiment.Setting{System: "arc-standard", Oracle: "static"}
	r := &ablationReport{
		Command: "parser ablate --sentences=100", Trees: "dependencies", Epochs: 15, Seeds: []uint64{1, 2, 3}, Asked: 9,
		Train: ablationData{"xx/train.conllu", 100, 332}, Dev: ablationData{"xx/dev.conllu", 1, 1},
	}
	r.omit([]experiment.Omission{
		{Setting: experiment.Setting{System: "arc-standard", Oracle: "dynamic", Explore: 0.9}, Reason: oracle.ErrNoOracle},
		{Setting: experiment.Setting{System: "arc-standard", Oracle: "static", Explore: 0.9}, Reason: errors.New("it must not")},
		{Setting: experiment.Setting{System: "arc-standard", Oracle: "fsa-edit"}, Reason: oracle.ErrNoOracle},
	})
	run := func(s experiment.Setting, seed uint64, las float64, t time.Duration, n experiment.Comparison) experiment.Run {
		return experiment.Run{
			Setting: s, Seed: seed, Best: parser.Epoch{Number: int(seed), LAS: las, UAS: 100}, OracleTime: t, Exact: "pd",
			Comparison: n, Skipped: parser.Skipped{Partial: 2}, Took: time.Minute,
		}
	}
	odd := run(standard, 1, 70, 40*us, experiment.Comparison{})
	odd.Exact, odd.Skipped.MultiRoot = "", 1
	r.add([]experiment.Run{
		run(hybrid, 1, 80, us, experiment.Comparison{Configurations: 10}), run(hybrid, 2, 82, 2*us, experiment.Comparison{Configurations: 10}),
		run(hybrid, 3, 84, 3*us, experiment.Comparison{Configurations: 10}),
		run(edit, 1, 75, 12345*us, experiment.Comparison{Configurations: 30_000, Wrong: 1, Refused: 1}),
		run(edit, 2, 76, 12346*us, experiment.Comparison{Configurations: 30_000, Wrong: 3, Refused: 1}),
		odd,
	})
	return r
}

func TestAblationGolden(t *testing.T) {
	r := madeUp()
	for _, format := range tableFormats() {
		var out, notes bytes.Buffer
		require.NoError(t, writeReport(&out, &notes, format, r))
		if format == formatCSV {
			require.Equal(t, strings.Join(r.notes(), "\n")+"\n", notes.String(), "what CSV has no place for")
		} else {
			require.Empty(t, notes.String())
		}
		requireGolden(t, "ablation."+format, out.String())
	}
}

// No oracle of in-order is exact where its bound binds, which is said of it alone.
func TestAblationNotesOfInOrder(t *testing.T) {
	for system, want := range map[string]bool{"in-order": true, "bracket": false} {
		r := &ablationReport{Trees: treesName(transition.Constituents)}
		r.add([]experiment.Run{{Setting: experiment.Setting{System: system, Oracle: "dynamic"}, Exact: "dynamic"}})
		require.Equal(t, want, strings.Contains(strings.Join(r.notes(), "\n"), "--max-unary"), system)
	}
}

// The JSON has all that the other formats need.
func TestAblationRoundTrip(t *testing.T) {
	var out bytes.Buffer
	require.NoError(t, writeReport(&out, nil, formatJSON, madeUp()))
	var again ablationReport
	require.NoError(t, json.Unmarshal(out.Bytes(), &again))
	require.Equal(t, madeUp(), &again)
}

func TestSpread(t *testing.T) {
	require.Equal(t, spread{}, spreadOf(nil))
	require.Equal(t, spread{Mean: 7}, spreadOf([]float64{7}))
	require.Equal(t, spread{Mean: 5, Deviation: 2}, spreadOf([]float64{3, 5, 7}))
	require.Equal(t, spread{Mean: 2}, spreadOf([]float64{2, 2}))
}

// No error and few errors look different.
func TestShareText(t *testing.T) {
	for want, row := range map[string]ablationRow{
		"–":      {},
		"0.00":   {Configurations: 1e6},
		"<0.01":  {Configurations: 1e6, NotOptimal: 99},
		"0.01":   {Configurations: 1e6, NotOptimal: 100},
		"100.00": {Configurations: 3, NotOptimal: 3},
	} {
		require.Equal(t, want, row.shareText())
	}
}

func TestTimeText(t *testing.T) {
	for want, us := range map[string]float64{"0.12": 0.123, "9.99": 9.99, "12.3": 12.34, "12346": 12345.6} {
		require.Equal(t, want, timeText(us))
	}
}

func TestParseList(t *testing.T) {
	text := func(s string) (string, error) { return s, nil }
	list, err := parseList("f", " b,a ,c", text)
	require.NoError(t, err)
	require.Equal(t, []string{"b", "a", "c"}, list)
	for _, bad := range []string{"", "a,", "a,,b", "a, a"} {
		_, err := parseList("f", bad, text)
		require.ErrorIs(t, err, errUsage, bad)
	}
}

func TestGridProgress(t *testing.T) {
	var out bytes.Buffer
	p := &gridProgress{w: &out, trees: "dependencies", width: 20}
	o := p.observer()
	require.Nil(t, o.Epoch)
	o.Run(&experiment.Run{
		Setting: experiment.Setting{System: "arc-hybrid", Oracle: "pd", Explore: 0.5}, Seed: 7,
		Best: parser.Epoch{LAS: 81.006, UAS: 100}, Took: 1240 * time.Millisecond,
	}, 2, 12)
	require.Equal(t, "run  2/12  arc-hybrid pd 0.5     seed 7  LAS  81.01  UAS 100.00  1.2 s\n", out.String())
}

// The bar is gone before a line is printed.
func TestGridBar(t *testing.T) {
	var out bytes.Buffer
	p := &gridProgress{w: &out, bars: true, trees: "constituents"}
	o := p.observer()
	o.Epoch(1, 4)
	require.Contains(t, out.String(), "(1/4)")
	o.Run(&experiment.Run{}, 1, 2)
	bar, _, found := strings.Cut(out.String(), "run 1/2")
	require.True(t, found)
	require.True(t, strings.HasSuffix(bar, " \r"), bar)
	o.Epoch(3, 4)
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
		requireGolden(t, c.name, timeColumn.ReplaceAllString(got.stdout, "$1 TIME$2"))
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

// Every option of a run can be set, but for those that have lists.
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
		want := parser.DefaultsFor(system)
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
		kind, err := oracle.KindOf(system)
		require.NoError(t, err)
		require.Equal(t, kind, a.kind)
	}
}
