package match

import (
	"regexp"
)

// Values tells whether texts match a regular expression, and remembers those that it was asked about: a tree's labels and
// tags are few.
type Values struct {
	re    *regexp.Regexp
	known map[string]bool
}

// mostKnown bounds what is remembered.
const mostKnown = 1 << 15

// NewValues returns Values for a regular expression.
func NewValues(re *regexp.Regexp) *Values { return &Values{re: re, known: map[string]bool{}} }

// Match reports whether the expression matches somewhere in a text.
func (v *Values) Match(text string) bool {
	holds, ok := v.known[text]
	if !ok {
		holds = v.re.MatchString(text)
		if len(v.known) == mostKnown {
			clear(v.known)
		}
		v.known[text] = holds
	}
	return holds
}
