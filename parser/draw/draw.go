// Package draw makes pictures of what parsers build, arcs, brackets or a graph, and compares two analyses in one
// picture. A picture is written as SVG, as a page, as text, for LaTeX or for Graphviz.
//
//	for it, err := range p.All(ctx, sentences, 1) {
//		err = draw.Write(os.Stdout, "svg", draw.Options{Width: 1000}, draw.Of(it))
//	}
package draw

import (
	"fmt"
	"io"

	"parser/parser/internal/draw"
	"parser/parser/internal/draw/formats"
	"parser/parser/internal/found"
	"parser/parser/query"
	"parser/parser/treebank"
)

// Picture is the picture of a sentence, or of two analyses of it.
type Picture struct {
	Title   string // above the picture; "" for none
	picture *draw.Picture
}

// Options say how pictures are drawn; zero values are usual. Not every format uses all.
type Options struct {
	// Width is the width of the picture in pixels, or in columns of text; 0 is unlimited. Longer sentences continue in
	// further rows, and wider trees and graphs are drawn from the side. What cannot be broken may still be wider.
	Width    int
	Title    string // of an HTML page
	Compact  bool   // without the tags of words under arcs, the variables of graphs, and most of the space
	Fragment bool   // an SVG without a style of its own, for a page that has the style already
}

// Of returns the picture of the graph or tree of an item, or of the arcs of its sentence: where DEPS are filled, those
// that only the enhanced graph has are below the words. An item with words alone has a picture of these.
func Of(it *treebank.Item) *Picture {
	p := draw.Of(it)
	return &Picture{p.Title, p}
}

// Found returns the picture of an item in which the nodes of matches are marked, those that their patterns begin with or name,
// and the relations between nodes of one match.
func Found(it *treebank.Item, matches ...*query.Match) *Picture {
	p := found.Picture(it, matches...)
	return &Picture{p.Title, p}
}

// Compare returns a picture of two analyses of the same words, in which what only one of them has is marked. The error
// says where the words differ.
func Compare(gold, system *treebank.Item) (*Picture, error) {
	p, err := draw.Compare(gold, system)
	if err != nil {
		return nil, err
	}
	return &Picture{p.Title, p}, nil
}

// Formats lists the formats that pictures are written in.
func Formats() []string { return formats.Names() }

// Write writes pictures in the format of a name. It is an error if a picture is too large to be useful.
func Write(w io.Writer, format string, o Options, pictures ...*Picture) error {
	all := make([]*draw.Picture, len(pictures))
	for i, p := range pictures {
		if p == nil || p.picture == nil {
			return fmt.Errorf("%w: picture %d has nothing; Of and Compare make pictures", draw.ErrPicture, i+1)
		}
		titled := *p.picture
		titled.Title, all[i] = p.Title, &titled
	}
	return formats.Write(w, format, draw.Options(o), all...)
}
