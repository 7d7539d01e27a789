package serve

import (
	"net/http"
	"strings"

	"parser/conll"
	"parser/conll/textfile"
	semgrex "parser/parser/query"
	"parser/parser/treebank"
)

// rewrite sends the sentences of a search as they are after edits where the pattern fits, and how many of them changed.
func (s *Server) rewrite(c *call, q *searchQuery, form string, items func() ([]*treebank.Item, error)) error {
	if form != textfile.CoNLL {
		return refuse(http.StatusBadRequest, "parameter", `"rewrite" changes dependencies, and no %s`, form)
	}
	p, err := semgrex.ParseSemgrex(q.Pattern)
	if err != nil {
		return refuse(http.StatusBadRequest, "parameter", "%w", err)
	}
	rewrite, err := p.During(c.request.Context()).Rewrite(q.Rewrite, q.Enhanced)
	if err != nil {
		return refuse(http.StatusBadRequest, "parameter", "rewrite: %w", err)
	}
	return c.send(s.work(c, func() (any, error) {
		all, err := items()
		if err != nil {
			return nil, err
		}
		var text strings.Builder
		out, changed := conll.NewWriter(&text), 0
		for _, it := range all {
			n, err := rewrite(it.Sentence)
			if err != nil {
				return nil, refuse(http.StatusBadRequest, "parameter", "%w", err)
			}
			if n > 0 {
				changed++
			}
			if err := out.Write(it.Sentence); err != nil {
				return nil, err
			}
		}
		err = out.Flush()
		return map[string]any{"conllu": text.String(), "changed": changed}, err
	}))
}
