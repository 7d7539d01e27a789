package oracle_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"parser/oracle"
	"parser/transition"
)

// finished carries out moves; labels are numbered as in the string.
func finished(t *testing.T, s transition.System, n int, script, labels string) *transition.Config {
	steps, err := transition.ParseScript(script, s.Moves(), func(label string) int32 {
		for i := range labels {
			if labels[i:i+1] == label {
				return int32(i)
			}
		}
		return int32(len(labels))
	})
	require.NoError(t, err)
	var c transition.Config
	s.Start(&c, n)
	for _, step := range steps {
		require.True(t, s.Legal(&c).Has(step.Move), "%v", step)
		s.Apply(&c, step.Move, step.Label)
	}
	require.True(t, s.Terminal(&c))
	return &c
}

func TestLossOfDependencies(t *testing.T) {
	const none, a, b = transition.None, 0, 1
	gold := &oracle.Gold{Heads: []int32{none, 2, 0, 2}, Labels: []int32{none, a, b, a}}
	for _, c := range []struct {
		script string
		loss   int32
	}{
		{"SH LA-a SH SH RA-a RA-b", 0},
		{"SH LA-b SH SH RA-a RA-b", oracle.WrongLabel},
		{"SH LA-b SH SH RA-b RA-a", 3 * oracle.WrongLabel},
		{"SH LA-a SH LA-a SH RA-b", 2 * oracle.WrongHead},
		{"SH SH SH RA-a RA-b RA-b", 2 * oracle.WrongHead},
		{"SH SH LA-a LA-a SH RA-b", 3 * oracle.WrongHead},
	} {
		require.Equal(t, c.loss, gold.Loss(finished(t, transition.ArcHybrid{}, 3, c.script, "ab")), c.script)
	}
	gold.Labels[3] = none // any label will do, with the right head
	require.Zero(t, gold.Loss(finished(t, transition.ArcHybrid{}, 3, "SH LA-a SH SH RA-b RA-b", "ab")))
	require.EqualValues(t, 2*oracle.WrongHead, gold.Loss(finished(t, transition.ArcHybrid{}, 3, "SH LA-a SH LA-a SH RA-b", "ab")))
	gold.Heads[3] = none // any head will do
	require.EqualValues(t, oracle.WrongHead, gold.Loss(finished(t, transition.ArcHybrid{}, 3, "SH LA-a SH LA-a SH RA-b", "ab")))
}

func TestLossOfConstituents(t *testing.T) {
	const S, N = 0, 1
	gold := &oracle.Gold{Spans: []oracle.Span{{S, 0, 3}, {N, 0, 2}, {N, 0, 1}}} // (S (N (N 1) 2) 3)
	bracket, inOrder := transition.Bracket{MaxOpens: 4}, transition.InOrder{MaxUnary: 3}
	for _, c := range []struct {
		system transition.System
		script string
		loss   int32
	}{
		{bracket, "NT-S NT-N NT-N SH CL SH CL SH CL", 0},
		{bracket, "NT-S NT-N SH SH CL SH CL", 1},                    // one is missing
		{bracket, "NT-S NT-N NT-N NT-N SH CL CL SH CL SH CL", 1},    // one occurs twice
		{bracket, "NT-S NT-S NT-N SH CL SH CL SH CL", 2},            // another label
		{bracket, "NT-N NT-N NT-N SH CL SH SH CL CL", 4},            // instead of S and N over two words
		{inOrder, "SH NT-N CL NT-N SH CL NT-S SH CL FI", 0},         //
		{inOrder, "SH NT-N CL NT-N SH CL NT-X SH CL NT-S CL FI", 1}, //
		{transition.ShiftLabel{}, "SH LB-N SH NL CO LB-N SH NL CO LB-S", 0},
		{transition.ShiftLabel{}, "SH NL SH NL CO LB-N SH LB-N CO LB-S", 2}, // the bracket over a word is below another
		{transition.Split{}, "LB-S FU HE LB-N HE LB-N NL NL", 0},
		{transition.Split{}, "LB-S HE NL NL HE LB-N LB-S", 4},
	} {
		require.Equal(t, c.loss, gold.Loss(finished(t, c.system, 3, c.script, "SN")), c.script)
	}
}
