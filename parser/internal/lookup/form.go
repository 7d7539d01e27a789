// Package lookup says under which form the tables of a model know a word. Text is written in more ways than a treebank
// shows, with decomposed accents, ligatures or invisible characters; words are looked up as the treebank writes them,
// while their own forms stay as they are.
//
//	lookup.Form("e\u0301te\u0301") // "été" with two letters less
//	seen := table.Words(nil, words) // for one model: also marks that its treebank lacks
package lookup

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/graphemes"
	"golang.org/x/text/unicode/norm"
)

// Form returns the normal form of a word: NFC, with compatibility forms of ligatures and of letters, digits and marks of
// other widths replaced, and without characters that only say how text is laid out: soft hyphens, spaces without width,
// marks of direction, variation selectors, and joiners in scripts that do not spell with them. A form stays if nothing
// would be left of it. The form of a form is itself.
func Form(form string) string {
	if isNormal(form) {
		return form
	}
	return normal(form, nil)
}

// Invisible reports whether a character only says how text is laid out, in any script.
func Invisible(c rune) bool {
	switch {
	case c < '\u0300':
		return c == SoftHyphen
	case c >= '\u200b' && c <= '\u206f':
		return c == '\u200b' || c == '\u200e' || c == '\u200f' || c >= '\u202a' && c <= '\u202e' || c == '\u2060' || c >= '\u2066'
	}
	return c == '\u034f' || c == '\u061c' || c == '\ufeff' || c >= '\ufe00' && c <= '\ufe0f' ||
		c >= '\U000e0100' && c <= '\U000e01ef' || c >= '\u180b' && c <= '\u180d' || c == '\u180f'
}

// SoftHyphen shows where a word may be divided at the end of a line.
const SoftHyphen = '\u00ad'

const nonJoiner, joiner = '\u200c', '\u200d'

// emojiStyle is the variation selector that makes a symbol an emoji.
const emojiStyle = '\ufe0f'

// normal returns the normal form of a word that may have another, in which wide characters and the style of emoji stay
// if keep reports them; keep may be nil.
func normal(form string, keep func(c rune) bool) string {
	var b strings.Builder
	before := rune(-1) // the character that was written last, without its accents
	for i, c := range form {
		switch {
		case Invisible(c):
			if c == emojiStyle && keep != nil && keep(c) && b.Len() > 0 {
				b.WriteRune(c)
			}
			continue
		case c == nonJoiner || c == joiner:
			if !joins(before, c, form[i+utf8.RuneLen(c):]) {
				continue
			}
		case isLigature(c) || isWide(c) && (keep == nil || !keep(c)):
			if plain := norm.NFKC.String(string(c)); !strings.Contains(plain, " ") {
				b.WriteString(plain)
				before, _ = utf8.DecodeLastRuneInString(plain)
				continue
			}
		case c == utf8.RuneError: // it may stand for a byte
			_, size := utf8.DecodeRuneInString(form[i:])
			b.WriteString(form[i : i+size])
			before = c
			continue
		}
		if b.WriteRune(c); !unicode.Is(unicode.Inherited, c) {
			before = c
		}
	}
	if b.Len() == 0 {
		return form
	}
	return norm.NFC.String(b.String())
}

// isNormal reports whether a form is certainly its normal form, without allocating.
func isNormal(form string) bool {
	for i := 0; i < len(form); {
		if form[i] < utf8.RuneSelf {
			i++
			continue
		}
		c, size := utf8.DecodeRuneInString(form[i:])
		if c >= '\u0300' && !isPlain(c) {
			return !strings.ContainsFunc(form[i:], isSpecial) && (norm.NFC.QuickSpanString(form) == len(form) || norm.NFC.IsNormalString(form))
		}
		if i += size; c < '\u0300' && isSpecial(c) {
			return false
		}
	}
	return true
}

// isPlain reports whether a character beyond Latin is one of the most usual letters that are normal unless a character
// follows that is not plain.
func isPlain(c rune) bool {
	return c >= '\u0400' && c <= '\u0482' || c >= '\u0531' && c <= '\u058a' || c >= '\u0e01' && c <= '\u0e30' || c >= '\u3041' && c <= '\u3096' ||
		c >= '\u30a1' && c <= '\u30fa' || c >= '\u4e00' && c <= '\u9fff' || c >= '\uac00' && c <= '\ud7a3'
}

