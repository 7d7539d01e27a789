package cli

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
	urfave "github.com/urfave/cli/v2"

	"parser/parser/cli/internal/frame"
	"parser/testdata/testkit"
)

// sentence is a tiny input.
const sentence = "1\tWe\twe\tPRON\tPRP\t_\t_\t_\t_\t_\n2\tleft\tleave\tVERB\tVBD\t_\t_\t_\t_\t_\n\n"

// result is what one run of the program did.
type result struct {
	status         int
	stdout, stderr string
}

// testEnv returns an environment of its own, whose home is a temporary folder.
func testEnv(t *testing.T, stdin io.Reader, stdout, stderr io.Writer) Env {
	home := t.TempDir()
	return Env{
		Stdin: stdin, Stdout: stdout, Stderr: stderr, Samples: os.DirFS(filepath.Join("..", "..", "testdata")),
		Getenv: func(name string) string { return map[string]string{"HOME": home}[name] },
	}
}

func run(t *testing.T, stdin string, args ...string) result {
	t.Helper()
	var stdout, stderr bytes.Buffer
	e := testEnv(t, strings.NewReader(stdin), &stdout, &stderr)
	status := Run(t.Context(), append([]string{frame.ProgramName}, args...), e)
	return result{status, stdout.String(), stderr.String()}
}

// trained returns the name of a file with a model of the given system.
func trained(t *testing.T, system string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "model.npz")
	text, _ := models.LoadOrStore(system, sync.OnceValue(func() []byte {
		require.Equal(t, result{}, run(t, "", "train", "--quiet", "--scorer", "linear", "--epochs", "1", "--system", system, "--model", path))
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		return text
	}))
	require.NoError(t, os.WriteFile(path, text.(func() []byte)(), 0o666))
	return path
}

var models sync.Map // from system to the text of a model of it, trained once

func TestUnknownErrorsAreFailures(t *testing.T) {
	require.Equal(t, statusFailed, statusOf(errors.New("disk on fire")))
	require.Equal(t, "parser: two; lines", messageOf(errors.New("two\nlines"), ""))
}

func TestFlagsMayFollowFiles(t *testing.T) {
	commands := commands(&frame.Env{})
	for _, c := range []struct{ in, want string }{
		{"parser", "parser"},
		{"parser --version", "parser --version"},
		{"parser nonsense -x", "parser nonsense -x"},
		{"parser eval a b", "parser eval -- a b"},
		{"parser eval a b --json", "parser eval --json -- a b"},
		{"parser eval a -q b", "parser eval -q -- a b"},
		{"parser parse a --model m b", "parser parse --model m -- a b"},
		{"parser parse a --model=m b", "parser parse --model=m -- a b"},
		{"parser parse a -model m -", "parser parse -model m -- a -"},
		{"parser parse a -- --model m", "parser parse -- a --model m"},
		{"parser train --margin -1 a", "parser train --margin -1 -- a"},
		{"parser parse a --model", "parser parse --model"},
		{"parser parse --model -- a", "parser parse --model -- -- a"},
		{"parser parse a --nonsense b", "parser parse --nonsense -- a b"},
		{"parser model", "parser model --"},
		{"parser model info a --json b", "parser model info --json -- a b"},
		{"parser model pack a b --precision half", "parser model pack --precision half -- a b"},
		{"parser model a --json info", "parser model --json -- a info"},
		{"parser model info a -h", "parser help model info"},
		{"parser model -h info", "parser help model"},
	} {
		require.Equal(t, strings.Fields(c.want), flagsFirst(commands, strings.Fields(c.in)), c.in)
	}
}

// Every command has help, and no run leaves state for the next one.
func TestEveryCommandHasHelp(t *testing.T) {
	for range 2 {
		requireHelp(t, nil, commands(&frame.Env{}))
	}
}

// requireHelp: commands that the words before name have help, and so have their own.
func requireHelp(t *testing.T, before []string, commands []*urfave.Command) {
	for _, c := range commands {
		words := append(slices.Clone(before), c.Name)
		r := run(t, "", append(words, "--help")...)
		require.Equal(t, statusDone, r.status)
		require.NotContains(t, r.stdout, "parser parser")
		if c.Name != "help" {
			require.Contains(t, r.stdout, "parser "+strings.Join(words, " ")+" - "+c.Usage)
			require.Contains(t, r.stdout, c.UsageText)
			require.Equal(t, r, run(t, "", append([]string{"help"}, words...)...))
		}
		requireHelp(t, words, c.Subcommands)
	}
}

