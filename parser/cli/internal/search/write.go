package search

import (
	"bufio"
	"cmp"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"parser/conll"
	"parser/parser/internal/draw"
	"parser/parser/internal/draw/formats"
	"parser/parser/internal/found"
	"parser/parser/query"
	"parser/parser/treebank"
)

// writer writes matches one by one, or those of an item together.
type writer struct {
	each     func(found.Hit) error
	together func(it *treebank.Item, number int, matches []*query.Match) error
	end      func() error
}

// writer returns what writes matches of a pattern with these names.
func (v *searching) writer(out *bufio.Writer, names []string) (writer, error) {
	w := writer{end: func() error { return nil }}
	line := func(fields ...string) error {
		_, err := fmt.Fprintln(out, strings.Join(fields, "\t"))
		return err
	}
	table := csv.NewWriter(out)
	table.Comma = '\t'
	row := func(cells ...string) error { return table.Write(cells) }
	ended := func() error {
		table.Flush()
		return table.Error()
	}
	switch {
	case v.count != "":
		counted, err := newCounts(v.count, names)
		if err != nil {
			return w, err
		}
		w.each, w.end = counted.add, func() error { return cmp.Or(counted.write(row), ended()) }
	case v.to == asTSV:
		header := []string{"sentence", "id", "match", "match_text"}
		for _, name := range names {
			header = append(header, name, name+"_text")
		}
		if err := row(header...); err != nil {
			return w, err
		}
		w.each, w.end = func(h found.Hit) error { return row(h.Row(names)...) }, ended
	case v.to == asJSON:
		e := json.NewEncoder(out)
		e.SetEscapeHTML(false)
		w.each = func(h found.Hit) error { return e.Encode(h.JSON()) }
	case v.to == asCoNLLU:
		c := conll.NewWriter(out)
		w.together = func(it *treebank.Item, _ int, matches []*query.Match) error {
			return c.Write(marked(it.Sentence, matches))
		}
		w.end = c.Flush
	case v.to == asBrackets:
		w.each = func(h found.Hit) error { return line(h.Match.Node.Tree.String()) }
	case v.to != asText:
		return v.pictures(out), nil
	default:
		w.each = func(h found.Hit) error {
			place := h.ID()
			if place == "" {
				place = fmt.Sprint(h.Number)
			}
			return line(place + ": " + h.InContext())
		}
	}
	return w, nil
}

// pictures returns what draws sentences with matches, and writes them at the end.
func (v *searching) pictures(out io.Writer) (w writer) {
	const most, wide = 10_000, 1200 // pictures, which are for people, and pixels
	var all []*draw.Picture
	w.together = func(it *treebank.Item, number int, matches []*query.Match) error {
		if len(all) == most {
			return fmt.Errorf("more than %d sentences have matches, and are too many to be drawn", most)
		}
		p := found.Picture(it, matches...)
		p.Title = cmp.Or(p.Title, fmt.Sprint("sentence ", number))
		all = append(all, p)
		return nil
	}
	w.end = func() error {
		if len(all) == 0 {
			return nil
		}
		o := draw.Options{Title: v.pattern}
		if v.to != formats.TikZ && v.to != formats.DOT {
			o.Width = wide
		}
		return formats.Write(out, v.to, o, all...)
	}
	return w
}

// marked returns a sentence with a comment for each match, and with the names of words in MISC.
func marked(s *conll.Sentence, matches []*query.Match) *conll.Sentence {
	s = s.Clone()
	names := make([][]string, len(s.Words))
	var comments []conll.Extra
	for _, m := range matches {
		comment := "# match = " + found.Numbers(m.Node)
		for _, n := range m.Named {
			comment += " " + n.Name + "=" + found.Numbers(n)
		}
		comments = append(comments, conll.Extra{Before: 0, Text: comment})
		for _, n := range found.Nodes(m) {
			name := n.Name
			if name == "" {
				name = "match"
			}
			if at := n.First; n.Empty == 0 && !slices.Contains(names[at], name) {
				names[at] = append(names[at], name)
			}
		}
	}
	at := slices.IndexFunc(s.Extras, func(x conll.Extra) bool { return x.Before > 0 || !strings.HasPrefix(x.Text, "#") })
	if at < 0 {
		at = len(s.Extras)
	}
	s.Extras = slices.Insert(s.Extras, at, comments...)
	for i, all := range names {
		if len(all) == 0 {
			continue
		}
		mark := "Match=" + strings.Join(all, ",")
		if conll.Filled(s.Words[i].Misc) {
			mark = s.Words[i].Misc + "|" + mark
		}
		s.Words[i].Misc = mark
	}
	return s
}
