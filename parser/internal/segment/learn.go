package segment

import (
	"maps"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"parser/conll"
	"parser/parser/internal/lookup"
)

// Learn counts in a treebank of a language, given by its code. Errors are about a sentence.
func Learn(sentences []*conll.Sentence, lang string) (*Rules, error) {
	documents, err := learnable(sentences)
	if err != nil {
		return nil, err
	}
	r := &Rules{Revision: revision, Lang: lang}
	r.prepare()
	r.learnKinds(documents)
	r.prepare()
	r.learnCuts(documents)
	r.learnWords(documents, r.learnSpaces(documents))
	r.learnAbbreviations(documents, lang)
	r.learnCase(documents)
	if r.Multiword = learnSplits(sentences); r.Multiword.begins() {
		r.Revision = withBeginnings
	}
	r.prepare()
	r.learnHabits(documents)
	r.prepare()
	return r, nil
}

// kept returns the keys that are to be kept, in order.
func kept[T any](counts map[string]T, keep func(key string, count T) bool) (keys []string) {
	for _, key := range slices.Sorted(maps.Keys(counts)) {
		if keep(key, counts[key]) {
			keys = append(keys, key)
		}
	}
	return keys
}

// learnKinds finds the kinds of runs that tokens end inside, and the scripts of the treebank. A run
// that Unicode cuts into characters is of such a kind if tokens may have several characters.
func (r *Rules) learnKinds(documents []document) {
	const often = 100     // one in this many is too often
	const leastUnits = 50 // to show a script
	type count struct{ units, cut, all int }
	kinds := map[string]count{}
	before, open := "", false // the kind of the unit before, whose token is not complete
	r.inside(documents, func(form string, ends []int, ended bool) {
		kind := kindOf(form)
		n := kinds[kind]
		n.units++
		joined := open && kind == before && kind != markRuns
		if several := utf8.RuneCountInString(form) > 1; several || joined {
			n.all++
			if joined || len(ends) > 0 {
				n.cut++
			}
		}
		kinds[kind], before, open = n, kind, !ended
	})
	r.Single = kept(kinds, func(_ string, n count) bool { return n.cut*often > n.all })
	r.Scripts = kept(kinds, func(kind string, n count) bool {
		return unicode.Scripts[kind] != nil && n.units >= leastUnits
	})
}

func kindOf(form string) string {
	c := first(form)
	switch classOf(c) {
	case digitClass:
		return digitRuns
	case markClass:
		return markRuns
	}
	for _, name := range scripts() {
		if unicode.Is(unicode.Scripts[name], c) {
			return name
		}
	}
	return markRuns
}

// scripts are the names of all scripts.
var scripts = sync.OnceValue(func() []string { return slices.Sorted(maps.Keys(unicode.Scripts)) })

// learnCuts finds units inside which a token ends at least half of the time.
func (r *Rules) learnCuts(documents []document) {
	cut, all := map[string]int{}, map[string]int{}
	r.inside(documents, func(form string, ends []int, _ bool) {
		lower := strings.ToLower(form)
		if all[lower]++; len(ends) == 0 || len(lower) != len(form) || lookup.Form(form) != form || len(form) > longestCut || classOf(first(form)) == markClass {
			return
		}
		from, marked := 0, ""
		for _, end := range ends {
			marked, from = marked+lower[from:end]+cutMark, end
		}
		cut[marked+lower[from:]]++
	})
	r.Cuts = kept(cut, func(marked string, n int) bool { return 2*n >= all[strings.ReplaceAll(marked, cutMark, "")] })
}

// inside calls yield with each unit, the ends of tokens inside it, and whether one ends after it, or a blank follows.
func (r *Rules) inside(documents []document, yield func(form string, ends []int, ended bool)) {
	var ends []int
	for i := range documents {
		d, at := &documents[i], 0
		units := d.units(r)
		place := len(d.lead)
		for _, u := range units {
			ends = ends[:0]
			end := place + len(u.form)
			for at < len(d.tokens) && d.tokens[at].end < end {
				ends = append(ends, d.tokens[at].end-place)
				at++
			}
			ended := at < len(d.tokens) && d.tokens[at].end == end
			if ended {
				at++
			}
			yield(u.form, ends, ended || u.blank != "")
			place += u.size()
		}
	}
}

// learnSpaces decides whether tokens with spaces are more than mistakes, more than one in 10,000, and returns whether they
// are as common as in Vietnamese, whose words are of several syllables: more than one in 20.
func (r *Rules) learnSpaces(documents []document) (common bool) {
	spaces, all := 0, 0
	for i := range documents {
		for _, t := range documents[i].tokens {
			if strings.Contains(documents[i].text[t.start:t.end], " ") {
				spaces++
			}
		}
		all += len(documents[i].tokens)
	}
	r.Spaces = spaces*10_000 > all
	return spaces*20 > all
}

// A word that was seen once does not count as known: so the rate of unknown words in the treebank
// is that of a new text (Good 1953), and a tagger does not learn that all words are known.
const leastSeen = 2

// longestWord is the length of the longest known word, in units.
const longestWord = 8

// learnWords finds the known words: tokens of several units of single kinds or, if these are common, with spaces.
func (r *Rules) learnWords(documents []document, spaces bool) {
	seen := map[string]int{}
	var pieces []string
	for i := range documents {
		d := &documents[i]
		for _, t := range d.tokens {
			form := d.form(t)
			if spaces && strings.Contains(form, " ") {
				seen[strings.ToLower(form)]++
			}
			if !unicode.In(first(form), r.single...) {
				continue
			}
			if pieces = r.cut(pieces[:0], form); 1 < len(pieces) && len(pieces) <= longestWord {
				seen[form]++
			}
		}
	}
	r.Words = kept(seen, func(_ string, n int) bool { return n >= leastSeen })
}

// learnCase finds the words that are usually in lower case except at the beginning of a sentence.
func (r *Rules) learnCase(documents []document) {
	type count struct{ lower, upper int }
	counts := map[string]count{}
	for i := range documents {
		d, begins := &documents[i], true
		for _, t := range d.tokens {
			form := d.form(t)
			c, n := first(form), counts[strings.ToLower(form)]
			switch {
			case unicode.IsLower(c):
				n.lower++
			case unicode.IsUpper(c) && !begins:
				n.upper++
			}
			counts[strings.ToLower(form)] = n
			begins = t.last
		}
	}
	r.Lower = kept(counts, func(_ string, n count) bool { return n.lower >= leastSeen && n.lower > n.upper })
}
