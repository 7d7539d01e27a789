package lab

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	urfave "github.com/urfave/cli/v2"

	"parser/parser/cli/internal/experiment"
	"parser/parser/cli/internal/frame"
	"parser/parser/internal/structure"
)

func TestRunProgress(t *testing.T) {
	var out bytes.Buffer
	p := &runProgress{Bar: frame.Bar{W: &out}, width: 20, scores: (&experiment.Ablation{Trees: "dependencies"}).Scores}
	r := &experiment.Run{
		Variant: &experiment.Variant{Name: "arc-hybrid pd 0.5"}, Treebank: &experiment.Treebank{},
		Outcome: &experiment.Outcome{Rounds: make([]experiment.Round, 1), Best: 1, Seconds: 1.24},
	}
	r.Outcome.Rounds[0].LAS, r.Outcome.Rounds[0].UAS = 81.006, 100
	r.Options.System, r.Options.Seed = "arc-hybrid", 7
	p.line(r, 2, 12)
	require.Equal(t, "run  2/12  arc-hybrid pd 0.5     seed 7  LAS  81.01  UAS 100.00  1.2 s\n", out.String())
}

// The bar is gone before a line is printed.
func TestRunBar(t *testing.T) {
	var out bytes.Buffer
	p := &runProgress{Bar: frame.Bar{W: &out}}
	p.Set(1, 4, "epochs")
	require.Contains(t, out.String(), "(1/4)")
	p.line(&experiment.Run{Variant: &experiment.Variant{}, Treebank: &experiment.Treebank{}, Err: frame.ErrUsage}, 1, 2)
	bar, _, found := strings.Cut(out.String(), "run 1/2")
	require.True(t, found)
	require.True(t, strings.HasSuffix(bar, " \r"), bar)
	p.Set(3, 4, "epochs")
	p.Clear()
	require.True(t, strings.HasSuffix(out.String(), " \r"))
}

// What ablate does not say is the default of the systems' kind, and what it says
// arrives.
func TestAblateOptions(t *testing.T) {
	for _, system := range []string{"arc-eager", "in-order"} {
		want := experiment.DefaultsFor(system)
		want.TwoStep, want.Lang = true, "en"
		require.NoError(t, want.Learner.Set("margin", 7.5))
		a := newAblating(&frame.Env{})
		command := a.command()
		command.Name, command.Action = "ablate", a.complete
		app := &urfave.App{Commands: []*urfave.Command{command}}
		require.NoError(t, app.Run([]string{frame.ProgramName, "ablate", "--systems", system, "--margin", "7.5", "--two-step", "--format", "json"}))
		want.Command = a.grid.Options.Command
		require.Equal(t, want, a.grid.Options)
		builds, err := structure.OfSystem(system)
		require.NoError(t, err)
		require.Equal(t, builds, a.Builds)
	}
}

// FuzzFocus reads any text as n/m: it is refused, or printed as it was read, except for zeros and signs.
func FuzzFocus(f *testing.F) {
	for _, text := range []string{"0/0", "5/3", "0/1", "-1/2", "a/b", "1", "1/2/3", "+1/01"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		one, err := parseFocus(text)
		if err != nil {
			require.NotEmpty(t, err.Error())
			return
		}
		again, err := parseFocus(one.String())
		require.NoError(t, err)
		require.Equal(t, one, again)
		require.True(t, one.Steps > 0 || one == experiment.Focus{})
	})
}
