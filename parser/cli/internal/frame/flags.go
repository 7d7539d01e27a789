package frame

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	urfave "github.com/urfave/cli/v2"
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
func ListFlag[T comparable](category, name, usage string, list *[]T, parse func(string) (T, error)) *urfave.StringFlag {
	usual := strings.ReplaceAll(strings.Trim(fmt.Sprint(*list), "[]"), " ", ",")
	return &urfave.StringFlag{Category: category, Name: name, Value: usual, Usage: usage, Action: func(_ *urfave.Context, text string) error {
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

// QuietFlag is that of all commands that say more than what went wrong.
func QuietFlag(quiet *bool) urfave.Flag {
	return &urfave.BoolFlag{Name: "quiet", Aliases: []string{"q"}, Destination: quiet, Usage: "only warnings and errors"}
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
	return fmt.Errorf("%w: %s takes no arguments but flags, not %q%s", ErrUsage, c.Command.Name, c.Args().First(), hint)
}
