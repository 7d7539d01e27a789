package segment

import (
	"embed"
	"regexp"
	"slices"
	"strings"

	"parser/parser/internal/lookup"
)

// Words with a hyphen of some languages, one file for each language code: patterns of what follows a hyphen. Each line has
// a kind and a pattern, for words in lower case:
//
//	tokens PATTERN          each group is a token, as in French "donne|-le|-moi"
//	words PATTERN => WORDS  the token stands for these words, as Portuguese "dar-lhe-ei" for "darei lhe"
//	whole PATTERN           no pattern of tokens holds
//	known PATTERN           a hyphen at the end of a line stays, if the word before it is a known one …
//	sure PATTERN            … or in any case; unless it joins the parts of a known word
//
// In conjunctions.txt each line has a language, and words before which both such a hyphen and the line end stay.
//
//go:embed clitics/*.txt
var cliticFiles embed.FS

// clitics are the patterns of a language.
type clitics struct {
	tokens, whole, known, sure []*regexp.Regexp
	words                      []rewriting
	conjunctions               map[string]bool
}

type rewriting struct {
	pattern *regexp.Regexp
	words   string
}

// cliticsOf returns the patterns of a language, most often none.
func cliticsOf(lang string) (c clitics) {
	lang = language(lang)
	lists, _ := cliticFiles.ReadFile("clitics/conjunctions.txt") // which is there
	for line := range strings.Lines(string(lists)) {
		if words := strings.Fields(line); words[0] == lang {
			c.conjunctions = setOf(words[1:])
		}
	}
	file, _ := cliticFiles.ReadFile("clitics/" + lang + ".txt") // most languages have none
	for line := range strings.Lines(string(file)) {
		kind, pattern, _ := strings.Cut(strings.TrimSpace(line), " ")
		pattern, words, _ := strings.Cut(pattern, " => ")
		if kind == "" || kind == "#" {
			continue
		}
		compiled := regexp.MustCompile(pattern) // a test reads all files
		switch kind {
		case "tokens":
			c.tokens = append(c.tokens, compiled)
		case "words":
			c.words = append(c.words, rewriting{compiled, words})
		case "whole":
			c.whole = append(c.whole, compiled)
		case "known":
			c.known = append(c.known, compiled)
		case "sure":
			c.sure = append(c.sure, compiled)
		}
	}
	return c
}

// split returns the words of a token in which a clitic changes the form, or nil.
func (c *clitics) split(form string) []string {
	if !strings.Contains(form, "-") {
		return nil
	}
	form = lookup.Form(form)
	lower := strings.ToLower(form)
	for _, w := range c.words {
		if w.pattern.MatchString(lower) {
			return inCaseOf(form, strings.Fields(w.pattern.ReplaceAllString(lower, w.words)))
		}
	}
	return nil
}

// settle decides what ends after unit k if it belongs to a word with clitics.
func (c *clitics) settle(units []unit, k int) {
	from, to := k, k
	for from > 0 && k-from < mostUnits && units[from-1].glued() && inClitic(units[from-1].form) {
		from--
	}
	for to < len(units) && to-k < mostUnits && inClitic(units[to].form) {
		if to++; !units[to-1].glued() {
			break
		}
	}
	var text strings.Builder
	start := 0 // of the unit
	for i := from; i < to; i++ {
		if i == k {
			start = text.Len()
		}
		text.WriteString(lookup.Form(units[i].form))
	}
	form := text.String()
	if to <= k || !strings.Contains(form, "-") {
		return
	}
	end := start + len(lookup.Form(units[k].form))
	switch first, ends := c.tokensOf(form); {
	case end < first:
	case !slices.Contains(ends, end):
		units[k].tag = tagInside
	case units[k].tag == tagInside:
		units[k].tag = tagToken
	}
}

// mostUnits is the greatest number of units on both sides of one in a word with clitics.
const mostUnits = 12

// inClitic reports whether a unit can belong to a word with clitics.
func inClitic(form string) bool {
	c := first(form)
	return classOf(c) == letterClass || strings.ContainsRune("-\u2010'’", c)
}

// tokensOf returns where the first clitic of a word begins and where the word before it and the clitics end; the word's
// length or more for none. Clitics have small letters, unless the whole word has capitals.
func (c *clitics) tokensOf(form string) (first int, ends []int) {
	lower := strings.ToLower(form)
	if len(lower) != len(form) || anyMatch(c.whole, lower) {
		return len(form) + 1, nil
	}
	for _, p := range c.tokens {
		groups := p.FindStringSubmatchIndex(lower)
		if groups == nil || form[groups[2]:] != lower[groups[2]:] && form != strings.ToUpper(form) {
			continue
		}
		ends = append(ends, groups[2])
		for g := 3; g < len(groups); g += 2 {
			ends = append(ends, groups[g])
		}
		return groups[2], ends
	}
	return len(form) + 1, nil
}

// keepsHyphen reports whether a hyphen at the end of a line stays in a word, in lower case. known: what is before it is one.
func (c *clitics) keepsHyphen(word string, known bool) bool {
	return anyMatch(c.sure, word) || known && (anyMatch(c.known, word) || !anyMatch(c.whole, word) && anyMatch(c.tokens, word))
}

func anyMatch(patterns []*regexp.Regexp, word string) bool {
	return slices.ContainsFunc(patterns, func(p *regexp.Regexp) bool { return p.MatchString(word) })
}
