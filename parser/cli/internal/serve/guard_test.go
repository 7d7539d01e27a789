package serve_test

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"os"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/parser/cli/internal/serve"
)

// TestOrigin: pages of other sites cannot make a browser ask for anything that works, by POST or by GET,
// and no answer lets them read it.
func TestOrigin(t *testing.T) {
	s := newServed(t)
	for _, c := range []struct {
		method, target string
		headers        []string
		status         int
	}{
		{"POST", "/v1/parse", nil, 200}, // no browser
		{"POST", "/v1/parse", []string{"Sec-Fetch-Site", "same-origin"}, 200},
		{"POST", "/v1/parse", []string{"Origin", "http://example.com"}, 200}, // the host of these requests
		{"POST", "/v1/parse", []string{"Sec-Fetch-Site", "cross-site", "Origin", "https://elsewhere.org"}, 403},
		{"POST", "/v1/parse", []string{"Sec-Fetch-Site", "same-site"}, 403},
		{"POST", "/v1/parse", []string{"Origin", "https://elsewhere.org"}, 403},
		{"POST", "/v1/parse", []string{"Origin", "null"}, 403},
		{"GET", "/process?data=Dogs&tokenizer", []string{"Sec-Fetch-Site", "cross-site"}, 403},
		{"GET", "/process?data=Dogs&tokenizer", []string{"Sec-Fetch-Site", "none"}, 200}, // typed by a person
		{"OPTIONS", "/v1/parse", []string{"Origin", "https://elsewhere.org", "Access-Control-Request-Method", "POST"}, 405},
	} {
		a := s.do(c.method, c.target, "Dogs bark.", c.headers...)
		require.Equal(t, c.status, a.StatusCode, "%v: %s", c, a.body)
		for name := range a.Header {
			require.NotContains(t, name, "Access-Control")
		}
	}
}

// TestHost: a name that was made to mean this machine does not open it to a page of that name.
func TestHost(t *testing.T) {
	s := newServed(t, func(o *serve.Options) { o.Hosts = []string{"localhost", "127.0.0.1", "::1"} })
	for host, status := range map[string]int{
		"localhost": 200, "LOCALHOST:8080": 200, "127.0.0.1:1": 200, "[::1]": 200, "[::1]:8080": 200,
		"localhost:": 200, "127.0.0.1:18090,evil": 421, "localhost:http": 421, "localhost:65536": 421, "127.0.0.1,evil": 421,
		"evil.example": 421, "evil.example:8080": 421, "127.0.0.1.evil.example": 421, "": 421,
	} {
		for _, path := range []string{"/", "/v1/models", "/healthz"} {
			require.Equal(t, status, s.do("GET", path, "", "Host", host).StatusCode, "%s %s", host, path)
		}
	}
}

// TestHealthWithoutHost: HTTP/1.0 has no Host, and proxies ask by it whether the server is well. What everybody may see
// is answered, and nothing else.
func TestHealthWithoutHost(t *testing.T) {
	s := newServed(t, func(o *serve.Options) { o.Hosts = []string{"localhost"} })
	address, _ := s.run()
	for sent, status := range map[string]string{
		"GET /healthz HTTP/1.0\r\n\r\n":                               "200 OK",
		"HEAD /healthz HTTP/1.0\r\n\r\n":                              "200 OK",
		"GET / HTTP/1.0\r\n\r\n":                                      "200 OK",
		"GET /healthz HTTP/1.0\r\nHost: evil.example\r\n\r\n":         "421 Misdirected Request",
		"GET /healthz HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n": "421 Misdirected Request",
		"GET /v1/models HTTP/1.0\r\n\r\n":                             "421 Misdirected Request",
		"POST /v1/parse HTTP/1.0\r\nContent-Length: 5\r\n\r\nDogs.":   "421 Misdirected Request",
		"GET /process?data=Dogs&tokenizer HTTP/1.0\r\n\r\n":           "421 Misdirected Request",
	} {
		c, err := net.Dial("tcp", address)
		require.NoError(t, err)
		_, err = io.WriteString(c, sent)
		require.NoError(t, err)
		line, err := bufio.NewReader(c).ReadString('\n')
		require.NoError(t, err)
		require.Contains(t, line, status, sent)
		c.Close()
	}
}

