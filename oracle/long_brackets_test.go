package oracle_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/oracle"
	"parser/oracle/internal/problems"
	"parser/testdata/testkit"
	"parser/testdata/testkit/oracletest"
	"parser/transition"
)

// Sentences of thousands of words and trees equally deep, branching to either side: both oracles
// follow them to the end.
func TestLongAndDeepBracketings(t *testing.T) {
	if transition.Invariants {
		t.Skip("verifying every move takes quadratic time")
	}
	n := int32(500) // the tables of rows grow with the square
	if testkit.Deep() {
		n = 1000
	}
	flat, left, right := []oracle.Span{{Label: 0, Start: 0, End: n}}, []oracle.Span{}, []oracle.Span{}
	for i := range n - 1 {
		left = append(left, oracle.Span{Label: i % 3, Start: 0, End: n - i})
		right = append(right, oracle.Span{Label: i % 3, Start: i, End: n})
	}
	mixed := oracletest.RandomBracketing(rand.New(rand.NewPCG(1, 2)), transition.Bracket{MaxOpens: 6, Unary: transition.Strict}, int(n), 5, 1)
	for _, s := range []transition.System{
		transition.Bracket{MaxOpens: n},
		transition.Bracket{MaxOpens: n, Unary: transition.Strict},
		transition.InOrder{MaxUnary: 3},
		transition.ShiftLabel{},
		transition.Split{},
	} {
		for _, name := range seriousNames(s) {
			for shape, spans := range map[string][]oracle.Span{"flat": flat, "left": left, "right": right, "mixed": mixed.Spans} {
				t.Run(fmt.Sprint(name, " ", label(s), " ", shape), func(t *testing.T) {
					o, err := oracle.New(name, s)
					require.NoError(t, err)
					g := &oracle.Gold{Spans: spans}
					if name == "fsa" && shape == "left" { // all its brackets have the same start
						require.ErrorIs(t, o.Start(g), problems.ErrTooLarge)
						return
					}
					require.Zero(t, bracketLoss(g, follow(t, s, o, g)))
				})
			}
		}
	}
}
