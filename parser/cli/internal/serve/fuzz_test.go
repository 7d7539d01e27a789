package serve_test

import (
	"bytes"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"parser/parser/cli/internal/serve"
)

// routes that read what clients send.
var reading = []string{"/v1/parse", "/v1/trace", "/v1/compare", "/process", "/services/udpipe/api/process"}

// fuzzed returns a server that lets no request take long, and its log.
func fuzzed(f *testing.F) (*serve.Server, *logged) {
	log, limits := &logged{}, serve.DefaultLimits()
	limits.Body, limits.Words, limits.Deadline = 1<<13, 40, time.Hour
	s, err := serve.New(serve.Options{Models: sources(), Limits: limits, Log: slog.New(slog.NewJSONHandler(log, nil))})
	require.NoError(f, err)
	return s, log
}

// requireAnswer sends a request twice: both times it gets the same answer, which is what was asked for
// or says what is wrong with it, and never that the server failed.
func requireAnswer(t *testing.T, s *serve.Server, log *logged, path, query, contentType, body string) {
	var last string
	for try := range 2 {
		w := httptest.NewRecorder()
		s.ServeHTTP(w, &http.Request{
			Method: http.MethodPost, Host: "localhost", URL: &url.URL{Path: path, RawQuery: query}, Header: http.Header{"Content-Type": {contentType}},
			Body: io.NopCloser(strings.NewReader(body)), ContentLength: int64(len(body)), RemoteAddr: "127.0.0.1:1",
		})
		require.NotContains(t, log.String(), `"msg":"panic"`)
		require.Contains(t, []int{200, 400, 404, 413, 415, 422}, w.Code, w.Body.String())
		if w.Header().Get("Content-Type") == "application/json" {
			require.True(t, json.Valid(w.Body.Bytes()), w.Body.String())
		}
		if w.Code != http.StatusOK && strings.HasPrefix(path, "/v1/") {
			message(t, answer{w.Result(), w.Body.String()})
		}
		require.True(t, w.Code == http.StatusOK || w.Body.Len() > 0, "an answer that says what is wrong")
		if try > 0 {
			require.Equal(t, last, w.Body.String())
		}
		last = w.Body.String()
	}
	log.mutex.Lock()
	log.text.Reset()
	log.mutex.Unlock()
}

// FuzzRequest sends any bytes, of any type, as a body and as parameters.
func FuzzRequest(f *testing.F) {
	const form, asJSON = "application/x-www-form-urlencoded", "application/json"
	for i, c := range [][3]string{
		{"output=json&width=9", "text/plain", "Dogs bark. It's late."},
		{"", asJSON, `{"data": "Dogs bark.", "sentence": 1, "gold": "self"}`},
		{"", asJSON, `{"models": ["heads", "english"], "input": "conllu", "data": "1\ta\t_\tX\tX\t_\t0\troot\t_\t_\n\n"}`},
		{"", form, "data=Dogs+bark&tokenizer=ranges;normalized_spaces&parser=&model=en"},
		{"tokenizer=&tagger=&output=horizontal", "multipart/form-data; boundary=x", "--x\r\nContent-Disposition: form-data; name=\"data\"\r\n\r\nDogs\r\n--x--\r\n"},
		{"model=trees&input=tagged&output=text", "", "Dogs/NNS bark/VBP"},
		{"", asJSON, `{"model": "trees", "data": "(S (NNS Dogs))", "input": "brackets", "gold": "(S (NNS Dogs))", "script": "SHIFT"}`},
		{"", asJSON, `{"models": 7}`},
		{"input=vertical&data=a%0Ab&tagger", form, "%"},
		{"input=horizontal&offsets=bytes", "text/plain", "a b\u00a0c\nd"},
		{"lines&offsets", "text/plain", "Dogs bark. It\nis"},
		{"data=1%09a&input=conllu&parser", "multipart/form-data", "--\r\n"},
	} {
		f.Add(uint8(i), c[0], c[1], c[2])
	}
	s, log := fuzzed(f)
	f.Fuzz(func(t *testing.T, route uint8, query, contentType, body string) {
		requireAnswer(t, s, log, reading[int(route)%len(reading)], query, contentType, body)
	})
}

// FuzzQuery sends sound JSON and forms with any data, trees and scripts in them.
func FuzzQuery(f *testing.F) {
	const words = "1\tDogs\tdog\tNOUN\tNNS\t_\t2\tnsubj\t_\t_\n2\tbark\tbark\tVERB\tVBP\t_\t0\troot\t_\t_\n\n"
	f.Add(uint64(0), "Dogs bark; it is late.", "", "", 1, 0)
	f.Add(uint64(1+5*1), words, words, "SHIFT\nLEFT-ARC nsubj", 1, 1)
	f.Add(uint64(1+5*7), "(S (NP (NNS Dogs)) (VP (VBP bark)))", "(S (NNS Dogs) (VBP bark))", "NT(S)", 1, -1)
	f.Add(uint64(2+5*4), words+words, "self", "", 2, 3)
	f.Add(uint64(3+5*30), "a/X b/Y", "model:heads", "normalized_spaces;presegmented", -1, 60)
	s, log := fuzzed(f)
	f.Fuzz(func(t *testing.T, choices uint64, data, gold, script string, sentence, given int) {
		choose := func(of ...string) string {
			one := of[choices%uint64(len(of))]
			choices /= uint64(len(of))
			return one
		}
		path := choose(reading...)
		model, input := choose("english", "heads", "trees", "", gold), choose("", "conllu", "text", "tagged", "brackets", "horizontal", "vertical",
			"generic_tokenizer="+script)
		output := choose("", "conllu", "json", "horizontal", "svg", "text", "brackets", "vertical", "tsv", "matxin", "conllx")
		fields := map[string]any{"data": data, "input": input}
		switch path {
		case "/v1/parse":
			fields["model"], fields["output"], fields["width"], fields["pictures"] = model, output, given%2000, choose("", "x") == ""
		case "/v1/trace":
			fields["model"], fields["sentence"], fields["script"], fields["gold"], fields["given"] = model, sentence, script, gold, given
			fields["follow"], fields["moves"] = choose("", "x") == "", choose("", "model", "oracle", script)
			if choose("", "x") != "" {
				fields["oracles"] = []string{choose("dynamic", "static", "pd", script)}
			}
		case "/v1/compare":
			fields["models"], fields["width"] = []string{model, choose("english", "heads", "trees")}, given%2000
		default:
			form := url.Values{"data": {data}, "model": {model}, "input": {input}, "output": {output}}
			for _, name := range []string{"tokenizer", "tagger", "parser"} {
				if choose("", "x") != "" {
					form.Set(name, script)
				}
			}
			requireAnswer(t, s, log, path, "", "application/x-www-form-urlencoded", form.Encode())
			return
		}
		body, err := json.Marshal(fields)
		require.NoError(t, err)
		requireAnswer(t, s, log, path, "", "application/json", string(bytes.ToValidUTF8(body, nil)))
	})
}
