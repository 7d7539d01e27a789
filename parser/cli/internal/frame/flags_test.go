package frame

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestParseList(t *testing.T) {
	var list []string
	same := func(entry string) (string, error) { return entry, nil }
	require.NoError(t, ParseList(&list, "f", " b,a ,c", same))
	require.Equal(t, []string{"b", "a", "c"}, list)
	for _, bad := range []string{"", "a,", "a,,b", "a, a"} {
		require.ErrorIs(t, ParseList(&list, "f", bad, same), ErrUsage, bad)
	}
}
