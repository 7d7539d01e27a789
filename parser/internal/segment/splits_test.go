package segment

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// A rule that leaves the first word as long as it was does not apply again and again.
func TestSplitsEnd(t *testing.T) {
	rules := Splits{"'": "' ann", "e'": "e'n 't", "'ll": " 'll"}
	require.Equal(t, []string{"a'", "ann"}, rules.lower("a'", true))
	require.Equal(t, []string{"se'n", "'t"}, rules.lower("se'", true))
	require.Equal(t, []string{"she", "'ll"}, rules.lower("she'll", true))
}
