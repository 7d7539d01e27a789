package segment

import (
	"strings"
	"unicode"
)

// isEmoji reports whether a unit is an emoji, with all that belongs to it.
func isEmoji(form string) bool {
	switch c := first(form); {
	case c < 0x80:
		return strings.HasSuffix(form, "\u20e3") // a keycap
	case c < 0x2000:
		return c < 0xb0 && strings.HasSuffix(form, "\ufe0f") // a sign such as ©, in colour
	case c >= 0x1f000:
		return c < 0x1fb00
	case c >= 0x2600 && c < 0x27c0:
		return unicode.Is(unicode.So, c)
	default:
		return c < 0x3300 && strings.Contains(form, "\ufe0f")
	}
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
