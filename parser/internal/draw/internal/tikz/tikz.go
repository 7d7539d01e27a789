// Package tikz draws pictures for LaTeX.
package tikz

import (
	"cmp"
	"io"
	"strings"
	"unicode"

	"parser/eval/layout"
	"parser/parser/internal/draw"
	"parser/parser/internal/draw/internal/label"
	"parser/parser/internal/draw/internal/plan"
)

// point is a pixel of the plan in points, for a font of 10pt.
const point = 10 / plan.WordSize

// Write draws a picture: as an environment dependency of the package tikz-dependency, as a forest of the package
// forest, or as a tikzpicture if it holds a graph. Marks are styles, which pictures with marks define; states are not
// drawn. Arcs of the enhanced layer only are below the words, those of the basic layer only are dotted, and empty nodes are
// in italics. If trees are compared, a forest of the system follows that of gold. Sentences written from right to left have
// their words in that order. Compact leaves out the tags of words and some of the space; Width has no effect.
func Write(w io.Writer, p *draw.Picture, o draw.Options) error {
	var err error
	written := layout.Print(w, func(out layout.Printer) {
		if title := strings.TrimSpace(label.Clean(p.Title)); title != "" {
			out.Printf("%% %s\n", title)
		}
		switch {
		case plan.HasGraph(p):
			err = graph(out, p, o)
		case plan.HasTrees(p):
			trees(out, p, o)
		case len(p.Words) > 0:
			arcs(out, p, o)
		}
	})
	return cmp.Or(err, written)
}

// engine says which engine the words need, to follow the packages in a comment.
func engine(words []draw.Word) string {
	for _, w := range words {
		for _, r := range w.Form {
			if r > unicode.MaxLatin1 && !unicode.In(r, unicode.Latin, unicode.Punct) {
				return "; for its script lualatex or xelatex, and a font"
			}
		}
	}
	return ""
}
