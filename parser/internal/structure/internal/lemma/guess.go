package lemma

import (
	"iter"
	"maps"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"parser/parser/internal/index"
)

// Guesser chooses the lemma of a word that its Dictionary lacks. It weighs how letters spell it against lemmas that the
// dictionary has, since lemmas of new forms are often known. Whether a lemma is attested is also a feature of Mueller,
// Cotterell, Fraser & Schütze (2015), "Joint Lemmatization and Morphological Tagging with LEMMING".
//
// Candidates are what the word becomes if its beginning and end change as those of words with the same first and last
// letters and the same UPOS, lemmas of the same form with another UPOS, and the spelled one. It is safe for concurrent use.
type Guesser struct {
	dictionary *Dictionary
	listed     func(lemma string) bool // in lower case, in a list of words
	read       func() *entries         // when the first word is met
}

// entries are those of a dictionary, in another order.
type entries struct {
	tags    []string // UPOS of its words
	lemmas  []string
	upos    []uint32 // of each lemma a bit for each UPOS with which it occurs, by its place in tags
	places  index.Index
	changes []func() (b, e *edges) // of words with a UPOS, at their beginnings and ends; made when the first one is met
}

// NewGuesser returns a guesser. Lemmas in lower case that are listed count more than others that the dictionary lacks.
func NewGuesser(d *Dictionary, listed func(lemma string) bool) *Guesser {
	return &Guesser{d, listed, sync.OnceValue(d.entries)}
}

// words yields the words of the dictionary without XPOS and FEATS, and their scripts.
func (d *Dictionary) words() iter.Seq2[word, string] {
	return func(yield func(w word, script string) bool) {
		for key, script := range d.All() {
			form, upos, ok := strings.Cut(key, separator)
			if ok && !strings.Contains(upos, separator) && !yield(word{form, upos}, script) {
				return
			}
		}
	}
}

// of yields the scripts of the words with a form.
func (d *Dictionary) of(form string) iter.Seq[string] {
	return func(yield func(script string) bool) {
		start := form + separator
		for i := d.place([]byte(start)); i < d.Len(); i++ {
			key, script := d.entry(i)
			upos, ok := strings.CutPrefix(key, start)
			if !ok || !strings.Contains(upos, separator) && !yield(script) {
				return
			}
		}
	}
}

// word is one of a dictionary.
type word struct{ form, upos string }

func (d *Dictionary) entries() *entries {
	e, bits := &entries{}, map[string]uint32{}
	for w := range d.words() {
		bits[w.upos] = 0
	}
	e.tags = slices.Sorted(maps.Keys(bits))
	for i, upos := range e.tags {
		bits[upos] = bit(i)
		e.changes = append(e.changes, sync.OnceValues(func() (b, e *edges) { return d.changesOf(upos) }))
	}
	e.lemmas, e.upos, e.places = make([]string, 0, d.Len()), make([]uint32, 0, d.Len()), index.New(d.Len())
	for w, script := range d.words() {
		if lemma, ok := Apply(script, w.form); ok {
			e.add(lemma, bits[w.upos])
		}
	}
	return e
}

// add notes that a word with a UPOS has a lemma.
func (e *entries) add(lemma string, upos uint32) {
	place := e.places.Add(index.Hash(lemma), len(e.lemmas), func(i int) bool { return e.lemmas[i] == lemma })
	if place == len(e.lemmas) {
		e.lemmas, e.upos = append(e.lemmas, lemma), append(e.upos, 0)
	}
	e.upos[place] |= upos
}

// uposOf returns the UPOS of a lemma, 0 if it is not known.
func (e *entries) uposOf(lemma string) uint32 {
	place := e.places.Find(index.Hash(lemma), func(i int) bool { return e.lemmas[i] == lemma })
	if place < 0 {
		return 0
	}
	return e.upos[place]
}

// bit returns that of a UPOS; there are 17, and treebanks that have more than 32 share the last one.
func bit(i int) uint32 { return 1 << min(i, 31) }

