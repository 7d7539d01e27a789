package text

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

// listed returns the abbreviations that are listed for a language, without their last full stop and
// caseless. The part of the language code before the first "-" or "_" counts.
func listed(lang string) (list []string) {
	lang, _, _ = strings.Cut(strings.ReplaceAll(lang, "_", "-"), "-")
	file, _ := abbreviationFiles.ReadFile("abbreviations/" + lang + ".txt") // most languages have none
	for line := range strings.Lines(string(file)) {
		if !strings.HasPrefix(line, "#") {
			for _, form := range strings.Fields(line) {
				list = append(list, caseless(strings.TrimSuffix(form, ".")))
			}
		}
	}
	return list
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
	for _, form := range listed(lang) {
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
			if ending[shape] > inside[shape] || plain[shape] > farMore*(inside[shape]+1) {
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

// What FEATS say about units that belong to an abbreviation or its full stop.
const (
	isAbbreviation = "|A=a"
	canBe          = "|A=w" // … and can be a word that ends a sentence
)

// goesOn reports whether a sentence continues after the full stop of an abbreviation: what follows
// in the same line begins with a digit or, unless the abbreviation can be a word, a small letter.
func goesOn(feats, next string, blank string) bool {
	c := first(next)
	return strings.HasSuffix(feats, isAbbreviation) && unicode.IsLower(c) ||
		strings.Contains(feats, "|A=") && unicode.IsDigit(c) && !strings.Contains(blank, "\n")
}

// abbreviationsIn returns what FEATS say about each unit of a stretch without blanks.
func (r *Rules) abbreviationsIn(units []unit) []string {
	if len(r.abbreviations) == 0 {
		return nil
	}
	var marks []string
	first := 0 // of what may be an abbreviation
	for i := range units {
		c, _ := utf8.DecodeRuneInString(units[i].form)
		if units[i].form != "." {
			if classOf(c) == markClass && c != '-' {
				first = i + 1
			}
			continue
		}
		var form strings.Builder
		for _, u := range units[first:i] {
			form.WriteString(u.form)
		}
		shape := caseless(form.String())
		mark := cmp.Or(r.abbreviations[shape], r.abbreviations[strings.ToLower(shape)])
		if mark == "" {
			continue
		}
		if marks == nil {
			marks = make([]string, len(units))
		}
		for k := first; k <= i; k++ {
			marks[k] = mark
		}
	}
	return marks
}