// A dialogue: each sentence is answered before the next is sent.
func TestParseAnswersImmediately(t *testing.T) {
	for _, c := range []struct {
		system, question string
		answer           []string // beginnings of lines
	}{
		{"arc-hybrid", sentence, []string{"1\tWe\twe\tPRON\tPRP\t_\t2\t", "2\tleft\tleave\tVERB\tVBD\t_\t0\t", "\n"}},
		{"bracket", sentence, []string{"(TOP "}},
		{"in-order", "We/PRP left/VBD\n", []string{"(TOP "}},
		{"shift-label", "(S (PRP We)\n  (VBD left))\n", []string{"(TOP "}},
	} {
		testDialogue(t, trained(t, c.system), c.question, c.answer)
	}
}

func testDialogue(t *testing.T, model, text string, want []string) {
	question, ask := io.Pipe()
	answer, reply := io.Pipe()
	done := make(chan int)
	go func() {
		status := Run(t.Context(), []string{frame.ProgramName, "parse", "--model", model, "--immediate"}, testEnv(t, question, reply, io.Discard))
		reply.Close()
		done <- status
	}()
	lines := bufio.NewReader(answer)
	for range 3 {
		_, err := io.WriteString(ask, text)
		require.NoError(t, err)
		for _, want := range want {
			line, err := lines.ReadString('\n')
			require.NoError(t, err)
			require.True(t, strings.HasPrefix(line, want), line)
		}
	}
	require.NoError(t, ask.Close())
	_, err := lines.ReadByte()
	require.Equal(t, io.EOF, err)
	require.Equal(t, statusDone, <-done)
}

// failing refuses to be written to.
type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

// writing returns command lines that print something.
func writing(t *testing.T) [][]string {
	file := filepath.Join(t.TempDir(), "a.conllu")
	require.NoError(t, os.WriteFile(file, []byte(strings.ReplaceAll(sentence, "\t_\t_\t_\t_\t_\n", "\t_\t0\troot\t_\t_\n")), 0o666))
	return [][]string{
		{"parse", "--model", trained(t, "arc-hybrid"), file},
		{"parse", "--model", trained(t, "in-order"), file},
		{"bench", "--seconds", "0", "--model", trained(t, "arc-hybrid"), file},
		{"bench", "--seconds", "0", "--json", "--model", trained(t, "arc-hybrid"), file},
		{"eval", file, file},
		{"eval", "-q", file, file},
		{"eval", "--json", file, file},
		{"compare", file, file},
		{"compare", "--json", file, file},
		{"validate", file},
		{"validate", "--json", file},
		{"stats", file},
		{"stats", "--json", file},
		{"oracle", file},
		{"oracle", "--format", "json", file},
	}
}

func TestCommandsReportAFullDisk(t *testing.T) {
	for _, args := range writing(t) {
		var stderr bytes.Buffer
		e := testEnv(t, nil, failing{syscall.ENOSPC}, &stderr)
		require.Equal(t, statusFailed, Run(t.Context(), append([]string{frame.ProgramName}, args...), e), args)
		require.Equal(t, "parser: "+syscall.ENOSPC.Error()+"\n", stderr.String(), args)
	}
}

func TestCommandsSayNothingOfAClosedPipe(t *testing.T) {
	for _, args := range writing(t) {
		var stderr bytes.Buffer
		e := testEnv(t, nil, failing{&os.PathError{Op: "write", Path: "|1", Err: syscall.EPIPE}}, &stderr)
		require.Equal(t, statusFailed, Run(t.Context(), append([]string{frame.ProgramName}, args...), e), args)
		require.Empty(t, stderr.String(), args)
	}
}

// cancelling ends a context after some output.
type cancelling struct {
	bytes.Buffer
	cancel context.CancelFunc
	after  string
}

func (c *cancelling) Write(p []byte) (int, error) {
	defer func() {
		if strings.Contains(c.String(), c.after) {
			c.cancel()
		}
	}()
	return c.Buffer.Write(p)
}

func TestInterruptedTrainingSavesTheBestModel(t *testing.T) {
	path := filepath.Join(t.TempDir(), "model.npz")
	ctx, cancel := context.WithCancel(t.Context())
	stderr := &cancelling{cancel: cancel, after: "\n    2 "}
	args := []string{frame.ProgramName, "train", "--scorer", "linear", "--epochs", "1000", "--model", path}
	require.Equal(t, statusInterrupted, Run(ctx, args, testEnv(t, nil, io.Discard, stderr)))
	require.Contains(t, stderr.String(), "parser: interrupted: the best model so far, of epoch 2, is saved in "+path+"; add --resume to go on\n")
	require.Equal(t, statusDone, run(t, sentence, "parse", "--model", path).status)
}

