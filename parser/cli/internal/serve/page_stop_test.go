package serve_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"parser/parser/cli/internal/serve"
)

// TestAbortedRequestsEndTheWork: the parser stops when the client goes, before it has parsed everything.
func TestAbortedRequestsEndTheWork(t *testing.T) {
	s := newServed(t, func(o *serve.Options) { o.Limits.Workers, o.Limits.Deadline = 1, time.Hour })
	address, stop := s.run()
	long := strings.Repeat("The young teacher, who had come from the city, gave the children three red apples before they left. ", 10_000)
	for _, c := range []struct{ path, media, body string }{
		{"/v1/parse?model=english", "text/plain", long},
		{"/v1/parse?model=english&nbest=9", "text/plain", long},
		{"/process", "application/x-www-form-urlencoded", "tokenizer&tagger&data=" + strings.ReplaceAll(long, " ", "+")},
		{"/v1/compare", "application/json", `{"models": ["english", "english"], "data": "` + long + `"}`},
	} {
		ctx, cancel := context.WithCancel(t.Context())
		r, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+address+c.path, strings.NewReader(c.body))
		require.NoError(t, err)
		r.Header.Set("Content-Type", c.media)
		time.AfterFunc(200*time.Millisecond, cancel)
		_, err = http.DefaultClient.Do(r)
		require.ErrorIs(t, err, context.Canceled, c.path)
	}
	// A request that was parsed to its end is answered with 200, even when its client is gone.
	eventually(t, "all have ended", func() bool { return strings.Count(s.log.String(), `"reason":"aborted"`) == 4 })
	require.NotContains(t, s.log.String(), `"status":200`)
	require.NoError(t, stop())
}

// TestPageStops: what takes long can be stopped, and the page goes on.
func TestPageStops(t *testing.T) {
	b := openBrowser(t)
	s := listening(t, func(o *serve.Options) { o.Limits.Workers = 1 })
	b.look(390, 800, "light")
	b.open(s.url)
	b.wait(`document.querySelector("#model").value`)
	const offered = `document.querySelector("#stop").checkVisibility()`
	aborted := func(n string) {
		t.Helper()
		eventually(t, "the server has noticed", func() bool {
			return s.metric(`parser_requests_total{route="/v1/parse",status="499"}`)+s.metric(`parser_requests_total{route="/v1/trace",status="499"}`) == n
		})
	}
	parse := func() {
		b.replace("Dogs bark.")
		b.click("#parse")
	}

	free := s.Occupy() // so that no answer comes
	parse()
	require.False(t, eval[bool](b, "return "+offered), "not at once")
	b.wait(offered)
	require.Equal(t, "Parsing …", b.text("#status"))
	b.accessible("parsing")
	b.shoot("stop-phone-light")
	b.press(keyTab + keyTab) // over the example
	require.Equal(t, "stop", eval[string](b, "return document.activeElement.id"))
	b.press(keyEnter)
	b.idle()
	require.Equal(t, "Stopped.", b.text("#status"))
	require.Equal(t, "", eval[string](b, `return document.querySelector("#status").className`), "which is no error")
	require.Equal(t, "parse", eval[string](b, "return document.activeElement.id"))
	require.False(t, eval[bool](b, "return "+offered))
	aborted("1")
	free()
	parse()
	b.idle()
	require.Contains(t, b.text("#status"), "1 sentence")
	require.False(t, eval[bool](b, "return "+offered))

	free = s.Occupy()
	b.click("#tab-steps")
	b.wait(offered)
	b.press(keyEscape)
	b.idle()
	require.Equal(t, "Stopped.", b.text("#steps .problem"))
	aborted("11") // one each
	free()
	b.click("#tab-steps")
	b.idle()
	require.Contains(t, b.text("#at"), "Step 1 of")
}
