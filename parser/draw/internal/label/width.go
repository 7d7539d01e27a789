package label

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/bidi"
	"golang.org/x/text/width"

	"parser/parser/draw"
)

// Width estimates the width of a text in em, the size of its font. The renderer's fonts are
// unknown, so it errs on the wide side: most fonts are narrower.
func Width(text string) float64 {
	sum := 0.0
	for _, r := range text {
		sum += runeWidth(r)
	}
	return sum
}

func runeWidth(r rune) float64 {
	switch {
	case r < 0x80:
		switch {
		case strings.ContainsRune("il.,:;'|!jI ", r):
			return 0.37
		case strings.ContainsRune("mMWw@%", r):
			return 1.05
		case 'A' <= r && r <= 'Z', strings.ContainsRune("+=<>~#&_", r):
			return 0.84
		}
		return 0.66
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		return 0
	case r >= 0x1F000:
		return 1.4 // emoji and other symbols
	}
	switch width.LookupRune(r).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth:
		return 1.05
	}
	switch {
	case strings.ContainsRune("سشصضطظ", r):
		return 1.1
	case strings.ContainsRune("اأإآردذزو", r): // never joined to the next letter
		return 0.6
	case unicode.Is(unicode.Arabic, r):
		return 0.8
	}
	if unicode.IsUpper(r) || r >= 0x2000 && r < 0x3000 || r >= 0x0900 && r < 0x1200 {
		return 0.95
	}
	return 0.72
}

// RightToLeft reports whether most letters of the words belong to scripts written from right to
// left.
func RightToLeft(words []draw.Word) bool {
	balance := 0
	for _, w := range words {
		for _, r := range w.Form {
			switch p, _ := bidi.LookupRune(r); p.Class() {
			case bidi.R, bidi.AL:
				balance++
			case bidi.L:
				balance--
			}
		}
	}
	return balance > 0
}
