package signs

import (
	"bytes"
	htmltext "html"
	"strings"

	"parser/conll/textfile"
	"parser/parser/internal/lookup"
)

// html reads HTML as browsers do (WHATWG, "Tokenization"), as far as it matters where tags and comments end, sign by
// sign: so neither a tag, a comment nor a text is ever in memory as a whole, as it is with golang.org/x/net/html.
type html struct {
	elements elements
	state    htmlState
	tag      tag
	tail     string // the last signs of the comment

	more []rune // what else the entity shows
	left int    // signs that belong to it
	rest rune   // what they show, after more

	immediate bool // see text.Options
	begun     bool
}

type htmlState uint8

const (
	inText htmlState = iota
	inTag
	inComment
	inDeclaration // or anything else between angle brackets
)

const (
	longestEntity = len("CounterClockwiseContourIntegral;")
)

func (h *html) Next(in *textfile.Reader) (Sign, error) {
	if !h.begun {
		h.begun = true
		decodePage(in, h.immediate)
	}
	c, size, err := in.ReadRune()
	if err != nil {
		return Sign{}, err
	}
	return Sign{c, size, h.shows(c, in)}, nil
}

// shows returns what a character shows that was just read.
func (h *html) shows(c rune, in *textfile.Reader) rune {
	switch h.state {
	case inTag:
		if !h.tag.read(c) {
			return nothing
		}
		h.state = inText
		return h.elements.tag(&h.tag)
	case inComment:
		h.tail += string(c)
		if strings.HasSuffix(h.tail, "-->") || strings.HasSuffix(h.tail, "--!>") {
			h.state = inText
		}
		h.tail = h.tail[max(0, len(h.tail)-len("--!")):]
		return nothing
	case inDeclaration:
		if c == '>' {
			h.state = inText
		}
		return nothing
	}
	if c == '<' && h.left == 0 && h.opens(in) {
		return nothing
	}
	return h.character(c, in)
}

// opens reports whether markup begins with an angle bracket, before which the text is, and notes which.
func (h *html) opens(in *textfile.Reader) bool {
	switch next, raw := ahead(in, 1), h.elements.raw(); {
	case raw != "": // a text in a language of its own, or without tags
		end := "/" + raw
		for n := range end {
			if text := ahead(in, n+1); !strings.EqualFold(text, end[:n+1]) {
				return false
			}
		}
		if after := ahead(in, len(end)+1); len(after) > len(end) && !strings.ContainsAny(after[len(end):], "> \t\r\n\f/") {
			return false
		}
		h.state = inTag
	case next == "!":
		if h.state = inDeclaration; ahead(in, 2) == "!-" && ahead(in, 3) == "!--" {
			h.state, h.tail = inComment, ""
		}
	case next == "?":
		h.state = inDeclaration
	case next == "/":
		if h.state = inDeclaration; beginsName(ahead(in, 2)[1:]) {
			h.state = inTag
		}
	case beginsName(next):
		h.state = inTag
	}
	h.tag.reset()
	return h.state != inText
}

func beginsName(text string) bool {
	return text != "" && ('a' <= text[0]|0x20 && text[0]|0x20 <= 'z')
}

// ahead returns the next n bytes, or fewer at the end.
func ahead(in *textfile.Reader, n int) string {
	text, _ := in.Peek(n) // the next read returns the error
	return string(text)
}

// character returns what a character of text shows.
func (h *html) character(c rune, in *textfile.Reader) rune {
	switch {
	case h.left > 0:
		h.left--
		if len(h.more) > 0 {
			c, h.more = h.more[0], h.more[1:]
			return c
		}
		return h.rest
	case h.elements.hidden():
		return nothing
	case c == '&':
		if n, shown := entity(in); n > 0 {
			return h.stands(n, shown)
		}
	case c == lookup.SoftHyphen:
		return nothing
	case IsBlank(c):
		return ' '
	}
	return c
}

// stands returns what the first of n+1 signs shows that stand for other characters, and notes the rest.
func (h *html) stands(n int, shown []rune) rune {
	h.left, h.more, h.rest = n, shown[1:], Joined
	switch c := shown[0]; {
	case c == lookup.SoftHyphen:
		h.rest = nothing
		return nothing
	case IsBlank(c):
		return ' '
	default:
		return c
	}
}

// entity returns what a character reference shows that begins with the ampersand just read, and how many bytes it has
// after that; 0 if it begins none.
func entity(in *textfile.Reader) (n int, shown []rune) {
	for n = 1; n <= longestEntity; n++ {
		text := ahead(in, n)
		switch {
		case len(text) < n:
			return 0, nil
		case text[n-1] == ';':
			decoded := htmltext.UnescapeString("&" + text)
			if decoded == "&"+text || strings.HasSuffix(decoded, ";") && decoded != ";" { // only its beginning is one
				return 0, nil
			}
			return n, []rune(decoded)
		case text[n-1] != '#' && !beginsName(text[n-1:]) && (text[n-1] < '0' || text[n-1] > '9'):
			return 0, nil
		}
	}
	return 0, nil
}

// Where pages say which encoding they are in: <meta charset="…">, <meta http-equiv="content-type" content="…; charset=…">, or
// <?xml … encoding="…"?>.
var (
	pageComment = textfile.Pattern(`(?s)<!--.*?-->`)
	pageCharset = textfile.Pattern(`(?i)<meta[\s/][^>]*?charset\s*=\s*["']?\s*([^\s"'/>;]+)|\A<\?xml\s[^>]*?encoding\s*=\s*["']([^"']+)`)
)

// decodePage makes UTF-8 of a page in the encoding that it says at its beginning, unless one was said before or there is a
// byte order mark. It does not wait for that if the text is a dialogue.
func decodePage(in *textfile.Reader, immediate bool) {
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
	name, ok := charsetOf(string(bytes.Join(found[1:], nil)))
	if !ok {
		return // as if nothing was said
	}
	if strings.HasPrefix(name, "utf-16") {
		name = "utf-8" // a page in UTF-16 could not be read so far
	}
	_ = in.Decode(name) // whose error would be that the name is unknown
}
