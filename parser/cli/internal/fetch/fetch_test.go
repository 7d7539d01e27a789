package fetch

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestGet: files arrive with a manifest; files without a SHA-256 in the list are not called
// verified; the second time nothing is requested.
func TestGet(t *testing.T) {
	s, folder, texts := start(t), filepath.Join(t.TempDir(), "data", "xx"), treebankFiles()
	bank := toyTreebank("", sum(texts["dev"]))
	got, err := s.getter().Get(t.Context(), bank, folder)
	require.NoError(t, err)
	address := s.URL + "/UD_Toy-Toy/r1.0/"
	want := &Manifest{Treebank: "UD_Toy-Toy", Code: "xx_toy", Release: "r1.0", Licence: "CC BY-SA 4.0", Files: []File{
		{"train.conllu", address + "xx_toy-ud-train.conllu", int64(len(texts["train"])), sum(texts["train"]), false},
		{"dev.conllu", address + "xx_toy-ud-dev.conllu", int64(len(texts["dev"])), sum(texts["dev"]), true},
		{"test.conllu", address + "xx_toy-ud-test.conllu", int64(len(texts["test"])), sum(texts["test"]), false},
		{"LICENSE.txt", address + "LICENSE.txt", int64(len(texts["licence"])), sum(texts["licence"]), false},
	}}
	require.Equal(t, want, got)
	var written Manifest
	require.NoError(t, json.Unmarshal([]byte(text(t, folder, ManifestName)), &written))
	require.Equal(t, *want, written)
	require.Equal(t, []string{"LICENSE.txt", "dev.conllu", "source.json", "test.conllu", "train.conllu"}, inFolder(t, folder))
	require.Equal(t, texts["train"], text(t, folder, "train.conllu"))
	require.Equal(t, "[31mCC BY-SA 4.0\nsee https://example.org\nmore\nmore\nmore", LicenceText(folder))
	require.Empty(t, LicenceText(t.TempDir()))

	s.asked = nil
	again, err := s.getter().Get(t.Context(), bank, folder)
	require.NoError(t, err)
	require.Equal(t, want, again)
	require.Empty(t, s.asked)

	require.NoError(t, os.Remove(filepath.Join(folder, "train.conllu")))
	again, err = s.getter().Get(t.Context(), bank, folder)
	require.NoError(t, err)
	require.Equal(t, want, again)
	require.Equal(t, []string{"xx_toy-ud-train.conllu "}, s.asked, "only what is missing")
}

// TestResume: what a broken connection has brought is not requested again, within a Get or in the
// next, unless the file has changed, or the server does not identify it.
func TestResume(t *testing.T) {
	const train = "xx_toy-ud-train.conllu "
	whole := treebankFiles()["train"]
	for _, c := range []struct {
		name   string
		change func(s *server)
		want   []string
	}{
		{"the same", func(*server) {}, []string{train, train + "bytes=1000-"}},
		{"another file", func(s *server) { s.tag = `"two"` }, []string{train, train + "bytes=1000-"}},
		{"weak tags", func(s *server) { s.tag = `W/"one"` }, []string{train, train}},
		{"no tags", func(s *server) { s.tag = "" }, []string{train, train}},
	} {
		s := start(t)
		if strings.Contains(c.name, "tags") {
			c.change(s)
		}
		s.handlers = []http.HandlerFunc{s.breaksOff(1000)}
		folder := t.TempDir()
		ctx, stop := context.WithCancel(t.Context())
		g := s.getter()
		g.Note = func(string) { stop() } // as Ctrl-C does, before the next try
		_, err := g.Get(ctx, toyTreebank(), folder)
		require.ErrorIs(t, err, context.Canceled, c.name)
		require.Equal(t, []string{"train.conllu.part", "train.conllu.part.json"}, inFolder(t, folder))
		require.Equal(t, whole[:1000], text(t, folder, "train.conllu.part"))
		c.change(s)
		_, err = s.getter().Get(t.Context(), toyTreebank(), folder)
		require.NoError(t, err, c.name)
		require.Equal(t, whole, text(t, folder, "train.conllu"))
		require.Equal(t, c.want, s.asked[:2], c.name)

		s.handlers, s.asked, folder = []http.HandlerFunc{s.breaksOff(1000)}, nil, t.TempDir()
		_, err = s.getter().Get(t.Context(), toyTreebank(), folder)
		require.NoError(t, err)
		require.Equal(t, whole, text(t, folder, "train.conllu"))
		require.Len(t, s.asked, 5)
	}
}

