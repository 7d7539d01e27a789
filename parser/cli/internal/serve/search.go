package serve

import (
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"

	"parser/conll/textfile"
	"parser/parser/internal/found"
	"parser/parser/internal/structure"
	"parser/parser/text"
	"parser/parser/treebank"
)

// searchQuery is a request to find a pattern in trees.
type searchQuery struct {
	Pattern  string  `json:"pattern"`
	Model    string  `json:"model"` // which parses raw text
	Input    string  `json:"input"` // one of searched; "" for raw text
	Data     *string `json:"data"`
	Enhanced bool    `json:"enhanced"` // in enhanced graphs
	Context  bool    `json:"context"`  // with the sentence of each match, in which brackets show it
	Rewrite  string  `json:"rewrite"`  // edits, after which the answer has the sentences instead of matches
}

// searched are the inputs that can be searched, with the form of their trees; that of text depends on the model.
var searched = map[string]string{inText: "", inCoNLL: textfile.CoNLL, textfile.Brackets: textfile.Brackets}

// match is what an answer has of a match.
type match struct {
	found.Match
	Context string `json:"context,omitempty"`
}

// search finds a pattern in trees that are sent, or that a model finds in the text that is sent.
func (s *Server) search(c *call) error {
	q := searchQuery{Input: inText}
	if err := c.readJSON(&q, &q.Data); err != nil {
		return err
	}
	form, known := searched[q.Input]
	switch {
	case q.Pattern == "":
		return refuse(http.StatusBadRequest, "parameter", `there is nothing to look for: "pattern" is missing`)
	case !known:
		return refuse(http.StatusBadRequest, "format", "the input is text, conllu or brackets, not %q", q.Input)
	}
	items := func() ([]*treebank.Item, error) { return s.given(c, form, *q.Data) }
	if q.Input == inText {
		m, _, err := s.subject(c, q.Model, inText, *q.Data, 0)
		if err != nil {
			return err
		}
		if form = m.Structure().Form; !slices.Contains([]string{textfile.CoNLL, textfile.Brackets}, form) {
			return refuse(http.StatusBadRequest, "parameter", "%s of the model %s cannot be searched", m.about.Kind, m.Name)
		}
		items = func() ([]*treebank.Item, error) { return s.parsedText(c, m, *q.Data) }
	}
	if q.Rewrite != "" {
		return s.rewrite(c, &q, form, items)
	}
	p, err := found.Parse(c.request.Context(), form, q.Pattern, found.Options{Enhanced: q.Enhanced, Heads: "collins"})
	if err != nil {
		return refuse(http.StatusBadRequest, "parameter", "%w", err)
	}
	return c.send(s.work(c, func() (any, error) {
		all, err := items()
		if err != nil {
			return nil, err
		}
		matches := []match{}
		for i, it := range all {
			err := p.Find(it, i+1, func(hit found.Hit) error {
				one := match{Match: hit.JSON()}
				if q.Context {
					one.Context = hit.InContext()
				}
				matches = append(matches, one)
				return nil
			})
			if err != nil {
				return nil, err
			}
		}
		return map[string]any{"matches": matches}, nil
	}))
}

// given returns the trees that a request sends, in a form.
func (s *Server) given(c *call, form, data string) (all []*treebank.Item, err error) {
	if form == textfile.CoNLL && strings.TrimSpace(data) == "" {
		return nil, nil
	}
	read := structure.Reader(memory(data, dataName), structure.Reading{Form: form})
	for c.request.Context().Err() == nil {
		it, err := read()
		if errors.Is(err, io.EOF) {
			c.sentences, c.words = len(all), wordsIn(all)
			return all, nil
		}
		if err != nil {
			return nil, err
		}
		all = append(all, it)
	}
	return nil, c.request.Context().Err()
}

// parsedText returns the trees that a model finds in raw text.
func (s *Server) parsedText(c *call, m *model, data string) ([]*treebank.Item, error) {
	read, err := s.reader(c, m, inText, data, text.Options{})
	if err != nil {
		return nil, err
	}
	all, err := c.parseAll(m.Parser, read)
	if err != nil {
		return nil, err
	}
	c.parsed(m, all)
	return all, nil
}
