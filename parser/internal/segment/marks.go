package segment

import (
	"strings"
	"unicode"

	"parser/parser/internal/segment/signs"
)

// role is what a mark does at the edge of a stretch of text without blanks.
type role uint8

const (
	noRole     role = iota
	opening         // (
	closing         // )
	quote           // ": it opens at the beginning of a stretch, and closes at its end
	apostrophe      // ': also a part of words
	question        // ? and !, which close where ¿ or ¡ opens
)

// roleOf returns the role of a unit that begins with a character.
func roleOf(form string) role {
	c := first(form)
	switch {
	case c == '"':
		return quote
	case c == '\'' || c == '`':
		if len(form) > 1 { // '' and `` are double quotes
			return quote
		}
		return apostrophe
	case form == ",,":
		return opening
	case c == '(' || c == '[' || c == '{' || c == '¿' || c == '¡':
		return opening
	case c == ')' || c == ']' || c == '}':
		return closing
	case c == '«' || c == '»':
		return quote
	case c == '?' || c == '!':
		return question
	case c < 0x0f00 || c >= 0x3040 && c < 0xfd00:
		return noRole // none there, but many letters
	case strings.ContainsRune("‘’‚‛＇", c):
		return apostrophe
	case strings.ContainsRune("“”„‟‹›〝〞〟＂", c):
		return quote
	case unicode.In(c, unicode.Ps, unicode.Pi):
		return opening
	case unicode.In(c, unicode.Pe, unicode.Pf):
		return closing
	}
	return noRole
}

// isMark reports whether a unit is neither letters nor digits.
func isMark(form string) bool { return classOf(first(form)) == markClass }

// stretchAround returns the bounds of the units around unit k between which there are no blanks: as far as a tag can
// depend on them. Dashes between words are as good as blanks.
func stretchAround(units []unit, k int) (lo, hi int) {
	parts := func(i int) bool { return units[i].blank != "" || units[i].last || units[i].cited }
	dash := func(i int) bool { return units[i].norm == "—" || units[i].norm == "―" }
	if dash(k) {
		return k, k + 1
	}
	lo, hi = k, k+1
	for lo > max(0, k-margin) && !parts(lo-1) && !dash(lo-1) {
		lo--
	}
	for hi < min(len(units), k+margin) && !parts(hi-1) && !dash(hi) {
		hi++
	}
	return lo, hi
}

// edge says what a mark does at an edge of the stretch it is in: opening, closing or, elsewhere and where a word may
// begin or end with the mark, nothing.
func (r *Rules) edge(units []unit, k int) role {
	kind := roleOf(units[k].norm)
	if kind == noRole {
		return noRole
	}
	lo, hi := stretchAround(units, k)
	from, to := lo, hi // of what is between the marks at both ends
	for from < hi && isMark(units[from].norm) {
		from++
	}
	for to > from && isMark(units[to-1].norm) {
		to--
	}
	switch {
	case from == hi:
		return alone(units[lo:hi], k-lo, kind)
	case k < from && kind != closing && kind != question && !(k+1 < from && strings.ContainsAny(units[k+1].norm, eyes)):
		if r.opens(units, k, hi, to, kind) {
			return opening
		}
	case k >= to && kind != opening && !(k > to && kind == closing && strings.ContainsAny(units[k-1].norm, eyes)):
		if r.closes(units, k, lo, from, kind) {
			return closing
		}
	}
	return noRole
}

// eyes of faces such as :-) are next to their mouths, or next to a nose.
const eyes = ":;=^-*"

// alone says what a mark does in a stretch of marks alone, where an emoticon is left to the tagger.
func alone(stretch []unit, k int, kind role) role {
	for i := range stretch {
		if form := stretch[i].norm; roleOf(form) == noRole && strings.Trim(form, ".,!?…") != "" || roleOf(form) == apostrophe {
			return noRole
		}
	}
	switch {
	case kind == opening || kind == quote && k == 0:
		return opening
	case k > 0 && kind != question:
		return closing
	}
	return noRole
}

