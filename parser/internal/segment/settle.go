package segment

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// settle decides what ends after unit k where the text itself says more than a tagger knows, which may never have seen
// a mark or an abbreviation: at marks at the edges of words, in hashtags, at emoji, after abbreviations, and before small
// letters. The units before are settled, and those after it, as many as tags depend on, have been read.
func (r *Rules) settle(units []unit, k int) {
	u := &units[k]
	if u.forced != "" {
		u.tag = u.forced
	}
	if isNumberSign(u.norm) {
		markHashtag(units, k)
	}
	if k+1 < len(units) && !u.last {
		if u.glued() {
			r.settleInside(units, k)
		} else if u.tag == tagInside && (r.edge(units, k) == closing || r.edge(units, k+1) == opening) {
			u.cut()
		}
	}
	settleReferences(units, k)
	if u.closed && !u.glued() || k+1 < len(units) && r.surelyEnds(units, k) {
		u.finish()
	}
	if u.ends() && !u.last && k+1 < len(units) && (u.stop && r.abbreviationGoesOn(units, k) || r.smallGoesOn(units, k)) {
		u.goOn()
	}
}

// settleInside decides what ends between two units that have no blank between them.
func (r *Rules) settleInside(units []unit, k int) {
	u, next := &units[k], &units[k+1]
	if u.abbr != noAbbreviation && !u.stop && !r.Habits.Apart && !(r.Habits.Pieces && u.norm == ".") {
		stop := k + 1
		for !units[stop].stop {
			stop++
		}
		within := stop > k+1 && !r.Habits.Pieces && u.abbr != initial && u.abbr != ordinal // at an inner full stop or before one
		if within || u.abbr != canEnd && u.abbr != seldom && u.abbr != etcetera && !units[stop].last && stop+1 < len(units) && r.abbreviationGoesOn(units, stop) {
			u.tag = tagInside
		}
	}
	switch a, b := isEmoji(u.form), isEmoji(next.form); {
	case a && b && r.Habits.Runs:
		u.tag = tagInside
	case a || b:
		u.cut()
	}
	if isNumberSign(next.norm) {
		if hashtag, _ := inHashtag(units, k+1); hashtag {
			u.cut()
		}
	}
	if isCurrency(u.norm) && classOf(first(next.norm)) == digitClass || isCurrency(next.norm) && classOf(first(u.norm)) == digitClass {
		u.cut()
	}
	if standsAlone(u.norm) && isBlankless(next.norm) || standsAlone(next.norm) && isBlankless(u.norm) {
		u.cut()
	}
	if endsWord(units, k+1) {
		u.cut()
	}
	here, there := r.edge(units, k), r.edge(units, k+1)
	if (here != noRole || there != noRole) && r.keeps(units, k) {
		return
	}
	if here == opening {
		u.tag = tagToken
	}
	if here == closing || there == opening {
		u.cut()
	}
	if there != closing {
		return
	}
	if several := next.tag == tagMultiword; several && u.tag == tagInside {
		u.tag = tagMultiword // the tagger took the mark for a part of the token
		next.tag = tagToken
	}
	if next.closed = u.ends() || u.closed; u.ends() {
		u.goOn()
	}
	u.cut()
}

// keeps reports whether the treebank has the stretch around a unit as one token, and no mark before it wants another.
func (r *Rules) keeps(units []unit, k int) bool {
	if len(r.kept) == 0 {
		return false
	}
	lo, hi := stretchAround(units, k)
	mark := units[hi-1].norm
	return r.kept[patternOf(units[lo:hi])] && !(roleOf(mark) == closing && openedBefore(units, lo, mark))
}

// standsAlone reports whether a mark is a token wherever there are no blanks between words.
func standsAlone(form string) bool {
	role := roleOf(form)
	return role != noRole && role != apostrophe
}

// markHashtag decides that the hashtag that begins with unit k is one token.
func markHashtag(units []unit, k int) {
	if inside, _ := inHashtag(units, k); !inside {
		return
	}
	for i := k; ; i++ {
		if _, on := inHashtag(units, i); !on {
			units[i].forced = tagToken
			break
		}
		units[i].forced = tagInside
	}
	units[k].tag = units[k].forced
}

// abbreviationGoesOn reports whether a sentence goes on after the full stop of an abbreviation, unit k.
func (r *Rules) abbreviationGoesOn(units []unit, k int) bool {
	u, n := &units[k], after(units, k)
	c, line := first(units[n].norm), !strings.Contains(u.blank, "\n")
	switch {
	case u.abbr == title && !afterNumber(units, k):
		return line || unicode.IsLetter(c)
	case unicode.IsDigit(c):
		return line && u.abbr != ordinal && u.abbr != initial
	case unicode.IsLower(c):
		return u.abbr == usual || line && u.abbr != initial && !u.small
	case !isInitial(units, k) || !unicode.IsUpper(c) || !line:
		return false
	case isCapital(units[n].norm) && n+1 < len(units) && units[n].glued() && units[n+1].norm == ".":
		return true // the next initial
	}
	before := k - 2 // what stands before the initial
	return before >= 0 && units[before].stop && !units[before].last && (units[before].abbr == title || isInitial(units, before)) &&
		!r.lower[strings.ToLower(units[n].norm)]
}

