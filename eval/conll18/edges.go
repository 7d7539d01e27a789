package conll18

import (
	"strings"

	"parser/conll"
)

// Edge is an edge of an enhanced graph from a word or the root to a word.
type Edge struct {
	Head     int    // a word, from 1, or 0, the root
	Relation string // with conll.PathSeparator between the relations of a path through empty nodes
	Coarse   string // Relation, where each relation of the path ends before its first colon
	Kind     string // what it adds to the basic tree: "case suffixes"
}

// Edges returns the edges to each word of a sentence, whose heads must be a tree. Empty nodes are collapsed or, if
// asIs, edges from them are left out. The error is that of [conll.Sentence.Enhanced] or [conll.Graph.Collapsed].
func Edges(s *conll.Sentence, asIs bool) ([][]Edge, error) {
	edges := make([][]Edge, s.Len())
	if s.Format != conll.FormatU {
		return edges, nil
	}
	g, err := s.Enhanced()
	if err != nil {
		return nil, err
	}
	if !asIs {
		if g, err = g.Collapsed(); err != nil {
			return nil, s.ErrorAt(0, err)
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
