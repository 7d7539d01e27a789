package foreign

import (
	"cmp"
	"fmt"
	"math"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"parser/conll"
	"parser/parser/internal/lookup"
)

// Watch sees a text from its beginning. It is not safe for concurrent use.
type Watch struct {
	ask     func() *Known          // what the model knows, when there are enough words to judge by
	known   *Known                 // the answer; nil before
	waiting []string               // the words that are not yet judged by, in the form in which they are looked up …
	length  int                    // … and how many bytes they have
	other   func(text string) bool // whether a text is surely in another language than the model's; nil if that cannot be told
	text    []string               // the words since the language was last told
	met     bool                   // whether it was

	recent []seen // at most window words, in a ring
	next   int
	sum    seen
	others map[string]int // the letters of scripts that are not the model's main ones, of all words so far
	said   [reasons]bool
}

// seen is what matters of a word, or of several.
type seen struct{ counted, unknown, letters, foreign, latin int }

// The window is this many words long. It takes some words, or letters in a script, to judge.
const window, leastWords, leastLetters = 300, 50, 250

// The limits are exceeded if the share of something is greater. Names, commands and quotations in Latin letters are part
// of texts in all scripts.
const (
	moreUnknown  = 0.28 // than in dev; there must be more than twice as many, too
	foreignShare = 0.1  // of letters
	latinShare   = 0.5
)

// The language is that of this many words: of the first ones, and once in each window.
const stretch = 60

// The reasons for a warning; each is given once.
const (
	otherForm = iota
	otherText
	reasons
)

// NewWatch returns what watches a text. Known returns what a model knows, which takes longer to find than a sentence to
// parse, and is called only for a text that is long enough to be judged; it may return nil, and then only the normal form
// matters. Other reports whether a text is surely in another language than that of the model; it may be nil.
func NewWatch(known func() *Known, other func(text string) bool) *Watch {
	return &Watch{ask: known, other: other, others: map[string]int{}}
}

// See takes the words of the next sentence, and returns why the text is foreign to the model, if it has not said so
// before; otherwise "".
func (w *Watch) See(words []conll.Word) string {
	for i := range words {
		form := words[i].Form
		if !w.said[otherForm] && !norm.NFC.IsNormalString(form) {
			w.said[otherForm] = true
			return "here the text is not in the normal form NFC of Unicode: words are looked up in it, but FORM keeps them as they are, and validate accepts NFC only"
		}
		if !w.said[otherText] {
			form = lookup.Form(form)
			w.waiting, w.length = append(w.waiting, form), w.length+len(form)
		}
	}
	if w.said[otherText] || !w.judges(words) {
		return ""
	}
	why := cmp.Or(w.why(), w.language())
	w.said[otherText] = why != ""
	return why
}

// judges adds the words of a sentence, and reports whether the text can be judged.
func (w *Watch) judges(words []conll.Word) bool {
	for i := range words {
		if w.other != nil {
			w.text = append(w.text, words[i].Form)
		}
	}
	if w.known == nil {
		if len(w.waiting) < leastWords && w.length < leastLetters { // why and language would say nothing
			return false
		}
		if w.known = w.ask(); w.known == nil {
			w.said[otherText] = true // there is nothing to say
			return false
		}
	}
	for _, form := range w.waiting {
		w.take(form)
	}
	w.waiting = w.waiting[:0]
	return true
}

// take adds a word.
func (w *Watch) take(form string) {
	if !hasLetter(form) {
		return
	}
	var s seen
	if counts(form) {
		if s.counted = 1; !w.known.knows(form) {
			s.unknown = 1
		}
	}
	for _, c := range form {
		if !unicode.IsLetter(c) {
			continue
		}
		if s.letters++; unicode.In(c, w.known.tables...) {
			continue
		}
		name := scriptOf(c)
		w.others[name]++
		switch {
		case name == latin:
			s.latin++
		case name != "Common" && name != "Inherited": // as of marks that lengthen Japanese vowels
			s.foreign++
		}
	}
	if len(w.recent) < window {
		w.recent = append(w.recent, seen{})
	}
	w.sum.add(w.recent[w.next], -1)
	w.sum.add(s, 1)
	w.recent[w.next] = s
	w.next = (w.next + 1) % window
}

// add adds another word's numbers, or with -1 takes them away.
func (s *seen) add(o seen, sign int) {
	s.counted, s.unknown = s.counted+sign*o.counted, s.unknown+sign*o.unknown
	s.letters, s.foreign, s.latin = s.letters+sign*o.letters, s.foreign+sign*o.foreign, s.latin+sign*o.latin
}

// why returns what makes the last words foreign, "" if nothing does.
func (w *Watch) why() string {
	s, k := w.sum, w.known
	if s.letters >= leastLetters {
		switch share := func(n int) float64 { return float64(n) / float64(max(1, s.letters)) }; {
		case share(s.latin) > latinShare:
			return w.scripts(latin, share(s.latin))
		case share(s.foreign) > foreignShare:
			return w.scripts(w.mostForeign(), share(s.foreign))
		}
	}
	if s.counted < leastWords || k.rate == 0 {
		return ""
	}
	n, rate := float64(s.counted), float64(s.unknown)/float64(s.counted)
	chance := 1/math.Sqrt(n) - 1/math.Sqrt(window) // of few words more must be unknown
	if rate <= max(2*k.rate, k.rate+moreUnknown)+max(0, chance) {
		return ""
	}
	return fmt.Sprintf("only %.0f %% of the last %d words are like words that the model has learned, and %.0f %% in text of its own "+
		"kind: is this another language or spelling?",
		100*(1-rate), s.counted, 100*(1-k.rate))
}

// language says that the text is in another language, also where the model has read that, too, as where it has learned from a
// related one; "" if it is in the model's own, or that is not sure.
func (w *Watch) language() string {
	if len(w.text) < stretch || w.met && len(w.text) < window { // which costs a hundredth of parsing
		return ""
	}
	text := strings.Join(w.text[:stretch], " ")
	if w.text, w.met = w.text[:0], true; !w.other(text) {
		return ""
	}
	return "these words seem to be in another language than that of the model"
}

// mostForeign returns the most frequent script that is neither Latin nor one of the model's main ones.
func (w *Watch) mostForeign() (best string) {
	for name, n := range w.others {
		if m := w.others[best]; name != latin && (n > m || n == m && name < best) {
			best = name
		}
	}
	return best
}

// scripts says which script the text has, and which one the model knows.
func (w *Watch) scripts(name string, share float64) string {
	part := "most letters"
	if share <= latinShare {
		part = fmt.Sprintf("%.0f %% of the letters", 100*share)
	}
	return fmt.Sprintf("%s are %s; the model knows %s", part, name, strings.Join(w.known.scripts, ", "))
}
