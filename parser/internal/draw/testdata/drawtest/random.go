package drawtest

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"parser/parser/amr"
	"parser/parser/internal/draw"
)

// texts are labels of all sorts; read only.
var texts = []string{"have-org-role-91", "", "a", "NP", "%&_#${}\\~^[]=,\"'`|<>-", "猫", "كتب", "e\u0301", "👩‍👩‍👧", "\x00\x1b[1m", "\u202e",
	"a b", "\xff", "\n", strings.Repeat("long", 40)}

// Random returns a picture with words, and with any arcs or trees.
func Random(r *rand.Rand) *draw.Picture {
	text := func() string { return texts[r.IntN(len(texts))] }
	p := &draw.Picture{Title: text(), Compares: r.IntN(2) == 0, Words: make([]draw.Word, r.IntN(12))}
	n := len(p.Words)
	for i := range p.Words {
		p.Words[i] = draw.Word{Form: text(), Tag: text(), State: draw.State(r.IntN(4)), Mark: draw.Found * draw.Mark(r.IntN(2))}
	}
	for range r.IntN(2*n + 1) {
		if a := (draw.Arc{Head: r.IntN(n + 1), Dep: 1 + r.IntN(n), Label: text(), Mark: draw.Mark(r.IntN(5)), Layer: draw.Layer(r.IntN(3))}); a.Head != a.Dep {
			p.Arcs = append(p.Arcs, a)
		}
	}
	for first := 1; first <= n && r.IntN(2) == 0; first = p.Tokens[len(p.Tokens)-1].Last + 1 {
		p.Tokens = append(p.Tokens, draw.Token{First: first, Last: first + r.IntN(n-first+1), Form: text()})
	}
	if r.IntN(2) == 0 {
		return p
	}
	for _, side := range []*[]*draw.Node{&p.Trees, &p.Below} {
		order := r.Perm(n)
		var nodes []*draw.Node
		for _, w := range order[:r.IntN(n+1)] {
			nodes = append(nodes, &draw.Node{Label: text(), Word: w + 1, Mark: draw.Mark(r.IntN(5))})
		}
		for range r.IntN(8) {
			from := r.IntN(len(nodes) + 1)
			to := from + r.IntN(len(nodes)-from+1)
			n := &draw.Node{Label: text(), Children: append([]*draw.Node(nil), nodes[from:to]...), Mark: draw.Mark(r.IntN(5)), Open: r.IntN(3) == 0}
			nodes = append(append(append([]*draw.Node(nil), nodes[:from]...), n), nodes[to:]...)
		}
		*side = nodes
	}
	return p
}

// RandomGraph returns a picture of any graph, with cycles and unreachable vertices.
func RandomGraph(r *rand.Rand) *draw.Picture {
	text := func() string { return texts[r.IntN(len(texts))] }
	p := &draw.Picture{Title: text(), Compares: r.IntN(2) == 0, Vertices: make([]draw.Vertex, 1+r.IntN(12)), Words: make([]draw.Word, r.IntN(6))}
	for i := range p.Words {
		p.Words[i].Form = text()
	}
	n := len(p.Vertices)
	for i := range p.Vertices {
		p.Vertices[i] = draw.Vertex{Label: text(), Var: text(), Constant: r.IntN(4) == 0, Mark: draw.Mark(r.IntN(4)), State: draw.State(r.IntN(4))}
		if r.IntN(5) == 0 {
			p.Vertices[i].Instead = text()
		}
	}
	for range r.IntN(2 * n) {
		p.Edges = append(p.Edges, draw.Edge{From: r.IntN(n + 1), To: 1 + r.IntN(n), Role: text(), Again: r.IntN(3) == 0, Mark: draw.Mark(r.IntN(4))})
	}
	return p
}

// RandomForest returns trees over the words from first to last, possibly with constituents without
// words. Their branches do not cross.
func RandomForest(r *rand.Rand, first, last, depth int) (forest []*draw.Node) {
	labels := []string{"S", "NP-SBJ", "VP", "A-VERY-LONG-LABEL", ""}
	for first <= last {
		n := &draw.Node{Label: labels[r.IntN(len(labels))], Mark: draw.Mark(r.IntN(4)), Open: r.IntN(5) == 0}
		end := first + r.IntN(last-first+1)
		switch {
		case r.IntN(12) == 0:
			forest = append(forest, n)
			continue
		case end == first && r.IntN(3) > 0 || depth > 30:
			n.Word, end = first, first
		default:
			n.Children = RandomForest(r, first, end, depth+1)
		}
		forest = append(forest, n)
		first = end + 1
	}
	return forest
}

// RandomPENMAN returns a graph with constants, re-entrancies and inverted roles.
func RandomPENMAN(t testing.TB, r *rand.Rand) *amr.Graph {
	n := 1 + r.IntN(7)
	pick := func(texts ...string) string { return texts[r.IntN(len(texts))] }
	g := &amr.Graph{}
	for v := range n {
		g.Nodes = append(g.Nodes, amr.Node{Var: fmt.Sprint("v", v), Concept: pick("boy", "girl", "see-01")})
		if v > 0 {
			g.Edges = append(g.Edges, amr.Edge{From: r.IntN(v), To: v, Role: pick("ARG0", "ARG1", "mod", "ARG0-of"), Defines: true})
		}
	}
	for range r.IntN(n + 1) {
		if r.IntN(2) == 0 {
			g.Edges = append(g.Edges, amr.Edge{From: r.IntN(n), To: r.IntN(n), Role: pick("ARG0", "mod", "ARG0-of")})
			continue
		}
		g.Edges = append(g.Edges, amr.Edge{From: r.IntN(n), To: len(g.Nodes), Role: "quant", Defines: true})
		g.Nodes = append(g.Nodes, amr.Node{Concept: pick("0", "1")})
	}
	return Graph(t, g.String())
}
