package draw

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"unicode"

	"parser/eval/layout"
)

// Sizes of a TikZ picture, for a font of 10pt.
const (
	latexPoint = 10 / wordSize // in pixels of the layout
	latexLevel = 2.7           // ex from one level of arcs to the next
)

// TikZ draws the picture for LaTeX: an environment dependency of the package tikz-dependency,
// a forest of the package forest, or for a graph a tikzpicture; [Preamble] is what a document needs for them. Marks are
// styles, which are defined where a picture has marks; states are not drawn. Where trees are
// compared a forest of the system follows that of gold. Words that are mostly written from right to left
// are put in that order. Compact leaves out tags of words and some of the space; there is no
// Width.
func (p *Picture) TikZ(w io.Writer, o Options) error {
	if err := p.check(); err != nil {
		return err
	}
	var err error
	written := layout.Print(w, func(out layout.Printer) {
		if title := strings.TrimSpace(clean(p.Title)); title != "" {
			out.Printf("%% %s\n", title)
		}
		switch {
		case len(p.Vertices) > 0:
			err = p.tikzGraph(out, o)
		case len(p.Trees)+len(p.Below) > 0:
			p.tikzTrees(out, o)
		case len(p.Words) > 0:
			p.tikzArcs(out, o)
		}
	})
	return cmp.Or(err, written)
}

// engine says which engine the words need, as a comment goes on.
func engine(words []Word) string {
	for _, w := range words {
		for _, r := range w.Form {
			if r > unicode.MaxLatin1 && !unicode.In(r, unicode.Latin, unicode.Punct) {
				return "; for its script lualatex or xelatex, and a font"
			}
		}
	}
	return ""
}

// tikzArcs draws arcs. Columns are as far apart, and arcs as high, as their labels need.
func (p *Picture) tikzArcs(out layout.Printer, o Options) {
	l := newArcLayout(p, metricsOf(o))
	row := l.rows(0)[0]
	out.Printf("%% needs \\usepackage{tikz-dependency}%s\n\\begin{dependency}[%%\n", engine(p.Words))
	if slices.ContainsFunc(p.Arcs, func(a Arc) bool { return a.Mark != Same }) {
		out.Printf("%s", latexArcStyles)
	}
	heads := make([]int, len(p.Words)+1)     // how many each word has
	roots := make([]float64, len(p.Words)+1) // where arcs from ROOT end, which TikZ puts in the middle
	for i, a := range p.Arcs {
		heads[a.Dep]++
		if a.Head == 0 {
			roots[a.Dep] = l.slots[i][0]
		}
	}
	several := slices.Max(heads) > 1 // arcs would end in one point
	if several {
		out.Printf("  edge horizontal padding=0pt, edge slant=0pt,\n")
	}
	out.Printf("  label style={draw=none, inner sep=.3ex}]\n\\begin{deptext}[column sep=%.1fpt, row 2/.style={font=\\scriptsize}]\n", l.gap*latexPoint/2)
	p.tikzWords(out, l, row)
	level := make([]int, len(p.Arcs))
	for _, piece := range row.pieces {
		level[piece.arc] = piece.level
	}
	for i, a := range p.Arcs {
		start, end := l.slots[i][0], l.slots[i][1]
		if a.Head > a.Dep {
			start, end = end, start
		}
		start, end = start-roots[a.Head], end-roots[a.Dep]
		if l.rtl {
			start, end = -start, -end
		}
		options := fmt.Sprintf("edge height=%.1fex", latexLevel*float64(level[i]))
		switch {
		case a.Head == 0: // the height is that above the middle of the word
			options = fmt.Sprintf("edge height=%.1fex", latexLevel*float64(level[i])+1.5)
		case several:
			options += fmt.Sprintf(", edge start x offset=%.1fpt, edge end x offset=%.1fpt", start*latexPoint, end*latexPoint)
		}
		if a.Mark != Same {
			options = a.Mark.latexStyle() + ", " + options
		}
		label := a.Mark.latexSign() + latex(a.Label)
		if a.Head == 0 {
			out.Printf("\\deproot[%s]{%d}{%s}\n", options, l.column(a.Dep), label)
		} else {
			out.Printf("\\depedge[%s]{%d}{%d}{%s}\n", options, l.column(a.Head), l.column(a.Dep), label)
		}
	}
	p.tikzTokens(out, l)
	out.Printf("\\end{dependency}\n")
}

// column returns in which column a word stands, both from 1, and which word stands in a column.
func (l *arcLayout) column(w int) int {
	if l.rtl {
		return len(l.Words) + 1 - w
	}
	return w
}

// tikzWords writes the matrix of words and their tags.
func (p *Picture) tikzWords(out layout.Printer, l *arcLayout, row *arcRow) {
	for k := range p.Words {
		w := l.column(k+1) - 1
		if k > 0 {
			before := l.column(k) - 1
			out.Printf(` \&`)
			if more := (math.Abs(row.x[w]-row.x[before]) - row.half[w] - row.half[before] - l.gap) * latexPoint; more >= 1 {
				out.Printf("[%.0fpt]", more)
			}
			out.Printf(" ")
		}
		out.Printf("%s", latex(p.Words[w].Form))
	}
	out.Printf(" \\\\\n")
	if l.tags {
		for k := range p.Words {
			if k > 0 {
				out.Printf(` \& `)
			}
			out.Printf("%s", latex(p.Words[l.column(k+1)-1].Tag))
		}
		out.Printf(" \\\\\n")
	}
	out.Printf("\\end{deptext}\n")
}

// tikzTokens draws the multiword tokens below the matrix.
func (p *Picture) tikzTokens(out layout.Printer, l *arcLayout) {
	last := 1
	if l.tags {
		last = 2
	}
	for _, t := range p.Tokens {
		from, to := l.column(t.First), l.column(t.Last)
		out.Printf("\\draw (\\wordref{%d}{%d}.south west) -- (\\wordref{%d}{%d}.south east) node[midway, below, font=\\scriptsize]{%s};\n",
			last, min(from, to), last, max(from, to), latex(t.Form))
	}
}
