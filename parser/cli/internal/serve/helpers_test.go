package serve_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/parser/cli/internal/serve"
	"parser/parser/english"
	"parser/parser/internal/engine"
	"parser/parser/internal/training"
	"parser/parser/treebank"
	"parser/ptb"
)

// loaded are models that are loaded or trained once.
var (
	loadEnglish  = sync.OnceValues(func() (*engine.Parser, error) { return engine.Load("../../../models/en-small/en-small.npz") })
	loadOnBoard  = sync.OnceValues(func() (*engine.Parser, error) { return engine.Read(english.File(), english.File().Size()) })
	trainedHeads = sync.OnceValues(func() (*engine.Parser, error) { return trained("arc-hybrid") })
	trainedTrees = sync.OnceValues(func() (*engine.Parser, error) { return trained("in-order") })
)

// trained returns a linear model that has learned, for a moment, from the sample.
func trained(system string) (*engine.Parser, error) {
	o := engine.DefaultsFor(system)
	o.UseScorer("linear")
	o.Epochs = 1
	sentences, err := conll.ReadFile("../../../../testdata/en/train.conllu")
	if err != nil {
		return nil, err
	}
	trees, err := ptb.ReadFile("../../../../testdata/en/train.mrg")
	if err != nil {
		return nil, err
	}
	data := treebank.Data{Sentences: sentences}
	if system == "in-order" {
		data = treebank.Data{Trees: trees}
	}
	return training.Run(context.Background(), data, treebank.Data{}, o, training.Observer{})
}

// sources are three models: English that reads raw text, one that needs tags, and one of constituents.
func sources() []serve.Source {
	return []serve.Source{
		{Name: "english-ewt-2.16", Title: english.Title, Load: loadEnglish},
		{Name: "heads", Load: trainedHeads},
		{Name: "trees", Load: trainedTrees},
	}
}

// served is a server for a test.
type served struct {
	*serve.Server
	t   *testing.T
	url string
	log *logged
}

// logged is a log that can be read while it is written.
type logged struct {
	mutex sync.Mutex
	text  bytes.Buffer
}

func (l *logged) Write(b []byte) (int, error) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return l.text.Write(b)
}

func (l *logged) String() string {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return l.text.String()
}

// newServed returns a server with some options, that listens nowhere.
func newServed(t *testing.T, change ...func(*serve.Options)) *served {
	t.Helper()
	log := &logged{}
	o := serve.Options{Models: sources(), Limits: serve.DefaultLimits(), Log: slog.New(slog.NewJSONHandler(log, nil))}
	for _, c := range change {
		c(&o)
	}
	s, err := serve.New(o)
	require.NoError(t, err)
	return &served{Server: s, t: t, log: log}
}

// listening returns a server that answers at url.
func listening(t *testing.T, change ...func(*serve.Options)) *served {
	t.Helper()
	s := newServed(t, change...)
	h := httptest.NewServer(s)
	t.Cleanup(h.Close)
	s.url = h.URL
	return s
}

// answer is one.
type answer struct {
	*http.Response
	body string
}

// do sends a request without a network. headers are pairs; Host is one, too.
func (s *served) do(method, target, body string, headers ...string) answer {
	s.t.Helper()
	r := httptest.NewRequest(method, target, strings.NewReader(body))
	for i := 0; i < len(headers); i += 2 {
		if r.Header.Set(headers[i], headers[i+1]); headers[i] == "Host" {
			r.Host = headers[i+1]
		}
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return answer{w.Result(), w.Body.String()}
}

// post sends v as JSON.
func (s *served) post(path string, v any) answer {
	s.t.Helper()
	text, err := json.Marshal(v)
	require.NoError(s.t, err)
	return s.do("POST", path, string(text), "Content-Type", "application/json")
}

// of reads what is in an answer.
func of[T any](t *testing.T, a answer) (v T) {
	t.Helper()
	require.Equal(t, http.StatusOK, a.StatusCode, a.body)
	require.Equal(t, "application/json", a.Header.Get("Content-Type"))
	require.NoError(t, json.Unmarshal([]byte(a.body), &v), a.body)
	return v
}

// message is what an answer says is wrong, which must be JSON and nothing else.
func message(t *testing.T, a answer) string {
	t.Helper()
	var said struct {
		Error struct{ Message string }
	}
	require.Equal(t, "application/json", a.Header.Get("Content-Type"))
	d := json.NewDecoder(strings.NewReader(a.body))
	d.DisallowUnknownFields()
	require.NoError(t, d.Decode(&said), a.body)
	require.NotEmpty(t, said.Error.Message)
	return said.Error.Message
}

// file writes a file that only its owner may read.
func file(t *testing.T, text string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(name, []byte(text), 0o600))
	return name
}

// read returns all of a body.
func read(t *testing.T, r *http.Response) string {
	t.Helper()
	defer r.Body.Close()
	text, err := io.ReadAll(r.Body)
	require.NoError(t, err)
	return string(text)
}
