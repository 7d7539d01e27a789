package lint_test

import (
	_ "embed"
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

//go:embed arrows.txt
var arrowsText string

// arrows returns which rooms a room may import, by its name.
func arrows(t *testing.T) map[string][]string {
	table, room := map[string][]string{}, ""
	for line := range strings.Lines(arrowsText) {
		switch fields := strings.Fields(line); {
		case strings.HasPrefix(line, "#"):
		case strings.HasPrefix(line, "\t"):
			table[room] = append(table[room], fields...)
		default:
			require.Len(t, fields, 1, line)
			room = fields[0]
			require.NotContains(t, table, room)
			table[room] = []string{}
		}
	}
	return table
}

// below reports whether a folder is another one or below it. Of parser that is only itself: below it is nearly all.
func below(folder, top string) bool {
	return folder == top || top != "parser" && strings.HasPrefix(folder, top+"/")
}

// TestArrows: no room knows one that it should not, and each one that it may know it knows.
func TestArrows(t *testing.T) {
	module, table := modulePath(t), arrows(t)
	seen, used := map[string]bool{}, map[string]bool{}
	sources(t, func(name string, text []byte) {
		if strings.HasSuffix(name, "_test.go") || strings.HasPrefix(name, ".ci/") || strings.Contains(name, "testdata/") {
			return
		}
		folder, room := path.Dir(name), "."
		for other := range table {
			if (folder == other || strings.HasPrefix(folder, other+"/")) && len(other) > len(room) {
				room = other
			}
		}
		seen[room] = true
		for _, floor := range []string{"parser/internal/", "parser/cli/internal/"} {
			require.True(t, !strings.HasPrefix(folder, floor) || strings.HasPrefix(room, floor), "arrows.txt does not name %s", folder)
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, text, parser.ImportsOnly)
		require.NoError(t, err)
		for _, i := range file.Imports {
			imported, inside := strings.CutPrefix(strings.Trim(i.Path.Value, `"`), module+"/")
			if !inside || below(imported, room) {
				continue
			}
			allowed := slices.IndexFunc(table[room], func(top string) bool { return below(imported, top) })
			require.True(t, allowed >= 0, "%s imports %s, which arrows.txt does not allow", name, imported)
			used[room+" "+table[room][allowed]] = true
		}
	})
	for room, allowed := range table {
		if _, err := os.Stat("parser/models/en-amr"); err != nil && room == "parser/models" { // a clone without them
			continue
		}
		require.True(t, seen[room], "arrows.txt: there is no room %s", room)
		for _, other := range allowed {
			require.True(t, used[room+" "+other], "arrows.txt: %s does not import %s; take it out", room, other)
		}
	}
}

// sources calls do with every Go file of the house, tests and nested modules included.
func sources(t *testing.T, do func(name string, text []byte)) {
	require.NoError(t, filepath.WalkDir(".", func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".go" {
			if err == nil && d.IsDir() && d.Name() == ".git" {
				return filepath.SkipDir
			}
			return err
		}
		text, err := os.ReadFile(path)
		do(filepath.ToSlash(path), text)
		return err
	}))
}

func modulePath(t *testing.T) string {
	text, err := os.ReadFile("go.mod")
	require.NoError(t, err)
	path, _, _ := strings.Cut(strings.TrimPrefix(string(text), "module "), "\n")
	return path
}

// TestWhoAsksForKinds: what is built is asked for in the room of structures. Oracles and decoding, which are below it,
// tell arcs from brackets where their mathematics does.
func TestWhoAsksForKinds(t *testing.T) {
	const mostMentions, mostFiles = 20, 8
	kinds := regexp.MustCompile(`\btransition\.(Dependencies|Constituents|Tags|Graphs)\b`)
	mentions, files := 0, []string(nil)
	sources(t, func(name string, text []byte) {
		if strings.HasSuffix(name, "_test.go") || strings.HasPrefix(name, "transition/") || strings.HasPrefix(name, "parser/internal/structure/") {
			return
		}
		if n := len(kinds.FindAll(text, -1)); n > 0 {
			mentions += n
			files = append(files, name)
		}
	})
	require.LessOrEqual(t, mentions, mostMentions, files)
	require.LessOrEqual(t, len(files), mostFiles, files)
	require.Positive(t, mentions)
}
