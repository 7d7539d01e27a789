package serve

import (
	"net/http"
	"slices"
	"strings"

	"parser/conll/textfile"
	"parser/parser/extract"
	"parser/parser/internal/pipe"
	"parser/parser/text"
	"parser/parser/treebank"
)

// extractQuery is a request to find what a set of patterns describes.
type extractQuery struct {
	Model string  `json:"model"`
	Input string  `json:"input"`
	Data  *string `json:"data"`
	Set   string  `json:"set"`  // a name, or the lines of a set
	Keep  bool    `json:"keep"` // the trees of CoNLL-U stay
}

// extracted is the answer.
type extracted struct {
	Model string           `json:"model,omitempty"`
	Items []extract.Object `json:"items"`
}

// setOf returns the set of a name, or that of some lines. No request names a file.
func setOf(set string) (*extract.Set, error) {
	if slices.Contains(extract.Names(), set) {
		return extract.Load(set)
	}
	s, err := extract.Parse(set, "set")
	if err != nil {
		err = refuse(http.StatusBadRequest, "parameter", "%w; the sets of the program are: %s", err, strings.Join(extract.Names(), ", "))
	}
	return s, err
}

// extract parses data, and finds in it what a set describes.
func (s *Server) extract(c *call) error {
	var q extractQuery
	if err := c.readJSON(&q, &q.Data); err != nil {
		return err
	}
	set, err := setOf(q.Set)
	if err != nil {
		return err
	}
	answer := extracted{Items: []extract.Object{}}
	trees := func() ([]*treebank.Item, error) { return s.given(c, textfile.CoNLL, *q.Data) }
	if !q.Keep {
		m, input, err := s.subject(c, q.Model, q.Input, *q.Data, 0)
		switch {
		case err != nil:
			return err
		case !m.columns:
			return refuse(http.StatusBadRequest, "model", "the model %s does not make dependencies", m.Name)
		}
		answer.Model = m.Name
		trees = func() ([]*treebank.Item, error) { return s.parsedData(c, m, input, *q.Data) }
	} else if q.Input != inCoNLL {
		return refuse(http.StatusBadRequest, "parameter", "keep is of the input %q, not of %q", inCoNLL, q.Input)
	}
	return c.send(s.work(c, func() (any, error) {
		all, err := trees()
		if err != nil {
			return nil, err
		}
		find := set.Finder()
		for i, it := range all {
			items, err := find(it.Sentence)
			if err == nil {
				err = c.request.Context().Err()
			}
			if err != nil {
				return nil, err
			}
			for _, item := range items {
				answer.Items = append(answer.Items, item.Object(i+1, it.Sentence.ID))
			}
		}
		return answer, nil
	}))
}

// parsedData returns the trees that a model makes of data, in texts with the places of words.
func (s *Server) parsedData(c *call, m *model, input, data string) ([]*treebank.Item, error) {
	var how text.Options
	if _, isText := pipe.Segmented(input); isText {
		how.Ranges = pipe.Counting(pipe.Units()[0])
	}
	read, err := s.reader(c, m, input, data, how)
	if err != nil {
		return nil, err
	}
	all, err := c.parseAll(m.Parser, read)
	if err == nil {
		c.parsed(m, all)
	}
	return all, err
}
