//go:build unix

package serve_test

import (
	"os"
	"os/signal"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/parser/cli/internal/serve"
)

// TestHangupsAreOne: those that come before anything reads them are one, so that models are not loaded again for each.
func TestHangupsAreOne(t *testing.T) {
	signal.Notify(make(chan os.Signal, 1), syscall.SIGHUP) // else one that is late would end the test
	all, end := serve.Hangups()
	for range 60 {
		require.NoError(t, syscall.Kill(os.Getpid(), syscall.SIGHUP))
	}
	eventually(t, "one is there", func() bool { return len(all) > 0 })
	end()
	seen := 0
	for range all {
		seen++
	}
	require.Equal(t, 1, seen)
}
