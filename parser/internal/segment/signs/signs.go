// Package signs says what each character of a file shows: itself, another one, or nothing. So markup, words that are divided at the
// ends of lines, and lines of scripts without blanks need no further care.
//
//	r, err := signs.Of(text.Options{Markup: text.HTML}, signs.Words{})
//	for c, err := r.Next(in); err == nil; c, err = r.Next(in) { // of "x&lt;y": x, and < for "&"; the rest of "&lt;" is Joined
package signs

import (
	"fmt"
	"unicode"
	"unicode/utf8"

	"parser/conll/textfile"
	"parser/parser/text"
)

// Sign is a character of a file, and what it shows.
type Sign struct {
	File  rune
	Size  int  // of File, in bytes
	Shown rune // or Joined, or another negative number if it shows nothing
}

// What a sign can be besides a character that is shown.
const (
	nothing rune = -1 // it is markup
	Joined  rune = -2 // with the sign before it, it is one character, as the "amp;" of "&amp;"
)

// How markup shows where text ends.
const (
	lineBreak      = '\n'     // a sentence ends
	paragraphBreak = '\u2029' // a paragraph ends
)

// Reader reads the signs that a file consists of. All of its characters come out, one by one, whatever they show.
type Reader interface {
	Next(in *textfile.Reader) (Sign, error)
}

// Of returns what reads a file with the given options.
func Of(o text.Options, words Words) (Reader, error) {
	r, err := Markup(o)
	if err != nil {
		return nil, err
	}
	return Join(r, o, words), nil
}

// Markup returns what reads a file with the markup that the options say.
func Markup(o text.Options) (Reader, error) {
	switch o.Markup {
	case "":
		return Plain{}, nil
	case text.HTML:
		return &html{immediate: o.Immediate}, nil
	case text.Markdown:
		return newMarkdown()
	}
	return nil, fmt.Errorf("text: there is no markup %q, but %s and %s", o.Markup, text.HTML, text.Markdown)
}

// Join joins what line ends divide, as the options say: words, and lines of scripts without blanks.
func Join(r Reader, o text.Options, words Words) Reader {
	if o.Dehyphenate {
		r = &hyphens{lookahead: lookahead{from: r, markup: o.Markup != ""}, words: words}
	}
	if o.Segmented == 0 || o.Markup != "" {
		r = &wrapped{lookahead: lookahead{from: r, markup: o.Markup != ""}}
	}
	return r
}

// EndsParagraph reports whether a paragraph ends with the sign, by its markup.
func (c Sign) EndsParagraph() bool { return c.Shown == paragraphBreak }

// EndsLine reports whether a line ends with the sign: by its markup, if the file has some.
func (c Sign) EndsLine() bool { return c.Shown == lineBreak || c.Shown == paragraphBreak }

// Plain text shows each of its characters.
type Plain struct{}

// Next returns the next character.
func (Plain) Next(in *textfile.Reader) (Sign, error) {
	c, size, err := in.ReadRune()
	return Sign{c, size, c}, err
}

// IsBlank reports whether a character is white space or a space without width: the one between
// words, and the byte order mark, which once was one between letters.
func IsBlank(c rune) bool { return unicode.IsSpace(c) || c == '\u200b' || c == '\ufeff' }

// IsUTF8 reports whether the sign is a character, not a byte that belongs to none.
func (c Sign) IsUTF8() bool { return c.File != utf8.RuneError || c.Size > 1 }
