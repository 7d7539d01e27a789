package conll18

import (
	"strings"
	"unicode"
)

// lower is the lower case of a form as Python has it: Unicode's full mapping,
// which for single characters differs from Go's in the dotted İ (two characters)
// and in the capital sigma, whose lower case at the end of a word is "ς".
func lower(form string) string {
	if !strings.ContainsAny(form, "İΣ") {
		return strings.ToLower(form)
	}
	var b strings.Builder
	text := []rune(form)
	for i, c := range text {
		switch {
		case c == 'İ':
			b.WriteString("i\u0307")
		case c == 'Σ' && finalSigma(text, i):
			b.WriteRune('ς')
		default:
			b.WriteRune(unicode.ToLower(c))
		}
	}
	return b.String()
}

// finalSigma is the condition Final_Sigma of the Unicode Standard, section 3.13:
// a cased letter before and none behind, what is case-ignorable left aside.
func finalSigma(text []rune, i int) bool {
	before := i - 1
	for before >= 0 && caseIgnorable(text[before]) {
		before--
	}
	behind := i + 1
	for behind < len(text) && caseIgnorable(text[behind]) {
		behind++
	}
	return before >= 0 && cased(text[before]) && (behind == len(text) || !cased(text[behind]))
}

func cased(c rune) bool {
	return unicode.In(c, unicode.Lu, unicode.Ll, unicode.Lt, unicode.Other_Lowercase, unicode.Other_Uppercase)
}

func caseIgnorable(c rune) bool {
	const midLetter = "'.:··՟״․‘’‧︓﹒﹕＇．："
	return unicode.In(c, unicode.Mn, unicode.Me, unicode.Cf, unicode.Lm, unicode.Sk) ||
		strings.ContainsRune(midLetter, c)
}
