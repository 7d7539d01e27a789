package lexicon

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"parser/conll/textfile"
)

// mostForms is the number of forms that the rules of a dictionary can make.
const mostForms = 1 << 24

var errForms = fmt.Errorf("its rules make more than %d forms", mostForms)

// read reads the stems of Hunspell, and makes their forms.
func (a *affixes) read(f *textfile.Reader) (*table, error) {
	if err := f.Decode(a.encoding); err != nil {
		return nil, err
	}
	f.SkipMark()
	b, written := newBuilder(), strings.NewReplacer(a.spelling...)
	for {
		line, err := f.Line(longestLine)
		switch {
		case err == io.EOF:
			return b.finish(f.Name)
		case err != nil:
			return nil, err
		case len(line) > longestLine:
			return nil, wrong(f, "it has more than %d bytes", longestLine)
		}
		text := strings.TrimRight(string(line), " \t\r\n")
		if head, _, _ := strings.Cut(text, " "); text == "" || line[0] == ' ' || line[0] == '\t' {
			continue // it has no stem, as happens
		} else if _, n := number(head); n && f.Lines == 1 { // how many stems there are
			continue
		}
		if !utf8.ValidString(text) {
			return nil, wrong(f, "it is not UTF-8, as SET says in the .aff file: %.40q", text)
		}
		if err := a.addStem(b, written, text); err != nil {
			return nil, wrong(f, "%w", err)
		}
	}
}

// addStem adds the forms of a line of the dictionary.
func (a *affixes) addStem(b *builder, written *strings.Replacer, line string) error {
	word, morph, _ := strings.Cut(line, "\t")
	if i := strings.Index(word, " "); i >= 0 && strings.IndexByte(word[i:], ':') >= 0 { // fields may come after blanks, too
		word, morph = word[:i], word[i+1:]+" "+morph
	}
	word, flags := a.cutFlags(strings.TrimSpace(word))
	own := a.fields(morph)
	stem := stem{word: word, lemma: own["st"], upos: own["po"]}
	if stem.lemma == "" {
		stem.lemma = word
	}
	stem.lemma = written.Replace(stem.lemma)
	if err := errors.Join(checkWord("stem", []byte(word)), checkWord("stem", []byte(stem.lemma))); err != nil {
		return err
	}
	if a.is(flags, "FORBIDDENWORD") || a.is(flags, "ONLYINCOMPOUND") {
		return nil
	}
	return a.expand(stem, flags, func(form, upos string) error {
		tags, err := b.number([]byte(upos), parseStem)
		if err == nil && b.entries == mostForms {
			err = errForms
		}
		if form = written.Replace(form); err != nil || len(form) > longest || form == "" { // such a form is no word
			return err
		}
		return b.add([]byte(form), []byte(stem.lemma), tags)
	})
}

// stem is a line of the dictionary.
type stem struct{ word, lemma, upos string }

// built is a form in the making.
type built struct {
	form, upos string
	cross      bool   // prefixes of the stem can be added
	prefixes   []flag // and those of a suffix
	circumfix  bool   // it needs a prefix that is of a circumfix, too
	needs      bool   // it is no word without another affix
}

// expand yields the forms of a stem: with at most two suffixes, one after the other, and one prefix.
func (a *affixes) expand(s stem, flags []flag, yield func(form, upos string) error) error {
	all := []built{{form: s.word, upos: s.upos, cross: true, needs: a.is(flags, "NEEDAFFIX")}}
	suffix := func(of built, flags []flag) {
		for _, f := range flags {
			for i := range a.suffixes[f] {
				if r := &a.suffixes[f][i]; r.suits(of.form, a.fullStrip) {
					next := built{
						form: of.form[:len(of.form)-len(r.strip)] + r.add, upos: of.upos, cross: of.cross && r.cross, prefixes: r.next,
						circumfix: of.circumfix || a.is(r.next, "CIRCUMFIX"), needs: a.is(r.next, "NEEDAFFIX"),
					}
					if r.upos != "" {
						next.upos = r.upos
					}
					all = append(all, next)
				}
			}
		}
	}
	suffix(all[0], flags)
	for _, once := range slices.Clone(all[1:]) {
		suffix(once, once.prefixes)
	}
	for _, w := range all {
		if !w.needs && !w.circumfix {
			if err := yield(w.form, w.upos); err != nil {
				return err
			}
		}
		for i, f := range slices.Concat(flags, w.prefixes) {
			for k := range a.prefixes[f] {
				r := &a.prefixes[f][k]
				crosses := i >= len(flags) || w.cross && (r.cross || w.form == s.word)
				if !crosses || w.circumfix != a.is(r.next, "CIRCUMFIX") || !r.suits(w.form, a.fullStrip) || a.is(r.next, "NEEDAFFIX") {
					continue
				}
				if err := yield(r.add+w.form[len(r.strip):], w.upos); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// spelled are the UPOS that values of "po:" can be, which dictionaries choose freely.
var spelled = map[string]string{
	"noun": "NOUN,PROPN", "verb": "VERB,AUX", "adjective": "ADJ", "adj": "ADJ", "adverb": "ADV", "adv": "ADV", "pronoun": "PRON,DET", "pron": "PRON,DET",
	"determiner": "DET,PRON", "det": "DET,PRON", "article": "DET", "preposition": "ADP", "prep": "ADP", "postposition": "ADP", "conjunction": "CCONJ,SCONJ",
	"conj": "CCONJ,SCONJ", "numeral": "NUM", "num": "NUM", "particle": "PART", "interjection": "INTJ", "interj": "INTJ", "propername": "PROPN", "name": "PROPN",
}

// parseStem returns what Hunspell says about a form by a value of "po:".
func parseStem(po string) (all []*Tags, _ error) {
	for upos := range strings.SplitSeq(spelled[strings.ToLower(po)], ",") {
		all = append(all, &Tags{UPOS: upos, Stem: true})
	}
	return all, nil
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
