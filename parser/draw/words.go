package draw

import (
	"strconv"
	"strings"
)

// sentence returns the words with blanks between them.
func (p *Picture) sentence() string { return p.written(clean) }

// written returns the words with blanks between them, each as shown says.
func (p *Picture) written(shown func(string) string) string {
	forms := make([]string, len(p.Words))
	for i, w := range p.Words {
		forms[i] = shown(w.Form)
	}
	return strings.Join(forms, " ")
}

// inWords says what the picture shows.
func (p *Picture) inWords() string {
	var b strings.Builder
	b.WriteString(p.sentence())
	if b.Len() > 0 {
		b.WriteString(". ")
	}
	note := [...]string{"", " (gold only)", " (system only)", " (new)"}
	for i, a := range p.Arcs {
		if i > 0 {
			b.WriteString("; ")
		}
		b.WriteString(p.named(a.Dep) + " ← " + p.named(a.Head) + ": " + clean(a.Label) + note[a.Mark])
	}
	if len(p.Vertices) > 0 {
		o := p.outline()
		o.roots(func(v int) { o.penman(&b, v) })
	}
	for i, side := range [][]*Node{p.Trees, p.Below} {
		if i == 1 && len(side) > 0 {
			b.WriteString(" System: ")
		}
		for _, n := range side {
			p.brackets(&b, n)
		}
	}
	return b.String()
}

// named returns a word with its number, which tells it from others of the same form.
func (p *Picture) named(w int) string {
	if w == 0 {
		return "ROOT"
	}
	return clean(p.Words[w-1].Form) + " " + strconv.Itoa(w)
}

// brackets prints a tree in brackets.
func (p *Picture) brackets(b *strings.Builder, n *Node) {
	b.WriteString("(" + n.Mark.sign() + clean(n.Label))
	if n.Word > 0 {
		b.WriteString(" " + clean(p.Words[n.Word-1].Form))
	}
	for _, child := range n.Children {
		b.WriteString(" ")
		p.brackets(b, child)
	}
	b.WriteString(")")
}

// penman prints a vertex and what is told below it, as graphs are written.
func (o *outline) penman(b *strings.Builder, v int) {
	o.told[v] = true
	n := &o.Vertices[v-1]
	text := n.Mark.sign() + n.name()
	if !n.Constant {
		text = "(" + text
	}
	if n.Var != "" {
		text += " / " + clean(n.Label)
	}
	if n.Instead != "" {
		text += " " + SystemOnly.sign() + clean(n.Instead)
	}
	b.WriteString(text)
	for _, k := range o.below[v] {
		e := o.Edges[k]
		b.WriteString(" :" + e.text() + " ")
		if o.tells(k) {
			o.penman(b, e.To)
		} else {
			b.WriteString(o.Vertices[e.To-1].name())
		}
	}
	if !n.Constant {
		b.WriteString(")")
	}
}
