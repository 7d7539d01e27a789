package serve

import (
	"net/http"

	"parser/conll"
	"parser/conll/textfile"
	"parser/parser/internal/draw"
	"parser/parser/text"
	"parser/parser/treebank"
)

type compareQuery struct {
	Models []string `json:"models"`
	Input  string   `json:"input"`
	Data   *string  `json:"data"`
	Width  int      `json:"width"` // of drawings, as in a query
}

type compared struct {
	SVG         string `json:"svg"`         // of both in one, for a page with the style sheet draw.css
	Differences int    `json:"differences"` // see draw.Picture.Differences
	Words       int    `json:"words"`       // of the sentence
}

// compare answers a request to compare two models. The first segments raw text for both, and tags it if the second
// needs tags but finds none itself.
func (s *Server) compare(c *call) error {
	var q compareQuery
	if err := c.readJSON(&q, &q.Data); err != nil {
		return err
	}
	if len(q.Models) != 2 {
		return refuse(http.StatusBadRequest, "parameter", "two models can be compared, not %d", len(q.Models))
	}
	m, input, err := s.subject(c, q.Models[0], q.Input, *q.Data, q.Width)
	if err != nil {
		return err
	}
	other, err := s.find(c, *s.models.Load(), q.Models[1], q.Input, *q.Data)
	if err != nil {
		return err
	}
	if m.Kind() != other.Kind() {
		return refuse(http.StatusBadRequest, "parameter", "a model of %s cannot be compared with one of %s", m.about.Kind, other.about.Kind)
	}
	return c.send(s.work(c, func() (any, error) {
		read, err := s.reader(c, m, input, *q.Data, text.Options{})
		if err != nil {
			return nil, err
		}
		var copies []*treebank.Item // for the second, without what the first fills in
		first, err := c.parseAll(m.Parser, changed(read, func(it *treebank.Item) {
			copies = append(copies, treebank.SentenceItem(it.Sentence.Clone()))
		}))
		if err != nil {
			return nil, err
		}
		c.parsed(m, first)
		if err := checkDrawn(first); err != nil {
			return nil, err
		}
		if other.about.NeedsTags {
			giveTags(first, copies)
		}
		second, err := c.parseAll(other.Parser, textfile.Each(copies))
		if err != nil {
			return nil, err
		}
		all, err := compareAll(first, second, [2]string{m.Name, other.Name}, q.Width)
		return map[string]any{"sentences": all}, err
	}))
}

// giveTags gives words without tags the lemmas, tags and features that a model has found for them.
func giveTags(found, copies []*treebank.Item) {
	for i, s := range found {
		for k := range s.Words {
			if w := &copies[i].Words[k]; !conll.Filled(w.UPOS) && !conll.Filled(w.XPOS) {
				w.Lemma, w.UPOS, w.XPOS, w.Feats = s.Words[k].Lemma, s.Words[k].UPOS, s.Words[k].XPOS, s.Words[k].Feats
			}
		}
	}
}

func compareAll(first, second []*treebank.Item, names [2]string, width int) ([]compared, error) {
	all := []compared{}
	for i, it := range first {
		p, err := draw.Compare(it, second[i])
		if err != nil {
			return nil, err
		}
		p.Names = names
		svg, err := fragment(p, width)
		if err != nil {
			return nil, err
		}
		all = append(all, compared{svg, p.Differences(), len(p.Words)})
	}
	return all, nil
}
