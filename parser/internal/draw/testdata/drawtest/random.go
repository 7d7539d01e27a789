package drawtest

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/parser/amr"
	"parser/parser/internal/draw"
)

// Random returns a picture with words, and with any arcs or trees.
func Random(r *rand.Rand) *draw.Picture {
	texts := []string{"", "a", "NP", "%&_#${}\\~^[]=,\"'`|<>-", "猫", "كتب", "e\u0301", "👩‍👩‍👧", "\x00\x1b[1m", "\u202e",
		"a b", "\xff", "\n", strings.Repeat("long", 40)}
	text := func() string { return texts[r.IntN(len(texts))] }
	p := &draw.Picture{Title: text(), Compares: r.IntN(2) == 0, Words: make([]draw.Word, r.IntN(12))}
	n := len(p.Words)
	for i := range p.Words {
		p.Words[i] = draw.Word{Form: text(), Tag: text(), State: draw.State(r.IntN(4))}
	}
	for range r.IntN(2*n + 1) {
		if a := (draw.Arc{Head: r.IntN(n + 1), Dep: 1 + r.IntN(n), Label: text(), Mark: draw.Mark(r.IntN(4)), Layer: draw.Layer(r.IntN(3))}); a.Head != a.Dep {
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
			nodes = append(nodes, &draw.Node{Label: text(), Word: w + 1, Mark: draw.Mark(r.IntN(4))})
		}
		for range r.IntN(8) {
			from := r.IntN(len(nodes) + 1)
			to := from + r.IntN(len(nodes)-from+1)
			n := &draw.Node{Label: text(), Children: append([]*draw.Node(nil), nodes[from:to]...), Mark: draw.Mark(r.IntN(4)), Open: r.IntN(3) == 0}
			nodes = append(append(append([]*draw.Node(nil), nodes[:from]...), n), nodes[to:]...)
		}
		*side = nodes
	}
	return p
}

// RandomGraph returns a picture of any graph, with cycles and unreachable vertices.
func RandomGraph(r *rand.Rand) *draw.Picture {
	texts := []string{"", "a", "have-org-role-91", "%&_#${}\\~^[]=,\"'`|<>-", "猫", "كتب", "e\u0301", "\x00\x1b[1m", "\u202e",
		"a b", "\xff", "\n", strings.Repeat("long", 40)}
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
	below := make([][]string, n)
	var write func(v int) string
	for v := n - 1; v > 0; v-- {
		role := []string{"ARG0", "ARG1", "mod", "ARG0-of"}[r.IntN(4)]
		if parent := r.IntN(v); r.IntN(4) == 0 {
			below[parent] = append(below[parent], fmt.Sprintf(":%s v%d", role, r.IntN(n)))
		} else if r.IntN(4) == 0 {
			below[parent] = append(below[parent], ":quant "+fmt.Sprint(r.IntN(2)))
		}
		below[r.IntN(v)] = append(below[0:v][r.IntN(v)], fmt.Sprintf(":%s <%d>", role, v))
	}
	written := make([]bool, n)
	write = func(v int) string {
		written[v] = true
		text := fmt.Sprintf("(v%d / %s", v, []string{"boy", "girl", "see-01"}[r.IntN(3)])
		for _, b := range below[v] {
			if at := strings.Index(b, "<"); at >= 0 {
				var w int
				_, err := fmt.Sscanf(b[at:], "<%d>", &w)
				require.NoError(t, err)
				if written[w] {
					continue
				}
				b = b[:at] + write(w)
			}
			text += " " + b
		}
		return text + ")"
	}
	text := write(0)
	for v := range n {
		if !written[v] { // what nothing leads to
			text = strings.TrimSuffix(text, ")") + " :op1 " + write(v) + ")"
		}
	}
	return Graph(t, text)
}
