// Package frame is what the commands share: the world around them, flags of input, of training and of models, and
// the treebanks and models that these name.
package frame

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"

	urfave "github.com/urfave/cli/v2"

	"parser/conll/textfile"
	"parser/parser/cli/internal/places"
	"parser/parser/cli/internal/terminal"
)

// ProgramName is what the program is called in messages.
const ProgramName = "parser"

// Env is what the commands see of the world around them. Every field is needed.
type Env struct {
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	Getenv         func(string) string
	// Samples holds embedded treebanks as <lang>/train.conllu and dev.conllu.
	Samples fs.FS
}

// Places finds treebanks and models.
func (e *Env) Places() *places.Finder {
	return &places.Finder{Getenv: e.Getenv, Samples: e.Samples}
}

var (
	// ErrUsage is the cause of errors in the command line.
	ErrUsage = places.ErrUsage
	// ErrModel is the cause of errors with a model file, ErrUnwritable of those with one that is to be saved.
	ErrModel, ErrUnwritable = places.ErrModel, places.ErrUnwritable
	// ErrInterrupted is the cause when a signal ended the work.
	ErrInterrupted = errors.New("interrupted")
)

// Say prints a message as one line.
func (e *Env) Say(format string, args ...any) {
	fmt.Fprintf(e.Stderr, "%s: %s\n", ProgramName, OneLine(fmt.Sprintf(format, args...)))
}

// Notes is where messages go that --quiet turns off.
func (e *Env) Notes(quiet bool) io.Writer {
	if quiet {
		return io.Discard
	}
	return e.Stderr
}

// OneLine joins the lines of a text.
func OneLine(text string) string { return strings.ReplaceAll(text, "\n", "; ") }

// IsAny reports whether an error has one of these causes.
func IsAny(err error, causes ...error) bool {
	return slices.ContainsFunc(causes, func(cause error) bool { return errors.Is(err, cause) })
}

// WriteJSON prints v, indented, with labels such as "<" as they are.
func WriteJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

// FilesOf returns the files that a command was given, or else the standard input.
func (e *Env) FilesOf(c *urfave.Context) []string {
	if c.Args().Present() {
		return c.Args().Slice()
	}
	if terminal.Is(e.Stdin) {
		e.Say("no file given: reading from the terminal")
	}
	return []string{textfile.StdinName}
}

// Interruptible returns a context that ends with the first interrupt; the second one is not caught. The end of the
// terminal is an interrupt too, unless it is ignored, as under nohup.
func Interruptible(ctx context.Context) (context.Context, func()) {
	if signal.Ignored(syscall.SIGHUP) {
		return Stoppable(ctx)
	}
	return Stoppable(ctx, syscall.SIGHUP)
}

// Stoppable returns a context that ends with the first interrupt, or one of these signals.
func Stoppable(ctx context.Context, also ...os.Signal) (context.Context, func()) {
	ctx, stop := signal.NotifyContext(ctx, append(also, os.Interrupt, syscall.SIGTERM)...)
	context.AfterFunc(ctx, stop)
	return ctx, stop
}

// UnlessInterrupted returns what read returns or, if ctx ends first, an ErrInterrupted: a read from a pipe without a
// writer cannot be told to end.
func UnlessInterrupted[T any](ctx context.Context, read func() (T, error)) (T, error) {
	var result T
	var err error
	done := make(chan struct{})
	go func() {
		result, err = read()
		close(done)
	}()
	select {
	case <-done:
		return result, err
	case <-ctx.Done():
		var none T
		return none, fmt.Errorf("%w while reading", ErrInterrupted)
	}
}

// SaveMemory has the garbage collected sooner than usual until the returned function is called, unless GOGC is set.
// Weights are large and without pointers: collecting them costs next to nothing, and waiting for twice their size
// costs memory. What is made of sentences is full of pointers: at 30 percent training spent a sixth of its time on it.
func SaveMemory(e *Env) (restore func()) {
	if e.Getenv("GOGC") != "" {
		return func() {}
	}
	const percent = 60
	before := debug.SetGCPercent(percent)
	return func() { debug.SetGCPercent(before) }
}

// CanSave finds out, before any work, whether a model can be saved in a file.
func CanSave(file string) error {
	err := places.CanWrite(file)
	if err != nil && !errors.Is(err, ErrUsage) {
		err = fmt.Errorf("%w: %w", ErrUnwritable, err)
	}
	return err
}
