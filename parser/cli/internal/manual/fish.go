package manual

import (
	"fmt"
	"io"
	"strings"
)

// Fish writes a script for fish that completes commands, flags, their values, and files, and
// says what commands and flags are for.
func (c *Command) Fish(w io.Writer) error {
	name := c.Names()[0]
	var text strings.Builder
	for _, of := range c.All() {
		within := "_in"
		if len(of.Commands) > 0 {
			within = "_at"
		}
		for _, path := range of.typed {
			when := fmt.Sprintf("complete -c %s -n %s", name, fishQuoted(strings.TrimSpace("__"+name+within+" "+path)))
			text.WriteByte('\n')
			if len(of.words()) > 0 {
				fmt.Fprintln(&text, when, "-f")
			}
			for _, below := range of.Commands {
				for _, own := range below.Names() {
					fmt.Fprintln(&text, when, "-a", own, "-d", fishQuoted(below.Usage))
				}
			}
			if of.Words != nil {
				fmt.Fprintln(&text, when, "-a", fishQuoted(strings.Join(of.Words, " ")))
			}
			for _, f := range of.Flags {
				fmt.Fprintln(&text, when+f.fish())
			}
		}
	}
	_, err := fmt.Fprint(w, strings.ReplaceAll(fishScript, "PROGRAM", name), &text)
	return err
}

var fishEscapes = strings.NewReplacer(`\`, `\\`, `'`, `\'`)

func fishQuoted(text string) string { return "'" + fishEscapes.Replace(text) + "'" }

func (f *Flag) fish() string {
	var text string
	for _, name := range f.Names {
		text += map[bool]string{true: " -l ", false: " -s "}[len(name) > 1] + name
	}
	words := strings.Join(f.Choices, " ")
	switch {
	case f.Value == "":
	case f.Files:
		text += " -r -F"
	default:
		text += " -x"
	}
	switch {
	case f.List && words != "":
		text += " -a " + fishQuoted("(__fish_complete_list , 'printf %s\\n "+words+"')")
	case words != "":
		text += " -a " + fishQuoted(words)
	}
	return text + " -d " + fishQuoted(f.Usage)
}

const fishScript = `# Completion of PROGRAM in fish, written by "PROGRAM completion fish".

function __PROGRAM_in --description 'whether the line begins with these commands'
    set -l words (commandline -opc)
    set -e words[1]
    string match -q -- "$argv *" "$words "
end

function __PROGRAM_at --description 'whether the line consists of these commands so far'
    set -l words (commandline -opc)
    set -e words[1]
    test "$words" = "$argv"
end
`
