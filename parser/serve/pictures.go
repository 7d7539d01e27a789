package serve

import (
	"bytes"
	"net/http"
	"strings"

	"parser/parser/draw"
	"parser/parser/draw/formats"
	"parser/parser/internal/pipe"
	"parser/parser/structure"
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
	for _, it := range p.items {
		all = append(all, draw.Of(it))
	}
	return all
}

// shown is what a page needs of sentences to show them, in their order.
type shown struct {
	Pictures []string `json:"pictures"` // SVG, for a page with the style sheet draw.css
	Sources  []string `json:"sources"`  // files of one sentence: CoNLL-U, Penn brackets or PENMAN notation
}

// show draws the sentences, trees or graphs, width pixels wide.
func (p *parsed) show(width int) (*shown, error) {
	all := shown{[]string{}, []string{}}
	for _, picture := range p.pictures() {
		svg, err := fragment(picture, width)
		if err != nil {
			return nil, err
		}
		all.Pictures = append(all.Pictures, svg)
	}
	for _, it := range p.items {
		var source bytes.Buffer
		w, err := p.builds.NewWriter(&source, structure.Writing{})
		if err == nil {
			err = pipe.WriteAll(w, []*structure.Item{it})
		}
		if err != nil {
			return nil, err
		}
		all.Sources = append(all.Sources, source.String())
	}
	return &all, nil
}

// fragment draws a picture as SVG that is part of the page, width pixels wide, 0 for any.
func fragment(p *draw.Picture, width int) (string, error) {
	var svg strings.Builder
	err := formats.Write(&svg, formats.SVG, draw.Options{Fragment: true, Width: width}, p)
	return svg.String(), err
}
