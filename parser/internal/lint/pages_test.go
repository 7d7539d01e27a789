package lint_test

import (
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/require"
)

// pages calls do with every page of the project, code blocks left out.
func pages(t *testing.T, do func(name, text string)) {
	code := regexp.MustCompile("(?ms)^ *```.*?^ *```$")
	require.NoError(t, filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(name) != ".md" || d.Name() == "markdown.md" { // which is a text to parse
			if err == nil && d.IsDir() && d.Name() == ".git" {
				return filepath.SkipDir
			}
			return err
		}
		text, err := os.ReadFile(name)
		blank := func(block string) string { return strings.Repeat("\n", strings.Count(block, "\n")) } // lines keep their numbers
		do(filepath.ToSlash(name), code.ReplaceAllStringFunc(string(text), blank))
		return err
	}))
}

// TestVersion: pages name the packages of the version that the list of changes begins with.
func TestVersion(t *testing.T) {
	changes, err := os.ReadFile("parser/CHANGELOG.md")
	require.NoError(t, err)
	version := regexp.MustCompile(`(?m)^## (\d+\.\d+\.\d+)$`).FindSubmatch(changes)
	require.NotNil(t, version)
	packages := regexp.MustCompile(`(?:parser[-_]|release )(\d+\.\d+\.\d+)`)
	for _, name := range []string{"parser/INSTALL.md", "parser/python/README.md"} {
		page, err := os.ReadFile(name)
		require.NoError(t, err)
		named := packages.FindAllSubmatch(page, -1)
		require.NotEmpty(t, named, name)
		for _, m := range named {
			require.Equal(t, string(version[1]), string(m[1]), "%s: %s", name, m[0])
		}
	}
}

// TestLinks: what pages link to inside of the project is there: the file or folder, and the heading.
func TestLinks(t *testing.T) {
	link := regexp.MustCompile(`\]\(([^()\s]+)\)`)
	span := regexp.MustCompile("`[^`\n]*`")
	anchors := map[string]map[string]bool{}
	pages(t, func(name, text string) { anchors[name] = headings(text) })
	links := 0
	pages(t, func(name, text string) {
		for _, m := range link.FindAllStringSubmatch(span.ReplaceAllString(text, ""), -1) {
			target, err := url.Parse(m[1])
			require.NoError(t, err, "%s: %s", name, m[1])
			if target.Scheme != "" {
				continue
			}
			links++
			to := name
			if target.Path != "" {
				to = filepath.ToSlash(filepath.Join(filepath.Dir(name), target.Path))
			}
			if _, err := os.Stat(to); err != nil {
				t.Errorf("%s links to %s, which is not there", name, m[1])
			} else if target.Fragment != "" && !anchors[to][target.Fragment] {
				t.Errorf("%s links to %s: there is no such heading", name, m[1])
			}
		}
	})
	require.Greater(t, links, 100)
}

// headings returns the names by which links find the headings of a page, as GitHub makes them.
func headings(text string) map[string]bool {
	found := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)^#+ +(.*?)$`).FindAllStringSubmatch(text, -1) {
		title := regexp.MustCompile(`\[([^]]*)\]\([^)]*\)`).ReplaceAllString(m[1], "$1")
		found[strings.Map(func(r rune) rune {
			switch {
			case r == ' ':
				return '-'
			case r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r):
				return unicode.ToLower(r)
			}
			return -1
		}, title)] = true
	}
	return found
}
