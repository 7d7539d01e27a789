package signs

import (
	"strings"
	"unicode/utf8"
)

// tag is a tag of HTML that is read sign by sign (WHATWG, "Tag name state" and those after it), of whose attributes only
// what matters is kept.
type tag struct {
	name   []byte // in small letters, with a slash before it if it closes; cut off
	closed bool   // it ends with a slash
	hidden bool   // an attribute says that its element is not shown
	opened bool   // there is the attribute "open"
	style  style

	state      tagState
	quote      rune
	key, value []byte // of the current attribute, without blanks; of a style, the current declaration
	styled     bool   // there was a style
}

// style is what a style says about an element; without a value it says nothing.
type style struct{ display, visibility string }

type tagState uint8

const (
	inName tagState = iota
	beforeKey
	inKey
	afterKey
	beforeValue
	inValue
	inQuotes
	afterSlash
)

// longestTag is how much is kept of names and values: those that matter are shorter.
const longestTag = 32

func (t *tag) reset() {
	*t = tag{name: t.name[:0], key: t.key[:0], value: t.value[:0]}
}

// read reads the next sign, and reports whether the tag ends with it.
func (t *tag) read(c rune) (ends bool) {
	blank := IsBlank(c)
	switch {
	case t.state == inQuotes:
		if c == t.quote {
			t.attribute()
			t.state = beforeKey
		} else {
			t.add(c)
		}
		return false
	case c == '>':
		t.attribute()
		t.closed = t.state == afterSlash
		return true
	case t.state == inValue && !blank: // also slashes
		t.add(c)
	case t.state == beforeValue:
		switch {
		case blank:
		case c == '"' || c == '\'':
			t.state, t.quote = inQuotes, c
		default:
			t.state = inValue
			t.add(c)
		}
	case c == '/' && (t.state != inName || len(t.name) > 0):
		t.attribute()
		t.state = afterSlash
	case t.state == inName && !blank:
		t.name = appendShort(t.name, c)
	case c == '=' && (t.state == inKey || t.state == afterKey):
		t.state = beforeValue
	case blank && (t.state == inKey || t.state == afterKey):
		t.state = afterKey
	case blank:
		t.attribute()
		t.state = beforeKey
	default:
		if t.state != inKey {
			t.attribute()
		}
		t.state = inKey
		t.key = appendShort(t.key, c)
	}
	return false
}

// add adds a sign to a value.
func (t *tag) add(c rune) {
	switch {
	case c == ';' && string(t.key) == "style":
		t.declare()
	case !IsBlank(c):
		t.value = appendShort(t.value, c)
	}
}

// appendShort appends a character in small letters to a word, unless that is too long already.
func appendShort(word []byte, c rune) []byte {
	if len(word) > longestTag {
		return word
	}
	if 'A' <= c && c <= 'Z' {
		c += 'a' - 'A'
	}
	return utf8.AppendRune(word, c)
}

// attribute notes what the current attribute says, which ends here; there may be none.
func (t *tag) attribute() {
	switch string(t.key) {
	case "hidden", "popover":
		t.hidden = true
	case "open":
		t.opened = true
	case "style":
		t.declare()
		t.styled = true
	case "type":
		t.hidden = t.hidden || string(t.name) == "input" && string(t.value) == "hidden"
	}
	t.key, t.value = t.key[:0], t.value[:0]
}

// silent reports whether the element of the tag has no room on the page. A style decides before attributes do.
func (t *tag) silent() bool {
	if t.style.display != "" {
		return t.style.display == "none"
	}
	return t.hidden || string(t.name) == "dialog" && !t.opened
}

// declare notes what a declaration of a style says, which ends here. Only the first style counts.
func (t *tag) declare() {
	property, value, _ := strings.Cut(string(t.value), ":")
	t.value = t.value[:0]
	value, _, _ = strings.Cut(value, "!")
	switch {
	case t.styled:
	case property == "display":
		t.style.display = value
	case property == "visibility":
		t.style.visibility = value
	}
}
