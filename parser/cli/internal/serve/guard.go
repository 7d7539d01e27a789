package serve

import (
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"parser/conll/textfile"
)

// guard sets the header of all answers, and refuses requests that are not meant for this server.
func (s *Server) guard(c *call) error {
	h := c.Header()
	h.Set("Content-Security-Policy", otherPolicy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Cache-Control", "no-store")
	// Proxies check the server's health by HTTP/1.0, which has no Host. Browsers, which pages of other sites could
	// misuse, always send Host.
	isPlainCheck := c.route.open && c.request.Host == "" && !c.request.ProtoAtLeast(1, 1)
	switch {
	case !isPlainCheck && !s.isOurs(c.request.Host):
		s.misnamed.Do(func() {
			s.log.Warn("a request called the server by a name that it does not know; if that is right, start it with --host NAME")
		})
		return refuse(http.StatusMisdirectedRequest, "host", "this server does not go by that name (Host)")
	case len(c.route.methods) > 0 && !slices.Contains(c.route.methods, c.request.Method):
		return refuse(http.StatusMethodNotAllowed, "method", "this takes %s", strings.Join(c.route.methods, ", "))
	}
	if c.route.works {
		asPost := *c.request // so that other sites cannot make browsers ask for work by GET either
		asPost.Method = http.MethodPost
		if err := s.origin.Check(&asPost); err != nil {
			return refuse(http.StatusForbidden, "origin", "requests from pages of other sites are refused")
		}
	}
	if t := s.tokens.Load(); t != nil && !c.route.open && !t.has(c.request.Header.Get("Authorization")) {
		return refuse(http.StatusUnauthorized, "token", "a token is needed: Authorization: Bearer TOKEN")
	}
	return nil
}

// isOurs reports whether the host of a request, with or without a port, is a name of the server. If an attacker points
// the name of a page to this machine (DNS rebinding), the host is still the name of that page.
func (s *Server) isOurs(host string) bool {
	if len(s.options.Hosts) == 0 {
		return true
	}
	if name, port, err := net.SplitHostPort(host); err == nil {
		if _, err := strconv.ParseUint(port, 10, 16); err != nil && port != "" {
			return false
		}
		host = name
	}
	return slices.ContainsFunc(s.options.Hosts, func(name string) bool { return strings.EqualFold(name, strings.Trim(host, "[]")) })
}

// tokens are hashes of tokens, so that the time of comparisons does not depend on the tokens.
type tokens [][sha256.Size]byte

// minToken is the least length of a token in bytes: a shorter one could be guessed.
const minToken = 16

// ErrTokens is the cause if a file of tokens cannot be used.
var ErrTokens = errors.New("unusable file of tokens")

// readTokens reads tokens, one per line. It ignores blank lines and those that begin with #.
func readTokens(name string) (*tokens, error) {
	info, err := os.Stat(name)
	if err == nil && runtime.GOOS != "windows" && info.Mode().Perm()&0o007 != 0 {
		err = fmt.Errorf("everybody on this machine may use %s: chmod 600 it", name)
	}
	var text []byte
	if err == nil {
		text, err = textfile.Settings(name)
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrTokens, err)
	}
	var all tokens
	for i, line := range strings.Split(string(text), "\n") {
		switch line = strings.TrimSpace(line); {
		case line == "" || strings.HasPrefix(line, "#"):
		case len(line) < minToken || strings.ContainsAny(line, " \t"):
			return nil, fmt.Errorf("%w: %s:%d: a token has %d characters or more, and no blanks", ErrTokens, name, i+1, minToken)
		default:
			all = append(all, sha256.Sum256([]byte(line)))
		}
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("%w: %s has no token", ErrTokens, name)
	}
	return &all, nil
}

// has reports whether a header Authorization holds one of the tokens.
func (t *tokens) has(header string) bool {
	scheme, token, _ := strings.Cut(header, " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return false
	}
	sum, found := sha256.Sum256([]byte(strings.TrimSpace(token))), 0
	for i := range *t {
		found |= subtle.ConstantTimeCompare(sum[:], (*t)[i][:])
	}
	return found == 1
}
