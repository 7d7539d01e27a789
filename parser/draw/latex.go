package draw

import "strings"

// Preamble returns what a LaTeX document must say before \begin{document} to hold what TikZ
// writes. For scripts that pdflatex does not know, such as Arabic and Chinese, LuaLaTeX or
// XeLaTeX is needed, and a font of that script.
func Preamble() string {
	return `\usepackage{iftex}
\ifPDFTeX\usepackage[T1]{fontenc}\else\usepackage{fontspec}\fi
% Other scripts, with lualatex and a font that has them:
% \usepackage[english,bidi=basic]{babel}
% \babelprovide[import,onchar=ids fonts]{arabic} \babelfont[arabic]{rm}{Amiri}
\usepackage{tikz-dependency}
\usepackage{forest}
`
}

// latexReplacer writes what has a meaning in LaTeX, in a TikZ matrix or in a forest, or is part of
// a ligature. The ampersand is no command, as \& ends a cell of the matrix.
var latexReplacer = strings.NewReplacer(`\`, `\textbackslash{}`, `{`, `\{`, `}`, `\}`, `$`, `\$`, `&`, `\symbol{38}`, `#`, `\#`, `^`, `\textasciicircum{}`,
	`_`, `\_`, `~`, `\textasciitilde{}`, `%`, `\%`, `"`, `\symbol{34}`, `'`, `\textquotesingle{}`, "`", `\textasciigrave{}`, `-`, `{-}`, `<`, `\textless{}`,
	`>`, `\textgreater{}`, `|`, `\textbar{}`, `,`, `{,}`, `=`, `{=}`, `[`, `{[}`, `]`, `{]}`, `!`, `{!}`, `?`, `{?}`, "\uFFFD", `{?}`, "…", `\dots{}`)

// LaTeX returns a text as it stands in LaTeX, and in a TikZ picture.
func LaTeX(text string) string { return latexReplacer.Replace(text) }

// latex is LaTeX of what may be shown of a text.
func latex(text string) string { return LaTeX(clean(text)) }

// latexStyle returns the name of the style of marked arcs and nodes.
func (m Mark) latexStyle() string { return [...]string{"", "gold", "system", "new"}[m] }

// latexSign is what precedes marked labels.
func (m Mark) latexSign() string { return [...]string{"", "$-$", "$+$", ""}[m] }

// The styles gold, system and new, for arcs and for nodes of a forest, in colours that the
// colour-blind can tell apart.
const (
	latexArcStyles = `  gold/.style={edge style={draw=blue!80!cyan, thick, dashed}, label style={text=blue!70!black}},
  system/.style={edge style={draw=orange!80!red, very thick}, label style={text=orange!50!black, font=\bfseries}},
  new/.style={edge style={draw=teal, ultra thick}, label style={text=teal!70!black, font=\bfseries}},
`
	latexNodeStyles = `  gold/.style={draw=blue!80!cyan, thick, dashed, rounded corners, inner sep=2pt},
  system/.style={draw=orange!80!red, very thick, rounded corners, inner sep=2pt},
  new/.style={draw=teal, ultra thick, rounded corners, inner sep=2pt},
`
)
