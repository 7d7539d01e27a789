package segment

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"parser/conll"
	"parser/conll/textfile"
	"parser/parser/internal/lookup"
)

// A text is read in windows: the tags of stride units of each are used, and up to margin more on
// both sides are context.
const stride, margin = 256, 32

// trainingWindows are the lengths of the windows to learn from, in turns, so that a window can begin
// and end anywhere in a sentence.
var trainingWindows = [...]int{300, 100, 200, 50}

// Windows returns what a tagger learns from: the units of the text of a treebank, window by window,
// as words of sentences with the right tag in XPOS, and in FORM, LEMMA, UPOS and FEATS what can be
// known about them. LEMMA omits texts that stand between blanks fewer than rare times.
func (r *Rules) Windows(sentences []*conll.Sentence, rare int) ([]*conll.Sentence, error) {
	documents, err := learnable(sentences)
	if err != nil {
		return nil, err
	}
	var windows []*conll.Sentence
	for i := range documents {
		units := documents[i].units(r)
		documents[i].tag(units)
		for len(units) > 0 {
			n := min(len(units), trainingWindows[len(windows)%len(trainingWindows)])
			windows = append(windows, r.window(units[:n], nil))
			units = units[n:]
		}
	}
	seen := map[string]int{} // texts between blanks
	for _, w := range windows {
		for i := range w.Words {
			if strings.Contains(w.Words[i].Feats, "|I=0") {
				seen[w.Words[i].Lemma]++
			}
		}
	}
	for _, w := range windows {
		for i := range w.Words {
			if u := &w.Words[i]; strings.Contains(u.Feats, "|I=") && seen[u.Lemma] < rare {
				u.Lemma = "_"
			}
		}
	}
	return windows, nil
}

func (d *document) tag(units []unit) {
	place, at := len(d.lead), 0
	for i := range units {
		u := &units[i]
		end := place + len(u.form)
		for at < len(d.tokens)-1 && d.tokens[at].end < end { // inside a unit; this end is lost
			at++
		}
		t := span{end: len(d.text)} // for a document without tokens
		if at < len(d.tokens) {
			t = d.tokens[at]
		}
		switch {
		case t.end > end:
			u.tag = tagInside
		case t.last && t.multiword:
			u.tag = tagMultiwordSentence
		case t.last:
			u.tag = tagSentence
		case t.multiword:
			u.tag = tagMultiword
		default:
			u.tag = tagToken
		}
		place += u.size()
	}
}

func (r *Rules) window(units []unit, forms Forms) *conll.Sentence {
	cite(units)
	for first, end := 0, 0; first < len(units); first = end {
		end = endOfStretch(units, first)
		r.findAbbreviations(units[first:end])
	}
	units = lookedUp(units, forms)
	s := &conll.Sentence{Words: make([]conll.Word, len(units))}
	casing := ""
	if r.Revision > 1 {
		casing = casingOf(units)
	}
	start := lineEnd // where a window begins, most often
	for first := 0; first < len(units); {
		end := endOfStretch(units, first)
		r.describe(s.Words[first:end], units[first:end], start, casing)
		first, start = end, units[end-1].mark()
	}
	if r.blanks {
		r.describeSpaced(s.Words, units)
	}
	if r.Revision > 0 {
		for i := range len(units) - 1 {
			if n := repeats(units, i+1); n > 0 {
				s.Words[i].Feats += "|Q=" + strconv.Itoa(n)
			}
		}
	}
	return s
}

// endOfStretch returns the end of the units without blanks between them from a first one on.
func endOfStretch(units []unit, first int) int {
	end := first + 1
	for end < len(units) && units[end-1].blank == "" && !units[end-1].cited {
		end++
	}
	return end
}

// lookedUp returns units with the forms under which they are looked up.
func lookedUp(units []unit, forms Forms) []unit {
	if forms == nil {
		forms = (*lookup.Table)(nil).Forms
	}
	return withForms(units, func(set func(i int, form string)) {
		forms(len(units), func(i int) (string, bool) { return units[i].form, units[i].blank != "" || units[i].last }, set)
	})
}

// withForms returns units with the forms that change sets, or as they are if it sets none.
func withForms(units []unit, change func(set func(i int, form string))) []unit {
	own := units
	change(func(i int, form string) {
		if &own[0] == &units[0] {
			own = slices.Clone(units)
		}
		own[i].form = form
	})
	return own
}

// allSmall is what FEATS say where no letter is a capital.
const allSmall = "|K=l"

// casingOf returns what FEATS say where all letters that have a case have the same one, since capitals then tell nothing.
func casingOf(units []unit) string {
	upper, lower := false, false
	for i := range units {
		u, l := casesOf(units[i].form)
		if upper, lower = upper || u, lower || l; upper && lower {
			return ""
		}
	}
	switch {
	case lower:
		return allSmall
	case upper:
		return "|K=u"
	}
	return ""
}

