package draw

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/bidi"
	"golang.org/x/text/width"
)

// maxRunes is how many characters of a text are shown.
const maxRunes = 64

// clean returns a text as it may be shown: control characters, and those that change the
// direction of what follows, are replaced, white space is a blank, and what is too long ends in
// an ellipsis.
func clean(text string) string {
	n := 0
	var b strings.Builder
	for _, r := range text {
		if n++; n > maxRunes {
			b.WriteRune('…')
			break
		}
		switch {
		case unicode.IsSpace(r):
			r = ' '
		case unicode.IsControl(r), unicode.Is(unicode.Bidi_Control, r), unicode.Is(unicode.Co, r), r == '\uFFFE', r == '\uFFFF':
			r = unicode.ReplacementChar
		}
		b.WriteRune(r)
	}
	return b.String()
}

// textWidth estimates the width of a text in em, the size of its font, from above: fonts
// differ, and most are narrower.
func textWidth(text string) float64 {
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
		return 1.4 // pictures
	}
	switch width.LookupRune(r).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth:
		return 1.05
	}
	switch {
	case strings.ContainsRune("سشصضطظ", r):
		return 1.1
	case strings.ContainsRune("اأإآردذزو", r): // which are never joined to the next letter
		return 0.6
	case unicode.Is(unicode.Arabic, r):
		return 0.8
	}
	if unicode.IsUpper(r) || r >= 0x2000 && r < 0x3000 || r >= 0x0900 && r < 0x1200 {
		return 0.95
	}
	return 0.72
}

// rightToLeft reports whether most letters of the words are of scripts that are written from
// right to left.
func rightToLeft(words []Word) bool {
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
