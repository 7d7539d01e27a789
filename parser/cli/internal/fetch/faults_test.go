package fetch

import (
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// toySentence is a complete treebank.
const toySentence = "1\tGo\t_\t_\t_\t_\t0\troot\t_\t_\n\n"

// rawAnswers are the ways in which servers send a file over the connection.
func rawAnswers(body string) map[string]string {
	const head = "HTTP/1.1 200 OK\r\nConnection: close\r\nETag: \"one\"\r\n"
	return map[string]string{
		"length": fmt.Sprintf("%sContent-Length: %d\r\n\r\n%s", head, len(body), body),
		"chunks": fmt.Sprintf("%sTransfer-Encoding: chunked\r\n\r\n9\r\n%s\r\n%x\r\n%s\r\n0\r\n\r\n", head, body[:9], len(body)-9, body[9:]),
		"1.0":    strings.Replace(head, "1.1", "1.0", 1) + "\r\n" + body, // ends with the connection
	}
}

// speaks returns a getter for a server that sends bytes unchanged, and ends the connection.
func speaks(t *testing.T, answer func(file string) string) *Getter {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			panic(err)
		}
		_, _ = c.Write([]byte(answer(filepath.Base(r.URL.Path))))
		c.Close()
	}))
	t.Cleanup(s.Close)
	return &Getter{From: s.URL, Transport: s.Client().Transport, Pause: 1}
}

// TestBrokenConnections break after every byte of the answer: if they always do, the file is
// complete or missing; if the next Get meets one more and then a good server, the file arrives.
func TestBrokenConnections(t *testing.T) {
	bank := toyTreebank()
	bank.Parts = bank.Parts[:1]
	for kind, whole := range rawAnswers(toySentence) {
		after, breaks := 0, 0
		g := speaks(t, func(file string) string {
			switch {
			case file == LicenceName:
				return "HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
			case breaks == 0:
				return rawAnswers(toySentence)["length"]
			}
			breaks--
			return whole[:after]
		})
		if kind != "length" { // its header breaks like that of the others
			after = strings.Index(whole, "\r\n\r\n")
		}
		for ; after <= len(whole); after++ {
			folder := t.TempDir()
			breaks = tries
			_, err := g.Get(t.Context(), bank, folder)
			require.Equal(t, kind != "1.0" && after == len(whole), err == nil, "%s %d %v", kind, after, err)
			if err != nil {
				require.NoFileExists(t, filepath.Join(folder, "train.conllu"))
				breaks = 1
				_, err = g.Get(t.Context(), bank, folder)
				require.NoError(t, err, "%s %d", kind, after)
			}
			require.Equal(t, toySentence, text(t, folder, "train.conllu"))
			require.Equal(t, []string{ManifestName, "train.conllu"}, inFolder(t, folder))
		}
	}
}

// TestFoldersInTheWay of each file that is written: Get names the file in its error, and succeeds
// when the folder is gone.
func TestFoldersInTheWay(t *testing.T) {
	for _, name := range []string{"train.conllu.part", "train.conllu.part.json", ManifestName + partial, "dev.conllu"} {
		s, folder := start(t), t.TempDir()
		way, g := filepath.Join(folder, name), s.getter()
		g.Progress = func(string, int64, int64) { require.NoError(t, os.MkdirAll(way, 0o777)) }
		if strings.HasPrefix(name, "train") {
			g.Progress("", 0, 0)
			g.Progress = nil
		}
		_, err := g.Get(t.Context(), toyTreebank(), folder)
		require.ErrorContains(t, err, name)
		require.NoFileExists(t, filepath.Join(folder, "test.conllu"), "it is the last to be put in place")
		require.NoError(t, os.Remove(way))
		_, err = s.getter().Get(t.Context(), toyTreebank(), folder)
		require.NoError(t, err)
		require.Equal(t, []string{"LICENSE.txt", "dev.conllu", "source.json", "test.conllu", "train.conllu"}, inFolder(t, folder), name)
		require.Equal(t, treebankFiles()["dev"], text(t, folder, "dev.conllu"))
	}
}

// TestFolderVanishes while a file arrives: Get returns an error, and makes it again the next time.
func TestFolderVanishes(t *testing.T) {
	s, folder := start(t), filepath.Join(t.TempDir(), "xx")
	g, removed := s.getter(), error(fs.ErrInvalid)
	g.Progress = func(file string, _, _ int64) {
		if removed != nil && file == "dev.conllu" {
			removed = os.RemoveAll(folder)
		}
	}
	_, err := g.Get(t.Context(), toyTreebank(), folder)
	if removed == nil { // not every system removes what is in use
		require.ErrorIs(t, err, fs.ErrNotExist)
		require.NoDirExists(t, folder)
	}
	_, err = s.getter().Get(t.Context(), toyTreebank(), folder)
	require.NoError(t, err)
	require.Equal(t, treebankFiles()["train"], text(t, folder, "train.conllu"))
}
