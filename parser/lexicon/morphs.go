package lexicon

import "strings"

// spelled are the UPOS that values of "po:" can be, which dictionaries choose freely.
var spelled = map[string]string{
	"noun": "NOUN,PROPN", "verb": "VERB,AUX", "adjective": "ADJ", "adj": "ADJ", "adverb": "ADV", "adv": "ADV", "pronoun": "PRON,DET", "pron": "PRON,DET",
	"determiner": "DET,PRON", "det": "DET,PRON", "article": "DET", "preposition": "ADP", "prep": "ADP", "postposition": "ADP", "conjunction": "CCONJ,SCONJ",
	"conj": "CCONJ,SCONJ", "numeral": "NUM", "num": "NUM", "particle": "PART", "interjection": "INTJ", "interj": "INTJ", "propername": "PROPN", "name": "PROPN",
}

// parseStem returns what Hunspell says about a form by a value of "po:".
func parseStem(po string) (all []*Tags) {
	for upos := range strings.SplitSeq(spelled[strings.ToLower(po)], ",") {
		all = append(all, &Tags{UPOS: upos, Stem: true})
	}
	return all
}

// fields reads fields such as "st:go po:verb"; a number stands for those that AM lists.
func (a *affixes) fields(text string) map[string]string {
	all := map[string]string{}
	words := strings.Fields(text)
	if n, ok := number(strings.Join(words, " ")); ok && n > 0 && n <= len(a.morphs) {
		words = strings.Fields(a.morphs[n-1])
	}
	for _, word := range words {
		if name, value, ok := strings.Cut(word, ":"); ok && all[name] == "" {
			all[name] = value
		}
	}
	return all
}

// cutFlags splits word/flags; a slash of the word itself has a backslash before it, or no flags after it, as in "A/S" where
// flags are numbers.
func (a *affixes) cutFlags(text string) (word string, flags []flag) {
	for i := 1; i < len(text); i++ {
		if text[i] != '/' || text[i-1] == '\\' {
			continue
		}
		if flags, err := a.flags(text[i+1:]); err == nil {
			return strings.ReplaceAll(text[:i], `\/`, "/"), flags
		}
	}
	return strings.ReplaceAll(text, `\/`, "/"), nil
}