// opens reports whether a mark at the beginning of a stretch stands before a word. It is part of one where its partner
// is inside the stretch, as in (s)he. Without a partner an apostrophe stands for a letter.
func (r *Rules) opens(units []unit, k, hi, to int, kind role) bool {
	for i := k + 1; i < hi; i++ {
		if !pairs(units[k].norm, units[i].norm) {
			continue
		}
		if i < to {
			return false
		}
		return kind != apostrophe || !isRockNRoll(units[k+1:i])
	}
	if kind != apostrophe {
		return true
	}
	for i := hi; i < min(len(units), k+margin) && !units[i-1].last; i++ {
		if singles(units[k].norm, units[i].norm) {
			_, end := stretchAround(units, i)
			return onlyMarks(units[i:end])
		}
	}
	return false
}

// closes reports whether a mark at the end of a stretch stands after a word. It is part of one where its partner is
// inside the stretch, as in word(s). Without a partner an apostrophe stands for a letter, and a quotation mark after
// a number for feet, inches, minutes or seconds.
func (r *Rules) closes(units []unit, k, lo, from int, kind role) bool {
	for i := k - 1; i >= lo; i-- {
		if pairs(units[i].norm, units[k].norm) {
			return i < from && (kind != apostrophe || !isRockNRoll(units[i+1:k]))
		}
	}
	if kind == closing || kind == quote && classOf(first(units[k-1].norm)) != digitClass {
		return true
	}
	return openedBefore(units, lo, units[k].norm)
}

// openedBefore reports whether the partner of a closing mark opens a stretch before the one that begins with unit lo.
func openedBefore(units []unit, lo int, mark string) bool {
	for i := lo - 1; i >= max(0, lo-margin) && !units[i].last; i-- {
		if kind := roleOf(mark); (kind == closing || kind == question) && roleOf(units[i].norm) == kind {
			return false
		}
		if !pairs(units[i].norm, mark) || roleOf(mark) == apostrophe && !singles(units[i].norm, mark) {
			continue
		}
		begin, _ := stretchAround(units, i)
		return onlyMarks(units[begin:i])
	}
	return false
}

// isRockNRoll reports whether apostrophes around some units stand for letters, as in rock 'n' roll.
func isRockNRoll(units []unit) bool {
	return len(units) == 1 && strings.EqualFold(units[0].norm, "n")
}

func onlyMarks(units []unit) bool {
	for i := range units {
		if !isMark(units[i].norm) {
			return false
		}
	}
	return true
}

// singles reports whether two marks are a pair of single quotation marks, which differ.
func singles(before, after string) bool {
	return before == "‘" && after == "’" || before == "‚" && (after == "‘" || after == "’")
}

// pairs reports whether the second of two marks can close what the first opens.
func pairs(before, after string) bool {
	a, b := roleOf(before), roleOf(after)
	switch {
	case a == apostrophe:
		return b == apostrophe
	case a == quote:
		return b == quote
	case before == "¿", before == "¡":
		return b == question
	}
	return a == opening && b == closing
}

// isBlankless reports whether a unit is of a script that has no blanks between words.
func isBlankless(form string) bool {
	c := first(form)
	return c >= 0x0e00 && (unicode.In(c, unicode.Han, unicode.Hiragana, unicode.Katakana) || signs.IsSouthEastAsian(c))
}

// endsWord reports whether unit k is a mark such as ! or ... after a word, and before no other one: all treebanks cut it off.
// A full stop can belong to an abbreviation, and any mark to an address.
func endsWord(units []unit, k int) bool {
	isEnd := func(form string) bool {
		return strings.Trim(form, "!?…") == "" || len(form) > 1 && strings.Trim(form, ".") == ""
	}
	if k == 0 || units[k-1].net || isMark(units[k-1].norm) || !isEnd(units[k].norm) {
		return false
	}
	for ; units[k].glued() && k+1 < len(units); k++ {
		next := units[k+1].norm
		if isNumberSign(next) || isEmoji(next) {
			return true
		}
		if kind := roleOf(next); !isEnd(next) && kind != closing && kind != quote && kind != apostrophe {
			return false
		}
	}
	return true
}
