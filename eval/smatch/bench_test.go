package smatch

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/eval"
	"parser/parser/amr"
	"parser/testdata/testkit"
)

// devGraphs returns the development graphs of MASSIVE-AMR and QALD-9-AMR.
func devGraphs(t testing.TB) (list []*amr.Triples) {
	for _, name := range []string{"massive", "qald"} {
		graphs, err := amr.ReadFile(testkit.Shared(t, "amr/"+name+".dev.amr.gz"))
		require.NoError(t, err)
		for _, g := range graphs {
			list = append(list, g.Triples())
		}
	}
	return list
}

// changed returns a graph as a bad system might: in another order, with a quarter of its
// concepts and an eighth of its variables changed.
func changed(r *rand.Rand, t *amr.Triples) *amr.Triples {
	order, c := r.Perm(len(t.Concepts)), &amr.Triples{Concepts: make([]string, len(t.Concepts))}
	as := func(v int) int {
		if r.IntN(8) == 0 {
			return r.IntN(len(order))
		}
		return order[v]
	}
	for v, concept := range t.Concepts {
		if r.IntN(4) == 0 {
			concept = t.Concepts[r.IntN(len(order))]
		}
		c.Concepts[order[v]] = concept
	}
	for _, o := range t.Others {
		if o.Var = as(o.Var); o.Kind == amr.Relation {
			o.To = as(o.To)
		}
		c.Others = append(c.Others, o)
	}
	return c
}

// joined returns a graph of n graphs, each attached to the ones before it.
func joined(r *rand.Rand, graphs []*amr.Triples, n int) *amr.Triples {
	c := &amr.Triples{}
	for i := range n {
		t, first := graphs[r.IntN(len(graphs))], len(c.Concepts)
		c.Concepts = append(c.Concepts, t.Concepts...)
		for _, o := range t.Others {
			if o.Kind == amr.Root && i > 0 {
				continue
			}
			if o.Var += first; o.Kind == amr.Relation {
				o.To += first
			}
			c.Others = append(c.Others, o)
		}
		if i > 0 {
			c.Others = append(c.Others, amr.Triple{Kind: amr.Relation, Var: r.IntN(first), To: first, Role: "arg1"})
		}
	}
	return c
}

// TestDevGraphs compares graphs with changed ones and with others.
func TestDevGraphs(t *testing.T) {
	graphs := devGraphs(t)
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 5))
		gold := graphs[r.IntN(len(graphs))]
		system := graphs[r.IntN(len(graphs))]
		if seed%2 == 0 {
			system = changed(r, gold)
		}
		climbed := climbed(gold, system, r)
		m := Match(gold, system, Options{})
		require.True(t, m.Proven)
		require.GreaterOrEqual(t, m.Right, climbed)
		requireMapping(t, gold, system, m)
		self := Match(gold, gold, Options{})
		require.Equal(t, len(gold.List()), self.Right)
	}
}

// BenchmarkMatch compares 1,000 pairs in each round: a graph with a changed one, or with
// another graph. A number in the name is the number of graphs that are joined to one.
func BenchmarkMatch(b *testing.B) {
	graphs := devGraphs(b)
	for _, test := range []struct {
		name   string
		size   int
		system func(*rand.Rand, *amr.Triples) *amr.Triples
	}{
		{"changed", 1, changed},
		{"other", 1, func(r *rand.Rand, _ *amr.Triples) *amr.Triples { return joined(r, graphs, 1) }},
		{"changed3", 3, changed},
		{"other3", 3, func(r *rand.Rand, _ *amr.Triples) *amr.Triples { return joined(r, graphs, 3) }},
		{"changed8", 8, changed},
	} {
		b.Run(test.name, func(b *testing.B) {
			const pairs = 1000
			r := rand.New(rand.NewPCG(6, 6))
			var gold, system [pairs]*amr.Triples
			for i := range gold {
				gold[i] = joined(r, graphs, test.size)
				system[i] = test.system(r, gold[i])
			}
			b.ReportAllocs()
			open := 0
			for b.Loop() {
				open = 0
				for i := range gold {
					open += eval.One(!Match(gold[i], system[i], Options{}).Proven)
				}
			}
			b.ReportMetric(float64(open), "unproven")
		})
	}
}
