// Package formats writes pictures as SVG, HTML, text, LaTeX and for Graphviz.
//
//	err := formats.Write(os.Stdout, formats.SVG, draw.Options{Width: 1000}, pictures...)
//
// A format is a folder below draw/internal and a name in this package.
package formats

import (
	"fmt"
	"io"

	"parser/parser/internal/draw"
	"parser/parser/internal/draw/internal/dot"
	"parser/parser/internal/draw/internal/html"
	"parser/parser/internal/draw/internal/svg"
	"parser/parser/internal/draw/internal/text"
	"parser/parser/internal/draw/internal/tikz"
)

// The names of the formats.
const (
	SVG  = "svg"  // one drawing, with the sentences one below the other
	HTML = "html" // a page with an index
	Text = "text" // for terminals and plain letters
	TikZ = "tikz" // environments for LaTeX
	DOT  = "dot"  // graphs for Graphviz
)

// Names returns the names of the formats.
func Names() []string { return []string{SVG, HTML, Text, TikZ, DOT} }

// Write draws pictures in the format of a name.
func Write(w io.Writer, name string, o draw.Options, pictures ...*draw.Picture) error {
	switch name {
	case SVG:
		return svg.Write(w, pictures, o)
	case HTML:
		return html.Write(w, pictures, o)
	case Text:
		return each(w, pictures, o, text.Write)
	case TikZ:
		return each(w, pictures, o, tikz.Write)
	case DOT:
		return each(w, pictures, o, dot.Write)
	}
	return fmt.Errorf("unknown format %q of pictures (have %v)", name, Names())
}

// each writes pictures one by one, with an empty line between two.
func each(w io.Writer, pictures []*draw.Picture, o draw.Options, write func(io.Writer, *draw.Picture, draw.Options) error) error {
	for i, p := range pictures {
		if i > 0 {
			if _, err := io.WriteString(w, "\n"); err != nil {
				return err
			}
		}
		if err := p.Check(); err != nil {
			return err
		}
		if err := write(w, p, o); err != nil {
			return err
		}
	}
	return nil
}

// CSS returns the rules for pages that hold fragments of SVG: light and dark colours.
func CSS() string { return svg.CSS() }

// LaTeX returns a text as it stands in LaTeX, and in a TikZ picture.
func LaTeX(text string) string { return tikz.Escape(text) }
