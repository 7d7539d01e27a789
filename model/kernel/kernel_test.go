package kernel

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// A path can be asked for by name, but not one that the processor does not have.
func TestChoose(t *testing.T) {
	for _, c := range []struct {
		name       string
		best, want int
	}{
		{"", avx512, avx512}, {"avx512", avx512, avx512}, {"avx2", avx512, avx2}, {"plain", avx512, plain},
		{"avx512", avx2, avx2}, {"avx2", plain, plain}, {"fastest", avx2, avx2},
	} {
		require.Equal(t, c.want, choose(c.name, c.best), "%q of %s", c.name, names[c.best])
	}
}
