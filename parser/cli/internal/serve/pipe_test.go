package serve_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/parser/cli/internal/serve"
)

// replied is an answer to a line.
type replied struct {
	Status int
	Body   json.RawMessage
}

func (s *served) pipe(lines ...string) (all []replied) {
	s.t.Helper()
	var out bytes.Buffer
	require.NoError(s.t, s.Pipe(strings.NewReader(strings.Join(lines, "\n")), &out))
	for line := range strings.Lines(out.String()) {
		var a replied
		require.NoError(s.t, json.Unmarshal([]byte(line), &a), line)
		all = append(all, a)
	}
	require.Len(s.t, all, len(lines))
	return all
}

// TestPipe: lines are answered in order, as requests over HTTP are; those that are wrong disturb no other.
func TestPipe(t *testing.T) {
	s := newServed(t, func(o *serve.Options) {
		o.Limits.Workers, o.Limits.Queue, o.Limits.Body, o.Limits.Words = 3, 2, 1000, 20
	})
	query := func(text, output string) map[string]any {
		return map[string]any{"model": "english", "data": text, "output": output}
	}
	line := func(query map[string]any) string {
		text, err := json.Marshal(map[string]any{"path": "/v1/parse", "body": query})
		require.NoError(t, err)
		return string(text)
	}
	var lines []string
	var want []replied
	for i := range 60 {
		text, output := strings.Repeat("It is late. ", 1+(60-i)%7), []string{"conllu", "json"}[i%2]
		body := s.post("/v1/parse", query(text, output)).body
		if output == "conllu" {
			quoted, err := json.Marshal(body)
			require.NoError(t, err)
			body = string(quoted)
		}
		lines, want = append(lines, line(query(text, output))), append(want, replied{http.StatusOK, json.RawMessage(body)})
	}
	for bad, status := range map[string]int{
		"":                         http.StatusBadRequest,
		"It is late.":              http.StatusBadRequest,
		`{"path": "/v1/parse"`:     http.StatusBadRequest,
		`{"path": "%"}`:            http.StatusBadRequest,
		`{"path": "/v1/parse"}`:    http.StatusMethodNotAllowed,
		`{"path": "/none"}`:        http.StatusNotFound,
		line(query("\xff", "")):    http.StatusOK, // encoding/json wrote a replacement character
		"{\"path\": \"/\xff\"}":    http.StatusBadRequest,
		strings.Repeat("x", 3000):  http.StatusBadRequest,
		strings.Repeat("x", 90000): http.StatusRequestEntityTooLarge,
		line(query(strings.Repeat("x", 1000), "")):                                              http.StatusRequestEntityTooLarge,
		line(map[string]any{"input": "conllu", "data": "# 1\n1\tx\n\n"}):                        http.StatusBadRequest,
		line(map[string]any{"input": "horizontal", "data": strings.Repeat("a ", 30)}):           http.StatusUnprocessableEntity,
		line(map[string]any{"model": "trees", "input": "tagged", "data": "a/DT", "output": ""}): http.StatusOK,
	} {
		lines, want = append(lines, bad), append(want, replied{Status: status})
	}
	lines = append(lines, lines[0]) // the last, without an end of line
	want = append(want, want[0])
	for i, a := range s.pipe(lines...) {
		require.Equal(t, want[i].Status, a.Status, "%.100s: %s", lines[i], a.Body)
		switch {
		case want[i].Body != nil:
			require.JSONEq(t, string(want[i].Body), string(a.Body))
		case a.Status != http.StatusOK:
			require.Contains(t, string(a.Body), `{"error":{"message":"`)
		}
		if strings.Contains(lines[i], `# 1\n`) {
			require.Contains(t, string(a.Body), "data:2:4: wrong number of columns")
		}
	}
}

// TestPipeBreaks: errors of the pipes are errors of Pipe.
func TestPipeBreaks(t *testing.T) {
	s := newServed(t)
	broken := errors.New("broken")
	reader, writer := io.Pipe()
	go func() {
		_, _ = io.WriteString(writer, `{"path": "/healthz"}`+"\n")
		writer.CloseWithError(broken)
	}()
	var out bytes.Buffer
	require.ErrorIs(t, s.Pipe(reader, &out), broken)
	require.Equal(t, "{\"status\":200,\"body\":\"ok\\n\"}\n", out.String())

	reader, writer = io.Pipe()
	reader.CloseWithError(broken)
	require.ErrorIs(t, s.Pipe(strings.NewReader(strings.Repeat("{\"path\": \"/healthz\"}\n", 1000)), writer), broken)
}

// FuzzPipe reads any lines: each gets an answer, and never that the server failed.
func FuzzPipe(f *testing.F) {
	f.Add(`{"path": "/v1/parse", "body": {"data": "Dogs bark.", "output": "json"}}` + "\n\n{}\r\n" + `{"path": "/metrics"}`)
	f.Add(`{"path": "/v1/parse?input=conllu", "body": "1\ta"}` + "\n" + `{"path": "//x:y/%zz?;", "body": null}` + "\n")
	f.Add(`{"path": "/process?data=x&tokenizer&parser"}` + "\n" + `{"path": "/process", "body": []}` + "\nx")
	server, log := fuzzed(f)
	f.Fuzz(func(t *testing.T, lines string) {
		s := &served{Server: server, t: t}
		all := s.pipe(strings.Split(lines+"x", "\n")...) // the last is not empty
		for _, a := range all {
			require.NotEqual(t, http.StatusInternalServerError, a.Status)
		}
		require.NotContains(t, log.String(), `"msg":"panic"`)
	})
}
