package survey

import (
	"strings"

	"parser/parser/amr"
)

// GraphStats are counts over graphs. The zero value is ready for Add.
type GraphStats struct {
	Graphs     int            `json:"graphs"`
	Words      int            `json:"words"`   // of the sentences, see [amr.Graph.Words]
	Longest    int            `json:"longest"` // words of the longest sentence
	Variables  int            `json:"variables"`
	Edges      int            `json:"edges"`            // between variables
	Reentrant  int            `json:"reentrant_edges"`  // those that mention a variable
	Reentrants int            `json:"reentrant_graphs"` // with such edges
	Inverted   int            `json:"inverted_edges"`   // those whose roles Triples inverts, except mod
	Deepest    int            `json:"deepest"`          // maximal number of brackets around the same node
	Concepts   map[string]int `json:"concepts"`         // of variables
	Roles      map[string]int `json:"roles"`            // as they are written
	Constants  map[string]int `json:"constants"`        // as they are written
}

// Add counts a graph that a [amr.Reader] has read.
func (s *GraphStats) Add(g *amr.Graph) {
	if s.Roles == nil {
		s.Concepts, s.Roles, s.Constants = map[string]int{}, map[string]int{}, map[string]int{}
	}
	s.Graphs++
	words := len(g.Words())
	s.Words += words
	s.Longest = max(s.Longest, words)
	for i := range g.Nodes {
		switch n := &g.Nodes[i]; {
		case n.Constant():
			s.Constants[n.Concept]++
		default:
			s.Variables++
			if n.Concept != "" {
				s.Concepts[n.Concept]++
			}
		}
	}
	reentrant := s.Reentrant
	depth := make([]int, len(g.Nodes))
	depth[g.Root] = 1
	s.Deepest = max(s.Deepest, 1)
	for _, e := range g.Edges { // a node is defined before edges leave it
		s.Roles[e.Role]++
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
}

// MeanLength returns the words per graph, 0 without graphs.
func (s *GraphStats) MeanLength() float64 { return float64(s.Words) / float64(max(s.Graphs, 1)) }
