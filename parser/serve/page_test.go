package serve_test

import (
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/parser/serve"
)

// TestPageInABrowser goes through all that a person does on the page.
func TestPageInABrowser(t *testing.T) {
	b := openBrowser(t)
	origin := listening(t).url
	b.look(1200, 900, "light")
	b.open(origin)
	b.wait(`document.querySelector("#model").value`)
	b.accessible("empty page")

	// type and parse
	b.typeInto("#data", keyControl+"a"+keyControl+"The young teacher opened the door. It was open.")
	b.click("#parse")
	b.wait(`document.querySelectorAll("#tree .picture svg").length === 1`)
	require.Regexp(t, "^2 sentences, 11 words", b.text("#status"))
	require.Contains(t, b.text("#tree .picture"), "teacher")
	b.accessible("tree")
	b.shoot("tree-light")

	// a label tells what it means
	b.click(`#tree .label[data-label="obj"]`)
	require.Contains(t, b.text("#tree .meaning"), "obj: ")
	b.click("#tree summary")
	require.Contains(t, b.text("#tree dl"), "nsubj")

	// step through the moves
	b.click("#tab-steps")
	b.wait(`document.querySelector("#moves").children.length > 0`)
	require.Contains(t, b.text("#at"), "Step 1 of")
	arcs := `document.querySelectorAll("#steps .picture .arc").length`
	require.Zero(t, eval[int](b, "return "+arcs))
	b.accessible("steps")
	b.click("#last")
	require.Contains(t, b.text("#at"), "The tree is complete, without an error.")
	require.Equal(t, 7, eval[int](b, "return "+arcs))
	b.shoot("steps-light")

	// another move than the model's costs something
	b.click("#first")
	b.click("#forward")
	b.click("#moves tr:not(.taken) button")
	b.wait(`document.querySelector("#status").innerText.startsWith("Took")`)
	b.click("#back")
	require.Contains(t, b.text("#at"), "an error")
	b.shoot("error-light")
	require.Contains(t, eval[string](b, `return document.querySelector("#moves tr.wrong button").ariaLabel`), "the move taken here")

	// moves of one's own
	b.click("#own")
	b.wait(`document.querySelector("#at").innerText.startsWith("Step 1")`)
	eval[any](b, `document.querySelector("#script").value = ""`)
	b.typeInto("#script", "SH LA"+keyEnter)
	b.wait(`document.querySelector("#script").value.startsWith("SH LA-")`) // with the label that it left out

	// what cannot be done is said
	eval[any](b, `document.querySelector("#script").value = ""`)
	b.typeInto("#script", "LA"+keyEnter)
	b.wait(`document.querySelector("#status").className === "error"`)
	require.Contains(t, b.text("#status"), "not legal")

	// the next sentence, the file
	b.click("#next")
	b.click("#tab-source")
	require.Contains(t, b.text("#source pre"), "# text = It was open.")
	b.keptTo(origin)
}

// TestPageCompares draws what two models have different, and gives pictures and files away.
func TestPageCompares(t *testing.T) {
	b := openBrowser(t)
	origin := listening(t).url
	b.look(1200, 900, "light")
	b.open(origin)
	b.wait(`document.querySelector("#model").value`)
	b.typeInto("#data", keyControl+"a"+keyControl+"Nobody who came to see the old house that burned wanted to leave before the rain stopped falling.")
	eval[any](b, `const other = document.querySelector("#other"); other.value = "heads"`)
	b.click("#parse")
	b.wait(`!document.querySelector("#tab-differences").hidden && document.body.ariaBusy === "false"`)
	b.click("#tab-differences")
	b.wait(`document.querySelector("#differences .count").innerText`)
	require.Regexp(t, `^english-ewt-2.16 and heads differ in \d+ of 19 words\.$`, b.text("#differences .count"))
	require.NotZero(t, eval[int](b, `return document.querySelectorAll("#differences .system").length`))
	b.accessible("differences")
	b.shoot("differences-light")
	b.look(390, 800, "dark")
	b.shoot("differences-phone-dark")
	b.look(1200, 900, "light")

	// download the picture
	b.click("#tab-tree")
	saved := eval[string](b, `window.saved = ""; const make = URL.createObjectURL; URL.createObjectURL = blob => { blob.text().then(text => window.saved = text); return make(blob) }; return ""`)
	require.Empty(t, saved)
	b.click("#save-picture")
	b.wait("window.saved")
	require.Contains(t, eval[string](b, "return window.saved"), "<style")
	b.click("#save-file")
	b.wait(`window.saved.startsWith("# ")`)

	b.keptTo(origin)
}

