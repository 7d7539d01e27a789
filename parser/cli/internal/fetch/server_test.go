package fetch

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// server has the files of a treebank. It does what handlers say, one for each request, and then
// behaves like a good server.
type server struct {
	*httptest.Server
	files    map[string]string
	tag      string
	handlers []http.HandlerFunc
	asked    []string // path and Range of each request
}

// treebankFiles are those of UD_Toy-Toy: a small training file and others that are smaller.
func treebankFiles() map[string]string {
	sentence := "1\tWe\twe\tPRON\t_\t_\t2\tnsubj\t_\t_\n2\tleft\tleave\tVERB\t_\t_\t0\troot\t_\t_\n\n"
	return map[string]string{
		"train": strings.Repeat(sentence, 3000), "dev": strings.Repeat(sentence, 2), "test": sentence,
		"licence": "\x1b[31mCC BY-SA 4.0\x00\n\n see\thttps://example.org \n" + strings.Repeat("more\n", 9),
	}
}

func start(t *testing.T, handlers ...http.HandlerFunc) *server {
	t.Helper()
	texts := treebankFiles()
	s := &server{files: map[string]string{}, tag: `"one"`, handlers: handlers}
	for _, part := range []string{"train", "dev", "test"} {
		s.files["/UD_Toy-Toy/r1.0/xx_toy-ud-"+part+".conllu"] = texts[part]
	}
	s.files["/UD_Toy-Toy/r1.0/LICENSE.txt"] = texts["licence"]
	s.Server = httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.asked = append(s.asked, filepath.Base(r.URL.Path)+" "+r.Header.Get("Range"))
		if len(s.handlers) > 0 {
			h := s.handlers[0]
			if s.handlers = s.handlers[1:]; h != nil {
				h(w, r)
				return
			}
		}
		s.good(w, r)
	}))
	s.Config.ErrorLog = log.New(io.Discard, "", 0)
	s.StartTLS()
	t.Cleanup(s.Close)
	return s
}

func (s *server) good(w http.ResponseWriter, r *http.Request) {
	text, has := s.files[r.URL.Path]
	if !has {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("ETag", s.tag)
	http.ServeContent(w, r, "", time.Time{}, strings.NewReader(text))
}

// breaksOff sends the first bytes of a file and ends the connection.
func (s *server) breaksOff(after int) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		text := s.files[r.URL.Path]
		w.Header().Set("ETag", s.tag)
		w.Header().Set("Content-Length", fmt.Sprint(len(text)))
		_, _ = w.Write([]byte(text[:after]))
		w.(http.Flusher).Flush()
		panic(http.ErrAbortHandler)
	}
}

func answers(code int) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(code) }
}

// getter trusts the server's certificate and does not wait.
func (s *server) getter() *Getter {
	return &Getter{From: s.URL + "/", Transport: s.Client().Transport, Pause: time.Nanosecond}
}

func toyTreebank(sums ...string) *Treebank {
	t := &Treebank{Name: "UD_Toy-Toy", Code: "xx_toy", Release: "r1.0", Licence: "CC BY-SA 4.0"}
	for i, part := range []string{"train", "dev", "test"} {
		t.Parts = append(t.Parts, Part{Name: part})
		if i < len(sums) {
			t.Parts[i].SHA256 = sums[i]
		}
	}
	return t
}

func sum(text string) string {
	digest := sha256.Sum256([]byte(text))
	return hex.EncodeToString(digest[:])
}

// inFolder returns the names in a folder.
func inFolder(t *testing.T, folder string) (names []string) {
	t.Helper()
	all, err := os.ReadDir(folder)
	require.NoError(t, err)
	for _, f := range all {
		names = append(names, f.Name())
	}
	return names
}

func text(t *testing.T, path ...string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(path...))
	require.NoError(t, err)
	return string(data)
}