func TestInterruptedParsingEnds(t *testing.T) {
	for _, system := range []string{"arc-hybrid", "in-order"} {
		ctx, cancel := context.WithCancel(t.Context())
		stdout := &cancelling{cancel: cancel, after: "We"}
		var stderr bytes.Buffer
		e := testEnv(t, endless(sentence), stdout, &stderr)
		require.Equal(t, statusInterrupted, Run(ctx, []string{frame.ProgramName, "parse", "--model", trained(t, system), "--threads", "2"}, e))
		require.Equal(t, "parser: interrupted\n", stderr.String())
	}
}

// repeating is a text again and again.
type repeating struct{ text, rest string }

// endless repeats a text.
func endless(text string) *repeating { return &repeating{text: text} }

func (r *repeating) Read(p []byte) (int, error) {
	if r.rest == "" {
		r.rest = r.text
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

// measuring records the memory in use each time another step of bytes has been written.
type measuring struct {
	written int
	heap    []uint64
}

func (m *measuring) Write(p []byte) (int, error) {
	const step = 1 << 18
	if m.written/step != (m.written+len(p))/step {
		runtime.GC()
		var s runtime.MemStats
		runtime.ReadMemStats(&s)
		m.heap = append(m.heap, s.HeapAlloc)
	}
	m.written += len(p)
	return len(p), nil
}

// A long stream of sentences takes no more memory at its end than at its beginning.
func TestParsingTakesConstantMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("a long stream")
	}
	for _, c := range []struct{ system, text string }{
		{"arc-hybrid", sentence}, {"in-order", "We/PRP left/VBD\n"}, {"bracket", "(S (PRP We) (VBD left))"},
	} {
		model := trained(t, c.system)
		for _, threads := range []string{"1", "2"} {
			testConstantMemory(t, model, c.text, threads)
		}
	}
}

func testConstantMemory(t *testing.T, model, text, threads string) {
	sentences, slack := 20_000, uint64(2<<20)
	if testkit.Deep() {
		sentences, slack = 100_000, 4<<20
	}
	out := &measuring{}
	in := io.LimitReader(endless(text), int64(sentences*len(text)))
	var stderr bytes.Buffer
	e := testEnv(t, in, out, &stderr)
	require.Equal(t, statusDone, Run(t.Context(), []string{frame.ProgramName, "parse", "-v", "--model", model, "--threads", threads}, e))
	require.Contains(t, stderr.String(), fmt.Sprintf("%d sentences, %d words, ", sentences, 2*sentences))
	require.Greater(t, len(out.heap), 2)
	require.Less(t, out.heap[len(out.heap)-1], out.heap[0]+slack)
}

// Runs share nothing; the race detector looks on.
func TestRunsShareNothing(t *testing.T) {
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			path := filepath.Join(t.TempDir(), "model.npz")
			var stderr bytes.Buffer
			e := testEnv(t, nil, io.Discard, &stderr)
			args := []string{frame.ProgramName, "train", "--train", testkit.Sample(t, "en/dev.conllu"), "--scorer", "linear", "--epochs", "1", "--model", path}
			require.Equal(t, statusDone, Run(t.Context(), args, e), &stderr)
		})
	}
	group.Wait()
}

// Commands with many flags, and the server, whose limits few people need to change, show only some
// flags in their first help. All of these flags exist, and --help-all shows every flag.
func TestHelpBeginsWithTheFlagsThatPeopleNeed(t *testing.T) {
	for _, c := range newApp(&frame.Env{}).Commands {
		names := map[string]bool{}
		for _, f := range c.Flags {
			names[f.Names()[0]] = true
		}
		for _, name := range firstFlags[c.Name] {
			require.True(t, names[name], "%s --%s", c.Name, name)
		}
		require.Equal(t, len(names) > 25 || c.Name == "serve", firstFlags[c.Name] != nil, c.Name)
		if c.Name == helpName {
			continue
		}
		all := run(t, "", c.Name, "--help-all")
		require.Equal(t, statusDone, all.status)
		for name := range names {
			require.Regexp(t, `(?m)^   --?`+name+`\b`, all.stdout)
		}
	}
}

// The English model needs no home, as in a container that has nothing but the program.
func TestEnglishWithoutAHome(t *testing.T) {
	for _, lang := range [][]string{nil, {"--lang", "english"}, {"--lang", "en"}} {
		var stdout, stderr bytes.Buffer
		e := testEnv(t, strings.NewReader("It barks."), &stdout, &stderr)
		e.Getenv = func(string) string { return "" }
		status := Run(t.Context(), append([]string{frame.ProgramName, "parse", "--text", "--output-format", "horizontal"}, lang...), e)
		require.Equal(t, statusDone, status, stderr.String())
		require.Equal(t, "It barks .\n", stdout.String())
	}
}
