package main

import (
	"bytes"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// few are the models that most tests show: one of each kind.
var few = []string{"english", "da", "en-amr", "cop"}

// built makes the program of this repository.
func built(t *testing.T) string {
	program := filepath.Join(t.TempDir(), "parser.exe")
	c := exec.Command("go", "build", "-o", program, ".")
	c.Dir = filepath.Join("..", "..")
	c.Env = append(os.Environ(), "CGO_ENABLED=0") // as .ci/docs does
	out, err := c.CombinedOutput()
	require.NoError(t, err, "%s", out)
	return program
}

// TestSite: twice the same files; all links lead somewhere; each command, guide and model has a page; and what the pages
// of models say is what the list in the program says.
func TestSite(t *testing.T) {
	program := built(t)
	build := func() map[string][]byte {
		s := newSite(filepath.Join("..", ".."), program)
		if os.Getenv("PARSER_DEEP") == "" {
			s.only = few
		}
		files, err := s.build() // which checks the links
		require.NoError(t, err)
		return files
	}
	files := build()
	require.Equal(t, files, build())

	for _, pattern := range []string{"commands/*.md", "guides/*.md", "*.md"} {
		sources, err := filepath.Glob(filepath.Join("..", "..", "parser", "docs", filepath.FromSlash(pattern)))
		require.NoError(t, err)
		require.NotEmpty(t, sources)
		for _, source := range sources {
			name := place("parser/docs/" + path.Join(path.Dir(pattern), filepath.Base(source)))
			require.Contains(t, files, name)
			require.Contains(t, string(files["words.js"]), `"`+name+`"`, "the search knows it")
		}
	}
	for name, text := range files {
		if path.Ext(name) != ".html" {
			continue
		}
		require.Equal(t, 1, strings.Count(string(text), "<h1"), "%s has one title", name)
		require.False(t, bytes.Contains(text, []byte("ZgotmplZ")), "%s: the template refuses what is in it", name)
	}
	danish := string(files["models/da.html"])
	wants := []string{`<h1 id="danish-da">Danish: da</h1>`, "UD Danish DDT, 2.7", "CC BY-SA 4.0", `<td align="right">78.93</td>`}
	for _, want := range wants {
		require.Contains(t, danish, want)
	}
	if _, err := os.Stat(filepath.Join("..", "..", "parser", "models", "da", "da.npz")); err == nil { // else a clone without it
		require.Contains(t, danish, `<img src="../pictures/models-example-da.svg"`)
		require.Contains(t, danish, "sover\tsove\tVERB")
		require.Contains(t, string(files["pictures/models-example-da.svg"]), "Hunden")
	}
	require.Contains(t, string(files["models/index.html"]), `<a href="da.html">da</a> Danish`)
	require.Contains(t, string(files["http.html"]), `<h2 id="post-v1parse">POST /v1/parse</h2>`)
}

// TestLinks: what leads nowhere is found, with the page that it is on.
func TestLinks(t *testing.T) {
	page := func(link string) map[string][]byte {
		return map[string][]byte{
			"a/b.html": []byte(`<h1 id="top">B</h1><a href="` + link + `">c</a> <pre><a href="shown"></pre>`),
			"c.html":   []byte(`<h2 id="d&amp;e">C</h2>`),
		}
	}
	for _, link := range []string{"../c.html", "../c.html#d&amp;e", "#top", "b.html#top", "https://example.org/x"} {
		require.NoError(t, check(page(link), false), link)
	}
	for _, link := range []string{"c.html", "../c.html#d", "#e", "../c", "../playground/index.html", ""} {
		err := check(page(link), false)
		if link == "" { // this page
			require.NoError(t, err)
			continue
		}
		require.ErrorContains(t, err, "a/b.html links to "+strings.ReplaceAll(link, "&amp;", "&"))
	}
	require.NoError(t, check(page("../playground/index.html"), true))
}

// TestTargets: links lead to pages where there are any, and otherwise to the repository if it has an address.
func TestTargets(t *testing.T) {
	root := t.TempDir()
	for name, text := range map[string]string{
		"README.md": "# First\n\n[a](docs/a.md#x), [b](b), [c](c.go), [d](docs)\n", "docs/a.md": "# A\n\n## X\n\n[back](../README.md)\n",
		"b/README.md": "# B\n", "c.go": "package c\n", "docs/README.md": "# Docs\n",
	} {
		file := filepath.Join(root, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o777))
		require.NoError(t, os.WriteFile(file, []byte(text), 0o666))
	}
	s := newSite(root, "")
	for _, name := range []string{"README.md", "docs/a.md", "b/README.md", "docs/README.md"} {
		require.NoError(t, s.add(name, nil))
	}
	for link, want := range map[string]string{
		"docs/a.md#x": "a.html#x", "b": "b/index.html", "docs": "index.html", "c.go": "", "https://example.org": "https://example.org", "#x": "#x",
	} {
		if strings.HasPrefix(want, "a.html") || link == "docs" {
			want = "docs/" + want
		}
		got, err := s.target(s.pages["README.md"], link)
		require.NoError(t, err)
		require.Equal(t, want, got, link)
	}
	s.source = "https://example.org/blob/main/"
	got, err := s.target(s.pages["docs/a.md"], "../c.go#L1")
	require.NoError(t, err)
	require.Equal(t, "https://example.org/blob/main/c.go#L1", got)
	_, err = s.target(s.pages["docs/a.md"], "../missing.go")
	require.ErrorIs(t, err, os.ErrNotExist)
	_, err = s.target(s.pages["docs/a.md"], "../../outside.go")
	require.ErrorContains(t, err, "leads out of the repository")
}

// TestMarkdown: sessions, pictures with their captions, anchors, and links without a target.
func TestMarkdown(t *testing.T) {
	p := &page{source: "a.md", text: []byte("# The `title` & [more](b.md)\n\n<!-- a comment -->\n\n## Same\n\n## Same\n\n" +
		"```console\n$ echo '<b>'\n<b>\n```\n\n```sh\necho   # why\n```\n\n![alt](p.svg)\n\n(The output of `x`.)\n\n" +
		"| a | |\n| --: | --: |\n| 1 | 2 |\n\n| | |\n| --- | --- |\n| 3 | 4 |\n")}
	require.NoError(t, p.parse())
	require.Equal(t, "The title & more", p.title)
	require.NoError(t, p.render())
	for _, want := range []string{
		`<h1 id="the-title--more">`, `<h2 id="same">`, `<h2 id="same-1">`,
		`<pre class="console"><code><span class="prompt">$ </span><b>echo &#39;&lt;b&gt;&#39;</b>` + "\n&lt;b&gt;\n</code></pre>",
		`echo<i>   # why</i>`, `<figure><div class="scroll"><img src="p.svg" alt="alt"></div>` +
			`<figcaption>The output of <code class="word">x</code>.</figcaption></figure>`,
		`<div class="scroll"><table>`,
		`<th align="right">a</th>` + "\n" + `<td align="right"></td>`,
		"<table>\n<tbody>\n<tr>\n<td>3</td>",
	} {
		require.Contains(t, string(p.body), want)
	}
	require.NotContains(t, string(p.body), "a comment")
	require.Regexp(t, regexp.MustCompile(`echo '<b>' <b> echo # why`), p.headings[2].text)
	require.Error(t, (&page{text: []byte("no title\n")}).parse())
	require.Error(t, (&page{text: []byte("# A\n\n<div>\n")}).parse())
}
