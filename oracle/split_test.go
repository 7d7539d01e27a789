package oracle_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"parser/transition"
)

// No automaton of fewer than 2ⁿ⁻¹ states, not even a non-deterministic one, accepts all derivations
// of split over n words and nothing else: there are that many stacks while the first word waits for
// its label. Each can be followed by moves that split one word off at a time, which cannot follow any
// of the others. So prefixes that lead to different stacks have no state in common from which the end
// is reached by these moves.
func TestSplitNeedsManyStates(t *testing.T) {
	for n := 1; n <= 7; n++ {
		var waiting []*transition.Config
		for _, c := range newSpace(transition.Split{}, n, 1).configs {
			if c.Unlabelled && c.Nodes[c.S(0)].First == 1 {
				waiting = append(waiting, c)
			}
		}
		ways := make([][]transition.Move, len(waiting))
		for i, c := range waiting {
			ways[i] = peeling(c)
		}
		for i, c := range waiting {
			for j, way := range ways {
				require.Equal(t, i == j, follows(c, way))
			}
		}
		require.Len(t, waiting, 1<<(n-1))
	}
}

// peeling returns the moves to the end that label all spans and split them before their second words.
func peeling(c *transition.Config) (moves []transition.Move) {
	var end transition.Config
	end.CopyFrom(c)
	for s := (transition.Split{}); !s.Terminal(&end); {
		m := transition.Here
		if end.Unlabelled {
			m = transition.Label
		}
		moves = append(moves, m)
		s.Apply(&end, m, 0)
	}
	return moves
}

// follows reports whether the moves are legal after c and lead to the end.
func follows(c *transition.Config, moves []transition.Move) bool {
	var end transition.Config
	end.CopyFrom(c)
	s := transition.Split{}
	for _, m := range moves {
		if !s.Legal(&end).Has(m) {
			return false
		}
		s.Apply(&end, m, 0)
	}
	return s.Terminal(&end)
}
