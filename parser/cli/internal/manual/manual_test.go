package manual_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	urfave "github.com/urfave/cli/v2"

	"parser/parser/cli/internal/manual"
)

// hostile is text that shells and roff would interpret.
const hostile = `it's [a: "b"] $(c) \d <e> %s {f} #`

// program has commands with aliases and subcommands, and texts full of quotes.
func program() *manual.Command {
	app := &urfave.App{
		Name: "cook", Usage: hostile, UsageText: "cook command", Description: ".TH first\n\n'so second\n\n  as it is\n" + hostile,
		Flags: []urfave.Flag{&urfave.BoolFlag{Name: "version"}},
		Commands: []*urfave.Command{
			{Name: "boil", Aliases: []string{"seethe"}, Usage: hostile, Flags: []urfave.Flag{
				&urfave.StringFlag{Name: "heat", Aliases: []string{"t"}, Value: "low", Usage: "`HEAT`: low, high; " + hostile},
				&urfave.StringFlag{Name: "secret", Hidden: true},
				&urfave.StringSliceFlag{Name: "pot", Usage: "`FILE` of a pot"},
			}},
			{Name: "store", Usage: "keep", Subcommands: []*urfave.Command{{Name: "list", Usage: "list " + hostile}}},
			{Name: "hidden", Hidden: true},
		},
	}
	return manual.Read(app, func(command string, f urfave.Flag) []string {
		if command == "boil" && f != nil && f.Names()[0] == "heat" {
			return []string{"low", "high"}
		}
		return nil
	})
}

func TestReadLeavesOutWhatIsHidden(t *testing.T) {
	p := program()
	var paths []string
	for _, c := range p.All() {
		paths = append(paths, c.Path)
	}
	require.Equal(t, []string{"cook", "cook boil", "cook store", "cook store list"}, paths)
	boil := p.Commands[0]
	require.Equal(t, []string{"boil", "seethe"}, boil.Names())
	require.Len(t, boil.Flags, 2)
	require.Equal(t, manual.Flag{
		Names: []string{"heat", "t"}, Usage: "HEAT: low, high; " + hostile, Value: "HEAT", Default: `"low"`, Choices: []string{"low", "high"},
	}, boil.Flags[0])
	require.True(t, boil.Flags[1].Files && boil.Flags[1].Many)
}

// Whatever help says, shells can read the scripts made from it.
func TestShellsReadTheScripts(t *testing.T) {
	for shell, write := range map[string]func(*manual.Command, *bytes.Buffer) error{
		"bash": func(c *manual.Command, b *bytes.Buffer) error { return c.Bash(b) },
		"zsh":  func(c *manual.Command, b *bytes.Buffer) error { return c.Zsh(b) },
		"fish": func(c *manual.Command, b *bytes.Buffer) error { return c.Fish(b) },
	} {
		t.Run(shell, func(t *testing.T) {
			if _, err := exec.LookPath(shell); err != nil {
				t.Skip("there is no " + shell)
			}
			var script bytes.Buffer
			require.NoError(t, write(program(), &script))
			for _, word := range []string{"seethe", "heat", "low", "list"} {
				require.Contains(t, script.String(), word)
			}
			require.NotContains(t, script.String(), "secret")
			file := filepath.Join(t.TempDir(), "script")
			require.NoError(t, os.WriteFile(file, script.Bytes(), 0o666))
			out, err := exec.Command(shell, "-n", file).CombinedOutput()
			require.NoError(t, err, "%s", out)
			require.Empty(t, string(out))
		})
	}
	if _, err := exec.LookPath("fish"); err == nil {
		var script bytes.Buffer
		require.NoError(t, program().Fish(&script))
		out, err := exec.Command("fish", "--no-config", "-c",
			script.String()+"complete -C 'cook seet'; complete -C 'cook store li'; complete -C 'cook seethe --heat h'").Output()
		require.NoError(t, err)
		require.Equal(t, "seethe\t"+hostile+"\nlist\tlist "+hostile+"\nhigh\tHEAT: low, high; "+hostile+"\n", string(out))
	}
}

// A page has everything that help says, and none of it is a request to roff.
func TestManKeepsTexts(t *testing.T) {
	if _, err := exec.LookPath("man"); err != nil {
		t.Skip("there is no man to read pages")
	}
	for _, c := range program().All() {
		var page bytes.Buffer
		require.NoError(t, c.Man(&page, "1.2", "2001-02-03"))
		file := filepath.Join(t.TempDir(), c.Page()+".1")
		require.NoError(t, os.WriteFile(file, page.Bytes(), 0o666))
		man := exec.Command("man", "--warnings=w", "-l", file)
		man.Env = append(os.Environ(), "LC_ALL=C.UTF-8", "MANWIDTH=200")
		var warnings strings.Builder
		man.Stderr = &warnings
		out, err := man.Output()
		require.NoError(t, err)
		require.Empty(t, warnings.String())
		text := strings.Join(strings.Fields(string(out)), " ")
		require.Contains(t, text, c.Usage)
		require.Regexp(t, "cook 1.2 +2001-02-03", string(out))
		if c.Path == "cook" {
			require.Contains(t, text, ".TH first 'so second as it is "+hostile)
		}
	}
}

// mandoc, which shows manuals on macOS and the BSDs, warns of nothing.
func TestManForMandoc(t *testing.T) {
	if _, err := exec.LookPath("mandoc"); err != nil {
		t.Skip("there is no mandoc to check pages")
	}
	for _, c := range program().All() {
		var page bytes.Buffer
		require.NoError(t, c.Man(&page, "1.2", "2001-02-03"))
		check := exec.Command("mandoc", "-T", "lint", "-W", "warning")
		check.Stdin = &page
		out, err := check.CombinedOutput()
		require.NoError(t, err, "%s", out)
		require.Empty(t, string(out))
	}
}