// TestBadParts: an answer other than the requested part is not added to the partial file.
func TestBadParts(t *testing.T) {
	for name, bad := range map[string]http.HandlerFunc{
		"other range": func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Range", "bytes 900-1999/3000")
			w.WriteHeader(http.StatusPartialContent)
		},
		"no range":        answers(http.StatusPartialContent),
		"not satisfiable": answers(http.StatusRequestedRangeNotSatisfiable),
	} {
		s := start(t)
		s.handlers = []http.HandlerFunc{s.breaksOff(1000), bad}
		folder := t.TempDir()
		_, err := s.getter().Get(t.Context(), toyTreebank(), folder)
		require.NoError(t, err, name)
		require.Equal(t, treebankFiles()["train"], text(t, folder, "train.conllu"), name)
		require.Equal(t, "xx_toy-ud-train.conllu ", s.asked[2], "from the beginning")
	}
	s := start(t, answers(http.StatusPartialContent))
	_, err := s.getter().Get(t.Context(), toyTreebank(), t.TempDir())
	require.ErrorIs(t, err, ErrDownload, "a part, though all was asked for")
}

// TestTries: busy servers are asked again a few times; after permanent errors there is no retry.
func TestTries(t *testing.T) {
	for code, want := range map[int]int{500: tries, 503: tries, 429: tries, 408: tries, 404: 1, 403: 1, 410: 1, 304: 1} {
		s := start(t, slices.Repeat([]http.HandlerFunc{answers(code)}, tries)...)
		_, err := s.getter().Get(t.Context(), toyTreebank(), t.TempDir())
		require.ErrorIs(t, err, ErrDownload, code)
		require.ErrorContains(t, err, fmt.Sprint(code))
		require.ErrorContains(t, err, "/UD_Toy-Toy/r1.0/xx_toy-ud-train.conllu: ")
		require.Len(t, s.asked, want, code)
		require.Equal(t, code == 404 || code == 410, isMissing(err))
	}
	s := start(t, slices.Repeat([]http.HandlerFunc{answers(503)}, tries-1)...)
	_, err := s.getter().Get(t.Context(), toyTreebank(), t.TempDir())
	require.NoError(t, err)

	s = start(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Retry-After", "1")
		w.WriteHeader(http.StatusTooManyRequests)
	})
	began := time.Now()
	_, err = s.getter().Get(t.Context(), toyTreebank(), t.TempDir())
	require.NoError(t, err)
	require.GreaterOrEqual(t, time.Since(began), time.Second)

	s = start(t)
	g := s.getter()
	g.Transport = nil // it does not trust the certificate
	_, err = g.Get(t.Context(), toyTreebank(), t.TempDir())
	require.ErrorIs(t, err, ErrDownload)
	require.ErrorContains(t, err, "certificate")
	s.Close()
	_, err = s.getter().Get(t.Context(), toyTreebank(), t.TempDir())
	require.ErrorIs(t, err, ErrDownload)
}

func isMissing(err error) bool { return strings.Contains(err.Error(), ErrMissing.Error()) }

