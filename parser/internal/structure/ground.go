package structure

import (
	"slices"
	"strconv"
	"strings"

	"parser/conll"
	"parser/conll/textfile"
	"parser/parser/internal/graphs/align"
)

var isoDate = textfile.Pattern(`^(\d{4})-(\d\d)-(\d\d)$`)

// ground returns the words of a sentence that a graph is made of: all but punctuation, unless there is nothing else.
// What is written in words as a number, "3.5 million", is one word in digits. A date in digits becomes three words, the
// year with the month and the day below it (Goodman et al. 2016, supplement). Heads are those in the new list: what had
// a head that is left out hangs from the next one above that is not, and a word without head is a root.
func (e *graphs) ground(dst, words []conll.Word) []conll.Word {
	g := grounding{words: words, dst: dst[:0], places: make([]int, len(words)+1)}
	all := !slices.ContainsFunc(words, func(w conll.Word) bool { return !isPunctuation(&w) })
	for i := 0; i < len(words); {
		switch w := words[i]; {
		case !all && isPunctuation(&w):
			i++
		case w.UPOS == "NUM" && !isoDate().MatchString(w.Form):
			i += g.number(i, e.aligner)
		default:
			g.word(i, w)
			i++
		}
	}
	for i := range g.dst {
		if w := &g.dst[i]; !slices.Contains(g.parts, i) {
			w.Head = g.kept(w.Head)
		}
	}
	return g.dst
}

// grounding is a sentence on its way to the words that a graph is made of.
type grounding struct {
	words, dst []conll.Word
	places     []int // 1-based position of each word in dst; 0 if dropped
	parts      []int // in dst, of the months and days whose heads are settled
}

func isPunctuation(w *conll.Word) bool { return w.Deprel == "punct" || w.UPOS == "PUNCT" }

// word adds word i; a date comes apart.
func (g *grounding) word(i int, w conll.Word) {
	g.dst = append(g.dst, w)
	g.places[i+1] = len(g.dst)
	date := isoDate().FindStringSubmatch(w.Form)
	if date == nil {
		return
	}
	year := len(g.dst)
	g.dst[year-1].Form, g.dst[year-1].Lemma = date[1], date[1]
	for _, part := range date[2:] {
		part = strings.TrimLeft(part, "0")
		g.parts = append(g.parts, len(g.dst))
		g.dst = append(g.dst, conll.Word{Form: part, Lemma: part, UPOS: w.UPOS, XPOS: w.XPOS, Feats: w.Feats, Head: year, Deprel: "nmod"})
	}
}

// number adds the number that begins with word i as one word, for its highest one, and returns how many it has.
func (g *grounding) number(i int, a *align.Aligner) int {
	const longest = 20 // words
	var lower []string
	for _, w := range g.words[i:min(i+longest, len(g.words))] {
		lower = append(lower, strings.ToLower(w.Form))
	}
	value, n := a.Number(lower)
	if n == 0 || n == 1 && isNumber(g.words[i].Form) {
		g.word(i, g.words[i])
		return 1
	}
	outside := func(w conll.Word) bool { return w.Head-1 < i || w.Head-1 >= i+n }
	w := g.words[i+max(0, slices.IndexFunc(g.words[i:i+n], outside))]
	w.Form, w.UPOS = strconv.FormatFloat(value, 'f', -1, 64), "NUM"
	w.Lemma = w.Form
	g.dst = append(g.dst, w)
	for j := i; j < i+n; j++ {
		g.places[j+1] = len(g.dst)
	}
	return n
}

// kept returns the new place of a head or, if it is left out, of the next one above it.
func (g *grounding) kept(head int) int {
	for range g.words {
		if head <= 0 || head > len(g.words) {
			return 0
		}
		if g.places[head] > 0 {
			return g.places[head]
		}
		head = g.words[head-1].Head
	}
	return 0
}

// isNumber reports whether a word is in digits.
func isNumber(form string) bool {
	return strings.Trim(form, "0123456789.,") == "" && strings.ContainsAny(form, "0123456789")
}

// lemmaOf returns the lemma by which the lexicon knows a word: "##" of a number.
func lemmaOf(w *conll.Word) string {
	switch {
	case isNumber(w.Form):
		return "##"
	case conll.Filled(w.Lemma):
		return strings.ToLower(w.Lemma)
	}
	return strings.ToLower(w.Form)
}
