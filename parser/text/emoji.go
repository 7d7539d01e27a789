package text

import (
	"strings"
	"unicode"
)

// isEmoji reports whether a unit is an emoji, with all that belongs to it, or several of the same.
func isEmoji(form string) bool {
	c := first(form)
	return c >= 0x1f000 && c < 0x1fb00 || c >= 0x2600 && c < 0x27c0 && unicode.Is(unicode.So, c) ||
		c < 0x3300 && strings.ContainsAny(form, "\ufe0f\u20e3")
}

// inHashtag reports whether a unit is a hashtag or in one, and whether that goes on after it. A hashtag is what Unicode
// calls one (UAX #31): letters, digits and marks that join them after a number sign that follows neither.
func inHashtag(units []unit, k int) (inside, on bool) {
	lo, hi := stretchAround(units, k)
	start := k
	for start >= lo && !isNumberSign(units[start].norm) {
		if !continuesHashtag(units[start].norm) {
			return false, false
		}
		start--
	}
	if start < lo {
		return false, false
	}
	if start > lo && (units[start].net || continuesHashtag(units[start-1].norm) || units[start-1].norm == "&") {
		if inside, _ := inHashtag(units, start-1); !inside {
			return false, false
		}
	}
	end, letters := start+1, false
	for end < hi && continuesHashtag(units[end].norm) {
		letters = letters || classOf(first(units[end].norm)) == letterClass
		end++
	}
	return letters, k+1 < end
}

func isNumberSign(form string) bool { return form == "#" || form == "＃" || form == "﹟" }

func continuesHashtag(form string) bool {
	c := first(form)
	return classOf(c) != markClass || unicode.Is(unicode.Pc, c)
}
