package cli

import (
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v2"
)

// flagsFirst moves the flags of a subcommand in front of its other arguments,
// since urfave/cli takes nothing for a flag that follows a file. All that
// follows "--" stays where it is. Who asks for help gets it, whatever else there is.
func flagsFirst(commands []*urfave.Command, args []string) []string {
	command := commandOf(commands, args)
	if command == nil {
		return args
	}
	values := takeValues(command)
	flags, rest := append([]string(nil), args[:2]...), []string{}
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
		if slices.Contains(helpFlag().Names(), name) {
			return append(args[:2:2], arg) // urfave/cli would take a file for a command to be explained
		}
		flags = append(flags, arg)
		if values[name] {
			if i++; i == len(args) {
				return flags // urfave/cli says that the value is missing
			}
			flags = append(flags, args[i])
		}
	}
	return append(append(flags, "--"), rest...)
}

func commandOf(commands []*urfave.Command, args []string) *urfave.Command {
	for _, c := range commands {
		if len(args) > 1 && c.HasName(args[1]) {
			return c
		}
	}
	return nil
}

// takeValues returns the names of the flags that the next argument belongs to.
func takeValues(c *urfave.Command) map[string]bool {
	values := map[string]bool{}
	for _, f := range c.Flags {
		doc, ok := f.(urfave.DocGenerationFlag)
		for _, name := range f.Names() {
			values[name] = ok && doc.TakesValue()
		}
	}
	return values
}
