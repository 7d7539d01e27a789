package cli

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// testNames returns the names of all Go tests and all scripts of the project.
func testNames(t *testing.T, root string) map[string]bool {
	names := map[string]bool{}
	require.NoError(t, filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && d.Name() == ".git":
			return fs.SkipDir
		case strings.HasSuffix(path, ".txtar"):
			names[d.Name()] = true
		case strings.HasSuffix(path, "_test.go"):
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			for _, declared := range file.Decls {
				if f, ok := declared.(*ast.FuncDecl); ok && f.Recv == nil {
					names[f.Name.Name] = true
				}
			}
		}
		return nil
	}))
	return names
}

// Every row of promises.md and SECURITY.md names a test, or says why it has no test. All tests
// that are named exist.
func TestPromisesHaveTests(t *testing.T) {
	names := testNames(t, filepath.Join("..", ".."))
	test := regexp.MustCompile("`((?:Test|Fuzz)[A-Za-z0-9]+|[a-z_]+\\.txtar)`")
	for document, want := range map[string]int{filepath.Join("testdata", "promises.md"): 51, filepath.Join("..", "SECURITY.md"): 28} {
		text, err := os.ReadFile(document)
		require.NoError(t, err)
		for _, found := range test.FindAllStringSubmatch(string(text), -1) {
			require.True(t, names[found[1]], "%s names %s, which there is not", document, found[1])
		}
		rows := 0
		for line := range strings.Lines(string(text)) {
			cells := strings.Split(strings.Trim(line, " |\n"), " | ")
			if line[0] != '|' || strings.HasPrefix(line, "| ---") || strings.HasSuffix(cells[len(cells)-1], "tests") ||
				strings.HasSuffix(cells[len(cells)-1], "reason") {
				continue
			}
			rows++
			last := cells[len(cells)-1]
			require.True(t, test.MatchString(last) || strings.HasPrefix(last, "kept"), "%s: no test and no reason: %s", document, line)
		}
		require.GreaterOrEqual(t, rows, want, document)
	}
}
