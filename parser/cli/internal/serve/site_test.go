package serve_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"parser/parser/cli/internal/serve"
	"parser/parser/internal/engine"
	"parser/testdata/testkit"
)

// madeSite makes the site, by the script that releases use.
func madeSite(t *testing.T) (folder string) {
	t.Helper()
	if !testkit.Deep() {
		t.Skip("PARSER_DEEP is not set: it compiles the program for WebAssembly")
	}
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("no bash on this machine")
	}
	folder = t.TempDir()
	out, err := exec.Command("bash", "../../../../.ci/site", folder).CombinedOutput()
	require.NoError(t, err, "%s", out)
	program, err := os.Stat(filepath.Join(folder, "parser.wasm"))
	require.NoError(t, err)
	require.Less(t, program.Size(), int64(25e6), "the linker keeps what nothing calls")
	return folder
}

// headsFile is a file with the model heads.
func headsFile(t *testing.T) (name string) {
	t.Helper()
	name = filepath.Join(t.TempDir(), "heads.npz")
	p, err := trainedHeads()
	require.NoError(t, err)
	require.NoError(t, p.Save(name))
	return name
}

// loadSmall loads the model of the site.
func loadSmall() (*engine.Parser, error) { return engine.Load("../../../models/en-small/en-small.npz") }

// TestSiteAnswersAsTheServer: the worker, under node instead of a browser, answers with the status, the header and the
// bytes of the server.
func TestSiteAnswersAsTheServer(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("no node on this machine")
	}
	folder, heads := madeSite(t), headsFile(t)
	type request struct{ Method, Path, Type, Body, File string }
	post := func(path, body string) request { return request{"POST", path, "application/json", body, ""} }
	requests := []request{
		{Method: "GET", Path: "/v1/meanings"},
		{Method: "POST", Path: "/v1/parse?output=conllu", Body: "Nobody saw the man with the telescope. It's late!"},
		post(
			"/v1/parse",
			`{"model": "en-small", "data": "The young teacher gave the children three apples. It’s late.", `+
				`"output": "json", "pictures": true, "confidence": true, "width": 700}`,
		),
		post("/v1/parse", `{"model": "en-small", "data": "I saw the man with the telescope.", "output": "json", "nbest": 5}`),
		post("/v1/trace", `{"model": "en-small", "data": "The dog that barked ran.", "gold": "self", "script": "SH SH", "follow": true}`),
		post("/v1/trace", `{"model": "heads", "input": "text", "data": "It is late.", "gold": "model:en-small"}`),
		post("/v1/compare", `{"models": ["en-small", "heads"], "data": "The old dog barks at the children."}`),
		post("/v1/search", `{"pattern": "{upos:NOUN}=n >det {}=d", "data": "The old dog barks at the children.", "context": true}`),
		post("/v1/extract", `{"model": "en-small", "data": "The old dog bites the children.", "set": "triples"}`),
		post("/v1/parse", `{"text": "It is late."}`),
		{Method: "GET", Path: "/v1/parse"},
		{Method: "GET", Path: "/v1/models"},
		{Method: "GET", Path: "/nothing"},
	}
	sent := []request{{Method: "POST", Path: "/v1/models?name=heads", File: heads}, {Method: "POST", Path: "/v1/models?name=no", Body: "no model"}}
	var lines bytes.Buffer
	for _, r := range append(sent, requests...) {
		require.NoError(t, json.NewEncoder(&lines).Encode(map[string]string{"method": r.Method, "path": r.Path, "type": r.Type, "body": r.Body, "file": r.File}))
	}
	run := exec.Command(node, "testdata/node.js", folder)
	run.Stdin, run.Stderr = &lines, os.Stderr
	out, err := run.Output()
	require.NoError(t, err)
	type answered struct {
		Status  int
		Headers map[string]string
		Body    string
	}
	var answers []answered
	for each := json.NewDecoder(bytes.NewReader(out)); each.More(); {
		var a answered
		require.NoError(t, each.Decode(&a))
		answers = append(answers, a)
	}
	require.Len(t, answers, len(sent)+len(requests))
	require.Equal(t, http.StatusOK, answers[0].Status, answers[0].Body)
	require.Equal(t, http.StatusBadRequest, answers[1].Status)
	require.Contains(t, answers[1].Body, `{"error":{"message":"model no: `)

	long := regexp.MustCompile(`(\d\.\d{12})\d+`) // probabilities of steps, by math.Exp, whose last bit depends on the processor
	without := func(body string) string { return long.ReplaceAllString(body, "$1") }
	s := newServed(t, func(o *serve.Options) {
		o.Models = []serve.Source{{Name: "en-small", Load: loadSmall}, {Name: "heads", Load: trainedHeads}}
	})
	for i, r := range requests {
		want, got := s.do(r.Method, r.Path, r.Body, "Content-Type", r.Type), answers[len(sent)+i]
		require.Equal(t, want.StatusCode, got.Status, r.Path)
		require.Equal(t, without(want.body), without(got.Body), r.Path)
		want.Header.Del("Content-Length")
		for name := range want.Header {
			require.Equal(t, want.Header.Get(name), got.Headers[name], "%s: %s", r.Path, name)
		}
	}
}

