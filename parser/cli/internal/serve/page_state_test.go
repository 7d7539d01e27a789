package serve_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/parser/cli/internal/serve"
)

// TestPageFollowsTheModel: the first one is useful at once, also without raw text, and each input has an example that
// every model that reads it can parse; a text of one's own stays.
func TestPageFollowsTheModel(t *testing.T) {
	b := openBrowser(t)
	b.open(listening(t, withGraphs, func(o *serve.Options) { o.Models = append(o.Models[1:2], append(o.Models[:1:1], o.Models[2:]...)...) }).url)
	b.wait(`document.querySelector("#model").value`)
	value := func(id string) string {
		return eval[string](b, "return document.getElementById(arguments[0]).value", id)
	}
	for _, model := range eval[[]string](b, `return [...document.querySelector("#model").options].map(o => o.value)`) {
		b.choose("model", model)
		inputs := eval[[]string](b, `return [...document.querySelector("#input").options].map(o => o.value)`)
		require.Equal(t, inputs[0], value("input"), "the first is the default of the server")
		require.Equal(t, inputs[0] != "text", b.text("#hint") != "", model)
		for _, input := range inputs {
			b.choose("input", input)
			require.NotEmpty(t, value("data"), input)
			b.click("#parse")
			b.idle()
			require.Regexp(t, `^1 sentence, (9|10) words`, b.text("#status"), "%s of %s", input, model)
		}
	}
	b.choose("model", "heads")
	b.replace("Dogs bark and cats sleep.")
	b.choose("model", "english-ewt-2.16")
	require.Equal(t, "text", value("input"))
	require.Equal(t, "Dogs bark and cats sleep.", value("data"))
	b.click("#example")
	require.Contains(t, value("data"), "teacher")
}

// TestPageShowsNothingStale: what does not belong to the text and the models is greyed, and gone after an error.
func TestPageShowsNothingStale(t *testing.T) {
	b := openBrowser(t)
	b.open(listening(t).url)
	b.wait(`document.querySelector("#model").value`)
	const inert = `return document.querySelector("#result").inert`
	parse := func(text string) {
		b.replace(text)
		b.click("#parse")
		b.idle()
	}
	parse("Dogs bark.")
	require.False(t, eval[bool](b, inert))
	b.replace("Dogs bark!")
	require.True(t, eval[bool](b, inert))
	require.Contains(t, b.text("#status"), "press Parse")
	b.replace("Dogs bark.")
	require.False(t, eval[bool](b, inert))
	require.Contains(t, b.text("#status"), "1 sentence")
	b.choose("model", "heads")
	require.True(t, eval[bool](b, inert))
	b.click("#parse")
	b.idle()
	require.Contains(t, b.text("#status"), "choose one that does")
	require.True(t, eval[bool](b, `return document.querySelector("#result").hidden`))

	b.choose("model", "english-ewt-2.16")
	parse("Dogs bark.")
	b.click("#tab-steps")
	b.idle()
	require.True(t, eval[bool](b, `return document.querySelector("#forward").checkVisibility()`))
	parse("The dog saw " + strings.Repeat("the cat and ", 40) + "the cow.")
	require.Contains(t, b.text("#steps .problem"), "at most 100 can be shown step by step")
	require.False(t, eval[bool](b, `return document.querySelector("#forward").checkVisibility()`))
	parse("Dogs bark.")
	require.Empty(t, b.text("#steps .problem"))
	require.True(t, eval[bool](b, `return document.querySelector("#forward").checkVisibility()`))
	b.click("#steps summary")
	require.Contains(t, b.text("#steps dl"), "left arc: S becomes a dependent of B")

	parse(strings.Repeat("Dogs bark. ", 1700))
	require.Contains(t, b.text("#status"), "The text has 5,100 words; at most 5,000 are drawn")
	require.True(t, eval[bool](b, `return document.querySelector("#result").hidden`))
}

