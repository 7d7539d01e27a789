package serve

import (
	"bytes"
	"strings"

	"parser/conll"
	"parser/parser/draw"
	"parser/ptb"
)

// shown is what a page needs of sentences to show them, in their order.
type shown struct {
	Pictures []string `json:"pictures"` // SVG, for a page with the style sheet draw.css
	Sources  []string `json:"sources"`  // files of one sentence: CoNLL-U or Penn brackets
}

// show draws the sentences or trees.
func (p *parsed) show() (*shown, error) {
	var all shown
	add := func(picture *draw.Picture, write func(*bytes.Buffer) error) error {
		svg, err := fragment(picture)
		if err != nil {
			return err
		}
		var source bytes.Buffer
		all.Pictures = append(all.Pictures, svg)
		err = write(&source)
		all.Sources = append(all.Sources, source.String())
		return err
	}
	for _, s := range p.sentences {
		if err := add(draw.Sentence(s), func(b *bytes.Buffer) error { return writeAll(conll.NewWriter(b), []*conll.Sentence{s}) }); err != nil {
			return nil, err
		}
	}
	for _, t := range p.trees {
		if err := add(draw.Tree(t), func(b *bytes.Buffer) error { return writeAll(ptb.NewWriter(b), []*ptb.Tree{t}) }); err != nil {
			return nil, err
		}
	}
	return &all, nil
}

// fragment draws a picture as SVG that is part of the page.
func fragment(p *draw.Picture) (string, error) {
	var svg strings.Builder
	err := p.SVG(&svg, draw.Options{Fragment: true})
	return svg.String(), err
}
