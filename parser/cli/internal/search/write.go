package search

import (
	"bufio"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"parser/conll"
	"parser/parser/query"
	"parser/parser/treebank"
)

// writer writes matches one by one, or those of an item together.
type writer struct {
	each     func(hit) error
	together func(it *treebank.Item, matches []*query.Match) error
	end      func() error
}

// writer returns what writes matches of a pattern with these names.
func (v *searching) writer(out *bufio.Writer, names []string) (writer, error) {
	w := writer{end: func() error { return nil }}
	line := func(fields ...string) error {
		_, err := fmt.Fprintln(out, strings.Join(fields, "\t"))
		return err
	}
	switch {
	case v.count != "":
		counted, err := newCounts(v.count, names)
		if err != nil {
			return w, err
		}
		w.each, w.end = counted.add, func() error { return counted.write(line) }
	case v.to == asTSV:
		header := []string{"sentence", "id", "match", "match_text"}
		for _, name := range names {
			header = append(header, name, name+"_text")
		}
		if err := line(header...); err != nil {
			return w, err
		}
		w.each = func(h hit) error { return line(row(h, names)...) }
	case v.to == asJSON:
		e := json.NewEncoder(out)
		e.SetEscapeHTML(false)
		w.each = func(h hit) error { return e.Encode(object(h)) }
	case v.to == asCoNLLU:
		c := conll.NewWriter(out)
		w.together = func(it *treebank.Item, matches []*query.Match) error { return c.Write(marked(it.Sentence, matches)) }
		w.end = c.Flush
	case v.to == asBrackets:
		w.each = func(h hit) error { return line(h.match.Node.Tree.String()) }
	default:
		w.each = func(h hit) error {
			place := h.id()
			if place == "" {
				place = fmt.Sprint(h.number)
			}
			return line(place + ": " + inContext(h))
		}
	}
	return w, nil
}

// row returns the cells of a table for a match.
func row(h hit, names []string) []string {
	plain := strings.NewReplacer("\t", " ", "\n", " ").Replace
	cells := []string{fmt.Sprint(h.number), h.id(), numbers(h.match.Node), plain(text(h.it, h.match.Node))}
	for _, name := range names {
		at := slices.IndexFunc(h.match.Named, func(n query.Node) bool { return n.Name == name })
		if at < 0 {
			cells = append(cells, "", "")
			continue
		}
		cells = append(cells, numbers(h.match.Named[at]), plain(text(h.it, h.match.Named[at])))
	}
	return cells
}

// inContext returns a sentence with brackets around the nodes of a match, each with its name after it.
func inContext(h hit) string {
	all := words(h.it)
	shown := nodes(h.match)
	slices.SortStableFunc(shown, func(a, b query.Node) int { return b.Last - a.Last }) // wider ones are opened first
	before, after := make([]string, len(all)+1), make([]string, len(all)+1)
	for _, n := range shown {
		switch {
		case n.Empty > 0:
			after[n.Last] += fmt.Sprintf(" [%s]%s", text(h.it, n), n.Name)
		default:
			before[n.First] += "["
			after[n.Last] = "]" + n.Name + after[n.Last]
		}
	}
	var out strings.Builder
	for i, word := range all {
		if i > 0 {
			out.WriteByte(' ')
		}
		out.WriteString(before[i] + word + after[i+1])
	}
	return strings.TrimSpace(after[0] + " " + out.String())
}

// JSON of a match. Words are numbered from 1.
type (
	matchJSON struct {
		Sentence int               `json:"sentence"`
		ID       string            `json:"id,omitempty"`
		Text     string            `json:"text"`
		Match    nodeJSON          `json:"match"`
		Nodes    []nodeJSON        `json:"nodes,omitempty"`
		Names    map[string]string `json:"names,omitempty"` // of relations, and of groups of regular expressions
	}
	nodeJSON struct {
		Name  string `json:"name,omitempty"`
		Words string `json:"words"`
		Text  string `json:"text"`
		Label string `json:"label,omitempty"`
	}
)

func object(h hit) matchJSON {
	node := func(n query.Node) nodeJSON { return nodeJSON{n.Name, numbers(n), text(h.it, n), n.Label} }
	o := matchJSON{Sentence: h.number, ID: h.id(), Text: strings.Join(words(h.it), " "), Match: node(h.match.Node)}
	for _, n := range h.match.Named {
		o.Nodes = append(o.Nodes, node(n))
	}
	for _, x := range h.match.Texts {
		if o.Names == nil {
			o.Names = map[string]string{}
		}
		o.Names[x.Name] = x.Value
	}
	return o
}

// marked returns a sentence with a comment for each match, and with the names of words in MISC.
func marked(s *conll.Sentence, matches []*query.Match) *conll.Sentence {
	s = s.Clone()
	names := make([][]string, len(s.Words))
	var comments []conll.Extra
	for _, m := range matches {
		comment := "# match = " + numbers(m.Node)
		for _, n := range m.Named {
			comment += " " + n.Name + "=" + numbers(n)
		}
		comments = append(comments, conll.Extra{Before: 0, Text: comment})
		for _, n := range nodes(m) {
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
