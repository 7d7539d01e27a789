package signs

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/width"

	"parser/conll/textfile"
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

// IsSouthEastAsian reports whether a character is of a script of South-East Asia that is written without blanks between words.
func IsSouthEastAsian(c rune) bool {
	return unicode.In(c, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar)
}

// scriptOf returns how a character is written. The wide ones are those of CSS Text 3: wide, full-width or half-width, but
// neither Hangul nor emoji.
func scriptOf(c rune) script {
	switch {
	case c < '\u0e00':
		return spaced
	case IsSouthEastAsian(c):
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

func (w *wrapped) Next(in *textfile.Reader) (Sign, error) {
	c, err := w.peek(in, 0)
	if err != nil {
		return c, err
	}
	if w.inWord && IsBlank(c.Shown) && !unicode.IsSpace(c.Shown) {
		if next, _ := w.peek(in, 1); next.Shown >= 0 && inWord(next.Shown) && scriptOf(next.Shown) == spaced {
			c.Shown = nothing
			w.coming()[0] = c
		}
	}
	if !w.blank && w.column <= longestLine && c.Shown >= 0 && IsBlank(c.Shown) {
		w.join(in)
	}
	if c = w.take(); c.File == '\n' {
		w.column = 0
	}
	switch {
	case c.Shown < 0:
		return c, nil
	case !unicode.IsDigit(c.Shown):
		w.before = scriptOf(c.Shown)
	case w.before == narrow:
		w.before = spaced
	}
	w.column, w.blank = w.column+1, IsBlank(c.Shown)
	w.inWord = scriptOf(c.Shown) == spaced && (inWord(c.Shown) || strings.ContainsRune("-/._=&?", c.Shown))
	return c, nil
}

// join changes what the next signs show if they are blanks with one line end.
func (w *wrapped) join(in *textfile.Reader) {
	end, lines := w.lineEnd(in, 0)
	if lines != 1 {
		return
	}
	after, shown := spaced, nothing
	if c, _ := w.peek(in, end); unicode.IsDigit(c.Shown) && w.before == wide {
		after = wide
	} else {
		after = scriptOf(c.Shown)
	}
	switch {
	case w.before == spaced && after == spaced:
		return
	case w.before == spaced || after == spaced:
		shown = ' '
	}
	signs, ended := w.coming()[:end], false
	if slices.ContainsFunc(signs, func(s Sign) bool { return s.Shown == '\u3000' }) {
		return
	}
	for i := range signs {
		switch s := &signs[i]; {
		case s.File == '\n':
			ended, s.Shown = true, shown
		case s.Shown >= 0 && (ended || s.File == '\r' || w.markup):
			s.Shown = nothing
		}
	}
}
