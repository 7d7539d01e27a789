package fetch

import (
	"bytes"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/stretchr/testify/require"
)

// offline is a server without a network, which refuses headers as http.Transport does.
type offline func(w http.ResponseWriter, r *http.Request)

func (a offline) RoundTrip(r *http.Request) (*http.Response, error) {
	for _, values := range r.Header {
		if strings.ContainsFunc(values[0], unicode.IsControl) {
			return nil, errors.New("invalid header field value")
		}
	}
	w := httptest.NewRecorder()
	a(w, r)
	answer := w.Result()
	answer.Request = r
	return answer, nil
}

// FuzzGet starts with any partial file and any state beside it, and gets any first answer: in the
// end the file is what the list says, or missing; the next time, from a good server, it arrives
// whatever was left before.
func FuzzGet(f *testing.F) {
	content := []byte("1\tWe\twe\tPRON\t_\t_\t0\troot\t_\t_\n\n")
	const url = "https://example.org/UD_Toy-Toy/r1.0/xx_toy-ud-train.conllu"
	f.Add(content[:9], `{"url":"`+url+`","etag":"\"one\"","size":30}`, 206, "bytes 9-30/31", `"one"`, content[9:])
	f.Add(content[:9], `{"url":"`+url+`","etag":"\"o\u0000ne\"","size":-7}`, 200, "", `W/"one"`, content)
	f.Add([]byte("other"), `{"url":"`+url+`","etag":"\"one\"","size":5}`, 416, "bytes */5", "", []byte{})
	f.Add([]byte{}, "[]", 404, "", "", []byte("<html>"))
	f.Add(content, "null", 429, "", "", []byte("<html>"))
	f.Fuzz(func(t *testing.T, half []byte, state string, code int, contentRange, tag string, body []byte) {
		folder := t.TempDir()
		require.NoError(t, os.WriteFile(filepath.Join(folder, "train.conllu"+partial), half, 0o600))
		require.NoError(t, os.WriteFile(filepath.Join(folder, stateName("train.conllu"+partial)), []byte(state), 0o600))
		odd := code >= 200 && code < 600
		g := &Getter{From: "https://example.org", Pause: 1, MaxBytes: 1 << 10, Transport: offline(func(w http.ResponseWriter, r *http.Request) {
			if filepath.Base(r.URL.Path) == LicenceName {
				http.NotFound(w, r)
				return
			}
			if w.Header().Set("ETag", `"one"`); odd {
				odd = false
				w.Header().Set("ETag", tag)
				w.Header().Set("Content-Range", contentRange)
				w.WriteHeader(code)
				_, _ = w.Write(body)
				return
			}
			http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(content))
		})}
		bank := &Treebank{Name: "UD_Toy-Toy", Code: "xx_toy", Release: "r1.0", Parts: []Part{{"train", sum(string(content))}}}
		name := filepath.Join(folder, "train.conllu")
		if _, err := g.Get(t.Context(), bank, folder); err != nil {
			require.NoFileExists(t, name)
		} else {
			require.Equal(t, string(content), text(t, folder, "train.conllu"))
		}
		odd = false
		_, err := g.Get(t.Context(), bank, folder)
		require.NoError(t, err)
		require.Equal(t, string(content), text(t, folder, "train.conllu"))
		require.Equal(t, []string{"source.json", "train.conllu"}, inFolder(t, folder))
	})
}

// FuzzManifest reads any file as a manifest: it is refused, or written back unchanged.
func FuzzManifest(f *testing.F) {
	f.Add([]byte(`{"treebank":"UD_Toy-Toy","code":"xx_toy","release":"r1.0","files":[{"name":"../x","bytes":-1}]}`))
	f.Add([]byte("null"))
	f.Fuzz(func(t *testing.T, data []byte) {
		root, err := os.OpenRoot(t.TempDir())
		require.NoError(t, err)
		defer root.Close()
		require.NoError(t, root.WriteFile(ManifestName, data, 0o600))
		m, err := readManifest(root)
		if err != nil {
			require.ErrorIs(t, err, ErrFolder)
			return
		}
		require.NoError(t, m.write(root))
		again, err := readManifest(root)
		require.NoError(t, err)
		require.Equal(t, m, again)
	})
}

// FuzzAddress: whatever a mirror is called, everything is sent by HTTPS or to this machine.
func FuzzAddress(f *testing.F) {
	for _, from := range []string{"", "https://example.org/", "http://127.0.0.1:80", "http://127.0.0.1@example.org",
		"ftp://localhost", "https://[::1]:x", "http://localhost.example.org"} {
		f.Add(from)
	}
	f.Fuzz(func(t *testing.T, from string) {
		g := &Getter{From: from, Pause: 1, Transport: offline(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Scheme != "https" {
				require.Equal(t, "http", r.URL.Scheme)
				require.Regexp(t, `^(localhost|127\.[0-9.]+|\[.*1\])(:[0-9]*)?$`, r.URL.Host)
			}
			require.Nil(t, r.URL.User)
			http.NotFound(w, r)
		})}
		_, err := g.Get(t.Context(), &Treebank{Name: "UD_Toy-Toy", Code: "xx_toy", Release: "r1.0", Parts: []Part{{"train", ""}}}, t.TempDir())
		require.Error(t, err)
	})
}
