package cli

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	urfave "github.com/urfave/cli/v2"

	"parser/parser/cli/internal/frame"
)

// Messages of urfave/cli about flags are put into the words of help.
func TestSpell(t *testing.T) {
	app := &urfave.App{Flags: []urfave.Flag{
		&urfave.StringFlag{Name: "model"}, &urfave.IntFlag{Name: "epochs"}, &urfave.Int64Flag{Name: "memory"}, &urfave.Uint64Flag{Name: "seed"},
		&urfave.Float64Flag{Name: "rate"}, &urfave.DurationFlag{Name: "deadline"}, &urfave.BoolFlag{Name: "quiet", Aliases: []string{"q"}},
	}, Writer: io.Discard}
	var said string
	app.OnUsageError = func(c *urfave.Context, err error, _ bool) error {
		said = spell(err, c.App.Flags)
		return nil
	}
	for args, want := range map[string]string{
		"--epoch 3":                     `no flag --epoch. Did you mean "--epochs"?`,
		"--modle m":                     `no flag --modle. Did you mean "--model"?`,
		"--port 1":                      "no flag --port",
		"-x":                            "no flag -x",
		"--model":                       "--model needs a value",
		"--epochs 1.5":                  `--epochs "1.5": a whole number is needed`,
		"--memory x":                    `--memory "x": a whole number is needed`,
		"--seed -1":                     `--seed "-1": a whole number, 0 or more, is needed`,
		"--epochs 99999999999999999999": `--epochs "99999999999999999999": value out of range`,
		"--rate x":                      `--rate "x": a number is needed`,
		"--deadline 5":                  `--deadline "5": a time such as 30s or 5m is needed`,
		"--quiet=x":                     `--quiet "x": true or false is needed`,
		"-q=x":                          `-q "x": true or false is needed`,
	} {
		said = ""
		_ = app.Run(append([]string{"parser"}, strings.Fields(args)...))
		require.Equal(t, want, said, args)
	}
	require.Equal(t, "something else", spell(errors.New("something else"), nil))
}

func TestThreads(t *testing.T) {
	for n, ok := range map[int]bool{-1: false, 0: false, 1: true, frame.MaxThreads: true, frame.MaxThreads + 1: false} {
		require.Equal(t, ok, frame.CheckThreads(n) == nil, n)
	}
}

// A file must exist, and must not be what is written to, under any name.
func TestFiles(t *testing.T) {
	folder := t.TempDir()
	path := func(name string) string { return filepath.Join(folder, name) }
	for _, name := range []string{"a", "b"} {
		require.NoError(t, os.WriteFile(path(name), nil, 0o666))
	}
	require.NoError(t, os.Link(path("a"), path("same")))
	a, err := os.OpenFile(path("a"), os.O_APPEND|os.O_RDWR, 0)
	require.NoError(t, err)
	defer a.Close()
	b, err := os.Open(path("b"))
	require.NoError(t, err)
	defer b.Close()
	for _, c := range []struct {
		names         []string
		stdin, stdout *os.File
		want          error
	}{
		{[]string{path("a"), path("b")}, b, os.Stderr, nil},
		{[]string{path("b"), path("none")}, b, a, fs.ErrNotExist},
		{[]string{path("b"), path("same")}, b, a, frame.ErrUsage},
		{[]string{path("b"), "-"}, b, a, nil},
		{[]string{"-"}, a, a, frame.ErrUsage},
		{nil, a, a, frame.ErrUsage},
		{nil, b, a, nil},
		{[]string{path("b")}, a, a, nil},
		{[]string{folder}, b, a, nil},
	} {
		require.ErrorIs(t, checkFiles(c.names, c.stdin, c.stdout), c.want, c)
	}
	require.EqualError(t, checkFiles([]string{path("none")}, nil, nil), "open "+path("none")+": no such file or directory")
	require.NoError(t, checkFiles(nil, strings.NewReader(""), nil))
}
