package serve_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/parser/cli/internal/serve"
	"parser/parser/internal/engine"
)

// parsed opens the page of a server, and has it parse a text.
func parsed(t *testing.T, text string, change ...func(*serve.Options)) (*browser, *served) {
	b, s := openBrowser(t), listening(t, change...)
	b.look(1200, 900, "light")
	b.open(s.url)
	b.wait(`document.querySelector("#model").value`)
	b.replace(text)
	b.click("#parse")
	b.idle()
	return b, s
}

// typePattern searches a pattern by keyboard.
func (b *browser) typePattern(pattern string) {
	b.t.Helper()
	eval[any](b, `document.querySelector("#pattern").value = ""`)
	b.typeInto("#pattern", pattern+keyEnter)
	b.idle()
}

// marked are the words, arcs and constituents that are marked in the picture of the search.
func (b *browser) marked() []string {
	b.t.Helper()
	return eval[[]string](b, `return [...document.querySelectorAll("#search .picture .found")].map(e =>
		e.querySelector(":scope > :is(.form, .label)").dataset.label ?? e.querySelector(".form").textContent)`)
}

// TestPageSearches: matches are listed and marked, all of a sentence or one alone, and a wrong pattern has the cursor where it
// is wrong.
func TestPageSearches(t *testing.T) {
	b, s := parsed(t, "The old dog saw a cat. It slept.")
	b.click("#tab-search")
	b.idle()
	require.Empty(t, b.marked())
	b.accessible("search")
	b.typePattern("{upos:NOUN}=n >det {}=d")
	require.Equal(t, "2 matches in 1 of 2 sentences.", b.text("#search .count"))
	require.ElementsMatch(t, []string{"The", "dog", "a", "cat", "det", "det"}, b.marked())
	require.Contains(t, b.text("#matches"), "saw [a]d [cat]n")
	b.shoot("search-light")
	b.click("#matches li:last-child button")
	b.idle()
	require.ElementsMatch(t, []string{"a", "cat", "det"}, b.marked())
	require.Equal(t, "BUTTON", eval[string](b, "return document.activeElement.tagName"), "the focus stays")
	b.click("#next")
	b.idle()
	require.Contains(t, b.text("#search .count"), "none in this one")
	b.accessible("found")

	// another sentence is looked at where the match is
	b.typePattern("{lemma:see}")
	b.click("#matches button")
	b.idle()
	require.Equal(t, []string{"saw"}, b.marked())
	b.typePattern("{lemma:fly}")
	require.Equal(t, "Nothing was found.", b.text("#search .count"))

	b.typePattern("{upos:NOUN >det {}")
	require.Contains(t, b.text("#pattern-problem"), "column 12")
	require.Equal(t, 11, eval[int](b, `return document.activeElement === document.querySelector("#pattern") && document.activeElement.selectionStart`))
	require.False(t, eval[bool](b, `return document.querySelector("#search .body").checkVisibility()`))
	b.accessible("a wrong pattern")
	b.look(390, 800, "dark")
	b.shoot("search-problem-phone-dark")
	b.typePattern("{}=a >nsubj {}=b")
	b.shoot("search-phone-dark")
	require.LessOrEqual(t, eval[int](b, "return document.documentElement.scrollWidth"), 390, "nothing sticks out of a phone")
	b.accessible("found, dark")

	// a link has the pattern
	link := eval[string](b, `return document.querySelector("#link").href`)
	other := openBrowser(t)
	other.open(link)
	other.wait(`document.querySelector("#search .count").innerText`)
	require.Equal(t, b.text("#search .count"), other.text("#search .count"))
	b.keptTo(s.url)
}

