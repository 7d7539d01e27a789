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
	m, input, err := s.subject(c, q.Model, q.Input, *q.Data, 0)
	switch {
	case err != nil:
		return err
	case !m.columns:
		return refuse(http.StatusBadRequest, "model", "the model %s does not make dependencies", m.Name)
	case q.Keep && input != inCoNLL:
		return refuse(http.StatusBadRequest, "parameter", "keep is of the input %q, not of %q", inCoNLL, input)
	}
	return c.send(s.work(c, func() (any, error) {
		var how text.Options
		if _, isText := pipe.Segmented(input); isText {
			how.Ranges = pipe.Counting(pipe.Units()[0])
		}
		read, err := s.reader(c, m, input, *q.Data, how)
		if err != nil {
			return nil, err
		}
		answer, find, number := extracted{Items: []extract.Object{}}, set.Finder(), 0
		look := func(it *treebank.Item) error {
			number++
			items, err := find(it.Sentence)
			for _, item := range items {
				answer.Items = append(answer.Items, item.Object(number, it.Sentence.ID))
			}
			return err
		}
		if q.Keep {
			err := c.each(read, look)
			return answer, err
		}
		items, err := c.parseAll(m.Parser, read)
		if err != nil {
			return nil, err
		}
		c.parsed(m, items)
		answer.Model = m.Name
		for _, it := range items {
			if err := look(it); err != nil {
				return nil, err
			}
		}
		return answer, nil
	}))
}

// each calls do with all items of a request that are read, until its time is over.
func (c *call) each(read func() (*treebank.Item, error), do func(*treebank.Item) error) error {
	for it, err := range textfile.All(read) {
		if err == nil {
			err = c.request.Context().Err()
		}
		if err == nil {
			err = do(it)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
