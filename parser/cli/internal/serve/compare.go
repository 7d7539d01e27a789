package serve

import (
	"net/http"

	"parser/conll"
	"parser/conll/textfile"
	"parser/parser/internal/draw"
	"parser/parser/internal/structure"
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
	if err := c.readJSON(&q); err != nil {
		return err
	}
	switch {
	case q.Data == nil:
		return noData()
	case q.Width < 0:
		return badWidth(q.Width)
	case len(q.Models) != 2:
		return refuse(http.StatusBadRequest, "parameter", "two models can be compared, not %d", len(q.Models))
	}
	all := s.models.Load()
	var models [2]*model
	for i, name := range q.Models {
		m, err := s.find(c, *all, name, q.Input, *q.Data)
		if err != nil {
			return err
		}
		models[i] = m
	}
	if models[0].Kind() != models[1].Kind() {
		return refuse(http.StatusBadRequest, "parameter", "a model of %s cannot be compared with one of %s", models[0].about.Kind, models[1].about.Kind)
	}
	input, err := all.input(models[0], q.Input)
	if err != nil {
		return err
	}
	answer := struct {
		Sentences []compared `json:"sentences"`
	}{[]compared{}}
	if err := s.work(c.request.Context(), func() error {
		read, err := models[0].given(c.request.Context(), input, *q.Data, text.Options{MaxWords: s.options.Limits.Words})
		if err != nil {
			return err
		}
		var copies []*treebank.Item // for the second, without what the first fills in
		first, err := parseAll(c.request.Context(), models[0].Parser, changed(s.limited(read), func(it *treebank.Item) {
			copies = append(copies, treebank.SentenceItem(it.Sentence.Clone()))
		}))
		if err != nil {
			return err
		}
		c.parsed(models[0], first)
		if err := checkDrawn(first); err != nil {
			return err
		}
		if models[1].about.NeedsTags && models[0].Structure().Holds == structure.Columns {
			giveTags(first, copies)
		}
		second, err := parseAll(c.request.Context(), models[1].Parser, textfile.Each(copies))
		if err != nil {
			return err
		}
		answer.Sentences, err = compareAll(first, second, [2]string{models[0].Name, models[1].Name}, q.Width)
		return err
	}); err != nil {
		return err
	}
	return c.writeJSON(answer)
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
