package found

import (
	"fmt"
	"slices"
	"strings"

	"parser/conll"
	"parser/parser/query"
	"parser/parser/treebank"
)

// Hit is a match in an item, which has a number from 1.
type Hit struct {
	Item   *treebank.Item
	Number int
	Match  *query.Match
}

// ID returns the sent_id of a sentence, or "".
func (h Hit) ID() string {
	if h.Item.Sentence == nil {
		return ""
	}
	return h.Item.Sentence.ID
}

// words returns the words of an item.
func words(it *treebank.Item) (all []string) {
	if it.Tree != nil {
		for _, leaf := range it.Tree.Leaves() {
			all = append(all, leaf.Word)
		}
		return all
	}
	for i := range it.Sentence.Words {
		all = append(all, it.Sentence.Words[i].Form)
	}
	return all
}

// Numbers returns which words a node has, as 3, 3-5 or, for an empty node, 3.1.
func Numbers(n query.Node) string {
	switch {
	case n.Empty > 0:
		return conll.Node{Word: n.Last, Empty: n.Empty}.String()
	case n.Last > n.First+1:
		return fmt.Sprintf("%d-%d", n.First+1, n.Last)
	}
	return fmt.Sprint(n.Last)
}

// Text returns the words of a node, or what an empty node has for its form.
func Text(it *treebank.Item, n query.Node) string {
	if n.Empty > 0 {
		form, _ := query.Attribute("form")(it.Sentence, n)
		return form
	}
	return strings.Join(words(it)[n.First:n.Last], " ")
}

// Nodes returns the nodes of a match that are to be shown: its first one, unless that has a name, and those with names.
func Nodes(m *query.Match) []query.Node {
	same := func(n query.Node) bool {
		n.Name = ""
		return n == m.Node
	}
	if slices.ContainsFunc(m.Named, same) {
		return m.Named
	}
	return append([]query.Node{m.Node}, m.Named...)
}
