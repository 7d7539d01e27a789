package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"parser/conll/textfile"
	"parser/parser/cli/internal/frame"
)

// exclusive has flags that contradict each other, of some commands or of all, and why.
var exclusive = []struct{ of, a, b, why string }{
	{"", "verbose", "quiet", ""},
	{"parse tag tokenize bench trace info", "model", "lang", ""},
	{"train", "skip-bad", "trees", ": each graph has its tree"},
	{"serve", "pipe", "addr", ""}, {"serve", "pipe", "token-file", ""}, {"serve", "pipe", "host", ""},
	{"convert", "indent", "lines", ""},
	{"draw", "layer", "gold", ": basic layers are compared"},
	{"draw", "skip-bad", "gold", ": sentences must stand at the same places"},
	{"align", "base", "trees", ": the words are those of the trees"},
}

// checkFlags refuses flags that contradict each other, numbers of threads that no machine has, and empty names of files,
// folders and languages, which come from unset variables of a shell.
func checkFlags(c *urfave.Context) error {
	given := frame.Given(c)
	for _, pair := range exclusive {
		if given[pair.a] && given[pair.b] && (pair.of == "" || slices.Contains(strings.Fields(pair.of), c.Command.Name)) {
			return fmt.Errorf("%w: --%s cannot be used with --%s%s", frame.ErrUsage, pair.a, pair.b, pair.why)
		}
	}
	for _, f := range c.Command.Flags {
		name := f.Names()[0]
		if !given[name] {
			continue
		}
		switch n, isNumber := c.Value(name).(int); {
		case namesFile(f) && (c.Value(name) == "" || slices.Contains(c.StringSlice(name), "")):
			return fmt.Errorf("%w: --%s is empty", frame.ErrUsage, name)
		case isNumber && slices.Contains([]string{"threads", "workers", "parallel"}, name):
			if err := frame.CheckThreads(n); err != nil {
				return fmt.Errorf("%w: --%s: %w", frame.ErrUsage, name, err)
			}
		}
	}
	return nil
}

// namesFile reports whether the value of a flag names a file, a folder or a language, according to its help.
func namesFile(f urfave.Flag) bool {
	doc, ok := f.(urfave.DocGenerationFlag)
	return ok && regexp.MustCompile("`(FILE|DIR|NAME|NAME=FILE|MODEL)`").MatchString(doc.GetUsage())
}

// checkFiles refuses, before the first file is read, files that do not exist, and a file that the command also writes to, as
// in "parser parse F >> F", which would never end. No names mean the standard input.
func checkFiles(names []string, stdin io.Reader, stdout io.Writer) error {
	if len(names) == 0 {
		names = []string{textfile.StdinName}
	}
	written := regular(stdout)
	for _, name := range names {
		read := regular(stdin)
		if name != textfile.StdinName {
			var err error
			read, err = os.Stat(name)
			if wrong, ok := errors.AsType[*fs.PathError](err); ok {
				wrong.Op = "open"
				return wrong
			}
		}
		if written != nil && read != nil && os.SameFile(read, written) {
			return fmt.Errorf("%w: %s is both input and output", frame.ErrUsage, textfile.Shown(name))
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

// Messages of urfave/cli: that a flag does not exist, that its value is missing, that it is not a number.
var (
	unknownFlag = textfile.Pattern(`^flag provided but not defined: -(.*)$`)
	bareFlag    = textfile.Pattern(`^flag needs an argument: -(.*)$`)
	wrongValue  = textfile.Pattern(`^invalid (?:boolean )?value (".*") for (?:flag )?-([a-z0-9-]+): (.*)$`)
)

// spell returns the meaning of an error of urfave/cli about flags, as in help, and what an unknown one may mean.
func spell(err error, flags []urfave.Flag) string {
	text := err.Error()
	if m := unknownFlag().FindStringSubmatch(text); m != nil {
		text = "no flag " + dashed(m[1])
		var names []string
		for _, f := range flags {
			names = append(names, f.Names()...)
		}
		if near := frame.Nearest(m[1], names); near != "" {
			text += fmt.Sprintf(". Did you mean %q?", dashed(near))
		}
	} else if m := bareFlag().FindStringSubmatch(text); m != nil {
		text = dashed(m[1]) + " needs a value"
	} else if m := wrongValue().FindStringSubmatch(text); m != nil {
		why := m[3]
		if why == "parse error" {
			why = valuesOf(m[2], flags) + " is needed"
		}
		text = fmt.Sprintf("%s %s: %s", dashed(m[2]), m[1], why)
	}
	return text
}

// valuesOf names the values that a flag takes.
func valuesOf(name string, flags []urfave.Flag) string {
	at := slices.IndexFunc(flags, func(f urfave.Flag) bool { return slices.Contains(f.Names(), name) })
	if at >= 0 {
		switch flags[at].(type) {
		case *urfave.IntFlag, *urfave.Int64Flag:
			return "a whole number"
		case *urfave.Uint64Flag:
			return "a whole number, 0 or more,"
		case *urfave.Float64Flag, *urfave.GenericFlag:
			return "a number"
		case *urfave.DurationFlag:
			return "a time such as 30s or 5m"
		case *urfave.BoolFlag:
			return "true or false"
		}
	}
	return "another value"
}

// dashed returns the name of a flag as it is typed: -q, --quiet.
func dashed(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + strings.TrimPrefix(name, "-")
}
