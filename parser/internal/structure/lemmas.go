package structure

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"parser/conll"
	"parser/parser/internal/structure/internal/lemma"
	"parser/parser/treebank"
	"parser/transition"
)

// lemmas is the Codec of the column LEMMA. A word has the lemma that the dictionary has for it. Other words are
// spelled: scorers see a sentence of their letters, units like words, and the label of a unit is the edit of its letter
// (lemma.Spelling). What that makes is weighed against lemmas that are known (lemma.Guesser).
type lemmas struct {
	tags
	dictionary *Dictionary // nil in training
	reads      [3]bool     // which of UPOS, XPOS and FEATS are in it
	guesser    *lemma.Guesser
}

// apart is how many empty units are on both sides of each word, so that templates see one word at a time. The label of
// the last one before a word is what the lemma begins with.
const apart = 4

// Dictionary has the lemmas that a tagger of them knows.
type Dictionary = lemma.Dictionary

// NewDictionary returns the dictionary of scripts by key.
func NewDictionary(scripts map[string]string) *Dictionary { return lemma.NewDictionary(scripts) }

// ReadDictionary reads a dictionary as meta data have it, in JSON. It is false where encoding/json has to read it.
func ReadDictionary(object []byte) (d *Dictionary, ok bool) { return lemma.ReadDictionary(object) }

// KnownLemmas returns the codec of a model that has a dictionary, and is told which lemmas in lower case are in lists. It
// returns codecs of other columns and structures as they are.
func KnownLemmas(e Codec, d *Dictionary, listed func(lemma string) bool) Codec {
	l, ok := e.(*lemmas)
	if !ok {
		return e
	}
	return &lemmas{l.tags, d, d.Reads(), lemma.NewGuesser(d, listed)}
}

// Bank implements Codec. The labels of a sentence are those of all its words one after the other; the units of a word
// without lemma have none.
func (e *lemmas) Bank(d treebank.Data) *Bank {
	b := bankOf(d, "sentences none has a word with a lemma")
	b.Scorable = false
	for i, words := range b.Words {
		words = e.lookup.Words(words)
		for j := range words {
			w := &words[j]
			labels := make([]string, units(w))
			if e.tagged(w) && utf8.ValidString(w.Form+w.Lemma) {
				for k := range labels {
					labels[k] = lemma.Copied
				}
				copy(labels[apart-1:], lemma.Spelling(w.Form, w.Lemma))
				b.Scorable = true
			}
			b.Gold[i].Labels = append(b.Gold[i].Labels, labels...)
		}
	}
	return b
}

// units returns how many units a word begins with and has.
func units(w *conll.Word) int { return apart + utf8.RuneCountInString(w.Form) }

// Seen implements Codec: the units of the words that the dictionary lacks.
func (e *lemmas) Seen(dst, words []conll.Word) []conll.Word {
	dst, _ = e.spelled(dst[:0], words, nil, e.unknown)
	return dst
}

// choice chooses among the words of a sentence.
type choice func(i int, seen *conll.Word) bool

func (e *lemmas) unknown(_ int, w *conll.Word) bool {
	_, ok := e.script(w)
	return !ok
}

// longestSpelled is the number of characters of the longest words that are spelled; what is longer is hardly a word, and
// its lemma is its form.
const longestSpelled = 100

// script returns what the dictionary has of a word, by the columns that training saw, or no script for words that are too
// long to be spelled.
func (e *lemmas) script(w *conll.Word) (script string, ok bool) {
	if utf8.RuneCountInString(w.Form) > longestSpelled {
		return "", true
	}
	tags := e.read(w)
	return e.dictionary.Script(w.Form, tags[0], tags[1], tags[2])
}

// read returns UPOS, XPOS and FEATS of a word, "_" for what is not in the dictionary.
func (e *lemmas) read(w *conll.Word) [3]string {
	tags := [...]string{w.UPOS, w.XPOS, w.Feats}
	for i := range tags {
		if !e.reads[i] {
			tags[i] = "_"
		}
	}
	return tags
}

// spelled appends the units of the words that take chooses, and returns their labels out of those of all words, if there
// are labels.
func (e *lemmas) spelled(dst, words []conll.Word, labels []string, take choice) (seen []conll.Word, own []string) {
	words = e.lookup.Words(words)
	for i := range words {
		w, n := e.seen(&words[i]), units(&words[i])
		if take(i, &w) {
			dst = appendUnits(dst, &w)
			own = append(own, labels[:min(n, len(labels))]...)
		}
		labels = labels[min(n, len(labels)):]
	}
	if len(dst) > 0 {
		dst = append(dst, slices.Repeat([]conll.Word{unit("")}, apart)...)
		own = append(own, slices.Repeat([]string{lemma.Copied}, min(apart, len(own)))...)
	}
	if e.Backwards {
		slices.Reverse(dst)
		slices.Reverse(own)
	}
	return dst, own
}

