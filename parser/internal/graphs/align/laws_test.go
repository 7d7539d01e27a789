package align_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"parser/conll"
	"parser/parser/amr"
	"parser/parser/internal/graphs/align"
)

// random returns words, and a graph with some of them as concepts and constants, from few labels so
// that many are equal.
func random(r *rand.Rand, n int) ([]conll.Word, *amr.Graph) {
	labels := []string{"two", "2", "person", "name", "new", "york", "more-than", "decide-01", "decision", "amr-unknown",
		"who", "-", "not", "date-entity", "country", "-91", ""}
	words := make([]conll.Word, n)
	for i := range words {
		words[i] = conll.Word{Form: labels[r.IntN(len(labels))], Head: r.IntN(n + 1)}
	}
	g := &amr.Graph{}
	roles := []string{"op1", "op2", "name", "wiki", "ARG0-of", "quant", "polarity", "mod"}
	for i := range n {
		v := "x" + strconv.Itoa(i)
		if r.IntN(3) == 0 {
			v = ""
		}
		g.Nodes = append(g.Nodes, amr.Node{Var: v, Concept: labels[r.IntN(len(labels))]})
		for range min(i, 1+r.IntN(2)) {
			g.Edges = append(g.Edges, amr.Edge{From: r.IntN(i), To: i, Role: roles[r.IntN(len(roles))]})
		}
	}
	return words, g
}

// An alignment is a partial injection, the same each time, and Explain says the same as Align.
func TestLaws(t *testing.T) {
	a := align.New()
	for seed := range uint64(2000) {
		r := rand.New(rand.NewPCG(seed, 1))
		words, g := random(r, r.IntN(12)+1)
		nodes := a.Align(words, g)
		if len(nodes) != len(words) {
			t.Fatalf("seed %d: %d nodes for %d words", seed, len(nodes), len(words))
		}
		if again := align.New().Align(words, g); !slices.Equal(nodes, again) {
			t.Fatalf("seed %d: %v, then %v", seed, nodes, again)
		}
		seen := map[int]int{}
		for w, n := range nodes {
			if n == align.None {
				continue
			}
			if n < 0 || n >= len(g.Nodes) || !reached(g, n) {
				t.Fatalf("seed %d: word %d has node %d of %d", seed, w, n, len(g.Nodes))
			}
			if other, ok := seen[n]; ok {
				t.Fatalf("seed %d: words %d and %d have node %d", seed, other, w, n)
			}
			seen[n] = w
		}
		links := map[int]int{}
		for _, l := range a.Explain(words, g) {
			links[l.Node] = l.Word
		}
		if !maps.Equal(seen, links) {
			t.Fatalf("seed %d: Align %v, Explain %v", seed, seen, links)
		}
	}
}

// reached reports whether a node can be reached from the root without wiki.
func reached(g *amr.Graph, n int) bool {
	seen := map[int]bool{g.Root: true}
	for changed := true; changed; {
		changed = false
		for _, e := range g.Edges {
			if seen[e.From] && !seen[e.To] && e.Role != "wiki" {
				seen[e.To], changed = true, true
			}
		}
	}
	return seen[n]
}

// Long sentences take time in proportion to their length, even if all their words are the same.
func TestLong(t *testing.T) {
	a := align.New()
	for _, form := range []string{"person", "w%d", "decision%d"} {
		const n = 20000
		words, g := make([]conll.Word, n), &amr.Graph{}
		for i := range words {
			name := form
			if strings.Contains(form, "%d") {
				name = fmt.Sprintf(form, i)
			}
			words[i] = conll.Word{Form: name, Head: i}
			g.Nodes = append(g.Nodes, amr.Node{Var: "x" + strconv.Itoa(i), Concept: name})
			if i > 0 {
				g.Edges = append(g.Edges, amr.Edge{From: i - 1, To: i, Role: "op1"})
			}
		}
		start := time.Now()
		nodes := a.Align(words, g)
		if slices.Contains(nodes, align.None) {
			t.Errorf("%s: a word without a node", form)
		}
		if took := time.Since(start); took > 5*time.Second {
			t.Errorf("%s: %v", form, took)
		}
	}
}

// An Aligner is safe for concurrent use; the race detector checks that.
func TestConcurrent(t *testing.T) {
	a := align.New()
	for seed := range uint64(8) {
		t.Run("", func(t *testing.T) {
			t.Parallel()
			words, g := random(rand.New(rand.NewPCG(seed, 3)), 30)
			if first := a.Align(words, g); !slices.Equal(first, a.Align(words, g)) {
				t.Errorf("got %v first", first)
			}
		})
	}
}
