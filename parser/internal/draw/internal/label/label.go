// Package label turns the parts of a picture into the texts that drawings show, and estimates how wide these are.
package label

import (
	"cmp"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/bidi"
	"golang.org/x/text/width"

	"parser/parser/internal/draw"
)

// maxRunes is how many characters of a text are shown.
const maxRunes = 64

// marks are characters without width that stand for a letter of a direction, as Hebrew and Arabic texts have them.
const marks = "\u200e\u200f\u061c"

// Clean returns a text as drawings may show it: it replaces control characters and those that change the direction of
// the text after them, writes all white space as blanks, and ends long texts with an ellipsis.
func Clean(text string) string { return clean(text, maxRunes) }

// Text returns the text of a picture, however long it is, as drawings may show it.
func Text(p *draw.Picture) string { return clean(p.Text, len(p.Text)) }

func clean(text string, most int) string {
	n := 0
	var b strings.Builder
	for _, r := range text {
		if n++; n > most {
			b.WriteRune('…')
			break
		}
		switch {
		case unicode.IsSpace(r):
			r = ' '
		case strings.ContainsRune(marks, r):
		case unicode.IsControl(r), unicode.Is(unicode.Bidi_Control, r), unicode.Is(unicode.Co, r), r == '\uFFFE', r == '\uFFFF':
			r = unicode.ReplacementChar
		}
		b.WriteRune(r)
	}
	return b.String()
}

// Sentence returns the words with blanks between them, each as shown returns it, without empty nodes.
func Sentence(p *draw.Picture, shown func(string) string) string {
	var forms []string
	for _, w := range p.Words {
		if !w.Empty {
			forms = append(forms, shown(w.Form))
		}
	}
	return strings.Join(forms, " ")
}

// Sign returns the sign before marked labels, so that marks do not depend on colours alone.
func Sign(m draw.Mark) string { return [...]string{"", "−", "+", "", ""}[m] }

// Marked returns the text of an arc, a node or an edge, with the sign of its mark.
func Marked(text string, m draw.Mark) string { return Sign(m) + Clean(text) }

// Node returns the label of a node, with its sign, and an ellipsis if the node is open.
func Node(n *draw.Node) string {
	text := Marked(n.Label, n.Mark)
	if n.Open {
		text += " …"
	}
	return text
}

// Reference returns the text by which a drawing refers to a vertex that it shows elsewhere.
func Reference(v draw.Vertex) string {
	return Clean(cmp.Or(v.Var, v.Label))
}

// Legend returns what the marks of a comparison mean: what only gold, or the first of two, has,
// and what only the other has.
func Legend(p *draw.Picture) [2]string {
	if p.Names == [2]string{} {
		return [2]string{"missing: in gold only", "wrong: in the system's only"}
	}
	return [2]string{"by " + Clean(p.Names[0]) + " only", "by " + Clean(p.Names[1]) + " only"}
}

// Width estimates the width of a text in a font of some size, in the unit of the size. The renderer's
// fonts are unknown, so it errs on the wide side: most fonts are narrower. Like other products of lengths it is
// converted, so that no compiler fuses it with a sum, and pictures are the same on all processors.
func Width(text string, size float64) float64 {
	sum := 0.0
	for _, r := range text {
		sum += runeWidth(r)
	}
	return float64(sum * size)
}

func runeWidth(r rune) float64 {
	switch {
	case strings.ContainsRune("il.,:;'|!jI ", r):
		return 0.37
	case strings.ContainsRune("mMWw@%", r):
		return 1.05
	case 'A' <= r && r <= 'Z', strings.ContainsRune("+=<>~#&_", r):
		return 0.84
	case r < utf8.RuneSelf:
		return 0.66
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		return 0
	case r >= 0x1F000:
		return 1.4 // emoji and other symbols
	}
	switch wide := width.LookupRune(r).Kind(); {
	case wide == width.EastAsianWide, wide == width.EastAsianFullwidth:
		return 1.05
	case strings.ContainsRune("سشصضطظ", r):
		return 1.1
	case strings.ContainsRune("اأإآردذزو", r): // never joined to the next letter
		return 0.6
	case unicode.Is(unicode.Arabic, r):
		return 0.8
	case unicode.IsUpper(r), r >= 0x2000 && r < 0x3000, r >= 0x0900 && r < 0x1200:
		return 0.95
	}
	return 0.72
}

// RightToLeft reports whether most letters of the words belong to scripts written from right to left.
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
