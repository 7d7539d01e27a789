package e2e_test

import (
	"bufio"
	"io"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestServeObeysSignals: the program answers, replaces a model by another at SIGHUP, keeps it
// when the next cannot be loaded, and ends at SIGTERM.
func TestServeObeysSignals(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("signals are those of Unix")
	}
	home := workplace(t)
	at := func(args ...string) *exec.Cmd {
		c := exec.Command("parser", args...)
		c.Dir, c.Env = home, []string{"HOME=" + home, "PATH=" + os.Getenv("PATH")}
		return c
	}
	train := func(system string) {
		out, err := at("train", "--quiet", "--scorer", "linear", "--epochs", "1", "--system", system, "--model", "m.npz").CombinedOutput()
		require.NoError(t, err, "%s", out)
	}
	train("arc-hybrid")
	server := at("serve", "--addr", "127.0.0.1:0", "--model", "m.npz")
	pipe, err := server.StderrPipe()
	require.NoError(t, err)
	require.NoError(t, server.Start())
	t.Cleanup(func() { _ = server.Process.Kill() })
	lines := bufio.NewScanner(pipe)
	logged := func(pattern string) []string {
		for lines.Scan() {
			if found := regexp.MustCompile(pattern).FindStringSubmatch(lines.Text()); found != nil {
				return found
			}
		}
		require.FailNow(t, "it does not log", pattern)
		return nil
	}
	address := logged(`msg=listening address=(\S+)`)[1]
	system := func() string {
		a, err := http.Get("http://" + address + "/v1/models")
		require.NoError(t, err)
		defer a.Body.Close()
		text, err := io.ReadAll(a.Body)
		require.NoError(t, err)
		return regexp.MustCompile(`"system":"([^"]*)"`).FindStringSubmatch(string(text))[1]
	}
	require.Equal(t, "arc-hybrid", system())
	train("arc-eager")
	require.NoError(t, server.Process.Signal(syscall.SIGHUP))
	logged("msg=reloaded")
	require.Equal(t, "arc-eager", system())
	require.NoError(t, os.WriteFile(home+"/m.npz", []byte(strings.Repeat("x", 1000)), 0o666))
	require.NoError(t, server.Process.Signal(syscall.SIGHUP))
	logged(`level=ERROR msg="reload failed".*m\.npz`)
	require.Equal(t, "arc-eager", system())
	require.NoError(t, server.Process.Signal(syscall.SIGTERM))
	logged("msg=stopped")
	require.NoError(t, server.Wait())
}
