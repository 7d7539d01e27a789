// Package e2e_test runs the program as users do: scripts, the sessions of pages, servers, and programs that are killed.
package e2e_test

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"

	"github.com/klauspost/compress/zstd"
	"github.com/rogpeppe/go-internal/testscript"
	"github.com/ulikunitz/xz"

	"parser/parser/cli"
	"parser/testdata"
	"parser/testdata/testkit"
)

// fromTop runs tests in the top folder, where users of a clone are.
type fromTop struct{ *testing.M }

func (m fromTop) Run() int {
	if err := os.Chdir("../../.."); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return m.M.Run()
}

func TestMain(m *testing.M) {
	testscript.Main(fromTop{m}, map[string]func(){"parser": func() {
		testkit.CollectLess()
		os.Exit(cli.Run(context.Background(), os.Args, cli.Env{
			Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr, Getenv: os.Getenv, Samples: testdata.Samples,
		}))
	}})
}

// TestScripts runs the program as a user does, by the scripts beside the
// command line's source.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "parser/cli/testdata/script",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		UpdateScripts:       testkit.Updating(),
		Setup: func(e *testscript.Env) error {
			e.Setenv("XDG_DATA_HOME", e.WorkDir+"/share")
			e.Setenv("PARSER_DATA", "")
			e.Setenv("PARSER_MODELS", "")
			e.Setenv("PARSER_ENCODERS", "")
			if folder := os.Getenv("PARSER_PROGRAM"); folder != "" { // of a program that counts what it runs, see .ci/coverage
				e.Setenv("PATH", folder+string(os.PathListSeparator)+e.Getenv("PATH"))
			}
			samples, err := filepath.Abs("testdata")
			if err != nil {
				return err
			}
			encoders, err := filepath.Abs("parser/internal/transformer/testdata/reference")
			if err != nil {
				return err
			}
			e.Setenv("ENCODERS", encoders)
			small, err := filepath.Abs("parser/models/en-small/en-small.npz")
			if err != nil {
				return err
			}
			e.Setenv("SMALL", small) // for scripts that need some model that reads text: it loads faster than the one on board
			return os.Symlink(samples, filepath.Join(e.WorkDir, "testdata"))
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"status":     status,
			"interrupt":  interrupt,
			"headof":     headOf,
			"gzip":       compress,
			"pack":       compress,
			"repeat":     repeat,
			"serve":      serve,
			"samebytes":  sameBytes,
			"samebut":    sameBut,
			"substitute": substitute,
			"truncate":   truncate,
		},
	})
}

// status N program args… runs a program that must end with status N.
func status(ts *testscript.TestScript, neg bool, args []string) {
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	requireStatus(ts, want, ts.Exec(args[1], args[2:]...))
}

func requireStatus(ts *testscript.TestScript, want int, err error) {
	got := 0
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		got = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	if got != want {
		ts.Fatalf("exit status %d, want %d", got, want)
	}
}

