package transition_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/transition"
)

// numbering numbers labels in the order of their appearance.
type numbering []string

func (n *numbering) of(label string) int32 {
	if !slices.Contains(*n, label) {
		*n = append(*n, label)
	}
	return int32(slices.Index(*n, label))
}

func TestParseScript(t *testing.T) {
	var labels numbering
	steps, err := transition.ParseScript(" SH  SH\tLA-nsubj:pass RA NT-NP-SBJ LA-nsubj:pass\nCL LB-- ", labels.of)
	require.NoError(t, err)
	require.Equal(t, []transition.Step{
		{Move: transition.Shift, Label: transition.None},
		{Move: transition.Shift, Label: transition.None},
		{Move: transition.Left, Label: 0},
		{Move: transition.Right, Label: transition.None},
		{Move: transition.Open, Label: 1},
		{Move: transition.Left, Label: 0},
		{Move: transition.Close, Label: transition.None},
		{Move: transition.Label, Label: 2},
	}, steps)
	require.Equal(t, numbering{"nsubj:pass", "NP-SBJ", "-"}, labels)

	steps, err = transition.ParseScript("", labels.of)
	require.NoError(t, err)
	require.Empty(t, steps)
}

func TestParseScriptErrors(t *testing.T) {
	for _, c := range []struct{ script, message string }{
		{"SH LEFT", `step 2: no move with its label: "LEFT"; the moves are [SH LA RA RE NT CL FI CO LB NL NE NN SW RH RT DN IN IB EN WK NO HE FU]`},
		{"sh", `step 1: no move with its label: "sh"; the moves are [SH LA RA RE NT CL FI CO LB NL NE NN SW RH RT DN IN IB EN WK NO HE FU]`},
		{"-nsubj", `step 1: no move with its label: "-nsubj"; the moves are [SH LA RA RE NT CL FI CO LB NL NE NN SW RH RT DN IN IB EN WK NO HE FU]`},
		{"SH-nsubj", `step 1: no move with its label: "SH-nsubj"; SH has none`},
		{"RE-", `step 1: no move with its label: "RE-"; RE has none`},
		{"SH SH LA-", `step 3: no move with its label: "LA-"; nothing follows the hyphen`},
	} {
		_, err := transition.ParseScript(c.script, func(string) int32 { return 0 })
		require.ErrorIs(t, err, transition.ErrScript)
		require.EqualError(t, err, c.message)
	}
}

// Each move is read as it is written.
func TestParseScriptOfEveryMove(t *testing.T) {
	for m := range transition.NumMoves {
		steps, err := transition.ParseScript(m.String(), nil)
		require.NoError(t, err)
		require.Equal(t, []transition.Step{{Move: m, Label: transition.None}}, steps)
		steps, err = transition.ParseScript(m.String()+"-x", func(label string) int32 { return int32(len(label)) })
		if m.Labelled() {
			require.NoError(t, err)
			require.Equal(t, []transition.Step{{Move: m, Label: 1}}, steps)
		} else {
			require.ErrorIs(t, err, transition.ErrScript)
		}
	}
}

// FuzzParseScript: what is read can be written and read again.
func FuzzParseScript(f *testing.F) {
	for _, seed := range []string{"", "SH SH LA-nsubj:pass RA", "NT-NP-SBJ SH CL FI", "LB--", "SH-x", "LA-", "RE\tCO\nNL"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, script string) {
		var labels numbering
		steps, err := transition.ParseScript(script, labels.of)
		if err != nil {
			require.ErrorIs(t, err, transition.ErrScript)
			return
		}
		words := []string{}
		for _, step := range steps {
			word := step.Move.String()
			if step.Label != transition.None {
				word += "-" + labels[step.Label]
			}
			words = append(words, word)
		}
		require.Equal(t, strings.Fields(script), words)
	})
}
