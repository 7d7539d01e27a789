package trace

import (
	"fmt"
	"io"
	"strings"

	"parser/parser/internal/draw"
	"parser/parser/internal/draw/formats"
	"parser/parser/internal/structure"
)

// latex is the Writer of a document with a table of configurations, as in Nivre (2008): the transition that led to
// each, its stack, its buffer, and its arcs as those of the configuration before and the new one. Brackets are in the
// stack.
type latex struct {
	w       io.Writer
	arcs    bool // the system builds arcs
	graphs  bool
	scores  bool
	sets    int // of arcs, so far
	before  *Step
	picture string // of the last graph
}

// Characters of the stack and of the buffer in a row, with and without arcs.
const (
	latexNarrow = 55
	latexWide   = 75
)

const latexHead = `%% For pdflatex, two or three times over; for scripts that it does not know, xelatex or lualatex with \setmainfont.
\documentclass{article}
\usepackage{iftex}
\ifPDFTeX\usepackage[T1]{fontenc}\usepackage{textcomp}\IfFileExists{lmodern.sty}{\usepackage{lmodern}}{}\else\usepackage{fontspec}\fi
\usepackage[a4paper,landscape,margin=15mm]{geometry}
\usepackage{array,longtable,tikz}
\begin{document}
\noindent %s\par\medskip\noindent %s\par
\footnotesize
\renewcommand{\arraystretch}{1.2}
\begin{longtable}{@{}r%s@{}}
\hline
& %s\\
\hline
\endhead
`

func (x *latex) Heading(h Heading) error {
	about := h.Origin.String() + ": " + h.System
	for _, more := range []string{h.Params, h.Model} {
		if more != "" {
			about += ", " + more
		}
	}
	x.arcs, x.graphs, x.scores = h.Holds == structure.Columns, h.Holds == structure.Graph, h.Model != ""
	column := func(mm int) string { return fmt.Sprintf(`>{\raggedright}p{%dmm}`, mm) }
	columns, names := "l"+column(97)+column(97), []string{"Transition", "Stack", "Buffer"}
	if x.arcs {
		columns, names = "l"+column(70)+column(70)+"l", append(names, "Arcs")
	}
	columns, names = columns+"r", append(names, "Cost")
	if x.scores {
		columns, names = columns+"r", append(names, "Probability")
	}
	_, err := fmt.Fprintf(x.w, latexHead, formats.LaTeX(about), formats.LaTeX(strings.Join(h.Words, " ")), columns, strings.Join(names, " & "))
	return err
}

func (x *latex) Step(s *Step) error {
	transition, cost, probability := "", "", ""
	if b := x.before; b != nil {
		transition = formats.LaTeX(b.Move)
		if b.Error != nil {
			transition = `\textbf{` + transition + `}$^{*}$`
		}
		transition += ` $\Rightarrow$`
		if len(b.Costs) > 0 {
			cost = fmt.Sprint(*b.Costs[0].Cost)
		}
		if m := b.scored(b.moved()); m.Move != "" {
			probability = formats.LaTeX(percent(m.Probability))
		}
	}
	x.before = s
	cells := []string{fmt.Sprint(s.Step - 1), transition}
	switch {
	case x.arcs:
		cells = append(cells, nodesInLaTeX(fromEnd(s.Stack, latexNarrow)), nodesInLaTeX(fitting(s.Buffer, latexNarrow)), x.set(s))
	case x.graphs:
		cells = append(cells, nodesInLaTeX(fromEnd(s.Stack, latexWide)), nodesInLaTeX(fitting(s.Buffer, latexWide)))
		if s.Move == "" { // the last step
			p := s.Picture()
			plain(p)
			var picture strings.Builder
			if err := formats.Write(&picture, formats.TikZ, draw.Options{}, p); err != nil {
				return err
			}
			x.picture = picture.String()
		}
	default:
		cells = append(cells, `{[}`+formats.LaTeX(tail(s.Stack, latexWide))+`]`, `{[}`+formats.LaTeX(head(s.Buffer, latexWide))+`]`)
	}
	if cells = append(cells, cost); x.scores {
		cells = append(cells, probability)
	}
	_, err := io.WriteString(x.w, strings.Join(cells, " & ")+"\\\\\n")
	return err
}

// set names the set of arcs of a step, with its members if it is a new set.
func (x *latex) set(s *Step) string {
	added := ""
	for _, a := range s.Arcs {
		if a.New {
			added += fmt.Sprintf(` \cup \{(%d, \mbox{%s}, %d)\}`, a.Head, formats.LaTeX(a.Label), a.Dep)
		}
	}
	if added == "" && x.sets > 0 {
		return fmt.Sprintf("$A_{%d}$", x.sets)
	}
	if added == "" {
		return `$A_{0} = \emptyset$`
	}
	x.sets++
	return fmt.Sprintf("$A_{%d} = A_{%d}%s$", x.sets, x.sets-1, added)
}

func (x *latex) Close() error {
	text := "\\hline\n\\end{longtable}\n"
	if x.before != nil {
		for _, e := range x.before.Errors {
			text += fmt.Sprintf("\\noindent $^{*}$ %d: %s\\par\n", e.Step, formats.LaTeX(e.String()))
		}
		if x.before.Loss != nil {
			text += fmt.Sprintf("\\noindent Loss: %d\\par\n", *x.before.Loss)
		}
	}
	if x.picture != "" {
		text += "\\begin{center}\n" + x.picture + "\\end{center}\n"
	}
	_, err := io.WriteString(x.w, text+"\\end{document}\n")
	return err
}

func nodesInLaTeX(words []string) string {
	var nodes []string
	for _, word := range words {
		if number, form, ok := strings.Cut(word, ":"); ok {
			nodes = append(nodes, formats.LaTeX(form)+"$_{"+number+"}$")
			continue
		}
		nodes = append(nodes, formats.LaTeX(word)) // ROOT, or an ellipsis
	}
	return "{[}" + strings.Join(nodes, ", ") + "]"
}