// casesOf reports whether a text has capital letters, and small ones.
func casesOf(text string) (upper, lower bool) {
	return strings.ContainsFunc(text, unicode.IsUpper), strings.ContainsFunc(text, unicode.IsLower)
}

// inOwnScript returns units in the Chinese characters, traditional or simplified, that the treebank is written in.
func (r *Rules) inOwnScript(units []unit) []unit {
	return withForms(units, func(set func(i int, form string)) {
		r.script.Pieces(len(units), func(i int) string { return units[i].form }, set)
	})
}

// repeats returns how many units before unit i the same capitalized word stands, as for names where
// one line signs a letter and the next begins another; 0 if it is not among the last few.
func repeats(units []unit, i int) int {
	const few = 4
	if len(units[i].form) > 1 && unicode.IsUpper(first(units[i].form)) {
		for n := 1; n <= min(few, i); n++ {
			if units[i-n].form == units[i].form {
				return n
			}
		}
	}
	return 0
}

// What stands before and after a unit.
const (
	noBlank = "-"
	blank   = "_" // blanks
	lineEnd = "n" // … with the end of a line
)

// mark returns what stands after a unit. Signs of references seem to stand after a blank, where taggers know them.
func (u *unit) mark() string {
	switch {
	case strings.Contains(u.blank, "\n"):
		return lineEnd
	case u.blank == "" && !u.cited:
		return noBlank
	}
	return blank
}

// describe sets the columns of units that have no blanks between them. start is the mark for what is before the first,
// casing is that of the window.
func (r *Rules) describe(words []conll.Word, units []unit, start, casing string) {
	var text strings.Builder
	for i := range units {
		text.WriteString(units[i].form)
	}
	whole, kind := r.plain(strings.ToLower(text.String())), "_"
	switch {
	case strings.Contains(whole, "://") || strings.HasPrefix(whole, "www.") || r.Revision > 0 && len(units) >= shortAddress && address().MatchString(whole):
		kind = "url"
	case strings.Contains(whole, "@"):
		kind = "mail"
	case len(whole) > longestCut:
		kind = "long"
	}
	lemma := kind
	if kind == "_" && len(units) > 1 {
		lemma = strings.Map(func(c rune) rune {
			if unicode.IsDigit(c) {
				return '0'
			}
			return c
		}, whole)
	}
	for i := range units {
		u := &units[i]
		before, after := noBlank, noBlank
		if i == 0 {
			before = start
		}
		switch {
		case u.last: // this includes the end of the text, where nothing follows
			after = lineEnd
		case i == len(units)-1:
			after = u.mark()
		}
		words[i] = conll.Word{
			Form: r.plain(u.form), Lemma: lemma, UPOS: before + r.shapeOf(r.plain(u.form)) + after, XPOS: cmp.Or(u.tag, "_"),
			Feats: "C=" + kind + "|I=" + strconv.Itoa(min(i, 3)) + "|R=" + strconv.Itoa(min(len(units)-1-i, 3)) + casing,
			Head:  conll.NoHead,
		}
		words[i].Feats += u.abbr.feats()
		switch {
		case r.Revision == 0 || !unicode.IsUpper(first(u.form)):
		case r.lower[strings.ToLower(u.form)]:
			words[i].Feats += "|U=l"
		default:
			words[i].Feats += "|U=c"
		}
	}
	if len(r.known) > 0 && !r.blanks {
		r.describeKnown(words, units)
	}
}

// address finds the beginning of a web address without its protocol, the identifier of a document, a time stamp, the
// number of a version before its release, or a reference in a program.
var address = textfile.Pattern(`[a-z]\.[a-z]{2,}/|\b10\.[0-9]{4,}/|\b[0-9]{4}-[0-9]{2}-[0-9]{2}t[0-9]|` +
	`[0-9]\.[0-9]+-(?:alpha|beta|dev|pre|rc)|[a-z]->[a-z]`)

// shortAddress is the number of units of the shortest of them.
const shortAddress = 4

// plain returns a text with straight quotation marks.
func (r *Rules) plain(text string) string {
	if r.Revision == 0 {
		return text
	}
	return lookup.Straight(text)
}

// shapeOf describes letters by their case or script, digits by their number, and marks.
func (r *Rules) shapeOf(form string) string {
	c := first(form)
	switch classOf(c) {
	case digitClass:
		return "d" + strconv.Itoa(min(len(form), 5))
	case markClass:
		if len(form) > 3 {
			return string(c) + "+"
		}
		return form
	}
	switch upper, lower := casesOf(form); {
	case upper && !lower:
		return "A" + strconv.Itoa(min(len(form), 3))
	case upper && unicode.IsUpper(c):
		return "Aa"
	case upper:
		return "aA"
	case lower:
		return "a" + strconv.Itoa(min(len(form), 3))
	}
	for i, script := range r.scripts {
		if unicode.Is(script, c) {
			return r.Scripts[i]
		}
	}
	return "?"
}
