package score_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"parser/transition"
)

// TestClasses: of each stage, as many as there are actions or moves.
func TestClasses(t *testing.T) {
	for _, s := range shapes() {
		classes, n := s.Classes(), len(s.Actions.All)
		if !s.TwoStep {
			require.Equal(t, []int{n}, classes)
			continue
		}
		require.Equal(t, n, classes[1])
		require.GreaterOrEqual(t, classes[0], 4)
		for m := range transition.NumMoves {
			if s.System.Moves().Has(m) {
				require.Less(t, int(m), classes[0])
			}
		}
	}
}
