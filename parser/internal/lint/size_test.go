package lint_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

// TestFolders: a folder has few enough files to look through, besides tests.
func TestFolders(t *testing.T) {
	const mostFiles = 30
	files := map[string]int{}
	sources(t, func(name string, _ []byte) {
		if !strings.HasSuffix(name, "_test.go") {
			files[path.Dir(name)]++
		}
	})
	for folder, n := range files {
		require.LessOrEqual(t, n, mostFiles, folder)
	}
}

// TestSizes: files, functions and lines are short enough to read.
func TestSizes(t *testing.T) {
	const mostLines, mostFunction, mostWidth = 400, 80, 160
	var wide, long []string
	sources(t, func(name string, text []byte) {
		test := strings.HasSuffix(name, "_test.go")
		number := 0
		for line := range strings.Lines(string(text)) {
			number++
			if utf8.RuneCountInString(strings.TrimSuffix(line, "\n")) > mostWidth {
				wide = append(wide, fmt.Sprintf("%s:%d", name, number))
			}
		}
		if number > mostLines {
			long = append(long, fmt.Sprintf("%s has %d lines", name, number))
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, name, text, parser.SkipObjectResolution)
		require.NoError(t, err)
		ast.Inspect(file, func(n ast.Node) bool {
			if f, ok := n.(*ast.FuncDecl); ok && !test { // tables of tests are long
				if lines := set.Position(f.End()).Line - set.Position(f.Pos()).Line + 1; lines > mostFunction {
					long = append(long, fmt.Sprintf("%s: %s has %d lines", set.Position(f.Pos()), f.Name.Name, lines))
				}
			}
			return true
		})
	})
	require.Empty(t, long)
	require.Empty(t, wide)
}