// find returns how a lemma in lower case is written, and whether it is one of a UPOS. It is "" if it is not known.
func (e *entries) find(lemma string, upos uint32) (written string, same bool) {
	r, size := utf8.DecodeRuneInString(lemma)
	for _, cased := range []string{lemma, string(unicode.ToTitle(r)) + lemma[size:], strings.ToUpper(lemma)} {
		switch bits := e.uposOf(cased); {
		case bits&upos != 0:
			return cased, true
		case bits != 0 && written == "":
			written = cased
		}
	}
	return written, false
}

// longestBeginning and longestEnd are numbers of letters that words are compared by.
const longestBeginning, longestEnd = 3, 6

// changesOf returns those at the beginnings and ends of the words with a UPOS.
func (d *Dictionary) changesOf(upos string) (beginnings, ends *edges) {
	var forms []string
	var first, last []change
	for w, script := range d.words() {
		if w.upos != upos {
			continue
		}
		if low, b, e, ok := changesOf(script, w.form); ok {
			forms, first, last = append(forms, low), append(first, b), append(last, e)
		}
	}
	return newEdges(forms, first, longestBeginning, false), newEdges(forms, last, longestEnd, true)
}

// What a candidate counts: the sum of the shares of the changes that make it, times these.
const (
	ofTag    = 3000 // a lemma of the same UPOS
	ofAny    = 400  // … of another one
	ofList   = 50   // one that is listed
	spelled  = 20   // the one that letters spell
	least    = 1e-4 // of that one, where no change makes it
	sameForm = 0.3  // of a lemma of the form with another UPOS, or in lower case, instead of the sum
	rare     = 1e-3 // share of a change at the beginning, below which it is left out
)

// Guess returns the lemma of a word whose letters spell one; that one if g is nil.
func (g *Guesser) Guess(form, upos, spelt string) string {
	if g == nil || !utf8.ValidString(form) {
		return spelt
	}
	e, low, own := g.read(), strings.ToLower(form), strings.ToLower(spelt)
	place, ok := slices.BinarySearch(e.tags, upos)
	if !ok {
		return spelt
	}
	found := g.candidates(form, low, e.changes[place])
	found[own] = max(found[own], least)
	writes := own != low && plain(own) != "" && plain(own) == plain(low) // the same letters with other signs, as ends never do
	best, most := spelt, 0.0
	for lemma, weight := range found {
		written, same := e.find(lemma, bit(place))
		switch {
		case same:
			weight *= ofTag
		case written != "":
			weight *= ofAny
		case g.listed(lemma):
			weight *= ofList
		case writes && lemma != own:
			continue
		}
		if lemma == own {
			weight, written = weight*spelled, spelt
		} else if !same {
			if written = lemma; spelt != own { // which has capital letters
				r, size := utf8.DecodeRuneInString(lemma)
				written = string(unicode.ToTitle(r)) + lemma[size:]
			}
		}
		if weight > most || weight == most && written < best {
			best, most = written, weight
		}
	}
	return best
}

// candidates returns what the dictionary makes of a form, which is low in lower case, and what each counts.
func (g *Guesser) candidates(form, low string, changes func() (beginnings, ends *edges)) map[string]float64 {
	found := map[string]float64{}
	beginnings, ends := changes()
	firsts := slices.DeleteFunc(beginnings.shares(low, 0), func(c share) bool { return c.of < rare })
	for _, last := range ends.shares(reversed(low), 1) {
		rest, ends := strings.CutSuffix(low, last.from)
		for _, first := range firsts {
			if stem, begins := strings.CutPrefix(rest, first.from); ends && begins && stem != "" {
				found[first.to+stem+last.to] += float64(first.of * last.of)
			}
		}
	}
	for _, form := range []string{form, low} {
		for script := range g.dictionary.of(form) {
			if lemma, ok := Apply(script, form); ok {
				lemma = strings.ToLower(lemma)
				found[lemma] = max(found[lemma], sameForm)
			}
		}
	}
	return found
}

// plain returns the letters and digits of a word.
func plain(word string) string {
	return strings.Map(func(r rune) rune {
		if unicode.In(r, unicode.L, unicode.M, unicode.N) {
			return r
		}
		return -1
	}, word)
}

// reversed returns the letters of a word from the last one on.
func reversed(word string) string {
	runes := []rune(word)
	slices.Reverse(runes)
	return string(runes)
}
