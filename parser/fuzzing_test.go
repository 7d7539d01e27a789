package parser_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestEveryTargetIsListed: FUZZING.md has the fuzz targets of the module, each once, and no others.
func TestEveryTargetIsListed(t *testing.T) {
	target := regexp.MustCompile(`(?m)^func (Fuzz[A-Z]\w*)\(f \*testing\.F\)`)
	var there, listed []string
	require.NoError(t, filepath.WalkDir("..", func(name string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, "_test.go") {
			return err
		}
		text, err := os.ReadFile(name)
		for _, found := range target.FindAllSubmatch(text, -1) {
			there = append(there, filepath.ToSlash(filepath.Dir(name[len("../"):]))+" "+string(found[1]))
		}
		return err
	}))
	list, err := os.ReadFile("FUZZING.md")
	require.NoError(t, err)
	for _, row := range regexp.MustCompile("(?m)^\\| (Fuzz\\w+) \\| `(.*?)` \\| .+ \\|$").FindAllSubmatch(list, -1) {
		listed = append(listed, string(row[2])+" "+string(row[1]))
	}
	require.ElementsMatch(t, there, listed)
}
