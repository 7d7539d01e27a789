package serve_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/parser/cli/internal/serve"
)

// FuzzTokens reads any file of tokens: it is refused, or lets pass each line that is no comment, and
// nothing else.
func FuzzTokens(f *testing.F) {
	token := strings.Repeat("0123456789abcdef", 4)
	f.Add("# whose\n"+token+"\r\n\n  "+token[1:]+"x\n", "Bearer "+token)
	f.Add(token, "bearer  "+token+" ")
	f.Add("\n#\n", "Bearer ")
	f.Add("short\n", "Bearer #")
	f.Fuzz(func(t *testing.T, text, header string) {
		name := filepath.Join(t.TempDir(), "tokens")
		require.NoError(t, os.WriteFile(name, []byte(text), 0o600))
		has, err := serve.Tokens(name)
		if err != nil {
			require.ErrorIs(t, err, serve.ErrTokens)
			return
		}
		known := map[string]bool{}
		for _, line := range strings.Split(text, "\n") {
			if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
				known[line] = true
				require.True(t, has("Bearer "+line))
				require.False(t, has("Basic "+line))
			}
		}
		scheme, given, _ := strings.Cut(header, " ")
		require.Equal(t, strings.EqualFold(scheme, "Bearer") && known[strings.TrimSpace(given)], has(header))
	})
}
