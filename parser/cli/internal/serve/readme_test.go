package serve_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/parser/cli/internal/serve"
)

// TestReadmeCommands runs all commands of curl on the page, each of which must get an answer that is no error.
func TestReadmeCommands(t *testing.T) {
	for _, program := range []string{"curl", "sh"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skip("there is no " + program + " here")
		}
	}
	page, err := os.ReadFile("../../../docs/guides/server.md")
	require.NoError(t, err)
	s := listening(t, func(o *serve.Options) { o.Models[0].Name = "english" })
	folder := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(folder, "file.conllu"), []byte(bare), 0o666))
	require.NoError(t, os.WriteFile(filepath.Join(folder, "text.txt"), []byte("It is late.\n"), 0o666))
	commands := regexp.MustCompile(`(?m)^curl -s .*$`).FindAllString(string(page), -1)
	require.Len(t, commands, 10)
	for _, command := range commands {
		command = strings.NewReplacer("curl -s ", "curl -sS --fail-with-body ", "http://127.0.0.1:8080", s.url).Replace(command)
		c := exec.Command("sh", "-c", command)
		c.Dir = folder
		out, err := c.CombinedOutput()
		require.NoError(t, err, "%s: %s", command, out)
		require.Equal(t, strings.Contains(command, ">"), len(out) == 0, command)
	}
}
