package segment

import (
	"bufio"
	"fmt"
	"unicode"
	"unicode/utf8"

	"parser/parser/internal/lookup"
	"parser/parser/text"
)

// sign is a character of a file, and what it shows.
type sign struct {
	file  rune
	size  int  // of file, in bytes
	shown rune // or nothing, or joined
}

// What a sign can be besides a character that is shown.
const (
	nothing rune = -1 // it is markup
	joined  rune = -2 // with the sign before it, it is one character, as the "amp;" of "&amp;"
)

// How markup shows where text ends.
const (
	lineBreak      = '\n'     // a sentence ends
	paragraphBreak = '\u2029' // a paragraph ends
)

// signs are what a file consists of. All of its characters come out, one by one, whatever they show.
type signs interface {
	next(in *bufio.Reader) (sign, error)
}

// signsOf returns what reads a file with the given options.
func signsOf(o text.Options, rules *Rules) (s signs, err error) {
	switch o.Markup {
	case "":
		s = plain{}
	case text.HTML:
		s = &html{}
	case text.Markdown:
		if s, err = newMarkdown(); err != nil {
			return nil, err
		}
	default:
		return nil, fmt.Errorf("text: there is no markup %q, but %s and %s", o.Markup, text.HTML, text.Markdown)
	}
	if o.Dehyphenate {
		s = &hyphens{lookahead: lookahead{from: s, markup: o.Markup != ""}, rules: rules}
	}
	if o.Segmented == 0 || o.Markup != "" {
		s = &wrapped{lookahead: lookahead{from: s, markup: o.Markup != ""}}
	}
	return s, nil
}

// plain text shows each of its characters.
type plain struct{}

func (plain) next(in *bufio.Reader) (sign, error) {
	c, size, err := in.ReadRune()
	return sign{c, size, c}, err
}

// isBlank reports whether a character is white space or a space without width: the one between
// words, and the byte order mark, which once was one between letters.
func isBlank(c rune) bool { return unicode.IsSpace(c) || c == '\u200b' || c == '\ufeff' }

// isUnseen reports whether a character is blank or only says how text is laid out, and so is no word.
func isUnseen(c rune) bool { return isBlank(c) || lookup.Invisible(c) }

// isUTF8 reports whether the sign is a character, not a byte that belongs to none.
func (c sign) isUTF8() bool { return c.file != utf8.RuneError || c.size > 1 }
