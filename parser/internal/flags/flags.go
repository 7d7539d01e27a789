// Package flags has what all commands require of their flags.
//
//	command.Before = flags.Check
package flags

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"regexp"
	"slices"

	urfave "github.com/urfave/cli/v2"

	"parser/conll/textfile"
	"parser/parser/internal/places"
)

// MaxThreads is the maximal number of threads of a command.
const MaxThreads = 1024

// ofThreads are the flags that set a number of threads.
var ofThreads = []string{"threads", "workers", "parallel"}

// exclusive are groups of flags; a command takes at most one of a group.
var exclusive = [...]struct {
	commands    []string // empty for all commands
	first, then string
}{
	{nil, "verbose", "quiet"},
	{[]string{"parse", "tag", "bench", "trace", "oracle"}, "model", "lang"},
}

// Check refuses flags that contradict each other, numbers of threads that no machine has, and empty
// names of files, folders and languages, which come from unset variables of a shell.
func Check(c *urfave.Context) error {
	for _, pair := range exclusive {
		if (pair.commands == nil || slices.Contains(pair.commands, c.Command.Name)) && c.IsSet(pair.first) && c.IsSet(pair.then) {
			return fmt.Errorf("%w: --%s and --%s exclude each other", places.ErrUsage, pair.first, pair.then)
		}
	}
	for _, f := range c.Command.Flags {
		name := f.Names()[0]
		if !c.IsSet(name) {
			continue
		}
		switch value := c.Value(name).(type) {
		case string:
			if value == "" && namesFile(f) {
				return fmt.Errorf("%w: --%s is empty", places.ErrUsage, name)
			}
		case urfave.StringSlice:
			if namesFile(f) && slices.Contains(value.Value(), "") {
				return fmt.Errorf("%w: --%s is empty", places.ErrUsage, name)
			}
		case int:
			if slices.Contains(ofThreads, name) {
				if err := Threads(value); err != nil {
					return fmt.Errorf("%w: --%s: %w", places.ErrUsage, name, err)
				}
			}
		}
	}
	return nil
}

// Threads returns an error if n is not a valid number of threads.
func Threads(n int) error {
	if n < 1 || n > MaxThreads {
		return fmt.Errorf("%d is not from 1 to %d", n, MaxThreads)
	}
	return nil
}

// namesFile reports whether the value of a flag is the name of a file, a folder or a language,
// according to its help.
func namesFile(f urfave.Flag) bool {
	doc, ok := f.(urfave.DocGenerationFlag)
	return ok && regexp.MustCompile("`(FILE|DIR|NAME|NAME=FILE)`").MatchString(doc.GetUsage())
}

// Files refuses, before the first file is read, files that do not exist, and a file that the
// command also writes to, as in "parser parse F >> F", which would never end. No names mean the
// standard input.
func Files(names []string, stdin io.Reader, stdout io.Writer) error {
	if len(names) == 0 {
		names = []string{textfile.StdinName}
	}
	written := regular(stdout)
	for _, name := range names {
		read := regular(stdin)
		if name != textfile.StdinName {
			var err error
			var wrong *fs.PathError
			if read, err = os.Stat(name); errors.As(err, &wrong) {
				wrong.Op = "open"
				return wrong
			}
		}
		if written != nil && read != nil && os.SameFile(read, written) {
			return fmt.Errorf("%w: %s is both input and output", places.ErrUsage, textfile.Shown(name))
		}
	}
	return nil
}

// regular returns information about a stream if it is a regular file, and nil otherwise.
func regular(stream any) fs.FileInfo {
	f, ok := stream.(*os.File)
	if !ok {
		return nil
	}
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return nil
	}
	return info
}
