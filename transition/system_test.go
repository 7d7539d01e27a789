package transition_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/oracle"
	"parser/transition"
)

func TestRootsAreWords(t *testing.T) {
	for _, r := range []transition.Roots{transition.SingleRoot, transition.MultiRoot} {
		again, err := transition.ParseRoots(r.String())
		require.NoError(t, err)
		require.Equal(t, r, again)
	}
	require.Equal(t, "single", transition.SingleRoot.String())
	require.Equal(t, "multi", transition.MultiRoot.String())
	require.Equal(t, transition.SingleRoot, transition.Roots(0), "the zero value asks for proper trees")
	for _, text := range []string{"", "Single", "several", "0"} {
		_, err := transition.ParseRoots(text)
		require.ErrorContains(t, err, "roots are single or multi")
	}
}

func TestMovesHaveTheirAbbreviations(t *testing.T) {
	for m, want := range map[transition.Move]string{
		transition.Shift: "SH", transition.Left: "LA", transition.Right: "RA", transition.Reduce: "RE",
		transition.Open: "NT", transition.Close: "CL", transition.Finish: "FI",
		transition.Combine: "CO", transition.Label: "LB", transition.NoLabel: "NL",
		transition.NumMoves: "move 23", 255: "move 255",
	} {
		require.Equal(t, want, m.String())
	}
	require.True(t, transition.Left.Labelled())
	require.True(t, transition.Right.Labelled())
	require.True(t, transition.Open.Labelled())
	require.True(t, transition.Label.Labelled())
	for _, m := range []transition.Move{transition.Shift, transition.Reduce, transition.Close, transition.Finish, transition.Combine, transition.NoLabel} {
		require.False(t, m.Labelled())
	}
}

func TestSetsOfMoves(t *testing.T) {
	require.Zero(t, transition.Of())
	const few = transition.Move(10) // small enough to try all their sets
	for code := range 1 << few {
		var members []transition.Move
		for m := range transition.NumMoves {
			if code>>m&1 == 1 {
				members = append(members, m)
			}
		}
		set := transition.Of(members...)
		require.Equal(t, set, transition.Of(append(members, members...)...), "a set holds nothing twice")
		require.Equal(t, members, slices.Collect(set.All()))
		for m := range transition.NumMoves {
			require.Equal(t, code>>m&1 == 1, set.Has(m))
		}
	}
}

// The rules of the deduction systems at their limits, move by move.
func TestLegality(t *testing.T) {
	const (
		SH, LA, RA, RE = transition.Shift, transition.Left, transition.Right, transition.Reduce
		single, multi  = transition.SingleRoot, transition.MultiRoot
	)
	tests := []struct {
		why    string
		system string
		roots  transition.Roots
		n      int
		script []transition.Move
		legal  transition.Moves
	}{
		{"ROOT is not attached", "arc-hybrid", multi, 2, nil, transition.Of(SH)},
		{"no word may hang on ROOT while words wait", "arc-hybrid", single, 2, []transition.Move{SH}, transition.Of(SH, LA)},
		{"any word may hang on ROOT", "arc-hybrid", multi, 2, []transition.Move{SH}, transition.Of(SH, LA, RA)},
		{"the last word hangs on ROOT", "arc-hybrid", single, 2, []transition.Move{SH, LA, SH}, transition.Of(RA)},
		{"with an empty buffer only RA is left", "arc-hybrid", multi, 2, []transition.Move{SH, SH}, transition.Of(RA)},
		{"onto a word, RA is free", "arc-hybrid", single, 3, []transition.Move{SH, SH}, transition.Of(SH, LA, RA)},

		{"LA needs two words", "arc-standard", multi, 2, []transition.Move{SH}, transition.Of(SH, RA)},
		{"LA needs two words", "arc-standard", single, 2, []transition.Move{SH}, transition.Of(SH)},
		{"both arcs between two words", "arc-standard", single, 2, []transition.Move{SH, SH}, transition.Of(LA, RA)},
		{"the last word hangs on ROOT", "arc-standard", single, 2, []transition.Move{SH, SH, LA}, transition.Of(RA)},

		{"ROOT takes a dependent at once", "arc-eager", single, 2, nil, transition.Of(SH, RA)},
		{"a headless word is not reduced", "arc-eager", multi, 2, []transition.Move{SH}, transition.Of(SH, LA, RA)},
		{"a headed word is not attached again", "arc-eager", multi, 2, []transition.Move{RA}, transition.Of(SH, RA, RE)},
		{"the root word waits for the end of the buffer", "arc-eager", single, 2, []transition.Move{RA}, transition.Of(SH, RA)},
		{"other headed words do not", "arc-eager", single, 3, []transition.Move{RA, RA}, transition.Of(SH, RA, RE)},
		{"the ending reduces headed words", "arc-eager", single, 2, []transition.Move{RA, RA}, transition.Of(RE)},
		{"the ending attaches headless words", "arc-eager", single, 2, []transition.Move{SH, SH}, transition.Of(RA)},
		{"the ending attaches headless words", "arc-eager", multi, 2, []transition.Move{SH, SH}, transition.Of(RA)},
		{"ROOT takes a second dependent", "arc-eager", multi, 2, []transition.Move{RA, RE}, transition.Of(SH, RA)},
	}
	for _, test := range tests {
		s, err := oracle.NewSystem(test.system, transition.Params{Roots: test.roots})
		require.NoError(t, err)
		var c transition.Config
		s.Start(&c, test.n)
		for _, m := range test.script {
			require.True(t, s.Legal(&c).Has(m), "%s %v: %v in %v", test.system, test.roots, m, test.script)
			s.Apply(&c, m, 0)
		}
		require.Equal(t, test.legal, s.Legal(&c), "%s %v after %v: %s", test.system, test.roots, test.script, test.why)
	}
}

// The arcs that the ending of arc-eager adds.
func TestEagerEnding(t *testing.T) {
	for roots, heads := range map[transition.Roots][]int32{
		transition.SingleRoot: {0, 1, 2},
		transition.MultiRoot:  {0, 0, 0},
	} {
		var c transition.Config
		s := transition.ArcEager{Roots: roots}
		s.Start(&c, 3)
		for range 3 {
			s.Apply(&c, transition.Shift, transition.None)
		}
		for d := int32(3); d >= 1; d-- {
			head, dep, ok := s.Arc(&c, transition.Right)
			require.True(t, ok)
			require.Equal(t, []int32{heads[d-1], d}, []int32{head, dep}, roots)
			s.Apply(&c, transition.Right, 0)
		}
		require.True(t, s.Terminal(&c))
	}
}
