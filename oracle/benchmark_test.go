package oracle_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"parser/oracle"
	"parser/testdata/testkit/oracletest"
	"parser/transition"
)

// The time of an oracle per sentence: its start, and the costs of all moves in all configurations
// of a parse that follows it nine times in ten. The gold trees are projective, so that all oracles
// accept them; those of constituents are unary strict.
func BenchmarkOracleSentence(b *testing.B) {
	const single = transition.SingleRoot
	for _, s := range []transition.System{
		transition.ArcHybrid{Roots: single}, transition.ArcEager{Roots: single}, transition.ArcEager{Roots: transition.MultiRoot},
		transition.ArcStandard{Roots: single}, transition.Bracket{MaxOpens: 4}, transition.Bracket{MaxOpens: 4, Unary: transition.Strict},
		transition.InOrder{MaxUnary: 2}, transition.ShiftLabel{}, transition.Split{}, transition.Tag{},
	} {
		for _, name := range oracle.NamesFor(s) {
			for _, n := range []int{10, 20, 40, 80, 160} {
				b.Run(fmt.Sprintf("%s/%s/words=%d", described(s), name, n), func(b *testing.B) {
					if n > 80 && oracle.Describe(name).Estimates {
						b.Skip("takes seconds")
					}
					benchmarkSentence(b, s, oracleNamed(b, name, s), n)
				})
			}
		}
	}
}

func benchmarkSentence(b *testing.B, s transition.System, o oracle.Oracle, n int) {
	random := rand.New(rand.NewPCG(7, 7))
	var trees [16]*oracle.Gold
	for i := range trees {
		if trees[i] = oracletest.Random(random, n, transition.SingleRoot, manyLabels); s.Kind() == transition.Constituents {
			trees[i] = oracletest.RandomBracketing(random, transition.Bracket{MaxOpens: 4, Unary: transition.Strict}, n, manyLabels, 1)
		}
	}
	must := func(err error) {
		if errors.Is(err, oracle.ErrTooLong) {
			b.Skip(err)
		}
		oracletest.Must(err)
	}
	care := 0.9
	if oracle.Describe(o.Name()).OnPath {
		care = 1
	}
	var c transition.Config
	var costs oracle.Costs
	var labels oracle.LabelCosts
	parse := func(g *oracle.Gold) {
		must(o.Start(g))
		for s.Start(&c, n); !s.Terminal(&c); {
			legal := s.Legal(&c)
			must(o.Moves(&costs, &c, legal))
			allowed := legal
			if random.Float64() < care {
				allowed = costs.Best(legal)
			}
			m, l := oracletest.AnyOf(random, allowed), int32(0)
			if m.Labelled() && s.Kind() != transition.Dependencies {
				must(o.Labels(&labels, &c, m))
				l = max(0, labels.First())
			}
			s.Apply(&c, m, l)
		}
	}
	for range 10 * indicator(o.Name() == "fsa") { // its tables fill
		for _, g := range trees {
			parse(g)
		}
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		parse(trees[i%len(trees)])
	}
}
