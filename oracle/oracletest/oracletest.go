// Package oracletest draws gold trees and moves for tests of oracles, systems and
// decoders: each tree is one that some system derives.
//
//	random := rand.New(rand.NewPCG(1, 2))
//	g := oracletest.Random(random, 4, transition.SingleRoot, 2)
package oracletest

import (
	"math/rand/v2"

	"parser/oracle"
	"parser/transition"
)

// Random returns a projective tree over n words with labels below k, drawn by
// random moves of arc-hybrid, which derives every projective tree. The tendency
// to shift is drawn as well, so that there are flat trees and deep ones.
func Random(random *rand.Rand, n int, roots transition.Roots, k int32) *oracle.Gold {
	g := &oracle.Gold{Heads: make([]int32, n+1), Labels: make([]int32, n+1)}
	s, shifts := transition.ArcHybrid{Roots: roots}, random.Float64()
	var c transition.Config
	for s.Start(&c, n); !s.Terminal(&c); {
		m, legal := transition.Shift, s.Legal(&c)
		if !legal.Has(transition.Shift) || random.Float64() >= shifts {
			m = AnyOf(random, legal)
		}
		s.Apply(&c, m, random.Int32N(k))
	}
	for d := 1; d <= n; d++ {
		g.Heads[d], g.Labels[d] = c.Nodes[d].Head, c.Nodes[d].Label
	}
	return g
}

// AnyOf returns one of the moves of a set that is not empty.
func AnyOf(random *rand.Rand, set transition.Moves) transition.Move {
	for {
		if m := transition.Move(random.IntN(int(transition.NumMoves))); set.Has(m) {
			return m
		}
	}
}

// Must panics if an oracle failed where none can.
func Must(err error) {
	if err != nil {
		panic("oracletest: " + err.Error())
	}
}
