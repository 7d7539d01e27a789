package segment

import (
	"bytes"

	"golang.org/x/text/encoding/htmlindex"

	"parser/conll/textfile"
)

// Where pages say which encoding they are in: <meta charset="…">, <meta http-equiv="content-type" content="…; charset=…">, or
// <?xml … encoding="…"?>.
var (
	pageComment = textfile.Pattern(`(?s)<!--.*?-->`)
	pageCharset = textfile.Pattern(`(?i)<meta[\s/][^>]*?charset\s*=\s*["']?\s*([^\s"'/>;]+)|\A<\?xml\s[^>]*?encoding\s*=\s*["']([^"']+)`)
)

// decodeHTML makes UTF-8 of a page in the encoding that it says at its beginning, unless one was said before or there is a
// byte order mark. It does not wait for that if the text is a dialogue.
func decodeHTML(in *textfile.Reader, immediate bool) {
	const beginning = 1 << 10
	_, _ = in.Peek(1) // the next read returns the error
	size := beginning
	if immediate {
		size = min(size, in.Buffered())
	}
	start, _ := in.Peek(size)
	found := pageCharset().FindSubmatch(pageComment().ReplaceAll(start, nil))
	if found == nil {
		return
	}
	e, err := htmlindex.Get(string(bytes.Join(found[1:], nil)))
	if err != nil {
		return // as if nothing was said
	}
	name, err := htmlindex.Name(e)
	if err != nil || bytes.HasPrefix([]byte(name), []byte("utf-16")) {
		name = "utf-8" // a page in UTF-16 could not be read so far
	}
	_ = in.Decode(name) // whose error would be that the name is unknown
}
