package cli

import (
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"parser/parser/cli/internal/frame"
	"parser/testdata/testkit"
)

// script writes what completion prints for a shell into a file of this name, and skips the test
// where there is no such shell.
func script(t *testing.T, shell, name string) (folder string) {
	if _, err := exec.LookPath(shell); err != nil {
		t.Skip("there is no " + shell)
	}
	r := run(t, "", "completion", shell)
	require.Zero(t, r.status, r.stderr)
	require.Empty(t, r.stderr)
	folder = t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(folder, name), []byte(r.stdout), 0o666))
	require.NoError(t, os.WriteFile(filepath.Join(folder, "a file"), nil, 0o666))
	return folder
}

// shell runs a command in the folder and returns what it prints.
func shell(t *testing.T, folder string, command ...string) string {
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	c := exec.CommandContext(ctx, command[0], command[1:]...)
	c.Dir, c.WaitDelay = folder, time.Second
	out, err := c.CombinedOutput()
	require.NoError(t, err, "%s", out)
	return string(out)
}

// What bash and fish offer at the end of a line, one a line.
var offers = []struct{ line, want string }{
	{"parser tr", "trace train"},
	{"parser --ver", "--version"},
	{"parser train --sys", "--system"},
	{"parser train --system ar", "arc-eager arc-eager-nonmonotonic arc-hybrid arc-hybrid-swap arc-standard arc-standard-swap"},
	{"parser train --quiet --system ar", "arc-eager arc-eager-nonmonotonic arc-hybrid arc-hybrid-swap arc-standard arc-standard-swap"},
	{"parser train --tag upos,x", "upos,xpos"},
	{"parser ablate --format ma", "markdown"},
	{"parser oracle --format j", "json"},
	{"parser train --epochs ", ""},
	{"parser model in", "info"},
	{"parser model info --j", "--json"},
	{"parser table la", "languages"},
	{"parser help comp", "compare completion"},
	{"parser completion ", "bash fish zsh"},
}

func TestBashCompletes(t *testing.T) {
	folder := script(t, "bash", "parser.bash")
	const complete = `source ./parser.bash
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=()
_parser
printf '%s\n' "${COMPREPLY[@]}" | sort`
	require.NoError(t, os.WriteFile(filepath.Join(folder, "complete"), []byte(complete), 0o666))
	in := func(words ...string) string {
		return strings.Join(strings.Fields(shell(t, folder, append([]string{"bash", "complete"}, words...)...)), " ")
	}
	for _, c := range offers {
		require.Equal(t, c.want, in(strings.Split(c.line, " ")...), c.line)
	}
	systems := "arc-eager arc-eager-nonmonotonic arc-hybrid arc-hybrid-swap arc-standard arc-standard-swap"
	require.Equal(t, systems, in("parser", "train", "--system", "=", "ar"), "as bash cuts --system=ar")
	require.Contains(t, in("parser", "train", "--system", "="), "in-order")
}

func TestFishCompletes(t *testing.T) {
	folder := script(t, "fish", "parser.fish")
	in := func(line string) (words []string) {
		out := shell(t, folder, "fish", "--no-config", "-c", "source parser.fish; complete -C '"+line+"'")
		for _, offer := range strings.Split(strings.TrimSpace(out), "\n") {
			word, _, _ := strings.Cut(offer, "\t") // what it is for
			words = append(words, word)
		}
		return words
	}
	for _, c := range offers {
		require.ElementsMatch(t, strings.Split(c.want, " "), in(c.line), c.line)
	}
	require.Contains(t, strings.Join(in("parser parse --model a"), ""), "file")
	require.ElementsMatch(t, []string{"--system=arc-eager", "--system=arc-hybrid", "--system=arc-standard"}, in("parser train --system=ar"))
}

