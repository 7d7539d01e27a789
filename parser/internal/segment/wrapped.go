package segment

import (
	"bufio"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/width"
)

// wrapped joins the lines of text in scripts that are written without blanks between words, as browsers do: between two
// of their characters a line end shows nothing, so that a token can go on in the next line, and between one of them and
// another character it shows a blank. Blanks before the line end stay, those that indent the next line do not. A line of
// more than longestLine characters is a whole paragraph, and an ideographic space begins one. In words of other scripts a
// space without width only shows where a line may end.
type wrapped struct {
	lookahead
	before script // of what was shown last
	blank  bool   // … which was one
	inWord bool   // … after which a word can go on
	column int    // characters shown in this line
}

const longestLine = 120

// script is how a character is written.
type script uint8

const (
	spaced script = iota // with blanks between words
	wide                 // without: Chinese and Japanese, whose numbers have none around them either
	narrow               // without: the scripts of South-East Asia
)

var southEastAsian = []*unicode.RangeTable{unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar}

// scriptOf returns how a character is written. The wide ones are those of CSS Text 3: wide, full-width or half-width, but
// neither Hangul nor emoji.
func scriptOf(c rune) script {
	switch {
	case c < '\u0e00':
		return spaced
	case unicode.In(c, southEastAsian...):
		return narrow
	case unicode.In(c, unicode.Hangul, unicode.So):
		return spaced
	}
	switch width.LookupRune(c).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth, width.EastAsianHalfwidth:
		return wide
	}
	return spaced
}

func (w *wrapped) next(in *bufio.Reader) (sign, error) {
	c, err := w.peek(in, 0)
	if err != nil {
		return c, err
	}
	if w.inWord && isBlank(c.shown) && !unicode.IsSpace(c.shown) {
		if next, _ := w.peek(in, 1); next.shown >= 0 && inWord(next.shown) && scriptOf(next.shown) == spaced {
			c.shown = nothing
			w.coming()[0] = c
		}
	}
	if !w.blank && w.column <= longestLine && c.shown >= 0 && isBlank(c.shown) {
		w.join(in)
	}
	if c = w.take(); c.file == '\n' {
		w.column = 0
	}
	switch {
	case c.shown < 0:
		return c, nil
	case !unicode.IsDigit(c.shown):
		w.before = scriptOf(c.shown)
	case w.before == narrow:
		w.before = spaced
	}
	w.column, w.blank = w.column+1, isBlank(c.shown)
	w.inWord = scriptOf(c.shown) == spaced && (inWord(c.shown) || strings.ContainsRune("-/._=&?", c.shown))
	return c, nil
}

// join changes what the next signs show if they are blanks with one line end.
func (w *wrapped) join(in *bufio.Reader) {
	end, lines := w.lineEnd(in, 0)
	if lines != 1 {
		return
	}
	after, shown := spaced, nothing
	if c, _ := w.peek(in, end); unicode.IsDigit(c.shown) && w.before == wide {
		after = wide
	} else {
		after = scriptOf(c.shown)
	}
	switch {
	case w.before == spaced && after == spaced:
		return
	case w.before == spaced || after == spaced:
		shown = ' '
	}
	signs, ended := w.coming()[:end], false
	if slices.ContainsFunc(signs, func(s sign) bool { return s.shown == '\u3000' }) {
		return
	}
	for i := range signs {
		switch s := &signs[i]; {
		case s.file == '\n':
			ended, s.shown = true, shown
		case s.shown >= 0 && (ended || s.file == '\r' || w.markup):
			s.shown = nothing
		}
	}
}
