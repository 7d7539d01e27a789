package text

import (
	"bufio"
	htmltext "html"
	"strings"
	"unicode"
	"unicode/utf8"
)

// html reads HTML as browsers do (WHATWG, "Tokenization"), as far as it matters where tags and comments end, sign by
// sign: so neither a tag, a comment nor a text is ever in memory as a whole, as it is with golang.org/x/net/html.
type html struct {
	state htmlState

	name   []byte // of the tag so far, with a slash before it if it closes
	named  bool   // the name is complete
	quote  rune   // that an attribute is in; 0 for none
	before rune   // the last sign of the tag that is not blank
	tail   string // the last signs of the comment

	hides string // the element whose contents are hidden, "" for none
	depth int    // of those with its name

	more []rune // what else the entity shows
	left int    // signs that belong to it
	rest rune   // what they show, after more
}

type htmlState uint8

const (
	inText htmlState = iota
	inTag
	inComment
	inDeclaration // or anything else between angle brackets
)

const (
	longestName   = len("/blockquote") // of elements that matter
	longestEntity = len("CounterClockwiseContourIntegral;")
	softHyphen    = '\u00ad'
)

func (h *html) next(in *bufio.Reader) (sign, error) {
	c, size, err := in.ReadRune()
	if err != nil {
		return sign{}, err
	}
	return sign{c, size, h.shows(c, in)}, nil
}

// shows returns what a character shows that was just read.
func (h *html) shows(c rune, in *bufio.Reader) rune {
	switch h.state {
	case inTag:
		return h.tag(c)
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
func (h *html) opens(in *bufio.Reader) bool {
	switch next := ahead(in, 1); {
	case h.hides == "script" || h.hides == "style": // a text in a language of its own
		end := "/" + h.hides
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
	h.name, h.named, h.quote, h.before = h.name[:0], false, 0, 0
	return h.state != inText
}

func beginsName(text string) bool {
	return text != "" && ('a' <= text[0]|0x20 && text[0]|0x20 <= 'z')
}

// ahead returns the next n bytes, or fewer at the end.
func ahead(in *bufio.Reader, n int) string {
	text, _ := in.Peek(n) // the next read returns the error
	return string(text)
}

// tag returns what a character of a tag shows: nothing, except the last one of some.
func (h *html) tag(c rune) rune {
	switch blank := isBlank(c); {
	case h.quote != 0:
		if c == h.quote {
			h.quote = 0
		}
		return nothing
	case c == '>':
		h.state = inText
		return h.element(strings.ToLower(string(h.name)))
	case blank || c == '/' && len(h.name) > 0:
		h.named = true
	case h.before == '=' && (c == '"' || c == '\''):
		h.quote = c
	case !h.named && len(h.name) <= longestName:
		h.name = utf8.AppendRune(h.name, c)
	}
	if !unicode.IsSpace(c) {
		h.before = c
	}
	return nothing
}

// element returns what a tag shows, and notes elements whose contents are hidden.
func (h *html) element(tag string) rune {
	name, closes := strings.CutPrefix(tag, "/")
	was := h.hides
	switch {
	case was == "" && !closes && (name == "script" || name == "style" || name == "title" || name == "pre" || name == "code"):
		h.hides, h.depth = name, 1
	case was == "" || name != was:
	case !closes:
		h.depth++
	default:
		if h.depth--; h.depth == 0 {
			h.hides = ""
		}
	}
	if was != "" && h.hides != "" {
		return nothing
	}
	switch name {
	case "br", "li", "dt", "dd", "tr", "td", "th", "option":
		return lineBreak
	case "address", "article", "aside", "blockquote", "body", "caption", "center", "details", "dialog", "div", "dl", "fieldset",
		"figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "head", "header", "hgroup", "hr", "html",
		"legend", "main", "menu", "nav", "ol", "p", "pre", "search", "section", "select", "summary", "table", "tbody", "tfoot",
		"thead", "title", "ul":
		return paragraphBreak
	case "img", "input":
		return ' '
	}
	return nothing
}

// character returns what a character of text shows.
func (h *html) character(c rune, in *bufio.Reader) rune {
	switch {
	case h.left > 0:
		h.left--
		if len(h.more) > 0 {
			c, h.more = h.more[0], h.more[1:]
			return c
		}
		return h.rest
	case h.hides != "":
		return nothing
	case c == '&':
		if n, shown := entity(in); n > 0 {
			return h.stands(n, shown)
		}
	case c == softHyphen:
		return nothing
	case isBlank(c):
		return ' '
	}
	return c
}

// stands returns what the first of n+1 signs shows that stand for other characters, and notes the rest.
func (h *html) stands(n int, shown []rune) rune {
	h.left, h.more, h.rest = n, shown[1:], joined
	switch c := shown[0]; {
	case c == softHyphen:
		h.rest = nothing
		return nothing
	case isBlank(c):
		return ' '
	default:
		return c
	}
}

// entity returns what a character reference shows that begins with the ampersand just read, and how many bytes it has
// after that; 0 if it begins none.
func entity(in *bufio.Reader) (n int, shown []rune) {
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
