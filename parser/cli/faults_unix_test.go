//go:build unix

package cli

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/transition"
)

// Places that are not what they should be; messages and links are those of Unix.
func TestPlacesThatCannotBeUsed(t *testing.T) {
	model, tagger := trained(t, "arc-hybrid"), trained(t, transition.Tag{}.Name())
	t.Chdir(t.TempDir())
	files(t, map[string]string{"in/a.conllu": sentence, "file": "kept", "taken/b/c.conllu/d": "kept", "in2/b/c.conllu": sentence})
	for _, command := range [][]string{{"parse", "--model", model}, {"tag", "--model", tagger}} {
		fails := func(message string, args ...string) {
			r := run(t, "", append(command, args...)...)
			require.Equal(t, statusFailed, r.status, "%v", args)
			require.Empty(t, r.stdout)
			require.Regexp(t, `(?m)^parser: .*`+message+`$`, r.stderr, "%v", args)
		}
		fails("file.*: not a directory", "--out", "file", "in")
		require.NoError(t, os.WriteFile("taken/.parser.json", nil, 0o666))
		fails(`outputs of another job: taken/\.parser\.json: EOF`, "--out", "taken", "in2")
		require.NoError(t, os.Remove("taken/.parser.json"))
		fails("outputs of another job: taken/b/c.conllu is there, but no taken/.parser.json that says what made it: take an empty folder", "--out", "taken", "in2")
		fails("read in: is a directory", "in")
		fails("open nowhere: no such file or directory", "nowhere")
		require.NoError(t, os.RemoveAll("links"))
		require.NoError(t, os.Mkdir("links", 0o777))
		require.NoError(t, os.Symlink("nowhere", "links/a.conllu"))
		require.NoError(t, os.Symlink("../in/a.conllu", "links/b.conllu"))
		out := command[0] + ".out"
		fails("failed: stat links/a.conllu: no such file or directory", "--out", out, "--keep-going", "links")
		text, err := os.ReadFile(filepath.Join(out, "b.conllu"))
		require.NoError(t, err)
		require.Equal(t, run(t, sentence, command...).stdout, string(text))
	}
	text, err := os.ReadFile("file")
	require.NoError(t, err)
	require.Equal(t, "kept", string(text))
}
