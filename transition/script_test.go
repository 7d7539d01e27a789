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

// all are the moves of all systems.
const all = transition.Moves(1<<transition.NumMoves - 1)

func TestParseScript(t *testing.T) {
	var labels numbering
	steps, err := transition.ParseScript(" SH  SH\tLA-nsubj:pass RA NT-NP-SBJ LA-nsubj:pass\nCL LB-- ", all, labels.of)
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

	same, err := transition.ParseScript("shift shift leftArc-nsubj:pass rightArc reduce", all, labels.of)
	require.NoError(t, err)
	require.Equal(t, append(steps[:4:4], transition.Step{Move: transition.Reduce, Label: transition.None}), same)

	steps, err = transition.ParseScript("", all, labels.of)
	require.NoError(t, err)
	require.Empty(t, steps)
}

func TestParseScriptErrors(t *testing.T) {
	for _, c := range []struct{ script, message string }{
		{"SH LEFT", `step 2: unknown move: "LEFT"; the moves are [SH LA RA]`},
		{"sh", `step 1: unknown move: "sh"; the moves are [SH LA RA]`},
		{"-nsubj", `step 1: unknown move: "-nsubj"; the moves are [SH LA RA]`},
		{"SH-nsubj", `step 1: unknown move: "SH-nsubj"; SH has no label`},
		{"reduce", `step 1: unknown move: "reduce"; the moves are [SH LA RA]`},
		{"RE", `step 1: unknown move: "RE"; the moves are [SH LA RA]`},
		{"SH SH LA-", `step 3: unknown move: "LA-"; nothing follows the hyphen`},
	} {
		_, err := transition.ParseScript(c.script, transition.ArcHybrid{}.Moves(), func(string) int32 { return 0 })
		require.ErrorIs(t, err, transition.ErrScript)
		require.EqualError(t, err, c.message)
	}
}

// Each move is read as it is written.
func TestParseScriptOfEveryMove(t *testing.T) {
	for m := range transition.NumMoves {
		steps, err := transition.ParseScript(m.String(), transition.Of(m), nil)
		require.NoError(t, err)
		require.Equal(t, []transition.Step{{Move: m, Label: transition.None}}, steps)
		steps, err = transition.ParseScript(m.String()+"-x", transition.Of(m), func(label string) int32 { return int32(len(label)) })
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
	for _, seed := range []string{"", "SH SH LA-nsubj:pass RA", "NT-NP-SBJ SH CL FI", "LB--", "SH-x", "LA-", "RE\tCO\nNL", "shift leftArc-det reduce"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, script string) {
		var labels numbering
		steps, err := transition.ParseScript(script, all, labels.of)
		if err != nil {
			require.ErrorIs(t, err, transition.ErrScript)
			return
		}
		words, given := []string{}, strings.Fields(script)
		for i, step := range steps {
			for other, name := range map[string]string{"shift": "SH", "reduce": "RE", "leftArc": "LA", "rightArc": "RA"} {
				if move, label, labelled := strings.Cut(given[i], "-"); move == other && labelled {
					given[i] = name + "-" + label
				} else if move == other {
					given[i] = name
				}
			}
			word := step.Move.String()
			if step.Label != transition.None {
				word += "-" + labels[step.Label]
			}
			words = append(words, word)
		}
		require.Equal(t, given, words)
	})
}
