package mixed

import (
	"slices"
	"sync"

	"parser/parser/language"
)

// Other returns what reports whether a text of some sixty words is surely in another language than this one, also where a
// model of this one has read the other. It reports so of none if this one is not among those that can be told.
func Other(lang string) func(text string) bool {
	const sure = 0.95
	known := sync.OnceValue(func() bool { return slices.Contains(language.Languages(), lang) })
	return func(text string) bool {
		if !known() {
			return false
		}
		g := language.Identify(text)
		return g.Language != lang && g.Language != language.Unknown && g.Probability >= sure
	}
}
