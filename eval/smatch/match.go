package smatch

import (
	"math/rand/v2"
	"slices"

	"parser/eval"
	"parser/parser/amr"
)

// Options of [Match]. The zero value works.
type Options struct {
	// Steps bound the work on a pair of graphs: looks at two variables or two relations
	// that may match, some 100 million a second. 0 stands for DefaultSteps.
	Steps int
	// Restarts is how often hill climbing starts at random; 0 stands for DefaultRestarts,
	// less than 0 for never.
	Restarts int
	// Seed is where random starts come from.
	Seed uint64
}

// What the zero values of Options stand for.
const (
	DefaultSteps    = 50_000_000
	DefaultRestarts = 4 // as in smatch, option -r
)

// maxPairs is how many pairs of triples may match in graphs that are searched at all: that
// is some 250 MB.
const maxPairs = 1 << 19

// Mapping says which variable of the system's graph is which of the gold one.
type Mapping struct {
	eval.Counts       // triples: those that match, those of the gold graph and of the system's
	Vars        []int // of each variable of the gold graph one of the system's, or -1
	Proven      bool  // no mapping has more triples that match
}

// Match maps variables of the gold graph to variables of the system's, no two to the same
// one, such that as many triples match as can be. The mapping is proven to be best, unless
// that takes more steps than there may be: then it is the best that was found. The same
// options give the same mapping.
//
// Hill climbing (Cai & Knight 2013) finds good mappings, from variables of the same concept
// and from what the bound prefers; branch and bound proves one of them to be best or finds a
// better one, after climbing from random starts. Only if more than half a million pairs of
// triples may match are variables just paired by concept.
func Match(gold, system *amr.Triples, o Options) Mapping { return match(gold, system, nil, o) }

// match begins with a mapping that is known to be good, unless it is nil.
func match(gold, system *amr.Triples, known []int, o Options) Mapping {
	m := Mapping{Counts: eval.Counts{Gold: gold.Len(), System: system.Len()}, Vars: known}
	left, right, pairs := gold, system, paired(known)
	exchanged := len(gold.Concepts) > len(system.Concepts)
	if exchanged { // the fewer variables are to be decided upon, the better
		left, right = system, gold
		for i, p := range pairs {
			pairs[i] = pair{p.right, p.left}
		}
	}
	p := newProblem(left, right, maxPairs)
	if p == nil {
		if known == nil {
			m.Vars = byConcept(gold, system)
		}
		found, _ := m.Matches(List(gold), List(system))
		for _, found := range found {
			m.Right += eval.One(found)
		}
		return m
	}
	var labelling []int
	labelling, m.Right, m.Proven = p.solve(pairs, o)
	m.Vars = slices.Repeat([]int{none}, len(gold.Concepts))
	for v, label := range labelling {
		switch right := p.right[label]; {
		case right == none:
		case exchanged:
			m.Vars[right] = v
		default:
			m.Vars[v] = right
		}
	}
	return m
}

// paired returns the pairs of a mapping.
func paired(mapping []int) (pairs []pair) {
	for v, w := range mapping {
		if w != none {
			pairs = append(pairs, pair{v, w})
		}
	}
	return pairs
}

// solve returns the best labelling that is found, what it is worth, and whether none is
// worth more.
func (p *problem) solve(known []pair, o Options) (best []int, value int, proven bool) {
	if o.Steps == 0 {
		o.Steps = DefaultSteps
	}
	if o.Restarts == 0 {
		o.Restarts = DefaultRestarts
	}
	s := &searcher{budget: budget(o.Steps)}
	s.climb(p, greatest(p.gain)) // the same concept gains something
	if len(known) > 0 {
		good := make([]int, len(p.right))
		for _, k := range known {
			good[p.label(k.left, k.right)] = 1
		}
		s.climb(p, greatest(good))
	}
	b := newPotentials(p)
	for better := true; better; {
		if !b.tighten(s.value, &s.budget) {
			return s.best, s.value, true
		}
		better = s.climb(p, greatest(b.theta))
	}
	random := rand.New(rand.NewPCG(o.Seed, 0))
	for i := 0; i < o.Restarts && !s.budget.spent(); i++ {
		s.climb(p, func(free []int) int { return free[len(free)-1-random.IntN(max(len(free)-1, 1))] })
	}
	proven = s.improve(b)
	return s.best, s.value, proven
}

// byConcept maps each variable to the first one of the same concept that is left.
func byConcept(gold, system *amr.Triples) []int {
	left, mapping := map[string][]int{}, make([]int, len(gold.Concepts))
	for v, concept := range system.Concepts {
		left[concept] = append(left[concept], v)
	}
	for v, concept := range gold.Concepts {
		mapping[v] = none
		if same := left[concept]; len(same) > 0 {
			mapping[v], left[concept] = same[0], same[1:]
		}
	}
	return mapping
}
