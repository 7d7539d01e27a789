package html_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/parser/internal/draw"
	"parser/parser/internal/draw/internal/html"
)

// Each sentence is on the page and in the index, and no text of a sentence becomes markup.
func TestPage(t *testing.T) {
	var page strings.Builder
	pictures := []*draw.Picture{
		{Title: "<i>", Words: []draw.Word{{Form: "</svg><script>alert(1)</script>", Tag: "\"'"}}, Arcs: []draw.Arc{{Dep: 1, Label: "<b>"}}},
		{Words: []draw.Word{{Form: "two"}}, Arcs: []draw.Arc{{Dep: 1, Label: "root", Mark: draw.GoldOnly}}, Compares: true},
	}
	require.NoError(t, html.Write(&page, pictures, draw.Options{Title: "a & b"}))
	text := page.String()
	require.NotContains(t, text, "<script")
	require.NotContains(t, text, "<i>")
	require.NotContains(t, text, "<b>")
	require.Contains(t, text, "<h1>a &amp; b</h1>")
	require.Contains(t, text, `<a href="#s2" dir="auto">two</a> (1 difference)`)
	require.Regexp(t, `default-src &#39;none&#39;; style-src &#39;sha256-[\w/+=&#;]+&#39;`, text)
	require.Empty(t, regexp.MustCompile(`(src|href)="[^#]`).FindAllString(text, -1), "nothing is loaded")

	pictures[1].Text = "שתי מילים\u202e! " + strings.Repeat("ארוך ", 20)
	page.Reset()
	require.NoError(t, html.Write(&page, pictures, draw.Options{Title: "a & b"}))
	require.Contains(t, page.String(), `dir="auto">שתי מילים�! `+strings.Repeat("ארוך ", 20)+"</a>", "texts are whole, and change no direction after them")

	page.Reset()
	require.NoError(t, html.Write(&page, pictures[:1], draw.Options{Title: "alone"}))
	require.NotContains(t, page.String(), "<nav", "a single sentence needs no index")
}