// TestZshCompletes presses the tab key in a zsh at a terminal of its own.
func TestZshCompletes(t *testing.T) {
	folder := script(t, "zsh", "_parser")
	const press = `zmodload zsh/zpty
zpty z zsh -f -i
expect() { zpty -r z seen "*$1*" }
zpty -w z 'PS1=; autoload -U compinit; compinit -u -D; source ./_parser; print REA''DY'
expect READY
while (($#)) {
	zpty -w -n z $1$'\t'
	expect $2
	zpty -w z $'\C-u'
	shift 2
}
zpty -d z`
	require.NoError(t, os.WriteFile(filepath.Join(folder, "press"), []byte(press), 0o666))
	shell(t, folder, "zsh", "-f", "press",
		"parser trai", "train", "parser train --sys", "--system", "parser train --system ar", "c-", "parser train --tag upos,x", "pos,xpos",
		"parser model in", "info", "parser ablate --format ma", "markdown", "parser completion f", "fish", "parser parse a\\ f", "ile")
}

func TestCompletionOfUnknownShells(t *testing.T) {
	for _, args := range [][]string{{"completion"}, {"completion", "tcsh"}, {"completion", "bash", "zsh"}, {"man"}} {
		r := run(t, "", args...)
		require.Equal(t, statusUsage, r.status, "%q", args)
		require.Empty(t, r.stdout)
	}
}

// TestChoicesStandInHelp: what shells offer for a flag is what its help says that it can be.
func TestChoicesStandInHelp(t *testing.T) {
	app := newApp(&frame.Env{})
	for _, c := range reference(app).All() {
		for _, f := range c.Flags {
			name := c.Path + " --" + f.Names[0]
			if slices.Contains([]string{"SYSTEM", "ORACLE", "SCORER", "LEARNER", "FORMAT", "MODE", "SCHEME", "PRECISION"}, f.Value) {
				require.NotEmpty(t, f.Choices, name)
			}
			for _, word := range f.Choices {
				if f.Names[0] != "tag" { // columns, as everywhere
					require.Regexp(t, `(^|[ ,(:])`+regexp.QuoteMeta(word)+`($|[ ,;):])`, f.Usage, name)
				}
			}
		}
	}
}

// TestManualPages: each command has a page with all of its flags, at which neither man nor mandoc has anything to warn
// of.
func TestManualPages(t *testing.T) {
	folder, epoch := filepath.Join(t.TempDir(), "man1"), ""
	write := func() int {
		e := testEnv(t, nil, io.Discard, io.Discard)
		e.Getenv = func(string) string { return epoch }
		return Run(t.Context(), []string{frame.ProgramName, "man", folder}, e)
	}
	require.Zero(t, write())
	page, err := os.ReadFile(filepath.Join(folder, "parser.1"))
	require.NoError(t, err)
	require.Regexp(t, `^\.TH "PARSER" 1 "" `, string(page))
	epoch = "yesterday"
	require.Equal(t, statusUsage, write())
	epoch = "981158400"
	require.Zero(t, write())
	all := reference(newApp(&frame.Env{})).All()
	entries, err := os.ReadDir(folder)
	require.NoError(t, err)
	require.Len(t, entries, len(all))
	for _, c := range all {
		text, err := os.ReadFile(filepath.Join(folder, c.Page()+".1"))
		require.NoError(t, err)
		require.Contains(t, string(text), ` 1 "2001-02-03" `)
		for _, f := range c.Flags {
			for _, name := range f.Names {
				require.Contains(t, string(text), `\-`+strings.ReplaceAll(name, "-", `\-`)+`\fR`, c.Page())
			}
		}
	}
	if _, err := exec.LookPath("mandoc"); err == nil {
		check := exec.Command("sh", "-c", "mandoc -T lint -W warning *.1")
		check.Dir = folder
		out, err := check.CombinedOutput()
		require.NoError(t, err, "%s", out)
	}
	if _, err := exec.LookPath("man"); err != nil {
		t.Skip("there is no man to check the pages")
	}
	for i, c := range all {
		if i%4 > 0 && !testkit.Deep() {
			continue
		}
		page := exec.Command("man", "--warnings=w", "-l", c.Page()+".1")
		page.Dir, page.Env = folder, append(os.Environ(), "LC_ALL=C.UTF-8", "MANWIDTH=100")
		var warnings strings.Builder
		page.Stderr = &warnings
		out, err := page.Output()
		require.NoError(t, err)
		require.Empty(t, warnings.String(), c.Page())
		require.Contains(t, strings.Join(strings.Fields(string(out)), " "), c.Usage)
	}
}
