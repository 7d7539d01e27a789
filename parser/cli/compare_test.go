package cli

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Many systems: each has its column and its row.
func TestCompareManySystems(t *testing.T) {
	file := treeFile(t, "(TOP (S (NP (X a)) (X b)))\n")
	args := []string{"compare", "--samples", "9", file}
	for range 28 {
		args = append(args, file)
	}
	r := run(t, "", args...)
	require.Equal(t, statusDone, r.status, r.stderr)
	require.Contains(t, r.stdout, "\n#28  "+file+"  100.00  ")
	require.Contains(t, r.stdout, "\nNP              1"+strings.Repeat("  100.00", 28)+"\n")
}

// Trees without brackets that count, and files without confusions, are reported.
func TestCompareNothing(t *testing.T) {
	file := treeFile(t, "(TOP (X a))\n")
	r := run(t, "", "compare", file, file)
	require.Equal(t, statusDone, r.status)
	require.Contains(t, r.stdout, "A  "+file+"   0.00   [0.00, 0.00]\n")
	require.NotContains(t, r.stdout, "confusions")
	require.NotContains(t, r.stdout, " by label")
	require.NotContains(t, r.stdout, "example")
}

// Deep trees and long sentences take no more than time.
func TestCompareWithoutLimits(t *testing.T) {
	const many = 5000
	deep := strings.Repeat("(A ", many) + "(X w)" + strings.Repeat(")", many) + "\n"
	flat := "(A (X w))\n"
	r := run(t, "", "compare", "--samples", "9", treeFile(t, deep), treeFile(t, flat))
	require.Equal(t, statusDone, r.status)
	require.Contains(t, r.stdout, "right: A 1 of 5000 (1 given); =: as gold\n")
}
