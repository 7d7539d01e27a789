package segment

import (
	"cmp"
	"embed"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Abbreviations of some languages, one file for each language code: the sentence-break suppressions
// of Unicode CLDR, followed by others.
//
//go:embed abbreviations/*.txt
var abbreviationFiles embed.FS

// abbreviation is what the full stop after some letters or digits says.
type abbreviation uint8

const (
	noAbbreviation abbreviation = iota
	canEnd                      // it seldom ends sentences, but can, or can be a word that does
	seldom                      // the same, though the treebank shows no such end
	etcetera                    // it ends a sentence if a capital follows
	usual                       // it hardly ever ends a sentence
	title                       // what it stands for goes on, with a name if a capital follows
	ordinal                     // a number, before a small letter
	initial                     // of a name
)

// classes are the words before a colon that begin a line of a list.
var classes = map[string]abbreviation{"titles:": title, "also-end:": canEnd, "ends:": etcetera}

// ordinals stands in the list of a language that writes them with a full stop.
const ordinals = "1"

// listed returns the abbreviations that are listed for a language, without their last full stop and
// caseless.
func listed(lang string) map[string]abbreviation {
	file, _ := abbreviationFiles.ReadFile("abbreviations/" + language(lang) + ".txt") // not all languages have one
	list := map[string]abbreviation{}
	for line := range strings.Lines(string(file)) {
		forms := strings.Fields(line)
		if len(forms) == 0 || strings.HasPrefix(line, "#") {
			continue
		}
		class := classes[forms[0]]
		if class != noAbbreviation {
			forms = forms[1:]
		}
		for _, form := range forms {
			list[caseless(strings.TrimSuffix(form, "."))] = cmp.Or(class, usual)
		}
	}
	return list
}

// know adds the abbreviations of the rules and of the list of their language, except for those that are words of the
// treebank. What the treebank shows is surer than the list.
func (r *Rules) know() {
	r.abbreviations = listed(r.Lang)
	r.ordinals = r.abbreviations[ordinals] != noAbbreviation
	delete(r.abbreviations, ordinals)
	for form, class := range r.abbreviations {
		switch {
		case !r.lower[form], r.Habits.Apart: // where the full stop is a token of its own, abbreviations look like words
		case class != title:
			delete(r.abbreviations, form)
		}
	}
	for _, form := range r.Abbreviations {
		switch r.abbreviations[form] {
		case noAbbreviation:
			r.abbreviations[form] = usual
		case canEnd:
			r.abbreviations[form] = seldom
		}
	}
	for _, form := range r.Ambiguous {
		if r.abbreviations[form] != etcetera {
			r.abbreviations[form] = canEnd
		}
	}
}

// learnAbbreviations finds the abbreviations that occur as tokens of the treebank, or that are listed for its language.
// Those that end sentences as words in the treebank, or are far more common as words, can also be words.
func (r *Rules) learnAbbreviations(documents []document, lang string) {
	const farMore = 50
	plain, ending := map[string]int{}, map[string]int{} // words, and those before a full stop that ends a sentence
	inside, last := map[string]int{}, map[string]int{}  // forms with their own full stop, in a sentence and at its end
	for i := range documents {
		d := &documents[i]
		for k, t := range d.tokens {
			form, stopped := strings.CutSuffix(d.form(t), ".")
			letters := strings.ContainsFunc(form, unicode.IsLetter)
			switch form = caseless(form); {
			case !letters:
			case !stopped:
				plain[form]++
				if k+1 < len(d.tokens) && d.tokens[k+1].last && d.text[t.end:d.tokens[k+1].end] == "." {
					ending[form]++
				}
			case t.last:
				last[form]++
			default:
				inside[form]++
			}
		}
	}
	all := map[string]bool{}
	list := listed(lang)
	delete(list, ordinals)
	for form := range list {
		all[form] = true
	}
	for form, n := range inside {
		if n >= leastSeen && n > last[form] {
			all[form] = true
		}
	}
	for _, form := range slices.Sorted(maps.Keys(all)) {
		r.Abbreviations = append(r.Abbreviations, form)
		for _, shape := range slices.Compact([]string{form, capitalized(form)}) {
			if list[shape] == canEnd || list[shape] == etcetera || ending[shape] > inside[shape] || plain[shape] > farMore*(inside[shape]+1) {
				r.Ambiguous = append(r.Ambiguous, shape)
			}
		}
	}
}

// caseless returns the form in lower case, except for its first letter.
func caseless(form string) string {
	lower := strings.ToLower(form)
	if unicode.IsUpper(first(form)) {
		return capitalized(lower)
	}
	return lower
}

// capitalized returns a form in lower case with a capital letter at its beginning.
func capitalized(form string) string {
	c, size := utf8.DecodeRuneInString(form)
	return string(unicode.ToUpper(c)) + form[size:]
}

// feats are what FEATS say about the units of an abbreviation, with its full stop.
func (a abbreviation) feats() string {
	switch a {
	case canEnd, etcetera:
		return "|A=w"
	case usual, title, seldom:
		return "|A=a"
	}
	return ""
}

// findAbbreviations notes those of a stretch without blanks.
func (r *Rules) findAbbreviations(units []unit) {
	from := 0 // of what may be an abbreviation
	for i := range units {
		units[i].abbr, units[i].stop = noAbbreviation, false
		if units[i].norm != "." {
			if c := first(units[i].norm); classOf(c) == markClass && c != '-' {
				from = i + 1
			}
			continue
		}
		kind, begin := r.abbreviation(units[from:i])
		if kind == noAbbreviation {
			continue
		}
		for k := from + begin; k <= i; k++ {
			units[k].abbr, units[k].stop = kind, false
		}
		units[i].stop = true
	}
}

// abbreviation returns what a full stop after the last of some units says, and the first that it says it of.
func (r *Rules) abbreviation(units []unit) (kind abbreviation, begin int) {
	if len(units) == 0 {
		return noAbbreviation, 0
	}
	var form strings.Builder
	for _, u := range units {
		form.WriteString(u.norm)
	}
	shape := caseless(form.String())
	last := len(units) - 1
	if kind = cmp.Or(r.abbreviations[shape], r.abbreviations[strings.ToLower(shape)]); kind != noAbbreviation {
		return kind, 0
	}
	for i := last; i > 0; i-- {
		if units[i-1].norm == "-" { // as in il-Prof.
			if kind, begin = r.abbreviation(units[i:]); kind != noAbbreviation {
				return kind, i + begin
			}
			break
		}
	}
	switch end := units[last].norm; {
	case r.ordinals && classOf(first(end)) == digitClass:
		return ordinal, last
	case isCapital(end) && (last == 0 || isMark(units[last-1].norm)):
		return initial, last
	}
	return noAbbreviation, 0
}

// isCapital reports whether a unit is one capital letter.
func isCapital(form string) bool {
	c, size := utf8.DecodeRuneInString(form)
	return size == len(form) && unicode.IsUpper(c)
}
