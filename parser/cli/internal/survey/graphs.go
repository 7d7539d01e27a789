package survey

import (
	"strings"

	"parser/parser/amr"
	"parser/parser/treebank"
)

// GraphStats are counts over graphs.
type GraphStats struct {
	*brief
	Graphs     int     `json:"graphs"`
	Words      int     `json:"words"`   // of the sentences, see [amr.Graph.Words]
	Longest    int     `json:"longest"` // words of the longest sentence
	Variables  int     `json:"variables"`
	Edges      int     `json:"edges"`            // between variables
	Reentrant  int     `json:"reentrant_edges"`  // those that mention a variable
	Reentrants int     `json:"reentrant_graphs"` // with such edges
	Inverted   int     `json:"inverted_edges"`   // those whose roles Triples inverts, except mod
	Deepest    int     `json:"deepest"`          // maximal number of brackets around the same node
	Concepts   Counter `json:"concepts"`         // of variables
	Roles      Counter `json:"roles"`            // as they are written
	Constants  Counter `json:"constants"`        // as they are written
}

func newGraphs(b *brief) *GraphStats {
	return &GraphStats{brief: b, Concepts: Counter{}, Roles: Counter{}, Constants: Counter{}}
}

func (s *GraphStats) add(it *treebank.Item) (forms []string) {
	g := it.Graph
	forms = g.Words()
	s.Graphs++
	s.Words += len(forms)
	s.Longest = max(s.Longest, len(forms))
	for i := range g.Nodes {
		switch n := &g.Nodes[i]; {
		case n.Constant():
			s.Constants.add(n.Concept)
		default:
			s.Variables++
			if n.Concept != "" {
				s.Concepts.add(n.Concept)
			}
		}
	}
	reentrant := s.Reentrant
	depth := make([]int, len(g.Nodes))
	depth[g.Root] = 1
	s.Deepest = max(s.Deepest, 1)
	for _, e := range g.Edges { // a node is defined before edges leave it
		s.Roles.add(e.Role)
		if g.Nodes[e.To].Constant() {
			continue
		}
		s.Edges++
		if _, inverted := amr.Direct(strings.ToLower(e.Role)); inverted {
			s.Inverted++
		}
		if !e.Defines {
			s.Reentrant++
			continue
		}
		depth[e.To] = depth[e.From] + 1
		s.Deepest = max(s.Deepest, depth[e.To])
	}
	if s.Reentrant > reentrant {
		s.Reentrants++
	}
	return forms
}

func (s *GraphStats) table() ([]row, []list) {
	constants := 0
	for _, n := range s.Constants {
		constants += n
	}
	return append(s.size("graph", s.Graphs, s.Words, s.Longest), []row{
		{"variables", s.Variables},
		{"constants", constants},
		{"edges between variables", s.Edges},
		{"… re-entrant", s.Reentrant},
		{"… inverted", s.Inverted},
		{"graphs with re-entrancy", s.Reentrants},
		{"deepest graph", s.Deepest},
		{"different concepts", len(s.Concepts)},
		{"different roles", len(s.Roles)},
		{"different constants", len(s.Constants)},
	}...), []list{{"role", s.Roles, false}, {"concept", s.Concepts, false}, {"constant", s.Constants, true}}
}