// afterNumber reports whether an abbreviation with its full stop, unit k, follows a number, as grams and years do that are
// written like a title.
func afterNumber(units []unit, k int) bool {
	return k > 1 && units[k-2].blank != "" && classOf(first(units[k-2].norm)) == digitClass
}

// isInitial reports whether unit k is the full stop of an initial.
func isInitial(units []unit, k int) bool { return k > 0 && units[k].stop && isCapital(units[k-1].norm) }

// smallGoesOn reports whether a sentence goes on after unit k since a small letter follows in the same line.
func (r *Rules) smallGoesOn(units []unit, k int) bool {
	u, n := &units[k], after(units, k)
	if u.blank == "" || u.small || strings.Contains(u.blank, "\n") || !isSmallWord(units, n) {
		return false
	}
	if quoted := k > 0 && roleOf(u.norm) == quote && isTerminal(units[k-1].norm); quoted {
		return true
	}
	return !r.Habits.Small && (isTerminal(u.norm) || roleOf(u.norm) != noRole)
}

// isSmallWord reports whether unit n begins a word with a small letter that is no name such as iPhone, no letter that
// counts, as in a) or b., no rest of a word, as in 'n before a capital, and not in brackets.
func isSmallWord(units []unit, n int) bool {
	u := &units[n]
	if !unicode.IsLower(first(u.norm)) || strings.ContainsFunc(u.norm, unicode.IsUpper) {
		return false
	}
	if n > 0 && units[n-1].glued() {
		switch kind := roleOf(units[n-1].norm); {
		case kind == opening, kind == apostrophe && n+1 < len(units) && !u.glued() && unicode.IsUpper(first(units[n+1].norm)):
			return false
		}
	}
	if !u.glued() || n+1 == len(units) {
		return true
	}
	next := units[n+1].norm
	return !(len([]rune(u.norm)) == 1 && (next == ")" || next == ".")) && !unicode.IsUpper(first(next))
}

func isTerminal(form string) bool {
	return unicode.Is(unicode.Sentence_Terminal, first(form)) || form == "…"
}

// after returns the first unit after unit k that is not a mark that opens what comes.
func after(units []unit, k int) int {
	n := k + 1
	for n+1 < len(units) && n-k < 4 && units[n].glued() {
		if kind := roleOf(units[n].norm); kind != opening && kind != quote && kind != apostrophe {
			break
		}
		n++
	}
	return n
}

// isCurrency reports whether a unit is the sign of a currency.
func isCurrency(form string) bool {
	c := first(form)
	return c == '$' || c >= '¢' && unicode.Is(unicode.Sc, c)
}

// glued reports whether another unit follows without a blank.
func (u *unit) glued() bool { return u.blank == "" && !u.last }

// ends reports whether the tag says that a sentence ends.
func (u *unit) ends() bool { return u.tag == tagSentence || u.tag == tagMultiwordSentence }

// cut ends a token after the unit.
func (u *unit) cut() {
	if u.tag == tagInside {
		u.tag = tagToken
	}
}

// finish ends a sentence after the unit.
func (u *unit) finish() {
	switch u.tag {
	case tagMultiword:
		u.tag = tagMultiwordSentence
	case tagMultiwordSentence:
	default:
		u.tag = tagSentence
	}
}

// goOn lets the sentence go on after the unit.
func (u *unit) goOn() {
	switch u.tag {
	case tagMultiwordSentence:
		u.tag = tagMultiword
	case tagSentence:
		u.tag = tagToken
	}
}

// surelyEnds reports whether a sentence ends at unit k: a full stop after a word that is no abbreviation, in the same line
// as a capital letter. A word of few letters with a capital can be a name that is cut short, as in Alex. Holm, and one of
// fewer letters anything, except after a number, where it is a measure. A number itself can count, at the beginning.
func (r *Rules) surelyEnds(units []unit, k int) bool {
	const few, least = 4, 3
	u := &units[k]
	if k == 0 || u.blank == "" || u.last || u.norm != "." && u.norm != "!" && u.norm != "?" {
		return false
	}
	word, next := units[k-1].norm, units[after(units, k)].norm
	length, kind := utf8.RuneCountInString(word), classOf(first(word))
	inside := k > 1 && !units[k-2].last && !units[k-2].ends() && !strings.Contains(units[k-2].blank, "\n")
	switch usualWord := r.lower[strings.ToLower(next)]; {
	case !unicode.IsUpper(first(next)), r.inner[strings.ToLower(word)], r.inner[u.norm], r.inner[strings.ToLower(next)]:
		return false
	case u.abbr == etcetera:
		return true
	case u.abbr != noAbbreviation:
		return (u.abbr == canEnd || u.abbr == seldom) && usualWord
	case kind == digitClass:
		return usualWord && inside && units[k-2].blank != ""
	case kind != letterClass, length < least && !(inside && classOf(first(units[k-2].norm)) == digitClass):
		return false
	default:
		return usualWord || length > few || !unicode.IsUpper(first(word))
	}
}