// TestPageByKeyboard types, parses, and steps without a mouse.
func TestPageByKeyboard(t *testing.T) {
	b := openBrowser(t)
	b.look(390, 800, "dark")
	b.open(listening(t).url)
	b.wait(`document.querySelector("#model").value`)
	focus := func() string {
		return eval[string](b, "return document.activeElement.id || document.activeElement.className.baseVal || document.activeElement.className || document.activeElement.tagName")
	}
	tabTo := func(id string) {
		t.Helper()
		for range 40 {
			if focus() == id {
				return
			}
			b.press(keyTab)
		}
		require.FailNow(t, "the Tab key does not lead there", "%s", id)
	}
	tabTo("data")
	b.press("a", keyControl)
	b.press("The dog barked.")
	b.press(keyEnter, keyControl)
	b.wait(`document.querySelector("#tree .picture svg")`)
	b.shoot("tree-phone-dark")
	require.LessOrEqual(t, eval[int](b, "return document.documentElement.scrollWidth"), 390, "nothing sticks out of a phone")
	tabTo("label")
	b.press(keyEnter)
	require.NotEmpty(t, b.text("#tree .meaning"))

	eval[any](b, `document.querySelector("#next").focus()`)
	tabTo("tab-tree")
	b.press(keyRight)
	b.wait(`document.querySelector("#moves").children.length > 0`)
	require.Equal(t, "tab-steps", focus())
	tabTo("forward")
	for range 3 {
		b.press(keyRight)
	}
	require.Contains(t, b.text("#at"), "Step 4 of")
	b.press(keyLeft)
	require.Contains(t, b.text("#at"), "Step 3 of")
	b.press(keyEnd)
	require.Contains(t, b.text("#at"), "complete")
	b.shoot("steps-phone-dark")
	b.press(keyHome)
	require.Contains(t, b.text("#at"), "Step 1 of")
	b.accessible("steps, dark, phone")
}

// TestPageOfConstituents: another kind of model reads other texts, and its trees grow as well.
func TestPageOfConstituents(t *testing.T) {
	b := openBrowser(t)
	b.look(1200, 900, "dark")
	b.open(listening(t).url)
	b.wait(`document.querySelector("#model").value`)
	eval[any](b, `const model = document.querySelector("#model"); model.value = "trees"; model.dispatchEvent(new Event("change"))`)
	require.NotContains(t, b.text("#input"), "Raw text")
	eval[any](b, `document.querySelector("#input").value = "brackets"`)
	b.typeInto("#data", keyControl+"a"+keyControl+"(S (NP (DT The) (JJ old) (NN dog)) (VP (VBZ barks)))")
	b.click("#parse")
	b.wait(`document.querySelector("#tree .picture .node")`)
	b.shoot("constituents-dark")
	b.click("#tab-steps")
	b.wait(`document.querySelector("#moves").children.length > 0`)
	eval[any](b, `const costs = document.querySelector("#costs"); costs.value = "given"; costs.dispatchEvent(new Event("change"))`)
	b.wait(`document.body.ariaBusy === "false"`)
	require.Empty(t, eval[string](b, `return document.querySelector("#status.error")?.innerText ?? ""`))
	for range 5 {
		b.click("#forward")
	}
	b.shoot("constituents-steps-dark")
	b.click("#last")
	require.Contains(t, b.text("#at"), "The tree is complete")
	b.accessible("constituents, dark")
}

