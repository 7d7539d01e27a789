package kernel

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

// A path can be asked for by name, but not one that the processor does not have.
func TestChoose(t *testing.T) {
	for best := range names {
		require.Equal(t, best, choose("", best))
		require.Equal(t, best, choose("fastest", best))
		for way, name := range names {
			require.Equal(t, min(way, best), choose(name, best), "%q of %s", name, names[best])
		}
	}
}

// The fastest path of the processor is in use unless another one is asked for.
func TestPath(t *testing.T) {
	require.Equal(t, names[choose(os.Getenv("PARSER_KERNEL"), best())], Path())
}