// TestPageTellsOfWords: lemma, tags and features, at a click and by keyboard; a picture is one stop of the Tab key.
func TestPageTellsOfWords(t *testing.T) {
	b := openBrowser(t)
	b.open(listening(t).url)
	b.wait(`document.querySelector("#model").value`)
	b.replace("Dogs barked.")
	b.click("#parse")
	b.idle()
	require.Equal(t, 1, eval[int](b, `return document.querySelectorAll('#tree .picture [tabindex="0"]').length`))
	b.click(`#tree .word[data-id="2"] .form`)
	b.wait(`document.querySelector("#tree .meaning").innerText`)
	require.Regexp(t, `^barked: lemma bark · VERB \(.*\) · XPOS VBD \(.*\) · .*Tense=Past.* · head \d+ % sure, label \d+ %$`, b.text("#tree .meaning"))
	b.press(keyLeft + keyEnter)
	b.wait(`document.querySelector("#tree .meaning").innerText.startsWith("Dogs: lemma dog")`)
	b.press(keyHome + keyEnter)
	b.wait(`!document.querySelector("#tree .meaning").innerText.includes("lemma")`)
	b.press(keyEnd + keyRight + keyEnter) // around the end
	require.Equal(t, 1, eval[int](b, `return document.querySelectorAll('#tree .picture [tabindex="0"]').length`))
}

// TestPageLinks hold text and models, in a part of the address that is not sent.
func TestPageLinks(t *testing.T) {
	b := openBrowser(t)
	s := listening(t)
	b.open(s.url)
	b.wait(`document.querySelector("#model").value`)
	b.replace("Dogs bark. Cats & mice sleep #1.")
	b.choose("other", "heads")
	b.click("#parse")
	b.idle()
	b.click("#next")
	b.idle()
	b.click("#tab-steps")
	b.idle()
	link := eval[string](b, `return document.querySelector("#link").getAttribute("href")`)
	b.open("about:blank")
	b.open(s.url + "/" + link)
	b.wait(`document.querySelector("#result").checkVisibility() && document.querySelector("#result").ariaBusy === "false"`)
	require.Equal(t, "Dogs bark. Cats & mice sleep #1.", eval[string](b, `return document.querySelector("#data").value`))
	require.Equal(t, "heads", eval[string](b, `return document.querySelector("#other").value`))
	require.Equal(t, "1", eval[string](b, `return document.querySelector("#sentence").value`))
	require.Contains(t, b.text("#at"), "Step 1 of")
	require.NotContains(t, s.log.String(), "mice")

	for fragment, message := range map[string]string{
		"#text=It+is+late.&model=klingon":    "This link is for the model klingon, which is not served here.",
		"#text=" + strings.Repeat("x", 4000): "This link is too long, or has no text.",
		"#model=heads":                       "This link is too long, or has no text.",
	} {
		b.open("about:blank")
		b.open(s.url + "/" + fragment)
		b.wait(`document.querySelector("#status").className === "error"`)
		require.Equal(t, message, b.text("#status"))
	}
	b.open("about:blank")
	b.open(s.url + "/#model=heads&input=conllu&view=nonsense&sentence=7&text=%3Cimg%20src=x%20onerror=alert(1)%3E")
	b.wait(`document.querySelector("#status").className === "error"`)
	require.Zero(t, eval[int](b, `return document.querySelectorAll("img").length`))
	b.open("about:blank")
	b.open(s.url)
	b.wait(`document.querySelector("#model").value`)
	b.replace(strings.Repeat("Dogs bark. ", 400))
	b.click("#parse")
	b.idle()
	require.False(t, eval[bool](b, `return document.querySelector("#link").checkVisibility()`), "it would be too long")
}

// TestPageOnAPhone: differences can be read without scrolling to the side, and texts run from the right.
func TestPageOnAPhone(t *testing.T) {
	b := openBrowser(t)
	b.look(390, 844, "light")
	b.open(listening(t).url)
	b.wait(`document.querySelector("#model").value`)
	b.replace("Nobody who came to see the old house that burned wanted to leave.")
	b.choose("other", "heads")
	b.click("#parse")
	b.idle()
	b.click("#tab-differences")
	b.idle()
	differing := eval[int](b, `return Number(document.querySelector("#differences .count").innerText.match(/in (\d+) of/)[1])`)
	require.Equal(t, differing, eval[int](b, `return document.querySelectorAll("#apart tbody tr").length`))
	require.Regexp(t, `\w+ of (\d+ \w+|the root)`, b.text("#apart tbody tr"))
	require.LessOrEqual(t, eval[int](b, "return document.documentElement.scrollWidth"), 390)
	require.Zero(t, eval[int](b, `const wide = document.querySelector("#apart .wide"); return wide.scrollWidth - wide.clientWidth`))
	b.replace("ذهب الولد. كتب الطالب.")
	require.Equal(t, "rtl", eval[string](b, `return getComputedStyle(document.querySelector("#data")).direction`))
}
