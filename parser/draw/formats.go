package draw

import (
	"fmt"
	"io"
	"slices"
)

// The formats of pictures.
const (
	FormatSVG  = "svg"  // one drawing, sentences one below the other
	FormatHTML = "html" // a page with an index
	FormatText = "text" // for terminals and letters
	FormatTikZ = "tikz" // environments for LaTeX, see Preamble
	FormatDOT  = "dot"  // graphs for Graphviz
)

// Formats lists the formats.
func Formats() []string { return []string{FormatSVG, FormatHTML, FormatText, FormatTikZ, FormatDOT} }

// Write draws pictures in one of Formats; the title is that of a page.
func Write(w io.Writer, format, title string, pictures []*Picture, o Options) error {
	one := (*Picture).Text
	switch format {
	case FormatSVG:
		return Sheet(w, pictures, o)
	case FormatHTML:
		return HTML(w, title, pictures, o)
	case FormatTikZ:
		one = (*Picture).TikZ
	case FormatDOT:
		one = (*Picture).DOT
	}
	if !slices.Contains(Formats(), format) {
		return fmt.Errorf("no format %q of pictures (have %v)", format, Formats())
	}
	for i, p := range pictures {
		if i > 0 {
			if _, err := io.WriteString(w, "\n"); err != nil {
				return err
			}
		}
		if err := one(p, w, o); err != nil {
			return err
		}
	}
	return nil
}
