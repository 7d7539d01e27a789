//go:build !js

package textfile

import (
	"fmt"
	"strings"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/ianaindex"
)

func encodingOf(name string) (encoding.Encoding, string, error) {
	e, err := ianaindex.IANA.Encoding(name)
	if e == nil || err != nil {
		e, err = htmlindex.Get(name)
	}
	if err == nil && e != encoding.Replacement {
		if usual, err := ianaindex.MIME.Name(e); err == nil {
			return e, strings.ToLower(usual), nil
		}
		if usual, err := htmlindex.Name(e); err == nil {
			return e, usual, nil
		}
	}
	return nil, "", fmt.Errorf("no encoding %q", name)
}
