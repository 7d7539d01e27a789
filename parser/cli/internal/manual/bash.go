package manual

import (
	"cmp"
	"fmt"
	"io"
	"strings"
)

// Bash writes a script for bash, of version 3 or later, that completes commands, flags, their
// values, and files.
func (c *Command) Bash(w io.Writer) error {
	name := c.Names()[0]
	var parents, values, words strings.Builder
	for _, of := range c.All() {
		if len(of.Commands) > 0 && of != c {
			fmt.Fprintf(&parents, "\t%s)\n\t\tif ((COMP_CWORD > 2)); then command+=\" ${COMP_WORDS[2]}\"; fi ;;\n", alternatives(of.typed, ""))
		}
		var flags []string
		for _, f := range of.Flags {
			flags = append(flags, f.dashed()...)
			if f.Value == "" {
				continue
			}
			var actions []string
			switch choices := strings.Join(f.Choices, " "); {
			case choices == "":
			case f.List:
				actions = []string{fmt.Sprintf("_%s_list '%s'", name, choices)}
			default:
				actions = []string{fmt.Sprintf("_%s_words '%s'", name, choices)}
			}
			if f.Files {
				actions = append(actions, fmt.Sprintf("_%s_files", name))
			}
			action := cmp.Or(strings.Join(actions, "; "), ":") // which does nothing
			fmt.Fprintf(&values, "\t%s) %s; return ;;\n", alternatives(of.typed, f.dashed()...), action)
		}
		own := strings.Join(of.words(), " ")
		fmt.Fprintf(&words, "\t%s) flags='%s' words='%s' ;;\n", alternatives(of.typed, ""), strings.Join(flags, " "), own)
	}
	_, err := fmt.Fprintf(w, strings.NewReplacer("PROGRAM", name).Replace(bashScript), &parents, &values, &words)
	return err
}

// alternatives is the pattern of a case: each path, followed by each of the flags.
func alternatives(paths []string, flags ...string) string {
	var all []string
	for _, path := range paths {
		for _, flag := range flags {
			all = append(all, "'"+strings.TrimRight(path+" "+flag, " ")+"'")
		}
	}
	return strings.Join(all, "|")
}

const bashScript = `# Completion of PROGRAM in bash, written by "PROGRAM completion bash".

_PROGRAM_words() { COMPREPLY+=($(compgen -W "$1" -- "$cur")); }

_PROGRAM_list() {
	local given=
	if [[ $cur == *,* ]]; then given=${cur%%,*},; fi
	COMPREPLY+=($(compgen -P "$given" -W "$1" -- "${cur##*,}"))
}

_PROGRAM_files() {
	compopt -o default 2>/dev/null || COMPREPLY+=($(compgen -f -- "$cur"))
}

_PROGRAM() {
	local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} command= flags= words= i
	COMPREPLY=()
	if [[ $cur == = ]]; then # --flag= is two words here, and --flag=value three
		cur=
	elif [[ $prev == = ]]; then
		prev=${COMP_WORDS[COMP_CWORD-2]}
	fi
	if ((COMP_CWORD > 1)); then command=${COMP_WORDS[1]}; fi
	case $command in
%s	esac
	for ((i = 1; i < COMP_CWORD; i++)); do
		if [[ ${COMP_WORDS[i]} == -- ]]; then _PROGRAM_files; return; fi
	done
	case "$command $prev" in
%s	esac
	case $command in
%s	esac
	if [[ $cur == -* ]]; then
		_PROGRAM_words "$flags"
	elif [[ -n $words ]]; then
		_PROGRAM_words "$words"
	else
		_PROGRAM_files
	fi
}

complete -F _PROGRAM PROGRAM
`
