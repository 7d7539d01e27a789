package lookup

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"parser/conll"
	"parser/parser/internal/lookup/han"
)

// Table says how one model looks words up. It is immutable, and safe for concurrent use. The nil Table is for the words
// of the treebank itself, to learn from: all marks that they have are known.
type Table struct {
	words, inside map[string]bool   // the marks that the treebank has
	pairs         [len(pairs)]pair  // the most frequent of each sort; "" for none
	currency      string            // the most frequent sign
	alike         map[string]string // what other marks that it lacks are looked up as
	inner         map[rune]rune     // … inside words
	script        *han.Converter    // to that of the treebank; nil unless it is Chinese
}

// New returns the table of a model whose treebank has these marks, nil if that is not known.
func New(marks *Marks) *Table {
	t := &Table{words: map[string]bool{}, inside: map[string]bool{}, alike: map[string]string{}, inner: map[rune]rune{}}
	if marks == nil {
		return t
	}
	ranks := map[string]int{}
	for i, mark := range marks.Words {
		t.words[mark], ranks[mark] = true, i
		if c, size := utf8.DecodeRuneInString(mark); t.currency == "" && size == len(mark) && isCurrency(c) {
			t.currency = mark
		}
	}
	for _, mark := range marks.Inside {
		t.inside[mark] = true
	}
	for sort, known := range pairs {
		known = slices.DeleteFunc(slices.Clone(known), func(p pair) bool { return !t.words[p.open] || !t.words[p.close] })
		least, paired := len(ranks), map[string]bool{}
		for _, p := range known {
			rank := max(ranks[p.open], ranks[p.close])
			if rank < least && !(p.open == p.close && paired[p.open]) {
				t.pairs[sort], least = p, rank
			}
			paired[p.open], paired[p.close] = true, true
		}
	}
	for _, class := range classes {
		best := slices.IndexFunc(class, func(mark string) bool { return t.words[mark] })
		for _, mark := range class {
			if best >= 0 && !t.words[mark] && t.alike[mark] == "" {
				t.alike[mark] = class[best]
			}
		}
	}
	for _, class := range inner {
		known := func(c rune) bool { return t.inside[string(c)] }
		best := slices.IndexFunc(class, known)
		for _, c := range class {
			if best >= 0 && !known(c) {
				t.inner[c] = class[best]
			}
		}
	}
	return t
}

// InScript returns a table like t that also looks Chinese words up in another script.
func (t *Table) InScript(c *han.Converter) *Table {
	own := *t
	own.script = c
	return &own
}

// Form returns the form under which a word that is not a mark is looked up: as the function [Form] says, but wide
// characters that the treebank has stay, and apostrophes and hyphens inside it are those that the treebank has.
func (t *Table) Form(form string) string {
	switch {
	case isAlphanumeric(form), len(form) == 1: // most words, and marks
		return form
	case !isNormal(form):
		form = normal(form, t.keeps)
	}
	if t == nil || len(t.inner) == 0 || !strings.ContainsFunc(form, t.lacksInside) || !utf8.ValidString(form) ||
		!strings.ContainsFunc(form, isLetterOrDigit) {
		return form
	}
	return strings.Map(func(c rune) rune {
		if t.lacksInside(c) {
			return t.inner[c]
		}
		return c
	}, form)
}

// Spelled returns a word as a lemma spells it: as Form, but emoji keep their style.
func (t *Table) Spelled(form string) string {
	if strings.ContainsRune(form, emojiStyle) {
		return (*Table)(nil).Form(form)
	}
	return t.Form(form)
}

// keeps reports whether the treebank has a wide character, or the style of emoji, inside words.
func (t *Table) keeps(c rune) bool {
	if t == nil {
		return isWide(c) || c == emojiStyle
	}
	return t.inside[string(c)]
}

// lacksInside reports whether the treebank has another character inside words for this one.
func (t *Table) lacksInside(c rune) bool {
	return !isLetter(c) && t.inner[c] != 0
}

func isLetterOrDigit(c rune) bool { return unicode.IsLetter(c) || unicode.IsDigit(c) }

// isLetter reports whether a character is one of the most usual letters.
func isLetter(c rune) bool {
	return c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '\u00c0' && c < '\u02b0' && c != '×' && c != '÷' || isPlain(c)
}

