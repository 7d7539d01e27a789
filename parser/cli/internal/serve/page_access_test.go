package serve_test

import (
	"encoding/xml"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/testdata/testkit"
)

// element is one of the page.
type element struct {
	name       string
	attributes map[string]string
	text       string // with that of the elements inside
	parents    []*element
}

func (e *element) is(name string) bool { return slices.Contains(strings.Split(name, " "), e.name) }

// has reports whether the element or one around it has an attribute.
func (e *element) has(name string) bool {
	return slices.ContainsFunc(append(e.parents, e), func(around *element) bool {
		_, has := around.attributes[name]
		return has
	})
}

// pageElements are the elements of the page in their order, which is that of the Tab key.
func pageElements(t *testing.T) (all []*element) {
	t.Helper()
	f, err := os.Open("page/index.html")
	require.NoError(t, err)
	defer f.Close()
	d := xml.NewDecoder(f)
	d.Strict, d.AutoClose, d.Entity = false, xml.HTMLAutoClose, xml.HTMLEntity
	var open []*element
	for {
		token, err := d.Token()
		if err == io.EOF {
			return all
		}
		require.NoError(t, err)
		switch token := token.(type) {
		case xml.StartElement:
			e := &element{name: token.Name.Local, attributes: map[string]string{}, parents: slices.Clone(open)}
			for _, a := range token.Attr {
				e.attributes[a.Name.Local] = a.Value
			}
			all, open = append(all, e), append(open, e)
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			for _, e := range open {
				e.text += string(token)
			}
		}
	}
}

// TestPageHasNamesAndLandmarks: what is on the page can be found and told apart without seeing it (WCAG 2.2, 1.3.1,
// 2.4.1, 2.4.6, 3.1.1, 3.3.2, 4.1.2).
func TestPageHasNamesAndLandmarks(t *testing.T) {
	all := pageElements(t)
	require.Equal(t, "en", all[0].attributes["lang"])
	ids, labelled, landmarks := map[string]*element{}, map[string]bool{}, map[string]int{}
	for _, e := range all {
		if id := e.attributes["id"]; id != "" {
			require.NotContains(t, ids, id, "an ID is used twice")
			ids[id] = e
		}
		if e.is("label") && strings.TrimSpace(e.text) != "" {
			labelled[e.attributes["for"]] = true
		}
		if e.is("header main h1 title") {
			landmarks[e.name]++
		}
	}
	require.Equal(t, map[string]int{"header": 1, "main": 1, "h1": 1, "title": 1}, landmarks)
	level := 0
	for _, e := range all {
		named := e.attributes["aria-label"] != "" || e.attributes["aria-labelledby"] != ""
		what := fmt.Sprint(e.name, e.attributes)
		for _, name := range []string{"for", "aria-controls", "aria-labelledby"} {
			if id := e.attributes[name]; id != "" {
				require.Contains(t, ids, id, what)
			}
		}
		switch {
		case e.is("input select textarea"):
			require.True(t, labelled[e.attributes["id"]], what)
		case e.is("button a summary option h1 h2 h3"):
			require.NotEmpty(t, strings.TrimSpace(e.text), what)
		case e.is("section form") || e.attributes["role"] == "group" || e.attributes["role"] == "tabpanel":
			require.True(t, named, what)
		}
		if e.is("h1 h2 h3 h4") {
			next, err := strconv.Atoi(e.name[1:])
			require.NoError(t, err)
			require.LessOrEqual(t, next, level+1, "a level of headings is left out before %s", what)
			level = next
		}
		if e.is("th") && e.text != "" {
			require.NotEmpty(t, e.attributes["scope"], what)
		}
	}
}

// TestPageByTab: the Tab key goes through the page in the order in which it is read, and stops at what scrolls.
func TestPageByTab(t *testing.T) {
	var stops []string
	for _, e := range pageElements(t) {
		order, given := e.attributes["tabindex"]
		require.Equal(t, e.attributes["class"] == "wide" || e.is("pre"), given, "%s %v", e.name, e.attributes)
		if given {
			require.Equal(t, "0", order)
		}
		if id := e.attributes["id"]; e.is("input select textarea button") && id != "" && !e.has("hidden") {
			stops = append(stops, id)
		}
	}
	require.Equal(t, "data input model other nbest parse example", strings.Join(stops, " "), "what there is before the first parse")
}

