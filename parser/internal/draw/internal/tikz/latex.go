package tikz

import (
	"strings"

	"parser/parser/internal/draw"
	"parser/parser/internal/draw/internal/label"
)

// replacer escapes characters that mean something in LaTeX, in a TikZ matrix or in a forest, or
// that are part of a ligature. The ampersand is not \&, which ends a cell of the matrix.
var replacer = strings.NewReplacer(`\`, `\textbackslash{}`, `{`, `\{`, `}`, `\}`, `$`, `\$`, `&`, `\symbol{38}`, `#`, `\#`, `^`, `\textasciicircum{}`,
	`_`, `\_`, `~`, `\textasciitilde{}`, `%`, `\%`, `"`, `\symbol{34}`, `'`, `\textquotesingle{}`, "`", `\textasciigrave{}`, `-`, `{-}`, `<`, `\textless{}`,
	`>`, `\textgreater{}`, `|`, `\textbar{}`, `,`, `{,}`, `=`, `{=}`, `[`, `{[}`, `]`, `{]}`, `!`, `{!}`, `?`, `{?}`, "\uFFFD", `{?}`, "…", `\dots{}`)

// Escape returns a text as it stands in LaTeX, and in a TikZ picture.
func Escape(text string) string { return replacer.Replace(text) }

// form returns the form of a word as a picture shows it.
func form(w *draw.Word) string {
	text := escaped(w.Form)
	if w.Empty {
		text = `\textit{` + text + "}"
	}
	if w.Mark == draw.Found {
		text = `\textbf{\color{orange!50!black}` + text + "}"
	}
	return text
}

// escaped returns a text as a picture shows it.
func escaped(text string) string { return Escape(label.Clean(text)) }

// style returns the name of the style of marked arcs and nodes.
func style(m draw.Mark) string { return [...]string{"", "gold", "system", "new", "found"}[m] }

// option returns the style of a mark as it follows other options.
func option(m draw.Mark) string {
	if m == draw.Same {
		return ""
	}
	return ", " + style(m)
}

func sign(m draw.Mark) string { return [...]string{"", "$-$", "$+$", "", ""}[m] }

// The styles of marked arcs and of marked nodes, and those of arcs in one layer only, in colours that colour-blind readers can tell apart.
const (
	arcStyles = `  gold/.style={edge style={draw=blue!80!cyan, thick, dashed}, label style={text=blue!70!black}},
  system/.style={edge style={draw=orange!80!red, very thick}, label style={text=orange!50!black, font=\bfseries}},
  new/.style={edge style={draw=teal, ultra thick}, label style={text=teal!70!black, font=\bfseries}},
  found/.style={edge style={draw=orange!80!red, ultra thick}, label style={text=orange!50!black, font=\bfseries}},
`
	layerStyles = `  basic/.style={edge style={dotted}},
  enhanced/.style={edge below, edge style={draw=violet}, label style={text=violet, font=\itshape}},
`
	nodeStyles = `  gold/.style={draw=blue!80!cyan, thick, dashed, rounded corners, inner sep=2pt},
  system/.style={draw=orange!80!red, very thick, rounded corners, inner sep=2pt},
  new/.style={draw=teal, ultra thick, rounded corners, inner sep=2pt},
  found/.style={draw=orange!80!red, ultra thick, rounded corners, inner sep=2pt},
`
)