// TestSiteInABrowser goes through what a person does on the site, whose page asks nothing but files of its own folder.
func TestSiteInABrowser(t *testing.T) {
	b := openBrowser(t)
	var asked sync.Map // paths
	folder := http.FileServer(http.Dir(madeSite(t)))
	files := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked.Store(r.RequestURI, true)
		folder.ServeHTTP(w, r)
	}))
	t.Cleanup(files.Close)
	b.look(1200, 900, "light")
	begun := time.Now()
	b.open(files.URL)
	b.wait(`document.querySelector("#model").value`)
	t.Logf("loaded in %v", time.Since(begun))
	b.accessible("site")
	b.shoot("site-empty-light")
	require.NotContains(t, b.text("body"), "HTTP")

	b.replace("The young teacher opened the door. It was open.")
	b.click("#parse")
	b.wait(`document.querySelectorAll("#tree .picture svg").length === 1`)
	require.Regexp(t, "^2 sentences, 11 words, by en-small", b.text("#status"))
	b.click(`#tree .word .form`)
	b.wait(`document.querySelector("#tree .meaning").innerText.includes("lemma the")`)
	b.shoot("site-tree-light")
	b.click("#tab-search")
	b.typePattern("{upos:NOUN}=n >det {}")
	require.Equal(t, "2 matches in 1 of 2 sentences.", b.text("#search .count"))
	b.click("#tab-extract")
	b.wait(`document.querySelector("#extract tbody").innerText.includes("the door")`)
	b.click("#tab-steps")
	b.wait(`document.querySelector("#moves").children.length > 0`)
	b.click("#last")
	require.Contains(t, b.text("#at"), "The tree is complete, without an error.")
	b.click("#back")
	b.click("#back")
	b.look(1200, 1200, "dark")
	b.shoot("site-steps-dark")

	// another model, from a file
	b.typeInto("#file", headsFile(t))
	b.wait(`document.querySelector("#model").value === "heads"`)
	b.idle()
	b.choose("model", "en-small")
	b.choose("other", "heads")
	b.click("#parse")
	b.wait(`!document.querySelector("#tab-differences").hidden && document.querySelector("#result").ariaBusy === "false"`)
	b.click("#tab-differences")
	b.wait(`document.querySelector("#differences .count").innerText`)
	require.Contains(t, b.text("#differences .count"), "en-small and heads")
	b.look(390, 800, "light")
	b.shoot("site-differences-phone")
	require.LessOrEqual(t, eval[int](b, "return document.documentElement.scrollWidth"), 390, "nothing sticks out of a phone")
	b.typeInto("#file", file(t, "no model"))
	b.wait(`document.querySelector("#status").className === "error"`)
	require.Contains(t, b.text("#status"), "Model file: ")

	stopsALongText(t, b)
	goesOnMeanwhile(t, b)

	b.keptTo(files.URL)
	all := []any{
		"/", "/draw.css", "/en-small.npz", "/find.js", "/page.css", "/page.js", "/parser.wasm", "/picture.js", "/server.js", "/simd.js", "/steps.js", "/texts.js",
		"/wasm_exec.js", "/worker.js",
	}
	paths := []any{}
	asked.Range(func(path, _ any) bool {
		paths = append(paths, path)
		return true
	})
	require.ElementsMatch(t, all, paths)

	// a worker can connect elsewhere no more than the page
	eval[any](b, `window.said = ""; const fetches = "fetch('" + arguments[0] + "').then(() => postMessage('connected'), () => postMessage('refused'))";
		new Worker(URL.createObjectURL(new Blob([fetches]))).onmessage = event => window.said = event.data`, listening(t).url+"/healthz")
	b.wait("window.said")
	require.Equal(t, "refused", eval[string](b, "return window.said"))
	require.Contains(t, strings.Join(b.logs("browser"), "\n"), "Content Security Policy") // and not for lack of an answer
}

// stopsALongText: a long text can be stopped, and the models are still there.
func stopsALongText(t *testing.T, b *browser) {
	b.replace(strings.Repeat("The young teacher, who had come from the city, gave the children three red apples before they left. ", 2000))
	b.click("#parse")
	b.wait(`document.querySelector("#stop").checkVisibility()`)
	b.click("#stop")
	b.idle()
	require.Equal(t, "Stopped.", b.text("#status"))
	b.replace("The dog that barked ran.")
	b.click("#parse")
	b.idle()
	require.Contains(t, b.text("#status"), "1 sentence")
	b.click("#tab-differences")
	b.idle()
	require.Contains(t, b.text("#differences .count"), "en-small and heads")
}

// goesOnMeanwhile: the page goes on while a long text is parsed.
func goesOnMeanwhile(t *testing.T, b *browser) {
	b.choose("other", "")
	b.replace(strings.Repeat("The young teacher, who had come from the city, gave the children three red apples before they left. ", 11))
	eval[any](b, `window.longest = 0; let last = performance.now(); setInterval(() => {
		const now = performance.now();
		window.longest = Math.max(window.longest, now - last);
		last = now;
	}, 5); document.querySelector("#parse").click()`)
	b.wait(`document.querySelector("#status").innerText.startsWith("11 sentences")`)
	t.Logf("%s; the page waited for at most %v ms", b.text("#status"), eval[float64](b, "return window.longest"))
	require.Less(t, eval[float64](b, "return window.longest"), 1000.0)
}
