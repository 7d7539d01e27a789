package segment

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/graphemes"
	"github.com/clipperhouse/uax29/v2/words"

	"parser/parser/internal/lookup"
)

// class is what a cluster and its neighbours share in a run.
type class uint8

const (
	markClass class = iota
	letterClass
	digitClass
)

func classOf(c rune) class {
	switch {
	case unicode.IsLetter(c) || unicode.IsMark(c) || c == lookup.SoftHyphen:
		return letterClass
	case unicode.IsNumber(c):
		return digitClass
	}
	return markClass
}

// cut appends the units of a text without blanks to dst. What is not seen belongs to the unit before it.
func (r *Rules) cut(dst []string, text string) []string {
	seen := lookup.Visible(text)
	if seen == text {
		return r.cutVisible(dst, text)
	}
	if seen == "" {
		return append(dst, text)
	}
	n := len(dst)
	dst = r.cutVisible(dst, seen)
	for i := n; i < len(dst); i++ {
		end := 0
		for left := len(dst[i]); end < len(text); {
			c, size := utf8.DecodeRuneInString(text[end:])
			if !lookup.Invisible(c) {
				if left -= size; left < 0 {
					break
				}
			}
			end += size
		}
		dst[i], text = text[:end], text[end:]
	}
	return dst
}

func (r *Rules) cutVisible(dst []string, text string) []string {
	at, mark := 0, "" // the mark that the last unit repeats
	for word := words.FromString(text); word.Next(); {
		for rest := word.Value(); rest != ""; {
			n, kind := stretch(rest)
			piece := rest[:n]
			rest, at = rest[n:], at+n
			switch {
			case kind != markClass:
				dst, mark = r.run(dst, piece, kind), ""
			case piece == mark && !r.singles.marks && !isEmoji(piece):
				last := len(dst) - 1
				dst[last] = text[at-n-len(dst[last]) : at]
			case piece == mark && isTyped(piece, text[at:], at == 2*n):
				dst[len(dst)-1], mark = text[at-2*n:at], ""
			default:
				dst, mark = append(dst, piece), piece
			}
		}
	}
	return dst
}

// stretch returns the length of the letters or digits that a text begins with, or of one mark.
func stretch(text string) (length int, kind class) {
	for length < len(text) {
		c := text[length] | 0x20
		if c < 'a' || c > 'z' {
			break
		}
		length++
	}
	if length > 0 && (length == len(text) || text[length] < utf8.RuneSelf) {
		return length, letterClass
	}
	clusters := graphemes.FromString(text)
	for length = 0; clusters.Next(); length += len(clusters.Value()) {
		next := classOf(first(clusters.Value()))
		if length > 0 && (next != kind || kind == markClass) {
			break
		}
		kind = next
	}
	return length, kind
}

// isTyped reports whether a mark that stands twice is a quotation mark of typewriters: it has the rest of a text after it, and
// nothing else before it or not.
func isTyped(mark, rest string, begins bool) bool {
	switch mark {
	case "'", "`":
		return true
	case ",":
		c, _ := utf8.DecodeRuneInString(rest)
		return begins && classOf(c) != markClass
	}
	return false
}

func (r *Rules) run(dst []string, run string, kind class) []string {
	if r.isSingle(run, kind) {
		for cluster := graphemes.FromString(run); cluster.Next(); {
			dst = append(dst, cluster.Value())
		}
		return dst
	}
	if form := lookup.Form(run); len(r.cuts) > 0 && len(form) <= longestCut {
		lower := strings.ToLower(form)
		if parts := r.cuts[lower]; parts != nil && len(lower) == len(form) {
			return append(dst, lookup.Pieces(run, alike(form, parts))...)
		}
	}
	return append(dst, run)
}

// isSingle reports whether a run is of a kind whose units are single characters.
func (r *Rules) isSingle(run string, kind class) bool {
	if kind == digitClass {
		return r.singles.digits
	}
	return len(r.single) > 0 && unicode.In(first(run), r.single...)
}

// isStrange reports whether a unit has letters of a script that the treebank lacks.
func (r *Rules) isStrange(form string) bool {
	c := first(form)
	return c >= utf8.RuneSelf && unicode.IsLetter(c) && len(r.scripts) > 0 && !unicode.In(c, r.scripts...) && !unicode.In(c, unicode.Common, unicode.Inherited)
}

// endsStrange reports whether a mark, such as an ideographic full stop, ends a sentence after a
// unit of a script that the treebank lacks.
func (r *Rules) endsStrange(mark, before string) bool {
	c := first(mark)
	return c >= utf8.RuneSelf && unicode.Is(unicode.Sentence_Terminal, c) && r.isStrange(before)
}

func first(text string) rune {
	c, _ := utf8.DecodeRuneInString(text)
	return c
}
