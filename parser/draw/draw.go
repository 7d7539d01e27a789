// Package draw makes pictures of what parsers build, arcs, brackets or a graph, and compares two analyses in one
// picture. A picture is written as SVG, as a page, as text, for LaTeX or for Graphviz.
//
//	for it, err := range p.All(ctx, sentences, 1) {
//		err = draw.Write(os.Stdout, "svg", draw.Options{Width: 1000}, draw.Of(it))
//	}
package draw

import (
	"io"

	"parser/parser"
	"parser/parser/internal/draw"
	"parser/parser/internal/draw/formats"
)

// Picture is the picture of a sentence; a Title may be set.
type Picture = draw.Picture

// Options say how pictures are drawn; zero values are usual. Not every format uses all.
type Options = draw.Options

// Of returns the picture of the graph or tree of an item, or of the arcs of its sentence: where DEPS are filled, those
// that only the enhanced graph has are below the words.
func Of(it *parser.Item) *Picture { return draw.Of(it) }

// Compare returns a picture of two analyses of the same words, in which what only one of them has is marked. The error
// says where the words differ.
func Compare(gold, system *parser.Item) (*Picture, error) { return draw.Compare(gold, system) }

// Formats lists the formats that pictures are written in.
func Formats() []string { return formats.Names() }

// Write writes pictures in the format of a name.
func Write(w io.Writer, format string, o Options, pictures ...*Picture) error {
	return formats.Write(w, format, o, pictures...)
}
