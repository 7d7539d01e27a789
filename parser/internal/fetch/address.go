package fetch

import (
	"cmp"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
)

// ErrAddress is the cause if an address must not be downloaded from.
var ErrAddress = errors.New("not to be downloaded from")

// address returns the checked base address of the repositories.
func (g *Getter) address() (string, error) {
	text := strings.TrimRight(cmp.Or(g.From, Source), "/")
	u, err := url.Parse(text)
	switch {
	case err != nil:
		return "", fmt.Errorf("%w: %w", ErrAddress, err)
	case u.User != nil:
		return "", fmt.Errorf("%w: an address with a user's name, which the manifest would tell", ErrAddress)
	case u.RawQuery != "" || u.Fragment != "" || u.ForceQuery:
		return "", fmt.Errorf("%w: %s: an address with ? or #", ErrAddress, text)
	}
	return text, safe(u)
}

// safe returns an error unless an address uses HTTPS or points to this machine.
func safe(u *url.URL) error {
	switch host := u.Hostname(); {
	case host == "":
	case u.Scheme == "https", u.Scheme == "http" && (host == "localhost" || net.ParseIP(host).IsLoopback()):
		return nil
	}
	return fmt.Errorf("%w: %.200q is no https:// address", ErrAddress, u.Redacted())
}

// client returns the client for requests. It follows redirections, but never from HTTPS to anything
// else.
func (g *Getter) client() *http.Client {
	const most = 5
	return &http.Client{Transport: g.Transport, CheckRedirect: func(r *http.Request, via []*http.Request) error {
		switch {
		case len(via) > most:
			return fmt.Errorf("%w: more than %d redirections", ErrAddress, most)
		case via[0].URL.Scheme == "https" && r.URL.Scheme != "https":
			return fmt.Errorf("%w: redirected from https to %.200q", ErrAddress, r.URL.Redacted())
		}
		return safe(r.URL)
	}}
}
