package serve

import (
	"cmp"
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"

	"parser/parser/internal/mixed"
	"parser/parser/internal/pipe"
	"parser/parser/internal/structure"
	"parser/parser/language"
	"parser/parser/treebank"
)

// auto stands in requests, where a model is named, for the models of the languages of the text.
const auto = "auto"

// of returns the first model that reads raw text in a language, by its code, and gives it dependencies; else that of several
// languages, as it follows this one; nil if none does.
func (c collection) of(code string) *model {
	if m := c.alone(code); m != nil {
		return m
	}
	return c.ofSeveral(code)
}

// ofSeveral returns the model of several languages as it follows one, if it then reads raw text; nil if not.
func (c collection) ofSeveral(code string) *model {
	m, _ := c.several(manyLanguages + ":" + code)
	if m == nil {
		return nil
	}
	own, err := m.following(c, code)
	if err != nil || !slices.Contains(own.about.Inputs, inText) {
		return nil
	}
	return own
}

// alone returns the first model of a language that reads raw text, and gives it dependencies; nil if none does.
func (c collection) alone(code string) *model {
	i := slices.IndexFunc(c, func(m *model) bool {
		return cmp.Or(m.Meta().Lang, m.Name) == code && m.columns && slices.Contains(m.about.Inputs, inText)
	})
	if i < 0 {
		return nil
	}
	return c[i]
}

// isMixed reports whether the language of each part of the data decides which model parses it. The error is a failure.
func (c collection) isMixed(q *query) (bool, error) {
	if m, _ := c.several(q.Model + ":"); q.Model != manyLanguages || m == nil || q.Treebank != "" {
		return q.Model == auto, nil
	}
	if q.Input == inText || q.Input == "" && !strings.Contains(*q.Data, "\t") {
		return true, nil
	}
	return false, refuse(http.StatusBadRequest, "model", "the model %s has learned many languages: name one for words, as in %s:da", q.Model, q.Model)
}

// byLanguage returns what has the model of a language, and the one for text that does not show its language.
func (s *Server) byLanguage(all collection, q *query) (of func(code string) *model, usual *model) {
	usual = s.unnamed(all, inText, "")
	if !usual.columns {
		usual = all.of("en")
	}
	if q.Model != manyLanguages {
		return all.of, usual
	}
	return all.ofSeveral, cmp.Or(all.ofSeveral("en"), usual)
}

// parseMixed parses raw text whose parts are in several languages, each by the model of its language.
func (s *Server) parseMixed(c *call, q *query) error {
	all := *s.models.Load()
	of, usual := s.byLanguage(all, q)
	switch {
	case q.Input != "" && q.Input != inText:
		return refuse(http.StatusBadRequest, "parameter", "the model %q reads the input %q only, not %q", q.Model, inText, q.Input)
	case q.Width < 0:
		return refuse(http.StatusBadRequest, "parameter", "the width must be 0 or more, not %d", q.Width)
	}
	first, err := usual.with(q.Request)
	if err != nil {
		return err
	}
	output, noOutput := pick("output", q.Output, first.about.Outputs)
	how, noReading := q.reading(inText, output)
	if err := cmp.Or(noOutput, noReading); err != nil {
		return err
	}
	return c.send(s.work(c, func() (any, error) {
		var items []*treebank.Item
		runs, err := mixed.NewReader(memory(*q.Data, dataName), mixed.Options{
			Has: func(code string) bool { return of(code) != nil }, Lines: q.Lines || q.Paragraphs, Text: how,
		})
		if err != nil {
			return nil, err
		}
		for {
			u, err := runs.Next()
			if err == io.EOF {
				break
			}
			if err != nil {
				return nil, err
			}
			how := how
			how.Before, how.Lines, how.Offset = len(items), u.Lines, u.Offset
			m := usual
			if u.Language != "" {
				m = of(u.Language)
			}
			if m == nil {
				return nil, refuse(http.StatusBadRequest, "model", "%s:%d: there is no model for the language of the text (%s), but: %s",
					dataName, u.Lines+1, u.Language, strings.Join(all.names(), ", "))
			}
			if m, err = m.with(q.Request); err != nil {
				return nil, err
			}
			f, err := u.File()
			if err != nil {
				return nil, err
			}
			read, err := s.readerOf(c, m, inText, *q.Data, f, pipe.Reading{Text: how, Signs: u.Signs()})
			if err != nil {
				return nil, err
			}
			more, err := c.parseAll(m.Parser, read)
			if err != nil {
				return nil, err
			}
			if len(more) > 0 && !slices.Contains(c.Header().Values(modelHeader), m.Name) {
				c.Header().Add(modelHeader, m.Name)
			}
			for _, it := range more {
				structure.Sign(it, m.Name)
			}
			items = append(items, more...)
		}
		by := &model{Source: first.Source, Parser: first.Parser, about: first.about, writes: first.writes, columns: first.columns, anyHead: first.anyHead}
		by.Name = cmp.Or(strings.Join(c.Header().Values(modelHeader), ", "), first.Name)
		c.parsed(by, items)
		return by.render(output, items, q)
	}))
}

// identifyQuery is a request to tell languages.
type identifyQuery struct {
	Data  *string  `json:"data"`
	By    string   `json:"by"`    // what the data is cut into: a unit of [mixed.Units]; "" for lines
	Among []string `json:"among"` // codes of languages; none for all
}

// identifiedUnit is the language of a part of the data.
type identifiedUnit struct {
	Line        int     `json:"line"` // where it begins, from 1
	Language    string  `json:"language"`
	Probability float64 `json:"probability"`
	Text        string  `json:"text"`
}

// identify tells the language of each line, paragraph or document.
func (s *Server) identify(c *call) error {
	q := identifyQuery{By: mixed.ByLine}
	if err := c.readJSON(&q, &q.Data); err != nil {
		return err
	}
	if kinds := []string{mixed.ByLine, mixed.ByParagraph, mixed.ByDocument}; !slices.Contains(kinds, q.By) {
		return refuse(http.StatusBadRequest, "parameter", "by can be %s, not %q", strings.Join(kinds, ", "), q.By)
	}
	known := language.Languages()
	for _, code := range q.Among {
		if !slices.Contains(known, code) {
			return refuse(http.StatusBadRequest, "parameter", "%q is not one of the languages that are known: %s", code, strings.Join(known, ", "))
		}
	}
	return c.send(s.work(c, func() (any, error) {
		all := []identifiedUnit{}
		next := mixed.Units(memory(*q.Data, dataName), q.By)
		for c.request.Context().Err() == nil {
			u, err := next()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				return nil, err
			}
			g := language.Identify(u.Text, q.Among...)
			all = append(all, identifiedUnit{u.Line, g.Language, g.Probability, u.Text})
		}
		return map[string]any{"languages": all}, c.request.Context().Err()
	}))
}
