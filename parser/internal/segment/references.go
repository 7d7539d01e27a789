package segment

import (
	"strings"
	"unicode"
)

// references returns how many units after unit k are signs of references, if that is a mark that ends a sentence: [5], [5]–[7],
// [5]:12, ⁵. Encyclopaedias and papers have them there ("in Dulwich.[17][18] Placed under", "is new.² Then"). They belong to
// the sentence before, whatever a tagger says, which hardly ever saw one.
func references(units []unit, k int) (n int) {
	for more := reference(units, k); more > 0 && n+more <= margin/2; more = reference(units, k+n) {
		if n += more; k+n+2 < len(units) && units[k+n].glued() && units[k+n+1].glued() {
			switch mark, next := units[k+n+1].norm, units[k+n+2].norm; {
			case mark == ":" && classOf(first(next)) == digitClass:
				n += 2
			case next == "[" && strings.Contains(",-–", mark):
				n++
			}
		}
	}
	if n == 0 || isTerminal(units[k].norm) || k > 0 && roleOf(units[k].norm) != noRole && units[k-1].glued() && isTerminal(units[k-1].norm) {
		return n
	}
	return 0
}

// reference returns how many units after unit k are such a sign: raised digits, or one or two words in brackets; after a blank
// only a number in brackets, in a sentence that does not begin with brackets, as the entries of a list do.
func reference(units []unit, k int) int {
	if k+1 == len(units) || !lineGoesOn(&units[k]) {
		return 0
	}
	glued := units[k].glued()
	if sign := units[k+1].form; sign != "[" {
		if glued && isRaised(sign) {
			return 1
		}
		return 0
	}
	for n := 2; n <= 4 && k+n < len(units) && lineGoesOn(&units[k+n-1]); n++ {
		switch form := units[k+n].norm; {
		case form == "]" && n > 2 && (glued || n == 3 && classOf(first(units[k+2].norm)) == digitClass && !beginsInBrackets(units, k)):
			return n
		case isMark(form):
			return 0
		}
	}
	return 0
}

// lineGoesOn reports whether the line goes on after a unit.
func lineGoesOn(u *unit) bool { return !u.last && !strings.Contains(u.blank, "\n") }

// beginsInBrackets reports whether the sentence that unit k is in begins with a bracket.
func beginsInBrackets(units []unit, k int) bool {
	for k > 0 && !units[k-1].ends() && !units[k-1].last {
		k--
	}
	return units[k].norm == "["
}

// cite marks the units that have signs of references after them without a blank.
func cite(units []unit) {
	for k := range units {
		units[k].cited = units[k].glued() && references(units, k) > 0
	}
}

// settleReferences lets a sentence that ends at unit k end after the signs of references there.
func settleReferences(units []unit, k int) {
	n := references(units, k)
	if n == 0 {
		return
	}
	u, last := &units[k], &units[k+n]
	ends := u.ends() || u.closed
	if k+n+1 < len(units) && lineGoesOn(last) {
		next := first(units[after(units, k+n)].norm)
		if last.glued() {
			ends = ends && classOf(next) == letterClass
		} else {
			ends = (ends || unicode.IsUpper(next) && !u.stop) && !unicode.IsLower(next)
		}
	}
	u.closed = false
	u.goOn()
	u.cut()
	for i := k + 1; i < k+n; i++ {
		units[i].forced = tagToken
		if isRaised(units[i].form) && isRaised(units[i+1].form) {
			units[i].forced = tagInside // of a number
		}
	}
	if last.forced = tagToken; ends {
		last.forced = tagSentence
	}
}

// isRaised reports whether a unit is of raised digits.
func isRaised(form string) bool { return strings.Trim(form, "⁰¹²³⁴⁵⁶⁷⁸⁹") == "" }
