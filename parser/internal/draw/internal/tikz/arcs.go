package tikz

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"parser/eval/layout"
	"parser/parser/internal/draw"
	"parser/parser/internal/draw/internal/plan"
)

// Heights of arcs, in ex.
const (
	levelHigh = 2.7 // from one level to the next
	rootHigh  = 1.5 // of an arc from ROOT in addition, since it starts at the middle of the word
)

// arcs draws arcs. Columns are as far apart, and arcs as high, as their labels need.
func arcs(out layout.Printer, p *draw.Picture, o draw.Options) {
	l := plan.NewArcs(p, plan.SpacingOf(o))
	row := l.Rows(0)[0]
	level := row.ArcLevels()
	out.Printf("%% needs \\usepackage{tikz-dependency}%s\n\\begin{dependency}[%%\n", engine(p.Words))
	if slices.ContainsFunc(p.Arcs, func(a draw.Arc) bool { return a.Mark != draw.Same }) {
		out.Printf("%s", arcStyles)
	}
	if slices.ContainsFunc(p.Arcs, func(a draw.Arc) bool { return a.Layer != draw.AllLayers }) {
		out.Printf("%s", layerStyles)
	}
	heads := make([]int, len(p.Words)+1)     // how many each word has
	roots := make([]float64, len(p.Words)+1) // where arcs from ROOT end, since TikZ puts them in the middle
	for i, a := range p.Arcs {
		heads[a.Dep]++
		if a.Head == 0 && a.Layer != draw.EnhancedOnly {
			roots[a.Dep] = l.Slots[i][0]
		}
	}
	several := slices.Max(heads) > 1 // arcs would end at one point
	if several {
		out.Printf("  edge horizontal padding=0pt, edge slant=0pt,\n")
	}
	out.Printf("  label style={draw=none, inner sep=.3ex}]\n\\begin{deptext}[column sep=%.1fpt, row 2/.style={font=\\scriptsize}]\n", l.Gap*point/2)
	words(out, l, row)
	for i, a := range p.Arcs {
		start, end := l.Slots[i][0], l.Slots[i][1]
		if a.Head > a.Dep {
			start, end = end, start
		}
		if a.Layer != draw.EnhancedOnly {
			start, end = start-roots[a.Head], end-roots[a.Dep]
		}
		if l.RTL {
			start, end = -start, -end
		}
		options := fmt.Sprintf("edge height=%.1fex", levelHigh*float64(level[i]))
		switch {
		case a.Head == 0:
			options = fmt.Sprintf("edge height=%.1fex", float64(levelHigh*float64(level[i]))+rootHigh)
		case several:
			options += fmt.Sprintf(", edge start x offset=%.1fpt, edge end x offset=%.1fpt", start*point, end*point)
		}
		if a.Mark != draw.Same {
			options = style(a.Mark) + ", " + options
		}
		if a.Layer != draw.AllLayers {
			options = [...]string{"", "basic", "enhanced"}[a.Layer] + ", " + options
		}
		text := sign(a.Mark) + escaped(a.Label)
		switch {
		case a.Head == 0 && a.Layer == draw.EnhancedOnly: // \deproot is always above
			out.Printf("\\draw[<-, violet] ([xshift=%.1fpt]\\wordref{%d}{%d}.south) -- ++(0,-%.1fex) node[below, inner sep=.3ex, font=\\scriptsize\\itshape]{%s};\n",
				end*point, lastRow(l), column(l, a.Dep), float64(levelHigh*float64(level[i]))+rootHigh, text)
		case a.Head == 0:
			out.Printf("\\deproot[%s]{%d}{%s}\n", options, column(l, a.Dep), text)
		default:
			out.Printf("\\depedge[%s]{%d}{%d}{%s}\n", options, column(l, a.Head), column(l, a.Dep), text)
		}
	}
	tokens(out, l)
	out.Printf("\\end{dependency}\n")
}

// column returns the column of a word, and the word of a column, both from 1.
func column(l *plan.Arcs, w int) int {
	if l.RTL {
		return len(l.Words) + 1 - w
	}
	return w
}

// words writes the matrix of words and their tags.
func words(out layout.Printer, l *plan.Arcs, row *plan.Row) {
	for k := range l.Words {
		w := column(l, k+1) - 1
		if k > 0 {
			before := column(l, k) - 1
			out.Printf(` \&`)
			if more := (math.Abs(row.X[w]-row.X[before]) - row.Half[w] - row.Half[before] - l.Gap) * point; more >= 1 {
				out.Printf("[%.0fpt]", more)
			}
			out.Printf(" ")
		}
		out.Printf("%s", form(&l.Words[w]))
	}
	out.Printf(" \\\\\n")
	if l.Tags {
		tags := make([]string, len(l.Words))
		for k, word := range l.Words {
			tags[column(l, k+1)-1] = escaped(word.Tag)
		}
		out.Printf("%s \\\\\n", strings.Join(tags, ` \& `))
	}
	out.Printf("\\end{deptext}\n")
}

// lastRow returns the number of the last row of the matrix.
func lastRow(l *plan.Arcs) int {
	if l.Tags {
		return 2
	}
	return 1
}

func tokens(out layout.Printer, l *plan.Arcs) {
	last := lastRow(l)
	for _, t := range l.Tokens {
		from, to := column(l, t.First), column(l, t.Last)
		out.Printf("\\draw (\\wordref{%d}{%d}.south west) -- (\\wordref{%d}{%d}.south east) node[midway, below, font=\\scriptsize]{%s};\n",
			last, min(from, to), last, max(from, to), escaped(t.Form))
	}
}
