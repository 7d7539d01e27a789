package frame

import (
	"reflect"

	urfave "github.com/urfave/cli/v2"
)

// Under puts flags under a heading of help.
func Under(heading string, flags ...urfave.Flag) []urfave.Flag {
	for _, f := range flags {
		reflect.ValueOf(f).Elem().FieldByName("Category").SetString(heading) // which all kinds of flags have
	}
	return flags
}

// Usually has help show a text as the default of a flag.
func Usually(usual string, f urfave.Flag) urfave.Flag {
	reflect.ValueOf(f).Elem().FieldByName("DefaultText").SetString(usual)
	return f
}

// Switch declares a flag that is given or not, with other names that it has.
func Switch(to *bool, name, usage string, aliases ...string) *urfave.BoolFlag {
	return &urfave.BoolFlag{Name: name, Aliases: aliases, Destination: to, Usage: usage}
}

// Number declares a flag for a whole number from least on, with other names that it has. The default is the value of to.
func Number(to *int, least int, name, usage string, aliases ...string) *urfave.IntFlag {
	return &urfave.IntFlag{Name: name, Aliases: aliases, Value: *to, Destination: to, Usage: usage, Action: AtLeast(least, name)}
}

// Word declares a flag for a text, with other names that it has. The default is the value of to.
func Word(to *string, name, usage string, aliases ...string) *urfave.StringFlag {
	return &urfave.StringFlag{Name: name, Aliases: aliases, Value: *to, Destination: to, Usage: usage}
}

// Choice declares a flag for one of some words. Errors begin with what, such as "the format is".
func Choice(to *string, name, what, usage string, words ...string) *urfave.StringFlag {
	f := Word(to, name, usage)
	f.Action = OneOf(what, words...)
	return f
}

// Words declares a flag for texts that may be given several times.
func Words(to *urfave.StringSlice, name, usage string, aliases ...string) *urfave.StringSliceFlag {
	return &urfave.StringSliceFlag{Name: name, Aliases: aliases, Destination: to, Usage: usage}
}