// TestPageSearchesConstituents by patterns of the other language, and graphs not at all.
func TestPageSearchesConstituents(t *testing.T) {
	b, _ := parsed(t, "Dogs bark.", withGraphs)
	b.choose("model", "trees")
	b.choose("input", "brackets")
	b.replace("(S (NP (DT The) (JJ old) (NN dog)) (VP (VBZ barks)))")
	b.click("#parse")
	b.idle()
	require.False(t, eval[bool](b, `return document.querySelector("#tab-extract").checkVisibility()`))
	b.click("#tab-search")
	b.idle()
	require.Contains(t, b.text("#seek"), "Tregex")
	b.typePattern("/^(S|NP|VP|X)$/ << /./=leaf")
	require.Contains(t, b.text("#search .count"), "in 1 of 1 sentence.")
	require.Contains(t, b.marked(), "dog")
	b.choose("model", "meanings")
	b.choose("input", "text")
	b.click("#parse")
	b.idle()
	require.False(t, eval[bool](b, `return document.querySelector("#tab-search").checkVisibility()`))
}

// TestPageExtracts lists who does what, and leads to the tree of each.
func TestPageExtracts(t *testing.T) {
	b, _ := parsed(t, "It rains. The old dog saw a cat.")
	b.click("#tab-extract")
	b.idle()
	require.Contains(t, b.text("#extract tbody"), "The old dog\tsaw\ta cat")
	b.accessible("extraction")
	b.shoot("extract-light")
	b.choose("set", "noun-phrases")
	b.idle()
	require.Contains(t, b.text("#extract tbody"), "a cat")
	b.choose("set", "quotations")
	b.idle()
	require.Equal(t, "Nobody is quoted.", b.text("#extract .count"))
	b.choose("set", "triples")
	b.idle()
	b.look(390, 800, "dark")
	b.shoot("extract-phone-dark")
	require.LessOrEqual(t, eval[int](b, "return document.documentElement.scrollWidth"), 390, "nothing sticks out of a phone")
	b.click("#extract tbody tr:last-child button")
	b.idle()
	require.Equal(t, "1", eval[string](b, `return document.querySelector("#sentence").value`))
	require.Equal(t, "tab-tree", eval[string](b, `return document.activeElement.id`))
}

// TestPageHasLexiconsAndLanguages where the server has them, and not otherwise.
func TestPageHasLexiconsAndLanguages(t *testing.T) {
	b, _ := parsed(t, "Dogs bark.")
	require.False(t, eval[bool](b, `return document.querySelector("#lexicon").checkVisibility()`))
	require.NotContains(t, b.text("#model"), "auto")

	words := filepath.Join(t.TempDir(), "animals.tsv")
	require.NoError(t, os.WriteFile(words, []byte("blorps\tblorp\tNOUN\t_\t_\n"), 0o600))
	b, s := parsed(t, "The blorps saw it.\nHunden gøede ad den gamle mand.", func(o *serve.Options) {
		o.Lexicons = []serve.Lexicon{{Name: "animals", File: words}}
		o.Models = append(o.Models, serve.Source{Name: "dansk", Load: func() (*engine.Parser, error) { return engine.Load("../../../models/da/da.npz") }})
	})
	require.NotContains(t, b.text("#tree .picture"), "blorp ")
	b.choose("model", "auto")
	b.choose("lexicon", "animals")
	b.click("#parse")
	b.idle()
	require.Regexp(t, "^2 sentences, .* by english-ewt-2.16, dansk in", b.text("#status"))
	b.click(`#tree .word[data-id="2"] .form`)
	b.wait(`document.querySelector("#tree .meaning").innerText.includes("lemma blorp ")`)
	b.click("#next")
	b.idle()
	require.Equal(t, "da", eval[string](b, `return document.querySelector("#tree .form").lang || document.querySelector("#tree .form").getAttribute("lang")`))
	b.click("#tab-steps")
	b.idle()
	require.Contains(t, b.text("#buffer"), "Hunden")
	b.click("#last")
	require.Contains(t, b.text("#at"), "without an error")
	b.click("#tab-search")
	b.typePattern("{upos:NOUN}")
	require.Contains(t, b.text("#search .count"), "in 2 of 2 sentences")
	b.accessible("several languages")
	b.keptTo(s.url)
}
