package subword

import (
	"cmp"
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"
)

// mark is a character of a decomposed text, and its combining class.
type mark struct {
	r     rune
	class uint8
}

// unicodeForm normalises to a form of Unicode Standard Annex 15. Characters are taken apart and put together by norm.Form,
// but one or two at a time, since it puts U+034F into runs of more than 30 combining characters.
func unicodeForm(form norm.Form) normalizer {
	decomposed, composes := norm.NFD, form == norm.NFC || form == norm.NFKC
	if form == norm.NFKC || form == norm.NFKD {
		decomposed = norm.NFKD
	}
	return func(text string) string {
		if form.QuickSpanString(text) == len(text) {
			return text
		}
		var marks []mark
		for _, r := range text {
			for _, part := range decomposed.String(string(r)) {
				marks = append(marks, mark{part, norm.NFD.PropertiesString(string(part)).CCC()})
			}
		}
		for i := 0; i < len(marks); i++ {
			end := i
			for end < len(marks) && marks[end].class > 0 {
				end++
			}
			slices.SortStableFunc(marks[i:end], func(a, b mark) int { return cmp.Compare(a.class, b.class) })
			i = end
		}
		if composes {
			marks = composed(marks)
		}
		var b strings.Builder
		for _, m := range marks {
			b.WriteRune(m.r)
		}
		return b.String()
	}
}

// composed puts characters together where Unicode has one for two.
func composed(marks []mark) []mark {
	base, last := -1, uint8(0) // the last character of class 0, and the class of the last that is kept after it
	kept := marks[:0]
	for _, m := range marks {
		if base >= 0 && (last == 0 || last < m.class) {
			if one := []rune(norm.NFC.String(string([]rune{kept[base].r, m.r}))); len(one) == 1 {
				kept[base].r = one[0]
				continue
			}
		}
		if m.class == 0 {
			base = len(kept)
		}
		last = m.class
		kept = append(kept, m)
	}
	return kept
}
