package trace

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/parser/internal/structure"
	"parser/parser/treebank"
)

// pageOf returns the page of a script over a sentence that has mistakes, and HTML in its words.
func pageOf(t *testing.T, script string) string {
	s := &conll.Sentence{Words: []conll.Word{
		{Form: "<b>Birds</b>", UPOS: "NOUN", Head: 2, Deprel: "nsubj"}, {Form: "sing", UPOS: "VERB", Head: 0, Deprel: "root"},
		{Form: `"songs'`, UPOS: "NOUN", Head: 2, Deprel: "obj"}, {Form: "</script>", Head: 2, Deprel: "punct"},
	}}
	l, err := structure.NewInstance(treebank.Data{Sentences: []*conll.Sentence{s}}, "arc-hybrid", "single", &structure.Encoding{NonProjective: "keep"})
	require.NoError(t, err)
	w := New(l)
	w.Origin = Origin{File: "a<i>.conllu", Sentence: 1}
	steps, err := w.Script(script)
	require.NoError(t, err)
	require.NoError(t, w.Ask("dynamic", "fsa"))
	var b bytes.Buffer
	out, err := NewWriter(&b, FormatHTML, 0)
	require.NoError(t, err)
	require.NoError(t, out.Heading(w.Heading))
	require.NoError(t, w.Run(steps, ByOracle, out.Step))
	require.NoError(t, out.Close())
	return b.String()
}

// TestPageIsSelfContained: it loads nothing, its policy knows what it has inside and nothing
// else, words are no elements, and without scripts it shows all steps, all arcs and all errors.
func TestPageIsSelfContained(t *testing.T) {
	text := pageOf(t, "SH SH LA")
	require.Equal(t, 1, strings.Count(text, "<style>"))
	require.Equal(t, 1, strings.Count(text, "<script>"))
	for element, directive := range map[string]string{"style": "style-src", "script": "script-src"} {
		inside := regexp.MustCompile(`(?s)<` + element + `>(.*?)</` + element + `>`).FindStringSubmatch(text)[1]
		require.Contains(t, strings.NewReplacer("&#39;", "'", "&#43;", "+").Replace(text), directive+" '"+hash(inside)+"'")
	}
	require.Contains(t, text, "default-src &#39;none&#39;")
	require.NotRegexp(t, `(?i)<(b|i|link|img|iframe|object)\b|\son[a-z]+=|\sstyle=|(src|href)="[^#]`, text)
	require.Equal(t, 9, strings.Count(text, `<section class="step`))
	require.NotContains(t, text, `class="step" hidden`)
	require.Equal(t, 4, strings.Count(text, `<g class="arc"`))
	require.Equal(t, 2, strings.Count(text, `class="step wrong"`))
	require.Contains(t, text, "The first error: SH costs 4 more than LA-nsubj.")
	require.Contains(t, text, `<a href="#step-2">step 2</a> (the first)`)
	require.Contains(t, text, "Loss against the gold tree: 8")
}

// TestPageOfAScriptThatStops: also before the first move.
func TestPageOfAScriptThatStops(t *testing.T) {
	var b bytes.Buffer
	out, err := NewWriter(&b, FormatHTML, 0)
	require.NoError(t, err)
	require.NoError(t, out.Close())
	w := New(instances(t, "bracket")[0])
	require.NoError(t, w.Ask("dynamic"))
	require.NoError(t, out.Heading(w.Heading))
	require.NoError(t, w.Run(nil, NoLeader, out.Step))
	require.NoError(t, out.Close())
	require.Equal(t, 1, strings.Count(b.String(), `class="step"`))
}

// TestPageInABrowser: the script runs under the policy of the page, and shows the step that the
// address names, and of the drawing what there is then.
func TestPageInABrowser(t *testing.T) {
	program, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("no chromium here")
	}
	file := filepath.Join(t.TempDir(), "page.html")
	require.NoError(t, os.WriteFile(file, []byte(pageOf(t, "SH SH LA")), 0o666))
	c := exec.Command(program, "--headless", "--no-sandbox", "--disable-gpu", "--user-data-dir="+t.TempDir(), "--dump-dom", "file://"+file+"#step-4")
	out, err := c.Output()
	require.NoError(t, err)
	text := string(out)
	require.Contains(t, text, ">4 of 9<")
	require.Equal(t, 8, strings.Count(text, "<section")-len(regexp.MustCompile(`<section [^>]*aria-labelledby="title-\d+">`).FindAllString(text, -1)),
		"one is not hidden")
	require.Equal(t, []string{"arc new"}, regexp.MustCompile(`arc(?: new)`).FindAllString(text, -1))
	require.Equal(t, 3, strings.Count(text, `class="arc unbuilt"`))
	require.Regexp(t, `<p id="said"[^>]*>Step 4\.`, text)
	require.Equal(t, []string{"stack", "done", "buffer", "buffer"}, allOf(`class="word (\w+)"`, text))
}

func allOf(pattern, text string) (all []string) {
	for _, match := range regexp.MustCompile(pattern).FindAllStringSubmatch(text, -1) {
		all = append(all, match[1])
	}
	return all
}

// TestPageOfALongSentence: it would grow without bound, and is refused.
func TestPageOfALongSentence(t *testing.T) {
	w, err := NewWriter(io.Discard, FormatHTML, 0)
	require.NoError(t, err)
	require.NoError(t, w.Heading(Heading{Words: make([]string, maxPageWords)}))
	require.ErrorIs(t, w.Heading(Heading{Words: make([]string, maxPageWords+1)}), ErrTooLong)
}
