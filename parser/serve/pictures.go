package serve

import (
	"bytes"
	"net/http"
	"strings"

	"parser/conll"
	"parser/parser/amr"
	"parser/parser/draw"
	"parser/ptb"
)

// maxDrawn is how many words are drawn at a time: drawings are some thirty times as large as what they show.
const maxDrawn = 5000

// checkDrawn returns a failure if there are too many words to be drawn.
func (p *parsed) checkDrawn() error {
	if n := p.words(); n > maxDrawn {
		return refuse(http.StatusUnprocessableEntity, "length", "the text has %s words; at most %s are drawn at a time", grouped(n), grouped(maxDrawn))
	}
	return nil
}

// pictures returns one of each sentence, tree or graph.
func (p *parsed) pictures() (all []*draw.Picture) {
	for _, s := range p.sentences {
		all = append(all, draw.Sentence(s))
	}
	for _, t := range p.trees {
		all = append(all, draw.Tree(t))
	}
	for _, g := range p.graphs {
		all = append(all, draw.Graph(g))
	}
	return all
}

// shown is what a page needs of sentences to show them, in their order.
type shown struct {
	Pictures []string `json:"pictures"` // SVG, for a page with the style sheet draw.css
	Sources  []string `json:"sources"`  // files of one sentence: CoNLL-U, Penn brackets or PENMAN notation
}

// show draws the sentences, trees or graphs, so many pixels wide.
func (p *parsed) show(width int) (*shown, error) {
	all := shown{[]string{}, []string{}}
	for _, picture := range p.pictures() {
		svg, err := fragment(picture, width)
		if err != nil {
			return nil, err
		}
		all.Pictures = append(all.Pictures, svg)
	}
	add := func(write func(*bytes.Buffer) error) error {
		var source bytes.Buffer
		err := write(&source)
		all.Sources = append(all.Sources, source.String())
		return err
	}
	for _, s := range p.sentences {
		if err := add(func(b *bytes.Buffer) error { return writeAll(conll.NewWriter(b), []*conll.Sentence{s}) }); err != nil {
			return nil, err
		}
	}
	for _, t := range p.trees {
		if err := add(func(b *bytes.Buffer) error { return writeAll(ptb.NewWriter(b), []*ptb.Tree{t}) }); err != nil {
			return nil, err
		}
	}
	for _, g := range p.graphs {
		if err := add(func(b *bytes.Buffer) error { return amr.Write(b, g) }); err != nil {
			return nil, err
		}
	}
	return &all, nil
}

// fragment draws a picture as SVG that is part of the page, so many pixels wide, 0 for any.
func fragment(p *draw.Picture, width int) (string, error) {
	var svg strings.Builder
	err := p.SVG(&svg, draw.Options{Fragment: true, Width: width})
	return svg.String(), err
}
