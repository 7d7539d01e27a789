package cli

import (
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v2"
)

// flagsFirst moves the flags of a subcommand in front of its other arguments,
// since urfave/cli takes nothing for a flag that follows a file. All that
// follows "--" stays where it is. Who asks for help gets it by the help command, whatever
// else there is.
func flagsFirst(commands []*urfave.Command, args []string) []string {
	at := slices.IndexFunc(commands, func(c *urfave.Command) bool { return len(args) > 1 && c.HasName(args[1]) })
	if at < 0 {
		return args
	}
	values := map[string]bool{} // the names of flags that the next argument belongs to
	for _, f := range commands[at].Flags {
		doc, ok := f.(urfave.DocGenerationFlag)
		for _, name := range f.Names() {
			values[name] = ok && doc.TakesValue()
		}
	}
	flags, rest := append([]string(nil), args[:2]...), []string{"--"}
	for i := 2; i < len(args); i++ {
		arg := args[i]
		if arg == "--" {
			rest = append(rest, args[i+1:]...)
			break
		}
		if len(arg) < 2 || arg[0] != '-' {
			rest = append(rest, arg)
			continue
		}
		name := strings.TrimLeft(arg, "-")
		switch {
		case slices.Contains(helpFlag().Names(), name):
			return []string{args[0], helpName, args[1]}
		case name == helpAllName:
			return []string{args[0], helpName, "--all", args[1]}
		}
		flags = append(flags, arg)
		if values[name] {
			if i++; i == len(args) {
				return flags // urfave/cli says that the value is missing
			}
			flags = append(flags, args[i])
		}
	}
	return append(flags, rest...)
}