func unit(form string) conll.Word {
	return conll.Word{Form: form, Lemma: "_", UPOS: "_", XPOS: "_", Feats: "_", Head: conll.NoHead}
}

// appendUnits appends the units of a word and the empty ones before it. In FEATS, F has those of the word, S its shape,
// I the place of the unit, and V that with the vowels of the word.
func appendUnits(dst []conll.Word, w *conll.Word) []conll.Word {
	dst = append(dst, slices.Repeat([]conll.Word{unit("")}, apart-1)...)
	const longest = 12 // longer words have little in common
	feats, vowels := "F="+strings.ReplaceAll(w.Feats, "|", ";")+"|S="+shapeOf(w.Form), "long"
	runes := append([]string{""}, strings.Split(w.Form, "")...)
	if len(runes) <= longest+1 {
		vowels = vowelsOf(w.Form)
	}
	for i, form := range runes {
		u := unit(form)
		place := strconv.Itoa(min(i, longest))
		u.UPOS, u.XPOS, u.Feats = w.UPOS, w.XPOS, feats+"|I="+place+"|V="+place+vowels
		dst = append(dst, u)
	}
	return dst
}

// shapeOf describes the case of a word: x stands for letters, X for capital ones, d for digits.
func shapeOf(form string) string {
	var b strings.Builder
	last := rune(0)
	for _, r := range form {
		switch {
		case unicode.IsUpper(r):
			r = 'X'
		case unicode.IsLetter(r), unicode.IsMark(r):
			r = 'x'
		case unicode.IsDigit(r):
			r = 'd'
		case r == '|':
			r = '/'
		}
		if r != last {
			b.WriteRune(r)
		}
		last = r
	}
	return b.String()
}

// vowels are those of Latin, Greek and Cyrillic letters, and the letters that come and go in Arabic and Hebrew roots.
const vowels = "aeiouyæøåäöüõáàâãéèêíìîóòôúùûýαεηιουωάέήίόύώаеёиоуыэюяіїєاويىةأإآئءؤוי"

// vowelsOf returns a word with C for whatever is no vowel.
func vowelsOf(form string) string {
	return strings.Map(func(r rune) rune {
		if r = unicode.ToLower(r); strings.ContainsRune(vowels, r) {
			return r
		}
		return 'C'
	}, form)
}

// Read implements Codec. A word whose lemma cannot be in a column has its form.
func (e *lemmas) Read(c *transition.Config, it *treebank.Item, filled []conll.Word) {
	nodes := c.Nodes[1:]
	if e.Backwards {
		slices.Reverse(nodes)
		defer slices.Reverse(nodes)
	}
	words := e.lookup.Words(filled)
	for i := range it.Words {
		w, seen, form := &it.Words[i], e.seen(&words[i]), e.lookup.Spelled(it.Words[i].Form)
		script, known := e.script(&seen)
		made, ok := lemma.Apply(script, form)
		if n := units(&seen); !known && n <= len(nodes) {
			var edits []string
			for _, node := range nodes[apart-1 : n] {
				edits = append(edits, e.labels[node.Label])
			}
			if made, ok = lemma.Spell(form, edits); ok {
				made = e.guesser.Guess(form, e.read(&seen)[0], made)
			}
			nodes = nodes[n:]
		}
		if w.Lemma = form; ok && made != "" && !strings.ContainsAny(made, "\t\n") {
			w.Lemma = made
		}
	}
}

// instances returns which words of a treebank are spelled: those that the dictionary lacks or, to learn from if there is no
// dictionary yet, each word once, with the lemma that it has in the new dictionary, which instances also returns.
func (e *lemmas) instances(b *Bank, learn bool) (*Dictionary, func(sentence int) choice) {
	if !learn || e.dictionary != nil {
		return nil, func(int) choice { return e.unknown }
	}
	counts := lemma.Counts{}
	for i, s := range b.Data.Sentences {
		words := e.lookup.Words(b.Words[i])
		for j := range s.Words {
			if w := e.seen(&words[j]); e.tagged(&s.Words[j]) && !b.Data.SourceOf(i).Silver {
				counts.Add(w.Form, w.UPOS, w.XPOS, w.Feats, s.Words[j].Lemma)
			}
		}
	}
	d, met := counts.Dictionary(), map[conll.Word]bool{}
	return d, func(sentence int) choice {
		return func(i int, seen *conll.Word) bool {
			script, _ := d.Script(seen.Form, seen.UPOS, seen.XPOS, seen.Feats)
			text, ok := lemma.Apply(script, seen.Form)
			if !ok || text != b.Data.Sentences[sentence].Words[i].Lemma || met[*seen] {
				return false
			}
			met[*seen] = true
			return true
		}
	}
}