// choose chooses in a select as a person does.
func (b *browser) choose(id, value string) {
	b.t.Helper()
	eval[any](b, `const select = document.getElementById(arguments[0]); select.value = arguments[1]; select.dispatchEvent(new Event("change"))`, id, value)
}

// idle waits until the page has done what it was asked for.
func (b *browser) idle() {
	b.t.Helper()
	b.wait(`document.body.ariaBusy === "false"`)
}

// replace replaces the text.
func (b *browser) replace(text string) {
	b.t.Helper()
	eval[any](b, `const data = document.querySelector("#data"); data.value = arguments[0]; data.dispatchEvent(new Event("input"))`, text)
}

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
	parse(strings.Repeat("The dog and the cat ", 25) + ".")
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
	require.Regexp(t, `^barked: lemma bark · VERB \(.*\) · XPOS VBD \(.*\) · .*Tense=Past`, b.text("#tree .meaning"))
	b.press(keyLeft + keyEnter)
	b.wait(`document.querySelector("#tree .meaning").innerText.startsWith("Dogs: lemma dog")`)
	b.press(keyHome + keyEnter)
	b.wait(`!document.querySelector("#tree .meaning").innerText.includes("lemma")`)
	b.press(keyEnd + keyRight + keyEnter) // around the end
	require.Equal(t, 1, eval[int](b, `return document.querySelectorAll('#tree .picture [tabindex="0"]').length`))
}

// TestPageLinks hold text and models, in a part of the address that is sent to nobody.
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
	b.wait(`document.querySelector("#result").checkVisibility() && document.body.ariaBusy === "false"`)
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
	require.Regexp(t, `\w+ ← \w+`, b.text("#apart tbody tr"))
	require.LessOrEqual(t, eval[int](b, "return document.documentElement.scrollWidth"), 390)
	require.Zero(t, eval[int](b, `const wide = document.querySelector("#apart .wide"); return wide.scrollWidth - wide.clientWidth`))
	b.replace("ذهب الولد. كتب الطالب.")
	require.Equal(t, "rtl", eval[string](b, `return getComputedStyle(document.querySelector("#data")).direction`))
}

// keptTo demands that the page has talked to its origin alone, and did nothing against its policy.
func (b *browser) keptTo(origin string) {
	b.t.Helper()
	requests := 0
	for _, message := range b.logs("performance") {
		var event struct {
			Message struct {
				Method string
				Params struct{ Request struct{ URL string } }
			}
		}
		require.NoError(b.t, json.Unmarshal([]byte(message), &event))
		if url := event.Message.Params.Request.URL; event.Message.Method == "Network.requestWillBeSent" && !strings.HasPrefix(url, "chrome:") { // the browser's own first page
			require.Regexp(b.t, "^(data:|(blob:)?"+regexp.QuoteMeta(origin)+"/)", url)
			requests++
		}
	}
	require.Greater(b.t, requests, 5)
	for _, message := range b.logs("browser") {
		require.NotContains(b.t, message, "Content Security Policy")
	}
}

// accessible demands that axe-core finds nothing against the page as it is. Where the
// script is, PARSER_AXE says (axe.min.js of the npm package axe-core, MPL 2.0).
func (b *browser) accessible(when string) {
	b.t.Helper()
	name := os.Getenv("PARSER_AXE")
	if name == "" {
		b.t.Logf("%s: accessibility is not checked, for PARSER_AXE names no axe.min.js", when)
		return
	}
	script, err := os.ReadFile(name)
	require.NoError(b.t, err)
	var found []struct {
		ID, Help string
		Nodes    []struct{ HTML, FailureSummary string }
	}
	b.do("POST", "/execute/async", map[string]any{"args": []any{}, "script": string(script) + `
		const done = arguments[arguments.length - 1];
		axe.run().then(result => done(result.violations));`}, &found)
	require.Empty(b.t, found, when)
}
