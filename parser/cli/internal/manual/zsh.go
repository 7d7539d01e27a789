package manual

import (
	"fmt"
	"io"
	"strings"
)

// Zsh writes a script for zsh that completes commands, flags, their values, and files, and says
// what commands and flags are for. It can be read from ~/.zshrc, or lie in a folder of fpath as
// _program.
func (c *Command) Zsh(w io.Writer) error {
	var text strings.Builder
	for _, of := range c.All() {
		var specs []string
		for i := range of.Flags {
			specs = append(specs, of.Flags[i].zsh()...)
		}
		fmt.Fprintf(&text, "\n%s() {\n", zshFunction(of))
		switch {
		case len(of.Commands) > 0:
			text.WriteString("\tif ((CURRENT == 2)) && [[ $PREFIX != -* ]]; then\n\t\tlocal -a commands=(")
			for _, below := range of.Commands {
				for _, name := range below.Names() {
					text.WriteString("\n\t\t\t" + zshQuoted(name+":"+below.Usage))
				}
			}
			text.WriteString("\n\t\t)\n\t\t_describe -t commands command commands\n\t\treturn\n\tfi\n\tcase $words[2] in\n")
			for _, below := range of.Commands {
				fmt.Fprintf(&text, "\t%s) shift words; ((CURRENT--)); %s; return ;;\n", strings.Join(below.Names(), "|"), zshFunction(below))
			}
			text.WriteString("\tesac\n")
		case of.Words != nil:
			specs = append(specs, zshQuoted("*:word:("+strings.Join(of.Words, " ")+")"))
		default:
			specs = append(specs, zshQuoted("*:file:_files"))
		}
		fmt.Fprintf(&text, "\t_arguments -S \\\n\t\t%s\n}\n", strings.Join(specs, " \\\n\t\t"))
	}
	name := c.Names()[0]
	_, err := fmt.Fprintf(w, "#compdef %s\n# Completion of %[1]s in zsh, written by \"%[1]s completion zsh\".\n%s\n"+
		"if [[ $funcstack[1] == _%[1]s ]]; then\n\t_%[1]s \"$@\"\nelse\n\tcompdef _%[1]s %[1]s\nfi\n", name, &text)
	return err
}

func zshFunction(c *Command) string { return "_" + strings.ReplaceAll(c.Path, " ", "_") }

func zshQuoted(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }

var zshBrackets = strings.NewReplacer(`\`, `\\`, `[`, `\[`, `]`, `\]`, ":", `\:`)

// zsh returns a description of each name of the flag for _arguments.
func (f *Flag) zsh() (specs []string) {
	names := f.dashed()
	for _, name := range names {
		spec := "(" + strings.Join(names, " ") + ")" + name
		if f.Many {
			spec = "*" + name
		}
		usage := "[" + zshBrackets.Replace(f.Usage) + "]"
		if f.Value != "" {
			before := map[bool]string{true: "=", false: "+"}[strings.HasPrefix(name, "--")]
			usage = before + usage + ":" + f.Value + ":" + f.zshAction()
		}
		specs = append(specs, zshQuoted(spec+usage))
	}
	return specs
}

func (f *Flag) zshAction() string {
	words := strings.Join(f.Choices, " ")
	switch {
	case f.Files && words != "":
		return "{compadd - " + words + "; _files}"
	case f.Files:
		return "_files"
	case f.List && words != "":
		return "_sequence compadd - " + words
	case words != "":
		return "(" + words + ")"
	}
	return " "
}
