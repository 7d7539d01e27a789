// Package manual converts the help of a program into other forms: scripts by which shells complete
// commands, flags and their values, and manual pages.
//
//	program := manual.Read(app, choices)
//	err := program.Bash(os.Stdout)
//	err = program.Man(os.Stdout, "1.2", "2001-02-03")
package manual

import (
	"strings"

	urfave "github.com/urfave/cli/v2"

	"parser/conll/textfile"
)

// Command is a program or one of its commands, as its help shows it.
type Command struct {
	*urfave.Command        // in its description indented lines are not filled
	Path            string // the program's name and those of commands: "parser model info"
	Tables          string // what help shows below the flags, unchanged
	Flags           []Flag // that are not hidden
	Commands        []*Command
	Words           []string // possible arguments; nil for files
	typed           []string // all ways to type it, without the program: its path, with every name of each part
}

// Flag is a flag of a command.
type Flag struct {
	Names    []string // without dashes, the long one first
	Category string   // heading in help
	Usage    string
	Value    string   // what help calls its value; "" for a switch
	Default  string   // "" for none
	Choices  []string // possible values, as far as they are known
	Files    bool     // whether it can be a file
	List     bool     // whether several Choices can be given, separated by commas
	Many     bool     // whether the flag can be given several times
}

// Choices returns the possible values of a flag of a command, or nil if they are not known; without
// a flag, the possible arguments of the command. The command's name lacks the program's.
type Choices func(command string, flag urfave.Flag) []string

// Read returns the contents of a program's help. Hidden commands and flags are left out.
func Read(app *urfave.App, choices Choices) *Command {
	return read(app.Name, []string{""}, &urfave.Command{
		Name: app.Name, Usage: app.Usage, UsageText: app.UsageText, Description: app.Description,
		Flags: app.Flags, Subcommands: app.Commands,
	}, choices)
}

func read(path string, typed []string, c *urfave.Command, choices Choices) *Command {
	_, name, _ := strings.Cut(path, " ")
	own := &Command{Command: c, Path: path, Flags: flags(c.Flags, name, choices), Words: choices(name, nil), typed: typed}
	for _, below := range c.Subcommands {
		if below.Hidden {
			continue
		}
		var all []string
		for _, above := range typed {
			for _, name := range below.Names() {
				all = append(all, strings.TrimSpace(above+" "+name))
			}
		}
		own.Commands = append(own.Commands, read(path+" "+below.Name, all, below, choices))
	}
	return own
}

var (
	quoted = textfile.Pattern("`([^`]*)`")
	isFile = textfile.Pattern(`\b(FILE|DIR|MODEL)\b|\ba file\b`)
)

func flags(from []urfave.Flag, command string, choices Choices) (all []Flag) {
	for _, f := range from {
		doc, ok := f.(interface {
			urfave.DocGenerationFlag
			urfave.VisibleFlag
			urfave.CategorizableFlag
		})
		if !ok || !doc.IsVisible() {
			continue
		}
		own := Flag{Names: f.Names(), Category: doc.GetCategory(), Usage: strings.ReplaceAll(doc.GetUsage(), "`", "")}
		if many, ok := f.(urfave.DocGenerationSliceFlag); ok {
			own.Many = many.IsSliceFlag()
		}
		if doc.TakesValue() {
			own.Value = "VALUE"
			if name := quoted().FindStringSubmatch(doc.GetUsage()); name != nil {
				own.Value = name[1]
			}
			own.Default, own.Choices = doc.GetDefaultText(), choices(command, f)
			own.Files, own.List = isFile().MatchString(doc.GetUsage()), own.Value == "LIST"
		}
		all = append(all, own)
	}
	return all
}

// dashed returns the names of a flag as they are typed.
func (f *Flag) dashed() (names []string) {
	for _, name := range f.Names {
		if len(name) > 1 {
			name = "-" + name
		}
		names = append(names, "-"+name)
	}
	return names
}

// All returns c and all commands below it.
func (c *Command) All() []*Command {
	all := []*Command{c}
	for _, below := range c.Commands {
		all = append(all, below.All()...)
	}
	return all
}

// words are the possible arguments of c, unless those are files.
func (c *Command) words() (all []string) {
	for _, below := range c.Commands {
		all = append(all, below.Names()...)
	}
	return append(all, c.Words...)
}