// TestTokens: without one there is nothing but what all may see.
func TestTokens(t *testing.T) {
	const token, another = "0123456789abcdef", "fedcba9876543210-x"
	name := file(t, "# ours\n\n"+token+"\n"+another+"\r\n")
	s := newServed(t, func(o *serve.Options) { o.TokenFile = name })
	status := func(path string, headers ...string) int {
		method := "GET"
		if path == "/v1/parse" {
			method = "POST"
		}
		return s.do(method, path, "Dogs bark.", headers...).StatusCode
	}
	for path, methods := range s.Paths() {
		open := path == "/" || path == "/healthz" || strings.Contains(strings.TrimPrefix(path, "/v1/"), ".")
		a := s.do(methods[0], path, "x")
		require.Equal(t, open, a.StatusCode != http.StatusUnauthorized, path)
		require.Equal(t, !open, a.Header.Get("WWW-Authenticate") == "Bearer")
	}
	for _, good := range []string{token, another} {
		require.Equal(t, 200, status("/v1/parse", "Authorization", "Bearer "+good))
		require.Equal(t, 200, status("/metrics", "Authorization", "bearer "+good))
	}
	for _, bad := range []string{"", "Bearer", "Bearer ", "Bearer # ours", "Basic " + token, token, "Bearer " + token[1:], "Bearer " + token + "x"} {
		require.Equal(t, 401, status("/v1/parse", "Authorization", bad), bad)
	}

	require.NoError(t, os.WriteFile(name, []byte(strings.Repeat("n", 20)), 0o600))
	require.NoError(t, s.Reload())
	require.Equal(t, 401, status("/v1/parse", "Authorization", "Bearer "+token))
	require.Equal(t, 200, status("/v1/parse", "Authorization", "Bearer nnnnnnnnnnnnnnnnnnnn"))
	require.NoError(t, os.WriteFile(name, []byte("short\n"), 0o600))
	require.ErrorIs(t, s.Reload(), serve.ErrTokens)
	require.Equal(t, 200, status("/v1/parse", "Authorization", "Bearer nnnnnnnnnnnnnnnnnnnn"), "the old ones stay")
	require.NotContains(t, s.log.String(), "nnnnnnnn")
}

func TestTokenFiles(t *testing.T) {
	try := func(name string) error {
		_, err := serve.New(serve.Options{Models: sources(), TokenFile: name})
		return err
	}
	const token = "0123456789abcdef"
	require.NoError(t, try(file(t, token)))
	require.ErrorContains(t, try(file(t, token+"\nshort\n")), ":2: a token has 16 characters or more")
	require.ErrorContains(t, try(file(t, token+" "+token)), ":1: a token has")
	require.ErrorContains(t, try(file(t, "# none\n")), "has no token")
	require.ErrorIs(t, try("no such file"), serve.ErrTokens)
	if runtime.GOOS != "windows" {
		name := file(t, token)
		require.NoError(t, os.Chmod(name, 0o604))
		require.ErrorContains(t, try(name), "everybody on this machine may use")
	}
}

// TestHeaders: what browsers are told of every answer, and of the page.
func TestHeaders(t *testing.T) {
	s := newServed(t)
	for path, methods := range s.Paths() {
		a := s.do(methods[0], path, "")
		require.Equal(t, "nosniff", a.Header.Get("X-Content-Type-Options"), path)
		require.Equal(t, "no-referrer", a.Header.Get("Referrer-Policy"), path)
		require.Contains(t, a.Header.Get("Content-Security-Policy"), "default-src 'none'", path)
		require.Contains(t, a.Header.Get("Content-Security-Policy"), "frame-ancestors 'none'", path)
		require.NotContains(t, a.Header.Get("Content-Security-Policy"), "unsafe", path)
	}
	page := s.do("GET", "/", "")
	require.Equal(t, "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; "+
		"form-action 'none'; frame-ancestors 'none'",
		page.Header.Get("Content-Security-Policy"))
	require.Equal(t, "text/html; charset=utf-8", page.Header.Get("Content-Type"))
	again := s.do("GET", "/", "", "If-None-Match", page.Header.Get("ETag"))
	require.Equal(t, http.StatusNotModified, again.StatusCode)
	require.Empty(t, again.body)
	require.Empty(t, s.do("HEAD", "/page.js", "").body)
	require.Contains(t, s.do("GET", "/page.css", "").Header.Get("Content-Type"), "text/css")
	require.Equal(t, http.StatusNotFound, s.do("GET", "/index.html", "").StatusCode)
	require.Equal(t, http.StatusNotFound, s.do("GET", "/page/../serve.go", "").StatusCode)
}
