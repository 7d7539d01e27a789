package textfile

import (
	"fmt"
	"strings"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/unicode"
)

// A program inside JavaScript, which can decode texts by a TextDecoder, knows no encoding but UTF-8 and UTF-16 with its mark:
// the tables of others would make it larger by 1.1 MB.
func encodingOf(name string) (encoding.Encoding, string, error) {
	if strings.EqualFold(name, utf8Name) {
		return unicode.UTF8, utf8Name, nil
	}
	return nil, "", fmt.Errorf("no encoding %q is known here, only %s", name, utf8Name)
}

func guess([]byte) string { return "" }
