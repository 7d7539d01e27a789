package serve_test

import (
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/model/npz"
	"parser/parser/cli/internal/serve"
	"parser/parser/internal/engine"
)

// TestRequestsThatBreakOff after every byte, when the client goes away or only sends no more, are answered by 400, or
// not at all, and leave nothing behind.
func TestRequestsThatBreakOff(t *testing.T) {
	s := newServed(t)
	address, stop := s.run()
	const head = "POST /v1/parse?model=heads&input=conllu HTTP/1.1\r\nHost: localhost\r\n"
	for _, whole := range []string{
		fmt.Sprintf("%sContent-Length: %d\r\n\r\n%s", head, len(bare), bare),
		fmt.Sprintf("%sTransfer-Encoding: chunked\r\n\r\n5\r\n%s\r\n%x\r\n%s\r\n0\r\n\r\n", head, bare[:5], len(bare)-5, bare[5:]),
		head + "Transfer-Encoding: chunked\r\n\r\n5\r\n# sent\r\n-1\r\n", // is malformed from a byte on
		strings.Replace(head, "v1/parse?model=heads&input=conllu", "process",
			1) + "Content-Type: application/x-www-form-urlencoded\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n",
	} {
		for n := range len(whole) {
			for _, half := range []bool{false, true} {
				c, err := net.Dial("tcp", address)
				require.NoError(t, err)
				_, err = io.WriteString(c, whole[:n])
				require.NoError(t, err)
				if half {
					require.NoError(t, c.(*net.TCPConn).CloseWrite())
					got, err := io.ReadAll(c)
					require.NoError(t, err)
					require.Regexp(t, `^(HTTP/1\.1 400 |$)`, string(got), "after %q", whole[:n])
				}
				c.Close()
			}
		}
	}
	require.Equal(t, http.StatusOK, s.do("POST", "/v1/parse", "Dogs bark.").StatusCode)
	eventually(t, "no request is left", func() bool { return s.metric("parser_requests_in_flight") == "1" })
	require.NoError(t, stop())
	require.Equal(t, "0", s.metric("parser_panics_total"))
	require.NotContains(t, s.log.String(), "panic")
	require.NotContains(t, s.log.String(), `"status":5`)
}

// TestClientsThatLeave while their answer is written cost the server nothing but that answer.
func TestClientsThatLeave(t *testing.T) {
	s := newServed(t)
	ended := make(chan error, 1)
	s.WithRoute("/endless", func(w http.ResponseWriter) error {
		for part := []byte(strings.Repeat("bark ", 10_000)); ; {
			if _, err := w.Write(part); err != nil {
				ended <- err
				return err
			}
		}
	})
	address, stop := s.run()
	for _, reset := range []bool{false, true} {
		c, err := net.Dial("tcp", address)
		require.NoError(t, err)
		_, err = io.WriteString(c, strings.Replace(request("x"), "/v1/parse", "/endless", 1))
		require.NoError(t, err)
		_, err = io.ReadFull(c, make([]byte, 1000))
		require.NoError(t, err)
		if reset {
			require.NoError(t, c.(*net.TCPConn).SetLinger(0))
		}
		c.Close()
		require.Error(t, <-ended)
		eventually(t, "it is gone", func() bool { return s.metric("parser_requests_in_flight") == "1" })
	}
	require.Equal(t, http.StatusOK, s.do("POST", "/v1/parse", "Dogs bark.").StatusCode)
	require.NoError(t, stop())
	require.Equal(t, "0", s.metric("parser_panics_total"))
	require.NotContains(t, s.log.String(), "panic")
}

// TestModelFilesThatVanish or are damaged leave the model that was loaded in its place, until they are back.
func TestModelFilesThatVanish(t *testing.T) {
	heads, err := trainedHeads()
	require.NoError(t, err)
	name := filepath.Join(t.TempDir(), "m.npz")
	require.NoError(t, heads.Save(name))
	whole, err := os.ReadFile(name)
	require.NoError(t, err)
	s := newServed(t, func(o *serve.Options) {
		o.Models = []serve.Source{{Name: "m", Load: func() (*engine.Parser, error) { return engine.Load(name) }}}
	})
	want := s.do("POST", "/v1/parse?input=conllu", bare)
	require.Equal(t, http.StatusOK, want.StatusCode)
	reload := func(cause error) {
		t.Helper()
		require.ErrorIs(t, s.Reload(), cause)
		require.Equal(t, want.body, s.do("POST", "/v1/parse?input=conllu", bare).body)
	}
	require.NoError(t, os.Remove(name))
	reload(fs.ErrNotExist)
	for _, n := range []int{0, 1, len(whole) / 2, len(whole) - 1} {
		require.NoError(t, os.WriteFile(name, whole[:n], 0o666))
		reload(npz.ErrFile)
	}
	require.NoError(t, os.WriteFile(name, whole, 0o666))
	reload(nil)
}
