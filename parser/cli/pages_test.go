package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/parser/cli/internal/experiment"
	"parser/parser/cli/internal/frame"
	"parser/parser/cli/internal/manual"
	"parser/parser/internal/engine"
	"parser/parser/internal/structure"
	"parser/testdata/testkit"
)

// pages is the folder of the pages for users: README.md lists them, and commands/ has one for each command.
var pages = filepath.Join("..", "docs")

// Every command has a page, the list of pages names it, and what the page says about its flags is what the command
// declares. With -update the tables are written anew.
func TestPagesOfCommands(t *testing.T) {
	program := reference(newApp(&frame.Env{Getenv: func(string) string { return "" }}))
	index := readPage(t, filepath.Join(pages, "README.md"))
	declared := regexp.MustCompile(`(?s)<!-- (flags|defaults): ([a-z ]+?)(?:, beyond ([a-z ]+))? -->\n(.*?)<!-- end -->\n`)
	for _, command := range program.Commands {
		name := command.Names()[0]
		require.Contains(t, index, "(commands/"+name+".md)", "docs/README.md does not name the page of parser %s", name)
		file := filepath.Join(pages, "commands", name+".md")
		text := readPage(t, file)
		var described []string
		fresh := declared.ReplaceAllStringFunc(text, func(old string) string {
			m := declared.FindStringSubmatch(old)
			head, _, _ := strings.Cut(old, "\n")
			of := named(command, m[2])
			require.NotNil(t, of, "%s: %s: it describes no such command", file, head)
			if m[1] == "defaults" {
				return fmt.Sprintf("%s\n```text\n%s```\n<!-- end -->\n", head, of.Tables)
			}
			described = append(described, m[2])
			var others []*manual.Command
			for _, path := range strings.Split(m[3], " and ") {
				if other := named(program, path); path != "" {
					require.NotNil(t, other, "%s: %s: there is no command %s", file, head, path)
					others = append(others, other)
				}
			}
			return fmt.Sprintf("%s\n%s<!-- end -->\n", head, tableOf(of, others))
		})
		for _, of := range command.All() {
			require.True(t, len(ownFlags(of)) == 0 || slices.Contains(described, of.Path),
				"%s needs a line <!-- flags: %s --> and below it <!-- end -->, between which -update writes a table", file, of.Path)
		}
		if testkit.Updating() {
			require.NoError(t, os.WriteFile(file, []byte(fresh), 0o644))
			continue
		}
		wants, gots := strings.Split(fresh, "\n"), strings.Split(text, "\n")
		for i := range min(len(wants), len(gots)) {
			require.Equal(t, wants[i], gots[i], "%s:%d (go test ./parser/cli -run Pages -update writes what commands declare)", file, i+1)
		}
		require.Len(t, gots, len(wants), file)
	}
}

func readPage(t *testing.T, file string) string {
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	return string(text)
}

// named returns c or the command below it that has this path, nil if there is no such command.
func named(c *manual.Command, path string) *manual.Command {
	for _, of := range c.All() {
		if of.Path == path {
			return of
		}
	}
	return nil
}

// ownFlags are the flags of a command except those for help, which all have.
func ownFlags(c *manual.Command) []manual.Flag {
	return slices.DeleteFunc(slices.Clone(c.Flags), func(f manual.Flag) bool {
		return slices.Contains([]string{helpName, helpAllName}, f.Names[0])
	})
}

// tableOf describes the flags of a command in Markdown, a table for each heading of its help, in the order of help. Flags
// that others have as well are only named.
func tableOf(c *manual.Command, others []*manual.Command) string {
	var headings []string
	rows, common := map[string]string{}, make([][]string, len(others))
	for _, f := range ownFlags(c) {
		at := slices.IndexFunc(others, func(other *manual.Command) bool {
			return slices.ContainsFunc(other.Flags, func(o manual.Flag) bool { return cells(o) == cells(f) })
		})
		if at >= 0 {
			common[at] = append(common[at], "`"+dashed(f.Names[0])+"`")
			continue
		}
		if rows[f.Category] == "" {
			headings = append(headings, f.Category)
		}
		rows[f.Category] += cells(f)
	}
	slices.Sort(headings)
	var text strings.Builder
	for _, heading := range headings {
		if heading != "" {
			fmt.Fprintf(&text, "### %s\n\n", heading)
		}
		fmt.Fprintf(&text, "| flag | meaning | default |\n| --- | --- | --- |\n%s\n", rows[heading])
	}
	for i, other := range others {
		name := strings.Fields(other.Path)[1]
		fmt.Fprintf(&text, "As for [%s](%s.md#flags): %s.\n\n", other.Path, name, strings.Join(common[i], ", "))
	}
	return text.String()
}

// cells is the row of a flag.
func cells(f manual.Flag) string {
	var names []string
	for _, name := range f.Names {
		names = append(names, "`"+strings.TrimSpace(dashed(name)+" "+f.Value)+"`")
		f.Value = "" // once is enough
	}
	usual := plain(f.Default)
	if quoted := strings.Trim(f.Default, `"`); quoted != f.Default {
		usual = "`" + quoted + "`"
	}
	return fmt.Sprintf("| %s | %s | %s |\n", strings.Join(names, ", "), plain(f.Usage), usual)
}

// plain escapes what Markdown would take for markup.
func plain(text string) string {
	return regexp.MustCompile(`[|<*\x60]`).ReplaceAllString(text, `\$0`)
}

// Help and the pages have a column of defaults for each structure: all systems that build it have the same.
func TestDefaultsBySystem(t *testing.T) {
	for _, s := range structure.All() {
		for _, system := range s.Systems() {
			for _, usual := range []func(string) engine.Options{engine.DefaultsFor, experiment.DefaultsFor} {
				want, got := frame.ValuesOf(usual(s.Systems()[0])), frame.ValuesOf(usual(system))
				want["system"] = system
				if strings.HasSuffix(system, "-swap") || system == "head-offset" || system == "arc-eager-nonmonotonic" {
					// They build any tree, or have oracles of their own.
					for _, flag := range []string{"nonprojective", "oracle", "explore"} {
						require.Contains(t, got, flag)
						want[flag] = got[flag]
					}
				}
				require.Equal(t, want, got, system)
			}
		}
	}
}

// What only research needs stands under headings of its own, and not in the help that comes first.
func TestResearchIsApart(t *testing.T) {
	program := reference(newApp(&frame.Env{Getenv: func(string) string { return "" }}))
	counts := map[string]int{}
	for _, f := range named(program, "parser train").Flags {
		counts[f.Category]++
	}
	require.Equal(t, 25, counts["Research: imitation learning"])
	require.Equal(t, 20, counts["Research: learners"])
	for _, c := range program.Commands {
		for _, f := range c.Flags {
			first := slices.Contains(firstFlags[c.Names()[0]], f.Names[0])
			require.False(t, first && strings.HasPrefix(f.Category, "Research"), "%s --%s", c.Path, f.Names[0])
		}
	}
}
