// Package label turns the parts of a picture into the texts that drawings show, and estimates how
// wide these are.
package label

import (
	"strings"
	"unicode"

	"parser/parser/draw"
)

// maxRunes is how many characters of a text are shown.
const maxRunes = 64

// Clean returns a text as drawings may show it: it replaces control characters and those that
// change the direction of the text after them, writes all white space as blanks, and ends long
// texts with an ellipsis.
func Clean(text string) string {
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

// Sentence returns the words with blanks between them, each as shown returns it.
func Sentence(p *draw.Picture, shown func(string) string) string {
	forms := make([]string, len(p.Words))
	for i, w := range p.Words {
		forms[i] = shown(w.Form)
	}
	return strings.Join(forms, " ")
}

// Sign returns the sign before marked labels, so that marks do not depend on colours alone.
func Sign(m draw.Mark) string {
	switch m {
	case draw.GoldOnly:
		return "−"
	case draw.SystemOnly:
		return "+"
	}
	return ""
}

// Arc returns the label of an arc, with its sign.
func Arc(a draw.Arc) string { return Sign(a.Mark) + Clean(a.Label) }

// Edge returns the role of an edge, with its sign.
func Edge(e draw.Edge) string { return Sign(e.Mark) + Clean(e.Role) }

// Node returns the label of a node, with its sign, and an ellipsis if the node is open.
func Node(n *draw.Node) string {
	text := Sign(n.Mark) + Clean(n.Label)
	if n.Open {
		text += " …"
	}
	return text
}

// Reference returns the text by which a drawing refers to a vertex that it shows elsewhere.
func Reference(v draw.Vertex) string {
	if v.Var == "" {
		return Clean(v.Label)
	}
	return Clean(v.Var)
}

// Legend returns what the marks of a comparison mean: what only gold, or the first of two, has,
// and what only the other has.
func Legend(p *draw.Picture) [2]string {
	if p.Names == [2]string{} {
		return [2]string{"missing: in gold only", "wrong: in the system's only"}
	}
	return [2]string{"by " + Clean(p.Names[0]) + " only", "by " + Clean(p.Names[1]) + " only"}
}