// isSpecial reports whether a character is not always part of a normal form.
func isSpecial(c rune) bool {
	return Invisible(c) || c == nonJoiner || c == joiner || isLigature(c) || isWide(c)
}

// isLigature reports whether a character stands for several letters only since they are joined in print, or for one in
// its joined shape.
func isLigature(c rune) bool {
	switch {
	case c < '\u0132':
		return false
	case c < '\u0300': // ĳ, ŀ, ŉ, ǆ, ǉ, ǌ, ǳ
		return c <= '\u0133' || c == '\u013f' || c == '\u0140' || c == '\u0149' || c >= '\u01c4' && c <= '\u01cc' || c >= '\u01f1' && c <= '\u01f3'
	}
	return c >= '\ufb00' && c <= '\ufdff' || c >= '\ufe70' && c <= '\ufefc'
}

// isWide reports whether a character is a letter, digit or mark as wide as an ideograph, or a narrow one of a script whose
// letters are as wide.
func isWide(c rune) bool { return c >= '\uff01' && c <= '\uffee' }

// spelled are the scripts that spell with joiners.
var spelled = []*unicode.RangeTable{
	unicode.Arabic, unicode.Syriac, unicode.Mongolian, unicode.Nko, unicode.Mandaic, unicode.Adlam,
	unicode.Hanifi_Rohingya, unicode.Devanagari, unicode.Bengali, unicode.Gurmukhi, unicode.Gujarati, unicode.Oriya,
	unicode.Tamil, unicode.Telugu, unicode.Kannada, unicode.Malayalam, unicode.Sinhala, unicode.Khmer, unicode.Myanmar,
	unicode.Tibetan,
}

// joins reports whether a joiner between a character and a text belongs to the spelling: in some scripts, and in emoji.
func joins(before, c rune, after string) bool {
	switch {
	case before < utf8.RuneSelf:
		return false
	case c == joiner && unicode.In(before, unicode.So, unicode.Sk):
		return unicode.In(firstVisible(after), unicode.So, unicode.Sk)
	}
	return unicode.In(before, spelled...)
}

// firstVisible returns the first character of a text that is visible, or 0.
func firstVisible(text string) rune {
	for _, c := range text {
		if !Invisible(c) {
			return c
		}
	}
	return 0
}

// Decomposed reports whether accents are characters of their own in a text, or before it if it has none.
func Decomposed(text string, before bool) bool {
	switch {
	case isAlphanumeric(text):
		return before
	case norm.NFC.QuickSpanString(text) < len(text) && !norm.NFC.IsNormalString(text):
		return true
	}
	return before && norm.NFD.IsNormalString(text)
}

// Visible returns a text without its invisible characters.
func Visible(text string) string {
	if !strings.ContainsFunc(text, Invisible) {
		return text
	}
	var b strings.Builder
	for i, c := range text {
		if !Invisible(c) {
			_, size := utf8.DecodeRuneInString(text[i:])
			b.WriteString(text[i : i+size])
		}
	}
	return b.String()
}

// Pieces cuts a word into pieces whose normal forms are these parts, which together are that of the word. Where no piece
// has such a form, since a ligature belongs to two of them, it returns the parts.
func Pieces(word string, parts []string) []string {
	pieces := make([]string, 0, len(parts))
	start, end, length := 0, 0, 0 // of the next piece, and of its form
	for clusters := graphemes.FromString(word); len(pieces) < len(parts) && clusters.Next(); {
		cluster := clusters.Value()
		if form := Form(Visible(cluster)); form != "" {
			if length == len(parts[len(pieces)]) {
				pieces, start, length = append(pieces, word[start:end]), end, 0
			}
			length += len(form)
		}
		end += len(cluster)
	}
	pieces = append(pieces, word[start:])
	if !slices.EqualFunc(pieces, parts, func(piece, part string) bool { return Form(piece) == part }) {
		return parts
	}
	return pieces
}
