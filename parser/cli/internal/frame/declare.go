package frame

import urfave "github.com/urfave/cli/v2"

// Under puts flags under a heading of help.
func Under(heading string, flags ...urfave.Flag) []urfave.Flag {
	for _, f := range flags {
		switch f := f.(type) {
		case *urfave.BoolFlag:
			f.Category = heading
		case *urfave.IntFlag:
			f.Category = heading
		case *urfave.StringFlag:
			f.Category = heading
		case *urfave.StringSliceFlag:
			f.Category = heading
		case *urfave.GenericFlag:
			f.Category = heading
		}
	}
	return flags
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

// Words declares a flag for texts that may be given several times.
func Words(to *urfave.StringSlice, name, usage string, aliases ...string) *urfave.StringSliceFlag {
	return &urfave.StringSliceFlag{Name: name, Aliases: aliases, Destination: to, Usage: usage}
}
