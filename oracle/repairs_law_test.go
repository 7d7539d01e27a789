package oracle_test

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/oracle"
	"parser/testdata/testkit"
	"parser/transition"
)

// mistake is a legal move that is not the next one of the derivation of a gold tree.
type mistake struct {
	derivation derivation
	place      int // of the gold move that was not made
	wrong      transition.Step
	before     *transition.Config
	cost       int32 // by the dynamic oracle
}

// eachMistake calls visit with every single mistake on the way to a tree, with labels below k.
func eachMistake(t *testing.T, s transition.System, g *oracle.Gold, k int32, visit func(mistake)) {
	dynamic := oracleNamed(t, "dynamic", s)
	require.NoError(t, dynamic.Start(g))
	gold := derivation(follow(t, s, oracleNamed(t, "static", s), g).Steps)
	var c transition.Config
	s.Start(&c, g.Len())
	for i, right := range gold {
		eachCost(dynamic, s, &c, k, func(m transition.Move, l, cost int32) {
			if wrong := (transition.Step{Move: m, Label: l}); wrong != right {
				visit(mistake{gold, i, wrong, &c, cost})
			}
		})
		s.Apply(&c, right.Move, right.Label)
	}
}

// finish makes moves from c to the end, all of which must be legal, and writes it to end.
func finish(t *testing.T, s transition.System, end, c *transition.Config, moves derivation) *transition.Config {
	end.CopyFrom(c)
	for _, step := range moves {
		if s.Terminal(end) || !s.Legal(end).Has(step.Move) {
			t.Fatalf("%v of %v is not legal in stack %v, b=%d", step, moves, end.Stack, end.Next)
		}
		s.Apply(end, step.Move, step.Label)
	}
	if !s.Terminal(end) {
		t.Fatalf("%v do not end in stack %v, b=%d", moves, end.Stack, end.Next)
	}
	return end
}

// tally counts the mistakes to which a rule applied, and those of them that the oracle ends better.
type tally struct{ applied, better int }

func (k *tally) add(cost, loss int32) {
	k.applied++
	k.better += int(indicator(cost < loss))
}

// After any mistake on the way to any small tree, the oracle knows an end that is no worse than
// that of any known repair; the tallies say how often it is better. They cover all trees of up to
// four words with two labels, and with chains of two brackets of up to three words, and all single
// mistakes, with a third label, too.
func TestNoRepairIsBetter(t *testing.T) {
	if !testkit.Deep() || transition.Invariants {
		t.Skip("PARSER_DEEP is not set, or every move is verified: it tries a million mistakes")
	}
	for _, one := range []struct {
		system   transition.System
		mistakes int
		best     tally // of the best rule that applies to a mistake
		tallies  map[string]tally
	}{
		{transition.InOrder{MaxUnary: 6}, 566538, tally{447387, 171512}, map[string]tally{
			"wrong root":                            {48114, 0},
			"unary chain":                           {26404, 14365},
			"outer bracket first":                   {11654, 9653},
			"wrong bracket inside, of two children": {61026, 8281},
			"wrong bracket inside, of more (guess)": {3840, 343},
			"wrong label":                           {228264, 228264},
			"missed unary":                          {64029, 5628},
			"shift for open":                        {18288, 0},
			"close for open":                        {18288, 0},
			"close for shift":                       {36444, 0},
			"shift for close, alike outside":        {21726, 0},
			"shift for close, other outside":        {20667, 11088},
			"shift for close, other outside (guess: one child)": {1059, 441},
			"shift for close, other outside (guess: all)":       {1059, 441},
			"shift for close":                    {2118, 0},
			"shift for close (guess: one child)": {54, 0},
			"shift for close (guess: all)":       {54, 0},
			"open for shift (guess: unary)":      {6003, 0},
			"open for shift (guess: one child)":  {6003, 0},
			"open for shift (guess: all)":        {6003, 0},
		}},
		{transition.Bracket{MaxOpens: 8}, 752934, tally{599466, 20175}, map[string]tally{
			"close too early":                      {34434, 0},
			"shift for open":                       {114132, 0},
			"inner bracket first":                  {34215, 20175},
			"open before the last word":            {137106, 0},
			"open before a word (guess: unary)":    {14310, 0},
			"open before a word (guess: all)":      {14310, 0},
			"shift for close":                      {45180, 0},
			"shift for close (guess: one word)":    {444, 0},
			"shift for close (guess: all)":         {444, 0},
			"open for close":                       {24336, 0},
			"open for close (guess: one bracket)":  {1260, 0},
			"open for close (guess: all)":          {25596, 0},
			"wrong bracket outside (guess: unary)": {194049, 0},
			"wrong bracket outside (guess: all)":   {194049, 0},
		}},
	} {
		t.Run(one.system.Name(), func(t *testing.T) {
			t.Parallel()
			tallies, best, mistakes := map[string]tally{}, tally{}, 0
			for n, chain := range []int32{0, 2, 2, 2, 1} {
				for _, g := range goldTrees(oracleNamed(t, "dynamic", one.system), int32(n), 2, chain) {
					underRoot(one.system, g)
					eachMistake(t, one.system, g, 3, func(m mistake) {
						if one.system.Name() == "bracket" && m.place == 0 {
							return
						}
						mistakes++
						ends := losses(t, one.system, g, m)
						for rule, loss := range ends {
							if m.cost > loss { // a call of require for each takes longer than all else
								t.Fatalf("%s: gold %v, %v in stack %v: %d > %d", rule, g.Spans, m.wrong, m.before.Stack, m.cost, loss)
							}
							k := tallies[rule]
							k.add(m.cost, loss)
							tallies[rule] = k
						}
						if len(ends) > 0 {
							best.add(m.cost, least(ends))
						}
					})
				}
			}
			require.Equal(t, one.tallies, tallies)
			require.Equal(t, one.best, best)
			require.Equal(t, one.mistakes, mistakes)
		})
	}
}

// underRoot puts a bracket around a top-down tree, as the rules expect, which is opened without a
// choice. In-order has Finish for it.
func underRoot(s transition.System, g *oracle.Gold) {
	if s.Name() == "bracket" {
		g.Spans = slices.Insert(g.Spans, 0, oracle.Span{Label: 2, End: int32(g.Len())})
	}
}

// losses returns the loss at the end of each rule that applies to a mistake.
func losses(t *testing.T, s transition.System, g *oracle.Gold, m mistake) map[string]int32 {
	all, end := map[string]int32{}, transition.Config{}
	for _, rule := range repairs(s) {
		if moves := rule.moves(m.derivation, m.place, m.wrong); moves != nil {
			if m.wrong != moves[0] {
				t.Fatalf("%s: %v, not %v", rule.name, moves[0], m.wrong)
			}
			all[rule.name] = bracketLoss(g, finish(t, s, &end, m.before, moves))
		}
	}
	return all
}

func least(losses map[string]int32) int32 {
	best := int32(math.MaxInt32)
	for _, loss := range losses {
		best = min(best, loss)
	}
	return best
}
