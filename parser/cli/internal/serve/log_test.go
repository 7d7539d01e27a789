package serve_test

import (
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"parser/parser/cli/internal/serve"
)

// secret is what a client sends, and no log may have.
const secret = "Sesame"

// TestLogsHoldNothingOfRequests sends a word in every place of requests that end in every way, and
// looks for it, however it is encoded.
func TestLogsHoldNothingOfRequests(t *testing.T) {
	s := newServed(t, func(o *serve.Options) {
		o.TokenFile, o.Limits.Body, o.Hosts = file(t, "token-of-the-test"), 1000, []string{"127.0.0.1", "example.com"}
	})
	s.WithRoute("/panic", func(http.ResponseWriter) error { panic(secret) })
	s.WithRoute("/index", func(http.ResponseWriter) error {
		all := map[string][]int{secret: nil}
		_ = all[secret][len(secret)]
		return nil
	})
	statuses := map[int]bool{}
	for path, methods := range s.Paths() {
		for _, method := range append(methods, "DELETE", secret) {
			for _, auth := range []string{"Bearer token-of-the-test", "Bearer " + secret} {
				for _, target := range []string{
					path, path + "?model=" + secret, path + "?data=" + secret + "&tokenizer&tagger&parser", path + "?output=" + secret,
					"/" + secret + path,
				} {
					for _, body := range []string{
						secret + " bark.", "", `{"data":"` + secret + ` bark."}`, `{"` + secret, `{"model":"` + secret + `","gold":"` + secret + `"}`,
						`{"script":"` + secret + `","data":"x"}`, `{"models":["` + secret + `",""]}`, `{"models":["",""],"data":"` + secret +
							`"}`, "data=" + secret, "1\t" + secret, secret + "\xff", strings.Repeat(
							secret, 1000,
						),
					} {
						if auth != "Bearer token-of-the-test" && target != path {
							continue // it is refused before
						}
						for _, media := range []string{"application/json", "application/x-www-form-urlencoded", "multipart/form-data; boundary=" + secret, secret} {
							a := s.do(method, target, body, "Content-Type", media, "Authorization", auth, "User-Agent", secret, "Referer", secret, "X-Request-Id", secret)
							statuses[a.StatusCode] = true
						}
					}
				}
			}
		}
		s.do(methods[0], path, secret, "Host", secret)
		s.do(methods[0], path, secret, "Origin", "https://"+secret)
	}
	for _, status := range []int{200, 400, 401, 404, 405, 413, 415, 500} {
		require.True(t, statuses[status], status)
	}
	address, stop := s.run() // what net/http says itself
	for _, sent := range []string{
		secret + "\r\n\r\n", "GET /" + secret + " HTTP/1.1\r\n\r\n",
		"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: " + secret + "\r\n\r\n", "GET /%zz" + secret + " HTTP/1.1\r\nHost: x\r\n\r\n",
	} {
		c, err := net.Dial("tcp", address)
		require.NoError(t, err)
		_, err = io.WriteString(c, sent)
		require.NoError(t, err)
		_, _ = io.ReadAll(io.LimitReader(c, 10))
		c.Close()
	}
	require.NoError(t, stop())

	text := s.log.String()
	require.NotEmpty(t, text)
	metrics := s.do("GET", "/metrics", "", "Authorization", "Bearer token-of-the-test").body
	require.Contains(t, metrics, "parser_requests_total")
	for _, hidden := range []string{secret, strings.ToLower(secret), url.QueryEscape(secret), "bark"} {
		require.NotContains(t, text, hidden)
		require.NotContains(t, metrics, hidden)
	}
	for line := range strings.Lines(text) {
		var entry map[string]any
		require.NoError(t, json.Unmarshal([]byte(line), &entry))
	}
}

// TestLogEntry: what there is of a request.
func TestLogEntry(t *testing.T) {
	s := newServed(t)
	begun := time.Now()
	s.do("POST", "/v1/parse", "Dogs bark. It is late.")
	s.do("POST", "/v1/parse?model=klingon", "Dogs bark.")
	var entries []map[string]any
	for line := range strings.Lines(s.log.String()) {
		var entry map[string]any
		require.NoError(t, json.Unmarshal([]byte(line), &entry))
		require.Greater(t, entry["duration_ms"], 0.0)
		require.Less(t, entry["duration_ms"], float64(time.Since(begun).Milliseconds()+1))
		require.Positive(t, entry["bytes"])
		for _, name := range []string{"time", "duration_ms", "bytes"} {
			delete(entry, name)
		}
		entries = append(entries, entry)
	}
	require.Equal(t, []map[string]any{
		{"level": "INFO", "msg": "request", "method": "POST", "route": "/v1/parse", "status": 200.0, "model": "english-ewt-2.16", "sentences": 2.0, "words": 7.0},
		{"level": "INFO", "msg": "request", "method": "POST", "route": "/v1/parse", "status": 404.0, "reason": "model"},
	}, entries)
	require.Equal(t, "2", s.metric(`parser_sentences_total{model="english-ewt-2.16"}`))
	require.Equal(t, "7", s.metric(`parser_words_total{model="english-ewt-2.16"}`))
	require.Equal(t, "1", s.metric(`parser_refused_total{reason="model"}`))
	require.Equal(t, "1", s.metric(`parser_requests_total{route="/v1/parse",status="200"}`))
	require.Equal(t, "2", s.metric(`parser_request_duration_seconds_count{route="/v1/parse"}`))
	require.NotEmpty(t, s.metric("go_goroutines"))
}
