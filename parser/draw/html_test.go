package draw_test

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/parser/draw"
)

// TestPage: each sentence is there and in the index, and nothing that a sentence says becomes markup.
func TestPage(t *testing.T) {
	var page strings.Builder
	pictures := []*draw.Picture{
		{Title: "<i>", Words: []draw.Word{{Form: "</svg><script>alert(1)</script>", Tag: "\"'"}}, Arcs: []draw.Arc{{Dep: 1, Label: "<b>"}}},
		{Words: []draw.Word{{Form: "two"}}, Arcs: []draw.Arc{{Dep: 1, Label: "root", Mark: draw.GoldOnly}}, Compares: true},
	}
	require.NoError(t, draw.HTML(&page, "a & b", pictures, draw.Options{}))
	text := page.String()
	require.NotContains(t, text, "<script")
	require.NotContains(t, text, "<i>")
	require.NotContains(t, text, "<b>")
	require.Contains(t, text, "<h1>a &amp; b</h1>")
	require.Contains(t, text, `<a href="#s2">two</a> (1 difference)`)
	require.Regexp(t, `default-src &#39;none&#39;; style-src &#39;sha256-[\w/+=&#;]+&#39;`, text)
	require.Empty(t, regexp.MustCompile(`(src|href)="[^#]`).FindAllString(text, -1), "nothing is loaded")

	page.Reset()
	require.NoError(t, draw.HTML(&page, "alone", pictures[:1], draw.Options{}))
	require.NotContains(t, page.String(), "<nav", "a single sentence needs no index")
}

// TestSheet: a single picture is as it is alone, and several are one below the other.
func TestSheet(t *testing.T) {
	p := &draw.Picture{Words: []draw.Word{{Form: "one"}}}
	var alone, single, both strings.Builder
	require.NoError(t, p.SVG(&alone, draw.Options{}))
	require.NoError(t, draw.Sheet(&single, []*draw.Picture{p}, draw.Options{}))
	require.Equal(t, alone.String(), single.String())
	require.NoError(t, draw.Sheet(&both, []*draw.Picture{p, p}, draw.Options{}))
	height := regexp.MustCompile(` height="(\d+)"`).FindAllStringSubmatch(both.String(), -1)
	tops := regexp.MustCompile(`<svg [^>]* y="(\d+)"`).FindAllStringSubmatch(both.String(), -1)
	require.Len(t, tops, 2)
	require.Equal(t, "0", tops[0][1])
	require.Greater(t, number(t, tops[1][1]), number(t, regexp.MustCompile(` height="(\d+)"`).FindStringSubmatch(alone.String())[1]))
	require.Greater(t, number(t, height[0][1]), number(t, tops[1][1]))
	require.Equal(t, 1, strings.Count(both.String(), "<style>"))
}

func number(t *testing.T, text string) int {
	n, err := strconv.Atoi(text)
	require.NoError(t, err)
	return n
}
