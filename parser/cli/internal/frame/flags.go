package frame

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"parser/conll/textfile"
	"parser/parser/internal/pipe"
	"parser/parser/internal/structure"
)

// AtLeast is the action of a flag for numbers from least on.
func AtLeast(least int, flag string) func(*urfave.Context, int) error {
	return func(_ *urfave.Context, n int) error {
		if n < least {
			return fmt.Errorf("%w: --%s %d is less than %d", ErrUsage, flag, n, least)
		}
		return nil
	}
}

// OneOf is the action of a flag for some words. Its errors begin with what, such as "the format is".
func OneOf(what string, words ...string) func(*urfave.Context, string) error {
	return func(_ *urfave.Context, word string) error {
		if slices.Contains(words, word) {
			return nil
		}
		last := len(words) - 1
		return fmt.Errorf("%w: %s %s or %s, not %q", ErrUsage, what, strings.Join(words[:last], ", "), words[last], word)
	}
}

// ListFlag is a flag for a list with commas whose entries must all differ. The default is what the list has.
func ListFlag[T comparable](name, usage string, list *[]T, parse func(string) (T, error)) *urfave.StringFlag {
	usual := strings.ReplaceAll(strings.Trim(fmt.Sprint(*list), "[]"), " ", ",")
	return &urfave.StringFlag{Name: name, Value: usual, Usage: usage, Action: func(_ *urfave.Context, text string) error {
		return ParseList(list, name, text, parse)
	}}
}

// ParseList reads a list with commas whose entries must all differ.
func ParseList[T comparable](list *[]T, flag, text string, parse func(string) (T, error)) error {
	*list = nil
	for part := range strings.SplitSeq(text, ",") {
		part = strings.TrimSpace(part)
		v, err := parse(part)
		var number *strconv.NumError
		switch {
		case part == "":
			return fmt.Errorf("%w: --%s %q: an entry is empty", ErrUsage, flag, text)
		case errors.As(err, &number):
			return fmt.Errorf("%w: --%s: %q: %w", ErrUsage, flag, part, number.Err)
		case err != nil:
			return fmt.Errorf("%w: --%s: %w", ErrUsage, flag, err)
		case slices.Contains(*list, v):
			return fmt.Errorf("%w: --%s: %s stands there twice", ErrUsage, flag, part)
		}
		*list = append(*list, v)
	}
	return nil
}

// QuietFlag is the flag of all commands that print other messages than warnings and errors.
func QuietFlag(quiet *bool) urfave.Flag {
	return Switch(quiet, "quiet", "only warnings and errors", "q")
}

// NoArguments refuses arguments that no flag takes. They may be files, where a shell has expanded a pattern.
func NoArguments(c *urfave.Context) error {
	if !c.Args().Present() {
		return nil
	}
	hint := ""
	if len(c.StringSlice("train"))+len(c.StringSlice("dev")) > 0 {
		hint = "; put patterns in quotes, as in --train '*.conllu', and give a flag for each file"
	}
	return fmt.Errorf("%w: %s takes no arguments but flags, not %q%s", ErrUsage, strings.TrimPrefix(c.Command.HelpName, ProgramName+" "), c.Args().First(), hint)
}

// Input says how treebanks are read. Its fields are the destinations of flags.
type Input struct {
	pipe.Input
	Env *Env
}

// InputOf returns the usual input: the format is told by looking.
func InputOf(e *Env) Input {
	return Input{pipe.Input{Stdin: e.Stdin, Format: pipe.Auto, Say: e.Say}, e}
}

// Flags are those of every command that reads sentences.
func (in *Input) Flags() []urfave.Flag {
	return []urfave.Flag{in.EncodingFlag(""), in.FormatFlag("")}
}

// EncodingFlag is the flag for the encoding of files, under a heading of help.
func (in *Input) EncodingFlag(category string) urfave.Flag {
	return &urfave.StringFlag{
		Category: category, Name: "encoding", DefaultText: "UTF-8", Destination: &in.Encoding,
		Usage: "`NAME` of the files' encoding, such as windows-1252, iso-8859-2, shift_jis or gb18030; all is written as UTF-8",
		Action: func(_ *urfave.Context, name string) error {
			_, err := textfile.Encoding(name)
			if near := Nearest(name, encodings()); err != nil && near != "" {
				return fmt.Errorf("%w: --encoding: %w. Did you mean %q?", ErrUsage, err, near)
			}
			if err != nil {
				return fmt.Errorf("%w: --encoding: %w; it can be %s, and others", ErrUsage, err, strings.Join(encodings(), ", "))
			}
			return nil
		},
	}
}

// encodings lists names of encodings, the more usual ones first.
func encodings() []string {
	return []string{
		"utf-8", "windows-1252", "iso-8859-1", "iso-8859-2", "iso-8859-15", "windows-1250", "windows-1251", "koi8-r", "windows-1253",
		"windows-1254", "windows-1255", "windows-1256", "shift_jis", "euc-jp", "iso-2022-jp", "gb18030", "gbk", "big5", "euc-kr",
		"tis-620", "utf-16", "utf-16le", "utf-16be", "latin1", "cp1252",
	}
}

// FormatFlag is the flag for the format of CoNLL files, under a heading of help.
func (in *Input) FormatFlag(category string) urfave.Flag {
	return Under(category, Choice(&in.Format, "format", "the format is",
		"`FORMAT` of the files: x for CoNLL-X, u for CoNLL-U, auto to tell by looking", structure.FormX, structure.FormU, pipe.Auto))[0]
}

// SkipFlag is the flag of commands that can do without bad sentences.
func (in *Input) SkipFlag() urfave.Flag {
	return &urfave.BoolFlag{Name: "skip-bad", Usage: "leave out malformed sentences, and say so, instead of stopping", Destination: &in.SkipBad}
}

// Checked returns the items in files in a form: what should be CoNLL must be that.
func (in *Input) Checked(form string, files ...string) *pipe.Source {
	if form == textfile.CoNLL {
		return in.Words(structure.OfForm(form), files...)
	}
	return in.Treebank(form, files...)
}

// MaxThreads is the maximal number of threads of a command.
const MaxThreads = 1024

// CheckThreads returns an error if n is not a valid number of threads.
func CheckThreads(n int) error {
	if n < 1 || n > MaxThreads {
		return fmt.Errorf("%d is not from 1 to %d", n, MaxThreads)
	}
	return nil
}
