package segment

import (
	"strings"
	"unicode"
)

// habits are what a treebank does where text alone could be cut either way.
type habits struct {
	// Small says that sentences may begin with a small letter in the middle of a line.
	Small bool `json:",omitempty"`
	// Inner are words before or after which sentences often go on from a full stop to a capital letter, or the full stop
	// itself if it is no matter which.
	Inner []string `json:",omitempty"`
	// Apart says that the full stop of an abbreviation is a token of its own.
	Apart bool `json:",omitempty"`
	// Pieces says that abbreviations with several full stops are several tokens.
	Pieces bool `json:",omitempty"`
	// Runs says that emoji without blanks between them are one token.
	Runs bool `json:",omitempty"`
	// Kept are tokens with a bracket or a quotation mark at an edge, as patterns: see [patternOf].
	Kept []string `json:",omitempty"`
}

// older are the habits of treebanks whose rules are too old to say so. In other languages they have none.
var older = map[string]habits{
	"":   {Small: true, Inner: []string{"."}}, // of a language that is not known
	"en": {Small: true},
	"fr": {Small: true},
	"ga": {Small: true, Kept: []string{"(0)", "(a)", "0)", "a)"}},
	"gd": {Small: true, Kept: []string{"[name]", "[placename]", "[?]", "a'", "b'", "bh'", "d'", "m'", "th'", "ars'", "'n", "'s", "'son"}},
	"fo": {Inner: []string{"tí"}},
	"hy": {Inner: []string{"."}, Apart: true},
	"is": {Inner: []string{"forseti"}, Pieces: true},
	"mt": {Small: true, Apart: true},
	"pl": {Small: true, Apart: true},
	"ru": {Small: true, Pieces: true, Runs: true},
	"sv": {Kept: []string{"(a)", "0)", "a)"}},
	"uk": {Small: true},
}

// patternOf returns a text in lower case with straight apostrophes, a 0 for each number and, before a bracket, an
// a for each letter that stands alone and for each small Roman number, without the marks that end sentences.
func patternOf(units []unit) string {
	for len(units) > 1 && strings.Trim(units[len(units)-1].norm, ".,!?…:;") == "" {
		units = units[:len(units)-1]
	}
	bracketed := strings.ContainsAny(units[len(units)-1].norm, ")]}")
	var b strings.Builder
	for i := range units {
		form := strings.ToLower(units[i].norm)
		switch kind := classOf(first(form)); {
		case kind == digitClass:
			form = "0"
		case kind == letterClass && bracketed && (len([]rune(form)) == 1 || strings.Trim(form, "ivx") == ""):
			form = "a"
		case roleOf(form) == apostrophe:
			form = "'"
		}
		b.WriteString(form)
	}
	return b.String()
}

// tellsHabits is the first revision of rules that have learned them.
const tellsHabits = 3

// learnHabits counts what the treebank does.
func (r *Rules) learnHabits(documents []document) {
	const few = 100 // one in this many is next to none
	var c counts
	c.inner, c.full, c.edges = map[string]int{}, map[string]int{}, map[string]tally{}
	for i := range documents {
		units := documents[i].units(r)
		documents[i].tag(units)
		for from := 0; from < len(units); {
			_, to := stretchAround(units, from)
			r.findAbbreviations(units[from:to])
			from = to
		}
		for k := range len(units) - 1 {
			c.count(r, units, k)
		}
	}
	r.Habits.Small = c.small*few > c.small+c.capital
	r.Habits.Inner = kept(c.inner, func(word string, n int) bool { return n >= leastSeen && n > c.full[word]/2 })
	r.Habits.Apart = c.stops.cut > c.stops.kept
	r.Habits.Pieces = c.parts.cut > c.parts.kept
	r.Habits.Runs = c.emoji.kept > c.emoji.cut
	r.Habits.Kept = kept(c.edges, func(_ string, n tally) bool { return n.kept >= leastSeen && n.kept > n.cut })
}

// counts are those of places where a treebank has a habit.
type counts struct {
	small, capital int              // letters after a sentence in a line
	inner, full    map[string]int   // full stops of no abbreviation before capitals, by what is around: inside sentences, and all
	stops, parts   tally            // … of abbreviations: the last one, and others
	emoji          tally            // without blanks between them
	edges          map[string]tally // of stretches with a mark at an edge
}

// tally counts units after which a token ends, and others.
type tally struct{ cut, kept int }

func (t tally) and(u *unit) tally {
	if u.tag == tagInside {
		return tally{t.cut, t.kept + 1}
	}
	return tally{t.cut + 1, t.kept}
}

// count counts what ends after unit k.
func (c *counts) count(r *Rules, units []unit, k int) {
	u, next := &units[k], &units[k+1]
	if u.ends() && !u.last && isTerminal(u.norm) && !strings.Contains(u.blank, "\n") {
		switch letter := first(units[after(units, k)].norm); {
		case unicode.IsUpper(letter):
			c.capital++
		case isSmallWord(units, after(units, k)):
			c.small++
		}
	}
	if r.surelyEnds(units, k) && u.abbr == noAbbreviation && u.tag != tagInside {
		for _, word := range []string{units[k-1].norm, u.norm, units[after(units, k)].norm} {
			word = strings.ToLower(word)
			if c.full[word]++; !u.ends() {
				c.inner[word]++
			}
		}
	}
	if !u.glued() {
		return
	}
	if next.stop && next.abbr != initial && next.abbr != ordinal && !next.ends() {
		c.stops = c.stops.and(u)
	}
	if u.norm == "." && u.abbr != noAbbreviation && !u.stop && next.abbr != noAbbreviation {
		c.parts = c.parts.and(u)
	}
	if isEmoji(u.form) && isEmoji(next.form) {
		c.emoji = c.emoji.and(u)
	}
	if r.edge(units, k) == opening || r.edge(units, k+1) == closing {
		lo, hi := stretchAround(units, k)
		pattern := patternOf(units[lo:hi])
		c.edges[pattern] = c.edges[pattern].and(u)
	}
}
