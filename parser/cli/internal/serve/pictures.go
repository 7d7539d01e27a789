package serve

import (
	"net/http"
	"strings"

	"parser/parser/internal/draw"
	"parser/parser/internal/draw/formats"
	"parser/parser/treebank"
)

// maxDrawn is how many words are drawn at a time: drawings are about thirty times as large as their text.
const maxDrawn = 5000

func checkDrawn(items []*treebank.Item) error {
	if n := wordsIn(treesOf(items)); n > maxDrawn {
		return refuse(http.StatusUnprocessableEntity, "length", "the text has %s words; at most %s are drawn at a time", grouped(n), grouped(maxDrawn))
	}
	return nil
}

// treesOf returns items with all their trees, in the order in which they are written.
func treesOf(items []*treebank.Item) (all []*treebank.Item) {
	for _, it := range items {
		all = append(append(all, it), it.Others...)
	}
	return all
}

// shown is what a page needs to show sentences, in their order.
type shown struct {
	Pictures []string `json:"pictures"` // SVG, for a page with the style sheet draw.css
	Sources  []string `json:"sources"`  // files of one sentence: CoNLL-U, Penn brackets or PENMAN notation
}

func (m *model) show(items []*treebank.Item, width int) (*shown, error) {
	all := shown{[]string{}, []string{}}
	for _, it := range treesOf(items) {
		svg, err := fragment(draw.Of(it), width)
		if err != nil {
			return nil, err
		}
		plain := *it
		plain.Rank, plain.Probability, plain.Certainty, plain.Others = 0, 0, nil, nil
		source, err := m.write("", &plain)
		if err != nil {
			return nil, err
		}
		all.Pictures, all.Sources = append(all.Pictures, svg), append(all.Sources, string(source))
	}
	return &all, nil
}

// fragment draws a picture as SVG for a page, at most width pixels wide; 0 is unlimited.
func fragment(p *draw.Picture, width int) (string, error) {
	var svg strings.Builder
	err := formats.Write(&svg, formats.SVG, draw.Options{Fragment: true, Width: width}, p)
	return svg.String(), err
}
