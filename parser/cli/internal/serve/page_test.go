package serve_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
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
	b.wait(`!document.querySelector("#tab-differences").hidden && document.querySelector("#result").ariaBusy === "false"`)
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
	saved := eval[string](
		b,
		`window.saved = ""; const make = URL.createObjectURL; `+
			`URL.createObjectURL = blob => { blob.text().then(text => window.saved = text); return make(blob) }; return ""`,
	)
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
		return eval[string](b, "return document.activeElement.id || document.activeElement.className.baseVal || document.activeElement.className || "+
			"document.activeElement.tagName")
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
	b.press(keyRight) // a search
	b.idle()
	b.press(keyRight) // what is extracted
	b.idle()
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
	b.wait(`document.querySelector("#result").ariaBusy === "false"`)
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
	b.wait(`document.querySelector("#result").ariaBusy === "false"`)
}

// replace replaces the text.
func (b *browser) replace(text string) {
	b.t.Helper()
	eval[any](b, `const data = document.querySelector("#data"); data.value = arguments[0]; data.dispatchEvent(new Event("input"))`, text)
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
		if url := event.Message.Params.Request.URL; event.Message.Method == "Network.requestWillBeSent" &&
			!strings.HasPrefix(url, "chrome:") { // the browser's own first page
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

// TestScriptsOfThePageAgree: they share their names, and a browser does not run one that declares a name again. The site
// has one script of its own.
func TestScriptsOfThePageAgree(t *testing.T) {
	declared := regexp.MustCompile(`(?m)^(?:const|let|class|(?:async )?function) (\w+)`)
	scripts, err := filepath.Glob("page/*.js")
	require.NoError(t, err)
	require.Contains(t, scripts, "page/server.js")
	for _, server := range []string{"page/server.js", "site/server.js"} {
		where := map[string]string{}
		for _, name := range scripts {
			if name == "page/server.js" {
				name = server
			}
			text, err := os.ReadFile(name)
			require.NoError(t, err)
			for _, m := range declared.FindAllStringSubmatch(string(text), -1) {
				require.NotContains(t, where, m[1], "%s declares %s again", name, m[1])
				where[m[1]] = name
			}
		}
		require.Greater(t, len(where), 30)
	}
}
