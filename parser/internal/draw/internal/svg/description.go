package svg

import (
	"strings"

	"parser/parser/internal/draw"
	"parser/parser/internal/draw/internal/label"
	"parser/parser/internal/draw/internal/plan"
)

func description(p *draw.Picture) string {
	var b strings.Builder
	b.WriteString(label.Sentence(p, label.Clean))
	if b.Len() > 0 {
		b.WriteString(". ")
	}
	note := [...]string{"", " (gold only)", " (system only)", " (new)", " (found)"}
	layer := [...]string{"", " (basic only)", " (enhanced only)"}
	for i, a := range p.Arcs {
		if i > 0 {
			b.WriteString("; ")
		}
		b.WriteString(named(p, a.Dep) + " ← " + named(p, a.Head) + ": " + label.Clean(a.Label) + note[a.Mark] + layer[a.Layer])
	}
	if plan.HasGraph(p) {
		o := plan.NewOutline(p)
		o.Roots(func(v int) { penman(&b, o, v) })
	}
	for i, side := range [][]*draw.Node{p.Trees, p.Below} {
		if i == 1 && len(side) > 0 {
			b.WriteString(" System: ")
		}
		for _, n := range side {
			brackets(&b, p.Words, n)
		}
	}
	return b.String()
}

// named returns a word with its number, which distinguishes it from others of the same form.
func named(p *draw.Picture, w int) string {
	if w == 0 {
		return "ROOT"
	}
	return label.Clean(p.Words[w-1].Form) + " " + p.ID(w)
}

func brackets(b *strings.Builder, words []draw.Word, n *draw.Node) {
	b.WriteString("(" + label.Marked(n.Label, n.Mark))
	if n.Word > 0 {
		b.WriteString(" " + label.Clean(words[n.Word-1].Form))
	}
	for _, child := range n.Children {
		b.WriteString(" ")
		brackets(b, words, child)
	}
	b.WriteString(")")
}

// penman prints a vertex and what is below it in the outline, in PENMAN notation.
func penman(b *strings.Builder, o *plan.Outline, v int) {
	n := o.Vertices[v-1]
	text := label.Sign(n.Mark) + label.Reference(n)
	if !n.Constant {
		text = "(" + text
	}
	if n.Var != "" {
		text += " / " + label.Clean(n.Label)
	}
	if n.Instead != "" {
		text += " " + label.Marked(n.Instead, draw.SystemOnly)
	}
	b.WriteString(text)
	for _, k := range o.Below[v] {
		e := o.Edges[k]
		b.WriteString(" :" + label.Marked(e.Role, e.Mark) + " ")
		if o.Enter(k) {
			penman(b, o, e.To)
		} else {
			b.WriteString(label.Reference(o.Vertices[e.To-1]))
		}
	}
	if !n.Constant {
		b.WriteString(")")
	}
}
