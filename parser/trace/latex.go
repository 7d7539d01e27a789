package trace

import (
	"fmt"
	"io"
	"strings"
)

// latex is the Writer of a document with a table of configurations, as in Nivre (2008): the
// transition that led to each, its stack, its buffer, and the arcs that it has, which are A
// of the one before and the arc that was added. Brackets are in the stack.
type latex struct {
	w      io.Writer
	before *Step
	arcs   int  // how many sets of arcs there were
	model  bool // there are scores
}

// latexWidth is how many characters of the stack, and of the buffer, a row has room for.
const latexWidth = 60

const latexHead = `%% For pdflatex; for scripts that it does not know, xelatex or lualatex with \setmainfont.
\documentclass{article}
\usepackage{iftex}
\ifPDFTeX\usepackage[T1]{fontenc}\usepackage{textcomp}\else\usepackage{fontspec}\fi
\usepackage[a4paper,landscape,margin=15mm]{geometry}
\usepackage{array,longtable}
\begin{document}
\noindent %s\par\medskip\noindent %s\par
\footnotesize
\begin{longtable}{@{}r>{\raggedright}p{30mm}>{\raggedright}p{70mm}>{\raggedright}p{70mm}>{\raggedright}p{50mm}r@{}}
\hline
& Transition & Stack & Buffer & Arcs & %s\\
\hline
\endhead
`

func (x *latex) Heading(h Heading) error {
	about := h.System
	if h.Params != "" {
		about += ", " + h.Params
	}
	if h.Model != "" {
		about += ", " + h.Model
	}
	x.model = h.Model != ""
	last := "Cost"
	if x.model {
		last = "Cost, probability"
	}
	_, err := fmt.Fprintf(x.w, latexHead, forLaTeX(h.Origin.String()+": "+about), forLaTeX(strings.Join(h.Words, " ")), last)
	return err
}

func (x *latex) Step(s *Step) error {
	var transition, set, added, cost string
	if b := x.before; b != nil {
		transition = forLaTeX(b.Move)
		if b.Error != nil {
			transition = `\textbf{` + transition + `}$^{*}$`
		}
		transition += ` $\Rightarrow$`
		if len(b.Costs) > 0 {
			cost = fmt.Sprint(*b.Costs[0].Cost)
		}
		for _, m := range b.Scores {
			if m.Move == b.moved() {
				cost += " " + forLaTeX(percent(m.Probability))
			}
		}
	}
	for _, a := range s.Arcs {
		if a.New {
			added += fmt.Sprintf(`$A_{%d} = A_{%d} \cup \{(%d, \mbox{%s}, %d)\}$ `, x.arcs+1, x.arcs, a.Head, forLaTeX(a.Label), a.Dep)
			x.arcs++
		}
	}
	switch {
	case len(s.Stack) == 0 || s.Stack[0] != "ROOT":
	case added != "":
		set = added
	case x.arcs == 0:
		set = `$A_0 = \emptyset$`
	default:
		set = fmt.Sprintf(`$A_{%d}$`, x.arcs)
	}
	x.before = s
	_, err := fmt.Fprintf(x.w, "%d & %s & [%s] & [%s] & %s & %s\\\\\n", s.Step-1, transition,
		forLaTeX(tail(s.Stack, latexWidth)), forLaTeX(head(s.Buffer, latexWidth)), set, cost)
	return err
}

func (x *latex) Close() error {
	text := "\\hline\n\\end{longtable}\n"
	for _, e := range x.before.Errors {
		text += fmt.Sprintf("\\noindent $^{*}$ %d: %s\\par\n", e.Step, forLaTeX(e.String()))
	}
	if x.before.Loss != nil {
		text += fmt.Sprintf("\\noindent Loss: %d\\par\n", *x.before.Loss)
	}
	_, err := io.WriteString(x.w, text+"\\end{document}\n")
	return err
}

// forLaTeX writes text with what has a meaning in LaTeX as it is.
func forLaTeX(text string) string {
	return strings.NewReplacer(`\`, `\textbackslash{}`, `{`, `\{`, `}`, `\}`, `$`, `\$`, `&`, `\&`, `#`, `\#`, `^`, `\textasciicircum{}`, `_`, `\_`,
		`~`, `\textasciitilde{}`, `%`, `\%`, `"`, `\textquotedbl{}`, `'`, `\textquotesingle{}`, "`", `\textasciigrave{}`, `-`, `{-}`, `<`, `\textless{}`, `>`, `\textgreater{}`, `|`, `\textbar{}`,
		"…", `\dots{}`, "[", "{[}", "]", "{]}").Replace(text)
}
