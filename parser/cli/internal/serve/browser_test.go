package serve_test

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// browser is a page in a headless Chromium, driven through ChromeDriver by the WebDriver
// protocol (W3C Recommendation of 2018).
type browser struct {
	t       *testing.T
	session string // its address
}

// openBrowser starts one, and skips the test if there is no browser.
func openBrowser(t *testing.T) *browser {
	driver, err := exec.LookPath("chromedriver")
	if err != nil {
		t.Skip("no chromedriver on this machine")
	}
	process := exec.Command(driver, "--port=0")
	out, err := process.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, process.Start())
	t.Cleanup(func() {
		_ = process.Process.Kill()
		_ = process.Wait()
	})
	started, lines := regexp.MustCompile(`started successfully on port (\d+)`), bufio.NewScanner(out)
	var port []string
	for port == nil && lines.Scan() {
		port = started.FindStringSubmatch(lines.Text())
	}
	require.NotNil(t, port, "chromedriver did not start")
	go func() { _, _ = io.Copy(io.Discard, out) }() // else it waits for a reader

	b := &browser{t, "http://127.0.0.1:" + port[1] + "/session"}
	var opened struct{ SessionID string }
	b.do("POST", "", map[string]any{"capabilities": map[string]any{"alwaysMatch": map[string]any{
		"goog:loggingPrefs": map[string]string{"performance": "ALL", "browser": "ALL"},
		"goog:chromeOptions": map[string]any{
			"args": []string{
				"--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
				"--disable-component-update", "--disable-sync", "--user-data-dir=" + t.TempDir(),
			},
			"prefs": map[string]any{"download.default_directory": t.TempDir()},
		},
	}}}, &opened)
	b.session += "/" + opened.SessionID
	t.Cleanup(func() { b.do("DELETE", "", nil, nil) })
	return b
}

// do sends a command and reads its value.
func (b *browser) do(method, path string, body, value any) {
	b.t.Helper()
	var sent io.Reader
	if body != nil {
		text, err := json.Marshal(body)
		require.NoError(b.t, err)
		sent = bytes.NewReader(text)
	}
	request, err := http.NewRequest(method, b.session+path, sent)
	require.NoError(b.t, err)
	answer, err := http.DefaultClient.Do(request)
	require.NoError(b.t, err)
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	require.NoError(b.t, err)
	require.Equal(b.t, http.StatusOK, answer.StatusCode, "%s %s: %s", method, path, text)
	if value != nil {
		require.NoError(b.t, json.Unmarshal(text, &struct{ Value any }{value}), "%s", text)
	}
}

// open goes to an address.
func (b *browser) open(url string) {
	b.t.Helper()
	b.do("POST", "/url", map[string]any{"url": url}, nil)
}

// eval returns the value of a function body of JavaScript.
func eval[T any](b *browser, script string, args ...any) (value T) {
	b.t.Helper()
	b.do("POST", "/execute/sync", map[string]any{"script": script, "args": append([]any{}, args...)}, &value)
	return value
}

// wait waits until an expression of JavaScript is true.
func (b *browser) wait(condition string) {
	b.t.Helper()
	for end := time.Now().Add(20 * time.Second); !eval[bool](b, "return Boolean("+condition+")"); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			b.shoot("failed")
			require.FailNow(b.t, "waited in vain", "for %s; the page says: %s", condition, b.text("body"))
		}
	}
}

// text returns what the reader of an element sees.
func (b *browser) text(selector string) string {
	b.t.Helper()
	return eval[string](b, "return document.querySelector(arguments[0]).innerText", selector)
}

// click clicks on an element as a mouse does.
func (b *browser) click(selector string) {
	b.t.Helper()
	b.do("POST", "/element/"+b.find(selector)+"/click", map[string]any{}, nil)
}

// typeInto types text into an element.
func (b *browser) typeInto(selector, text string) {
	b.t.Helper()
	b.do("POST", "/element/"+b.find(selector)+"/value", map[string]any{"text": text}, nil)
}

func (b *browser) find(selector string) string {
	b.t.Helper()
	var element map[string]string
	b.do("POST", "/element", map[string]any{"using": "css selector", "value": selector}, &element)
	for _, id := range element {
		return id
	}
	return ""
}

// Keys, as WebDriver writes them.
const (
	keyTab     = "\uE004"
	keyEnter   = "\uE007"
	keyControl = "\uE009"
	keyEscape  = "\uE00C"
	keyEnd     = "\uE010"
	keyHome    = "\uE011"
	keyLeft    = "\uE012"
	keyRight   = "\uE014"
)

// press presses keys one after the other, wherever the focus is; held are pressed all the while.
func (b *browser) press(keys string, held ...string) {
	b.t.Helper()
	actions := []map[string]string{}
	for _, key := range held {
		actions = append(actions, map[string]string{"type": "keyDown", "value": key})
	}
	for _, key := range keys {
		actions = append(actions, map[string]string{"type": "keyDown", "value": string(key)}, map[string]string{"type": "keyUp", "value": string(key)})
	}
	for _, key := range held {
		actions = append(actions, map[string]string{"type": "keyUp", "value": key})
	}
	b.do("POST", "/actions", map[string]any{"actions": []any{map[string]any{"type": "key", "id": "keyboard", "actions": actions}}}, nil)
}

// devtools sends a command of the Chrome DevTools Protocol.
func (b *browser) devtools(command string, params map[string]any) {
	b.t.Helper()
	b.do("POST", "/goog/cdp/execute", map[string]any{"cmd": command, "params": params}, nil)
}

// look makes the window as large as this, in CSS pixels, and light or dark.
func (b *browser) look(width, height int, scheme string) {
	b.t.Helper()
	b.devtools("Emulation.setDeviceMetricsOverride", map[string]any{"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500})
	b.devtools("Emulation.setEmulatedMedia", map[string]any{"features": []map[string]string{{"name": "prefers-color-scheme", "value": scheme}}})
}

// shoot keeps a picture of the window, in the folder that PARSER_SCREENSHOTS names.
func (b *browser) shoot(name string) {
	b.t.Helper()
	folder := os.Getenv("PARSER_SCREENSHOTS")
	if folder == "" {
		return
	}
	var picture string
	b.do("GET", "/screenshot", nil, &picture)
	png, err := base64.StdEncoding.DecodeString(picture)
	require.NoError(b.t, err)
	require.NoError(b.t, os.WriteFile(fmt.Sprintf("%s/%s.png", folder, name), png, 0o644))
}

// logs returns the messages of a log since the last call: "browser", what the page says in its
// console, or "performance", what it does.
func (b *browser) logs(kind string) (messages []string) {
	b.t.Helper()
	var entries []struct{ Message string }
	b.do("POST", "/se/log", map[string]any{"type": kind}, &entries)
	for _, e := range entries {
		messages = append(messages, e.Message)
	}
	return messages
}
