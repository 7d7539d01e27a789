package cli

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// FuzzNumbers reads any text as a list of numbers: it is refused, or has just those that a slow
// reading of each of its parts finds.
func FuzzNumbers(f *testing.F) {
	for _, list := range []string{"", "3", "3,7-9", " 1 ,2-2", "9-7", "0", "-1", "1-", "1-9223372036854775807,5", "１"} {
		f.Add(list)
	}
	f.Fuzz(func(t *testing.T, list string) {
		all, err := parseNumbers(list)
		if err != nil {
			require.ErrorContains(t, err, "is no number from 1 on and no range such as 2-5")
			return
		}
		wanted := func(n int) bool {
			if list == "" {
				return true
			}
			for _, part := range strings.Split(list, ",") {
				part = strings.TrimSpace(part)
				if own, err := strconv.Atoi(part); err == nil && own == n {
					return true
				}
				if at := strings.IndexByte(part, '-'); at > 0 {
					first, _ := strconv.Atoi(part[:at])
					last, _ := strconv.Atoi(part[at+1:])
					if first <= n && n <= last {
						return true
					}
				}
			}
			return false
		}
		last := all.last()
		for _, n := range []int{1, 2, 3, 5, 8, 9, 100, last, math.MaxInt} {
			require.Equal(t, wanted(n), all.has(n), n)
		}
		require.True(t, all.has(last))
		require.False(t, last < math.MaxInt && all.has(last+1))
	})
}