// interrupt [hup] N pattern program args… sends the program an interrupt, or SIGHUP, as soon as a
// line on its standard error matches, and expects it to end with status N.
func interrupt(ts *testscript.TestScript, neg bool, args []string) {
	var signal os.Signal = os.Interrupt
	if args[0] == "hup" {
		signal, args = syscall.SIGHUP, args[1:]
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	pattern := regexp.MustCompile(args[1])
	c := command(ts, args[2:])
	pipe, err := c.StderrPipe()
	ts.Check(err)
	ts.Check(c.Start())
	for lines := bufio.NewScanner(pipe); lines.Scan(); {
		ts.Stderr().Write(append(lines.Bytes(), '\n'))
		if pattern.MatchString(lines.Text()) {
			ts.Check(c.Process.Signal(signal))
			pattern = regexp.MustCompile(`\zonly once`)
		}
	}
	requireStatus(ts, want, c.Wait())
}

// headof program args… closes the program's standard output after one line, as
// head -1 does. The program must end at once and without a word.
func headOf(ts *testscript.TestScript, neg bool, args []string) {
	c := command(ts, args)
	var stderr bytes.Buffer
	c.Stderr = &stderr
	pipe, err := c.StdoutPipe()
	ts.Check(err)
	ts.Check(c.Start())
	_, err = bufio.NewReaderSize(pipe, 16).ReadString('\n')
	ts.Check(err)
	ts.Check(pipe.Close())
	err = c.Wait()
	if stderr.Len() > 0 {
		ts.Fatalf("on the standard error: %s", stderr.String())
	}
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.Sys().(syscall.WaitStatus).Signal() != syscall.SIGPIPE {
		ts.Fatalf("ended with %v instead of by the closed pipe", err)
	}
}

// command prepares a program in the script's folder and environment.
func command(ts *testscript.TestScript, args []string) *exec.Cmd {
	path, err := exec.LookPath(args[0])
	ts.Check(err)
	c := exec.Command(path, args[1:]...)
	c.Dir = ts.MkAbs(".")
	for _, name := range []string{"HOME", "PATH", "XDG_DATA_HOME", "PARSER_DATA", "PARSER_MODELS", "GOCOVERDIR"} {
		if value := ts.Getenv(name); value != "" {
			c.Env = append(c.Env, name+"="+value)
		}
	}
	return c
}

// gzip in out compresses a file, and pack in out as the name says: .xz, .zst.
func compress(ts *testscript.TestScript, neg bool, args []string) {
	var out bytes.Buffer
	var w io.WriteCloser = gzip.NewWriter(&out)
	var err error
	switch filepath.Ext(args[1]) {
	case ".xz":
		w, err = xz.NewWriter(&out)
	case ".zst":
		w, err = zstd.NewWriter(&out)
	}
	ts.Check(err)
	_, err = w.Write([]byte(ts.ReadFile(args[0])))
	ts.Check(err)
	ts.Check(w.Close())
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), out.Bytes(), 0o666))
}

// repeat N in out writes a file N times.
func repeat(ts *testscript.TestScript, neg bool, args []string) {
	n, err := strconv.Atoi(args[0])
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[2]), []byte(strings.Repeat(ts.ReadFile(args[1]), n)), 0o666))
}

// samebytes a b compares two files whose differences are not worth printing.
func sameBytes(ts *testscript.TestScript, neg bool, args []string) {
	if same := ts.ReadFile(args[0]) == ts.ReadFile(args[1]); same == neg {
		ts.Fatalf("%s and %s have the same bytes: %v", args[0], args[1], same)
	}
}

// headAndLabel are the columns 7 and 8 of a word's line.
var headAndLabel = regexp.MustCompile(`(?m)^(\d+(?:\t[^\t\n]*){5})\t(?:\d+|_)\t[^\t\r\n]+`)

// samebut a b compares two files byte for byte, HEAD and DEPREL left out.
func sameBut(ts *testscript.TestScript, neg bool, args []string) {
	a := headAndLabel.ReplaceAllString(ts.ReadFile(args[0]), "$1")
	b := headAndLabel.ReplaceAllString(ts.ReadFile(args[1]), "$1")
	if a != b {
		ts.Fatalf("differ in more than HEAD and DEPREL:\n%q\n%q", a, b)
	}
}

// substitute file old new replaces text in a file; \t, \r and \xNN are understood.
func substitute(ts *testscript.TestScript, neg bool, args []string) {
	old, err := strconv.Unquote(`"` + args[1] + `"`)
	ts.Check(err)
	new, err := strconv.Unquote(`"` + args[2] + `"`)
	ts.Check(err)
	text := ts.ReadFile(args[0])
	if !strings.Contains(text, old) {
		ts.Fatalf("%s does not contain %q", args[0], old)
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(strings.ReplaceAll(text, old, new)), 0o666))
}

// truncate file N keeps the first N bytes of a file.
func truncate(ts *testscript.TestScript, neg bool, args []string) {
	n, err := strconv.ParseInt(args[1], 10, 64)
	ts.Check(err)
	ts.Check(os.Truncate(ts.MkAbs(args[0]), n))
}

// serve dir has a server on this machine send the files in a folder, and sets SERVER to its
// address. The first time the connection breaks after two bytes.
func serve(ts *testscript.TestScript, neg bool, args []string) {
	files := http.FileServer(http.Dir(ts.MkAbs(args[0])))
	var broken atomic.Bool
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("ETag", `"one"`)
		if !broken.Swap(true) {
			w.Header().Set("Content-Length", "100")
			_, _ = w.Write([]byte("1\t"))
			w.(http.Flusher).Flush()
			panic(http.ErrAbortHandler)
		}
		files.ServeHTTP(w, r)
	}))
	ts.Defer(server.Close)
	ts.Setenv("SERVER", server.URL)
}
