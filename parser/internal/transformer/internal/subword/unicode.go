package subword

import (
	"cmp"
	"slices"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// mark is a character of a decomposed text: its combining class, and where it comes from.
type mark struct {
	r     rune
	class uint8
	at    int
}

// unicodeForm normalises to a form of Unicode Standard Annex 15. Text that is in this form, as norm.Form.QuickSpan
// finds, is kept. The rest is done here and not by norm.Form, which puts U+034F into runs of more than 30 combining
// characters.
func unicodeForm(form norm.Form) normalizer {
	decomposed, composes := norm.NFD, form == norm.NFC || form == norm.NFKC
	if form == norm.NFKC || form == norm.NFKD {
		decomposed = norm.NFKD
	}
	return func(w *work, s span) span {
		from := len(w.text)
		for i := s.from; i < s.to; {
			n := form.QuickSpan(w.text[i:s.to])
			w.keep(i, i+n)
			if i += n; i == s.to {
				break
			}
			end := i + form.Properties(w.text[i:s.to]).Size()
			for end < s.to {
				p := form.Properties(w.text[end:s.to])
				if p.BoundaryBefore() {
					break
				}
				end += p.Size()
			}
			w.decompose(decomposed, i, end)
			w.order()
			if composes {
				w.compose()
			}
			for _, m := range w.marks {
				w.put(m.r, m.at)
			}
			i = end
		}
		return w.seal(from, w.at[s.to])
	}
}

// The syllables of Hangul, which have no entries in tables (The Unicode Standard, section 3.12).
const (
	hangulS, hangulL, hangulV, hangulT = 0xAC00, 0x1100, 0x1161, 0x11A7
	countL, countV, countT             = 19, 21, 28
)

// decompose leaves the characters of a text, and what they consist of, in w.marks.
func (w *work) decompose(form norm.Form, from, to int) {
	w.marks = w.marks[:0]
	add := func(r rune, at int) {
		var b [utf8.UTFMax]byte
		class := norm.NFD.Properties(b[:utf8.EncodeRune(b[:], r)]).CCC()
		w.marks = append(w.marks, mark{r, class, at})
	}
	for i := from; i < to; {
		r, n := w.rune(i)
		if s := r - hangulS; s >= 0 && s < countL*countV*countT {
			add(hangulL+s/(countV*countT), w.at[i])
			add(hangulV+s/countT%countV, w.at[i])
			if s%countT > 0 {
				add(hangulT+s%countT, w.at[i])
			}
		} else if parts := form.Properties(w.text[i:to]).Decomposition(); parts != nil {
			for len(parts) > 0 {
				part, size := utf8.DecodeRune(parts)
				add(part, w.at[i])
				parts = parts[size:]
			}
		} else {
			add(r, w.at[i])
		}
		i += n
	}
}

// order sorts each run of combining characters by class. Places stay in order.
func (w *work) order() {
	for i := 0; i < len(w.marks); i++ {
		end := i
		for end < len(w.marks) && w.marks[end].class > 0 {
			end++
		}
		run := w.marks[i:end]
		byClass := func(a, b mark) int { return cmp.Compare(a.class, b.class) }
		if !slices.IsSortedFunc(run, byClass) {
			places := make([]int, len(run))
			for k, m := range run {
				places[k] = m.at
			}
			slices.SortStableFunc(run, byClass)
			for k := range run {
				run[k].at = places[k]
			}
		}
		i = end
	}
}

// compose puts characters of w.marks together where Unicode has one for two.
func (w *work) compose() {
	base, last := -1, uint8(0) // the last character of class 0, and the class of the last that is kept after it
	kept := w.marks[:0]
	for _, m := range w.marks {
		if base >= 0 && (last == 0 || last < m.class) {
			if r, ok := pair(kept[base].r, m.r); ok {
				kept[base].r = r
				continue
			}
		}
		if m.class == 0 {
			base = len(kept)
		}
		last = m.class
		kept = append(kept, m)
	}
	w.marks = kept
}

// pair returns the character that stands for two.
func pair(a, b rune) (rune, bool) {
	switch l, v, s, t := a-hangulL, b-hangulV, a-hangulS, b-hangulT; {
	case l >= 0 && l < countL && v >= 0 && v < countV:
		return hangulS + (l*countV+v)*countT, true
	case s >= 0 && s < countL*countV*countT && s%countT == 0 && t > 0 && t < countT:
		return a + t, true
	}
	var in, out [2 * utf8.UTFMax]byte
	both := utf8.AppendRune(utf8.AppendRune(in[:0], a), b)
	one := norm.NFC.Append(out[:0], both...)
	r, n := utf8.DecodeRune(one)
	return r, n == len(one)
}