// TestStalled: a connection that sends nothing is given up.
func TestStalled(t *testing.T) {
	silent := func(w http.ResponseWriter, r *http.Request) {
		_, _ = w.Write([]byte("1\tWe"))
		w.(http.Flusher).Flush()
		<-r.Context().Done()
	}
	s := start(t, silent, func(w http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	g := s.getter()
	g.Patience = 300 * time.Millisecond
	var notes []string
	g.Note = func(text string) { notes = append(notes, text) }
	_, err := g.Get(t.Context(), toyTreebank(), t.TempDir())
	require.NoError(t, err)
	require.NotEmpty(t, notes)
	require.Contains(t, notes[0], "no answer for too long; another try in ")
}

// TestChecksums: a file that differs from the list, or from the one that came before, is not put in
// place.
func TestChecksums(t *testing.T) {
	s, folder, texts := start(t), t.TempDir(), treebankFiles()
	_, err := s.getter().Get(t.Context(), toyTreebank(sum("other")), folder)
	require.ErrorIs(t, err, ErrChecksum)
	require.ErrorContains(t, err, sum("other"))
	require.Empty(t, inFolder(t, folder))

	_, err = s.getter().Get(t.Context(), toyTreebank(), folder)
	require.NoError(t, err)
	_, err = s.getter().Get(t.Context(), toyTreebank(sum("other")), folder)
	require.ErrorIs(t, err, ErrChecksum, "what is there is compared with the list")
	got, err := s.getter().Get(t.Context(), toyTreebank(sum(texts["train"])), folder)
	require.NoError(t, err)
	require.True(t, got.Files[0].Verified)

	require.NoError(t, os.Remove(filepath.Join(folder, "train.conllu")))
	path := "/UD_Toy-Toy/r1.0/xx_toy-ud-train.conllu"
	s.files[path] += texts["dev"]
	_, err = s.getter().Get(t.Context(), toyTreebank(), folder)
	require.ErrorIs(t, err, ErrChecksum)
	g := s.getter()
	g.Replace = true
	got, err = g.Get(t.Context(), toyTreebank(), folder)
	require.NoError(t, err)
	require.Equal(t, sum(s.files[path]), got.Files[0].SHA256)
	require.False(t, got.Files[0].Verified)
}

// TestSizes: files that are too large are refused before they come, or as soon as that shows.
func TestSizes(t *testing.T) {
	train := int64(len(treebankFiles()["train"]))
	for name, endless := range map[string]http.HandlerFunc{"declared": nil, "not declared": func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Transfer-Encoding", "chunked")
		for range 1000 {
			if _, err := w.Write(bytes.Repeat([]byte("#\n"), 1<<15)); err != nil {
				return
			}
		}
	}} {
		s, folder := start(t, endless), t.TempDir()
		g := s.getter()
		g.MaxBytes = train - 1
		_, err := g.Get(t.Context(), toyTreebank(), folder)
		require.ErrorIs(t, err, ErrTooLarge, name)
		require.Empty(t, inFolder(t, folder))
	}
	s := start(t)
	g := s.getter()
	g.MaxBytes = train
	most := map[string]int64{}
	g.Progress = func(file string, done, total int64) {
		require.GreaterOrEqual(t, done, most[file])
		require.LessOrEqual(t, done, total)
		most[file] = done
	}
	_, err := g.Get(t.Context(), toyTreebank(), t.TempDir())
	require.NoError(t, err)
	require.Equal(t, train, most["train.conllu"])
	require.Len(t, most, 4)
}

// TestFolders: data that Get has not downloaded is never overwritten or hidden, and another
// treebank only on request.
func TestFolders(t *testing.T) {
	s := start(t)
	for _, name := range []string{"train.conllu", "dev.conllu.gz", "test.conll", "LICENSE.txt"} {
		folder := t.TempDir()
		require.NoError(t, os.WriteFile(filepath.Join(folder, name), []byte("mine"), 0o666))
		for _, replace := range []bool{false, true} {
			g := s.getter()
			g.Replace = replace
			_, err := g.Get(t.Context(), toyTreebank(), folder)
			require.ErrorIs(t, err, ErrFolder)
			require.ErrorContains(t, err, filepath.Join(folder, name))
		}
		require.Equal(t, []string{name}, inFolder(t, folder))
	}
	require.Empty(t, s.asked)

	folder := t.TempDir()
	_, err := s.getter().Get(t.Context(), toyTreebank(), folder)
	require.NoError(t, err)
	other := *toyTreebank()
	other.Name, other.Code, other.Parts = "UD_Toy-Other", "xx_other", []Part{{Name: "train"}}
	s.files["/UD_Toy-Other/r1.0/xx_other-ud-train.conllu"] = treebankFiles()["test"]
	_, err = s.getter().Get(t.Context(), &other, folder)
	require.ErrorIs(t, err, ErrFolder)
	require.ErrorContains(t, err, "has UD_Toy-Toy r1.0, not UD_Toy-Other r1.0")
	require.NoError(t, os.WriteFile(filepath.Join(folder, "train.conllu"), []byte("changed"), 0o666))
	_, err = s.getter().Get(t.Context(), toyTreebank(), folder)
	require.ErrorIs(t, err, ErrFolder)
	require.ErrorContains(t, err, "was changed")
	g := s.getter()
	g.Replace = true
	_, err = g.Get(t.Context(), &other, folder)
	require.NoError(t, err)
	require.Equal(t, []string{"source.json", "train.conllu"}, inFolder(t, folder), "nothing of the other is left")

	require.NoError(t, os.WriteFile(filepath.Join(folder, ManifestName), []byte("{"), 0o666))
	_, err = g.Get(t.Context(), &other, folder)
	require.ErrorIs(t, err, ErrFolder)
}

// TestLinksAreNotFollowed out of the folder, if a link replaces a part.
func TestLinksAreNotFollowed(t *testing.T) {
	s, folder, victim := start(t), t.TempDir(), filepath.Join(t.TempDir(), "victim")
	require.NoError(t, os.WriteFile(victim, []byte("mine"), 0o666))
	require.NoError(t, os.Symlink(victim, filepath.Join(folder, "train.conllu.part")))
	_, err := s.getter().Get(t.Context(), toyTreebank(), folder)
	require.Error(t, err)
	require.Equal(t, "mine", text(t, victim))
}

// TestPagesAreNoTreebanks, even if the server reports success.
func TestPagesAreNoTreebanks(t *testing.T) {
	for _, page := range []string{"<html>\n<p>Sign in</p>\n</html>\n", "", "# a comment\n"} {
		s, folder := start(t), t.TempDir()
		s.files["/UD_Toy-Toy/r1.0/xx_toy-ud-dev.conllu"] = page
		_, err := s.getter().Get(t.Context(), toyTreebank(), folder)
		require.ErrorIs(t, err, ErrContent, "%q", page)
		require.NoFileExists(t, filepath.Join(folder, "train.conllu"))
	}
	s, folder := start(t), t.TempDir()
	delete(s.files, "/UD_Toy-Toy/r1.0/LICENSE.txt")
	got, err := s.getter().Get(t.Context(), toyTreebank(), folder)
	require.NoError(t, err, "it need not have a licence in a file")
	require.Len(t, got.Files, 3)
	delete(s.files, "/UD_Toy-Toy/r1.0/xx_toy-ud-dev.conllu")
	_, err = s.getter().Get(t.Context(), toyTreebank(), t.TempDir())
	require.ErrorIs(t, err, ErrMissing)
}

// TestAddresses: only HTTPS, at first and after redirections, except for this machine.
func TestAddresses(t *testing.T) {
	for _, bad := range []string{"http://example.org", "ftp://example.org", "file:///etc", "example.org", "https://",
		"https://a:b@example.org", "https://example.org/?a", "https://example.org/#a", "http://[::1", "http://127.0.0.1.example.org"} {
		_, err := (&Getter{From: bad}).Get(t.Context(), toyTreebank(), t.TempDir())
		require.ErrorIs(t, err, ErrAddress, bad)
	}
	for _, good := range []string{"", "https://example.org/mirror/", "http://localhost:1", "http://127.0.0.1:1", "http://[::1]:1"} {
		_, err := (&Getter{From: good}).with(Source, MaxBytes).address()
		require.NoError(t, err, good)
	}
	plain := httptest.NewServer(http.NotFoundHandler())
	defer plain.Close()
	for to, want := range map[string]string{
		plain.URL + "/a":       "redirected from https",
		"http://example.org/a": "redirected from https",
		"file:///etc/passwd":   "redirected from https",
	} {
		s := start(t, slices.Repeat([]http.HandlerFunc{func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, to, http.StatusFound) }}, 9)...)
		_, err := s.getter().Get(t.Context(), toyTreebank(), t.TempDir())
		require.ErrorIs(t, err, ErrAddress, to)
		require.ErrorContains(t, err, want)
		require.Len(t, s.asked, 1)
	}
	s := start(t, slices.Repeat([]http.HandlerFunc{func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, r.URL.Path, http.StatusFound) }}, 9)...)
	_, err := s.getter().Get(t.Context(), toyTreebank(), t.TempDir())
	require.ErrorIs(t, err, ErrAddress)
	require.ErrorContains(t, err, "more than 5 redirections")
	s = start(t, func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, r.URL.Path, http.StatusFound) })
	_, err = s.getter().Get(t.Context(), toyTreebank(), t.TempDir())
	require.NoError(t, err)
}

// TestUnwritableFolders: they are reported.
func TestUnwritableFolders(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o666))
	_, err := start(t).getter().Get(t.Context(), toyTreebank(), filepath.Join(file, "xx"))
	var path *fs.PathError
	require.ErrorAs(t, err, &path)
}
