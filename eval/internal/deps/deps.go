// Package deps reads the edges of enhanced graphs for scores, and says what each of them adds to the basic tree.
//
//	edges, err := deps.Of(sentence, false)
//	for _, e := range edges[2] { // of the third word
//		fmt.Println(e.Head, e.Relation, e.Kind) // 2 obl:from case suffixes
//	}
package deps

import (
	"slices"
	"strings"

	"parser/conll"
	"parser/eval/internal/sides"
)

// Edge is an edge of an enhanced graph from a word or the root to a word.
type Edge struct {
	Head     int    // a word, from 1, or 0, the root
	Relation string // with conll.PathSeparator between the relations of a path through empty nodes
	Coarse   string // Relation, where each relation of the path ends before its first colon
	Kind     Kind
}

// Exist reports whether some word has enhanced dependencies. In CoNLL-X their column holds something else.
func Exist(sentences []*conll.Sentence) bool {
	has := func(w conll.Word) bool { return conll.Filled(w.Deps) }
	return slices.ContainsFunc(sentences, func(s *conll.Sentence) bool {
		return s.Format == conll.FormatU && slices.ContainsFunc(s.Words, has)
	})
}

// Of returns the edges to each word of a sentence, whose heads must be a tree. Empty nodes are collapsed or, if
// uncollapsed, edges from them are left out. The error is that of [conll.Sentence.Enhanced] or [conll.Graph.Collapsed].
func Of(s *conll.Sentence, uncollapsed bool) ([][]Edge, error) {
	edges := make([][]Edge, s.Len())
	if s.Format != conll.FormatU {
		return edges, nil
	}
	g, err := s.Enhanced()
	if err != nil {
		return nil, err
	}
	if !uncollapsed {
		if g, err = g.Collapsed(); err != nil {
			return nil, sides.ErrorAt(s, 0, err)
		}
	}
	for i, n := range g.Nodes {
		if n.Empty > 0 {
			continue
		}
		for _, d := range g.Deps[i] {
			if d.Head.Empty == 0 {
				e := Edge{Head: d.Head.Word, Relation: d.Relation, Coarse: coarse(d.Relation)}
				e.Kind = tree(s.Words).kind(n.Word, e)
				edges[n.Word-1] = append(edges[n.Word-1], e)
			}
		}
	}
	return edges, nil
}

func coarse(path string) string {
	relations := strings.Split(path, conll.PathSeparator)
	for i, r := range relations {
		relations[i], _, _ = strings.Cut(r, ":")
	}
	return strings.Join(relations, conll.PathSeparator)
}
