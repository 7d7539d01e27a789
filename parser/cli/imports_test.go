package cli

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestImports: only get and serve can speak to a network, nothing can start another program or load code,
// and what reads models and works with them opens no file but the model.
func TestImports(t *testing.T) {
	rules := []struct{ who, what, may *regexp.Regexp }{
		{
			regexp.MustCompile(``), regexp.MustCompile(`^net$|^net/(http|rpc|smtp)|^golang.org/x/net`),
			regexp.MustCompile(`^parser/cli/(internal/(fetch|serve)/|serve\.go$)`),
		},
		{regexp.MustCompile(``), regexp.MustCompile(`^(os/exec|plugin|C)$`), regexp.MustCompile(`^$`)},
		{
			regexp.MustCompile(`^(model|transition|oracle)/|^parser/([^/]*$|(learn|internal/(engine|score|decode|features|linear|neural|ensemble|view))/)`),
			regexp.MustCompile(`^(os|io/ioutil)$`), regexp.MustCompile(`^(model/kernel|parser/internal/neural/vectors)/`), // and word vectors for training
		},
	}
	root, used := filepath.Join("..", ".."), make([]int, len(rules))
	require.NoError(t, filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && path != root {
			_, err := os.Stat(filepath.Join(path, "go.mod"))
			if strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata" || err == nil { // a module of its own
				return fs.SkipDir
			}
		}
		if d.IsDir() || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		require.NoError(t, err)
		name, err := filepath.Rel(root, path)
		require.NoError(t, err)
		name = filepath.ToSlash(name)
		for _, i := range file.Imports {
			imported, err := strconv.Unquote(i.Path.Value)
			require.NoError(t, err)
			for n, rule := range rules {
				if rule.who.MatchString(name) && rule.what.MatchString(imported) {
					used[n]++
					require.Regexp(t, rule.may, name, imported)
				}
			}
		}
		return nil
	}))
	require.Positive(t, used[0])
	require.Zero(t, used[1])
	require.Positive(t, used[2])
}