// TestPageSaysWhatHappens: results and mistakes are read out when they come (4.1.3). For that the element must be
// displayed before.
func TestPageSaysWhatHappens(t *testing.T) {
	css := pageCSS(t)
	live := 0
	for _, e := range pageElements(t) {
		id, class := e.attributes["id"], e.attributes["class"]
		if e.attributes["role"] != "status" {
			require.NotContains(t, []string{"status", "hint", "at"}, id)
			require.NotContains(t, class, "problem")
			continue
		}
		live++
		for selector, rule := range css {
			if id != "" && strings.Contains(selector, "#"+id) || class != "" && strings.Contains(selector, "."+strings.Fields(class)[0]) {
				require.NotContains(t, rule, "display", selector)
			}
		}
	}
	require.Equal(t, 13, live)
}

// pageCSS are the rules of the page's style sheet that hold always, by selector.
func pageCSS(t *testing.T) map[string]string {
	t.Helper()
	text, err := os.ReadFile("page/page.css")
	require.NoError(t, err)
	rules := map[string]string{}
	always := regexp.MustCompile(`(?s)/\*.*?\*/|@media [^{]*\{[^{}]*(\{[^{}]*\}[^{}]*)*\}`).ReplaceAllString(string(text), "")
	for _, m := range regexp.MustCompile(`([^{}]+)\{([^{}]*)\}`).FindAllStringSubmatch(always, -1) {
		rules[strings.TrimSpace(m[1])] += m[2] + ";"
	}
	require.Greater(t, len(rules), 40)
	return rules
}

// TestPageMovesNothing: there is no motion for people who want it reduced (2.3.3), and the focus can be seen (2.4.7).
func TestPageMovesNothing(t *testing.T) {
	for selector, rule := range pageCSS(t) {
		for _, moving := range []string{"transition", "animation", "scroll-behavior"} {
			require.NotContains(t, rule, moving, selector)
		}
		if strings.Contains(rule, "outline: none") {
			require.Contains(t, selector, ":focus")
			require.Contains(t, rule, "text-decoration: underline", "it shows the focus otherwise")
		}
	}
	require.Contains(t, pageCSS(t)[":focus-visible"], "outline: 3px solid var(--accent)")
}

// TestPageHasContrast: texts have a contrast of 4.5 with their ground (1.4.3), and frames and the focus one of 3 (1.4.11),
// in light and in dark. All colours have names, so that there are no others, and nothing is made paler that is read.
func TestPageHasContrast(t *testing.T) {
	text, err := os.ReadFile("page/page.css")
	require.NoError(t, err)
	colour := regexp.MustCompile(`--([a-z-]+): #([0-9a-f]+);`)
	light, dark, _ := strings.Cut(string(text), "prefers-color-scheme: dark")
	dark, rest, _ := strings.Cut(dark, "* {")
	require.NotRegexp(t, `: [^;{}]*#[0-9a-f]{3}`, rest, "a colour without a name")
	named := map[string]string{}
	for _, part := range []string{light, dark} {
		for _, m := range colour.FindAllStringSubmatch(part, -1) {
			named[m[1]] = m[2]
		}
		grounds := map[string][]string{"ground": {"text", "faint", "accent", "good", "bad"}, "box": {"text", "faint"}, "accent": {"on-accent"}}
		for ground, texts := range grounds {
			for _, name := range texts {
				require.GreaterOrEqual(t, testkit.Contrast(t, named[name], named[ground]), 4.5, "%s on %s", name, ground)
			}
		}
		require.GreaterOrEqual(t, testkit.Contrast(t, named["faint"], named["ground"]), 3.0, "frames of controls")
	}
	require.Len(t, named, 9)
	for selector, rule := range pageCSS(t) {
		for _, m := range regexp.MustCompile(`[; ](color|background): ([^;]+);`).FindAllStringSubmatch(rule, -1) {
			require.Regexp(t, `^(var\(--[a-z-]+\)|none|inherit)$`, m[2], selector)
		}
		if strings.Contains(rule, "opacity: 0.") {
			require.Contains(t, []string{"#result[inert]", ".picture .arc.unsure :is(.line, .tip)"}, selector, "which is no text, or no longer holds")
		}
	}
}
