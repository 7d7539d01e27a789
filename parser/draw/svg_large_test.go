package draw_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"parser/parser/draw"
)

// Long sentences of any shape are drawn in bounded time.
func TestSVGOfLongSentences(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	const n = 5000
	for name, head := range map[string]func(dep int) int{
		"star":   func(int) int { return 1 },
		"roots":  func(int) int { return 0 },
		"chain":  func(dep int) int { return dep - 1 },
		"cycles": func(dep int) int { return dep%n + 1 },
		"random": func(int) int { return r.IntN(n + 1) },
		"nested": func(dep int) int { return n + 1 - dep },
	} {
		p := &draw.Picture{Words: make([]draw.Word, n)}
		for i := range p.Words {
			p.Words[i] = draw.Word{Form: "]]>&lt;\x00", Tag: "X"}
			if h := head(i + 1); h != i+1 {
				p.Arcs = append(p.Arcs, draw.Arc{Head: h, Dep: i + 1, Label: "dep"})
			}
		}
		checkLarge(t, name, p)
	}
}

// So are deep and wide trees.
func TestSVGOfLargeTrees(t *testing.T) {
	const n = 5000
	deep := &draw.Node{Label: "NN", Word: 1}
	for i := range 1000 {
		deep = &draw.Node{Label: "S", Children: []*draw.Node{deep, {Label: "NN", Word: i + 2}}}
	}
	chain := &draw.Node{Label: "S"}
	for i := range n {
		chain.Children = append(chain.Children, &draw.Node{Label: "NP", Children: []*draw.Node{{Label: "NN", Word: i + 1}}})
	}
	for range 8 * draw.MaxWords {
		chain = &draw.Node{Label: "S", Children: []*draw.Node{chain}}
	}
	for name, tree := range map[string]*draw.Node{"deep": deep, "chain": chain} {
		checkLarge(t, name, &draw.Picture{Words: make([]draw.Word, n), Trees: []*draw.Node{tree}})
	}
}

func checkLarge(t *testing.T, name string, p *draw.Picture) {
	for _, o := range []draw.Options{{Fragment: true}, {Fragment: true, Width: 1000}, {Fragment: true, Width: 1_000_000}} {
		start := time.Now()
		document := svg(t, p, o)
		t.Logf("%s, width %d: %v, %d bytes", name, o.Width, time.Since(start), len(document))
		require.Less(t, time.Since(start), 20*time.Second)
		require.Less(t, len(document), 40<<20)
		if o.Width == 1000 {
			require.Len(t, read(t, document).all("g", "word"), len(p.Words))
		}
	}
}
