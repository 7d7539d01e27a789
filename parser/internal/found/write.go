package found

import (
	"fmt"
	"slices"
	"strings"

	"parser/parser/query"
)

// Row returns the cells of a table for a match: the number of the item, its ID, the numbers and the words of the first node,
// and those of each name.
func (h Hit) Row(names []string) []string {
	plain := strings.NewReplacer("\t", " ", "\n", " ").Replace
	cells := []string{fmt.Sprint(h.Number), h.ID(), Numbers(h.Match.Node), plain(Text(h.Item, h.Match.Node))}
	for _, name := range names {
		at := slices.IndexFunc(h.Match.Named, func(n query.Node) bool { return n.Name == name })
		if at < 0 {
			cells = append(cells, "", "")
			continue
		}
		cells = append(cells, Numbers(h.Match.Named[at]), plain(Text(h.Item, h.Match.Named[at])))
	}
	return cells
}

// InContext returns a sentence with brackets around the nodes of a match, each with its name after it.
func (h Hit) InContext() string {
	all := words(h.Item)
	shown := Nodes(h.Match)
	slices.SortStableFunc(shown, func(a, b query.Node) int { return b.Last - a.Last }) // wider ones are opened first
	before, after := make([]string, len(all)+1), make([]string, len(all)+1)
	for _, n := range shown {
		switch {
		case n.Empty > 0:
			after[n.Last] += fmt.Sprintf(" [%s]%s", Text(h.Item, n), n.Name)
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

// Match is a match in JSON.
type Match struct {
	Sentence int               `json:"sentence"` // its number, from 1
	ID       string            `json:"id,omitempty"`
	Text     string            `json:"text"` // words with blanks between them
	Match    Node              `json:"match"`
	Nodes    []Node            `json:"nodes,omitempty"` // that have names
	Names    map[string]string `json:"names,omitempty"` // of relations, and of groups of regular expressions
}

// Node is a node of a match in JSON.
type Node struct {
	Name  string `json:"name,omitempty"`
	Words string `json:"words"` // see Numbers
	Text  string `json:"text"`
	Label string `json:"label,omitempty"`
}

// JSON returns what JSON has of a match.
func (h Hit) JSON() Match {
	node := func(n query.Node) Node { return Node{n.Name, Numbers(n), Text(h.Item, n), n.Label} }
	o := Match{Sentence: h.Number, ID: h.ID(), Text: strings.Join(words(h.Item), " "), Match: node(h.Match.Node)}
	for _, n := range h.Match.Named {
		o.Nodes = append(o.Nodes, node(n))
	}
	for _, x := range h.Match.Texts {
		if o.Names == nil {
			o.Names = map[string]string{}
		}
		o.Names[x.Name] = x.Value
	}
	return o
}