// Words returns the words of a sentence as they are looked up: themselves if that makes no difference.
func (t *Table) Words(words []conll.Word) []conll.Word {
	same := true
	own := func() {
		if same {
			words, same = slices.Clone(words), false
		}
	}
	t.Forms(len(words), func(i int) (string, bool) {
		return words[i].Form, !strings.Contains(words[i].Misc, "SpaceAfter=No")
	}, func(i int, form string) {
		own()
		words[i].Form = form
	})
	if t != nil && t.script != nil {
		t.script.Pieces(len(words), func(i int) string { return words[i].Form }, func(i int, form string) {
			own()
			words[i].Form = form
		})
	}
	for i := range words {
		if lemma := t.Form(words[i].Lemma); lemma != words[i].Lemma {
			own()
			words[i].Lemma = lemma
		}
	}
	return words
}

// Forms looks up the n words or marks of a text: get returns each, and whether a blank may follow it, and set is told
// those that are looked up as others.
func (t *Table) Forms(n int, get func(i int) (form string, blank bool), set func(i int, form string)) {
	var q quoting
	before, blank := "", true // what was before
	for i := range n {
		own, after := get(i)
		if isAlphanumeric(own) {
			before, blank = own, after
			continue
		}
		form := t.Form(own)
		if t != nil && len(t.words) > 0 && !isLetterOrDigit(first(form)) {
			where := sideOf(form)
			if isQuote(form) {
				free, freeAfter := blank || opensOrJoins(before), after || i+1 == n
				if !freeAfter {
					next, _ := get(i + 1)
					freeAfter = closesOrStops(next)
				}
				where = q.next(form, where, free, freeAfter)
			}
			form = t.mark(form, where)
		}
		if form != own {
			set(i, form)
		}
		before, blank = own, after
	}
}

// mark returns what a mark is looked up as, itself if the treebank has it or nothing like it.
func (t *Table) mark(mark string, where side) string {
	if t.words[mark] || len(t.words) == 0 {
		return mark
	}
	if where != noSide {
		for _, sort := range instead[sortOf(mark)] {
			switch p := t.pairs[sort]; {
			case p.open == "":
			case where == opening:
				return p.open
			default:
				return p.close
			}
		}
		if t.words[","] { // old texts have no pairs at all, and commas are what is most like them
			return ","
		}
	}
	if other := t.alike[mark]; other != "" {
		return other
	}
	if c, size := utf8.DecodeRuneInString(mark); size == len(mark) && t.currency != "" && isCurrency(c) {
		return t.currency
	}
	return mark
}

// quoting has the quotation marks that are open.
type quoting struct{ open []string }

// next returns on which side the next quotation mark stands: where it always does, or else by whether words are free to
// begin and to end there, or by whether it closes the last one that is open. An apostrophe inside a word is on no side.
func (q *quoting) next(mark string, where side, free, freeAfter bool) side {
	last := len(q.open) - 1
	switch {
	case where != either:
	case !free && !freeAfter && slices.Contains(inner[0], first(mark)):
		return noSide
	case free && !freeAfter:
		where = opening
	case freeAfter && !free, last >= 0 && slices.Contains(pairs[sortOf(mark)], pair{q.open[last], mark}):
		where = closing
	default:
		where = opening
	}
	if where == opening {
		q.open = append(q.open, mark)
	} else if last >= 0 {
		q.open = q.open[:last]
	}
	return where
}

// opensOrJoins reports whether a word may begin after a mark, without a blank.
func opensOrJoins(mark string) bool {
	c := first(mark)
	return unicode.In(c, unicode.Ps, unicode.Pd, unicode.Pi) || c == '¿' || c == '¡' || c == '/'
}

// closesOrStops reports whether a word may end before a mark, without a blank.
func closesOrStops(mark string) bool {
	c := first(mark)
	return unicode.In(c, unicode.Pe, unicode.Pd, unicode.Pf, unicode.Terminal_Punctuation) || c == '/' || c == '…'
}

// isCurrency reports whether a character is the sign of a currency, not of any.
func isCurrency(c rune) bool { return c != '¤' && unicode.Is(unicode.Sc, c) }

func first(text string) rune {
	c, _ := utf8.DecodeRuneInString(text)
	return c
}
