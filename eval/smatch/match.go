package smatch

import (
	"math/rand/v2"
	"slices"

	"parser/eval"
	"parser/parser/amr"
)

// Options of [Match]. The zero value works.
type Options struct {
	// Steps bounds the work on a pair of graphs, in looks at two variables or two relations that
	// may match: about 100 million a second. 0 stands for DefaultSteps.
	Steps    int
	Restarts int    // of hill climbing at random; 0 stands for DefaultRestarts, less for none
	Seed     uint64 // of random starts
}

// The meaning of zero values in Options.
const (
	DefaultSteps    = 50_000_000
	DefaultRestarts = 4 // as in smatch, option -r
)

// maxPairs is the largest number of pairs of triples that may match in graphs that are searched: it takes about 250 MB.
const maxPairs = 1 << 19

// Mapping maps the variables of the gold graph to those of the system's graph.
type Mapping struct {
	eval.Counts       // triples: those that match, those of the gold graph and of the system's
	Vars        []int // of each variable of the gold graph one of the system's, or -1
	Proven      bool  // in no mapping do more triples match
}

// Match maps variables of the gold graph to variables of the system's, no two to the same one, such
// that as many triples match as possible. Unless the proof of that needs more steps than allowed,
// the mapping is proven to be the best. The same options give the same mapping.
//
// Hill climbing (Cai & Knight 2013) finds good mappings, starting with variables of the same
// concept, with the labels that the bound prefers, and at random. Then branch and bound
// proves one of them to be the best, or finds a better one. If more than half a million pairs
// of triples may match, there is no search: variables are just paired by concept.
func Match(gold, system *amr.Triples, o Options) Mapping { return match(gold, system, nil, o) }

// match is [Match] with a mapping that is known to be good, or nil.
func match(gold, system *amr.Triples, known []int, o Options) Mapping {
	m := Mapping{Counts: eval.Counts{Gold: len(gold.List()), System: len(system.List())}, Vars: known}
	left, right := gold, system
	var pairs []pair
	for v, w := range known {
		if w != none {
			pairs = append(pairs, pair{v, w})
		}
	}
	exchanged := len(gold.Concepts) > len(system.Concepts)
	if exchanged { // with fewer variables to decide on, the search is faster
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
		found, _ := m.Matches(gold.List(), system.List())
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

// solve returns the best labelling found, what it is worth, and whether it is proven that no labelling is worth more.
func (p *problem) solve(known []pair, o Options) (best []int, value int, proven bool) {
	if o.Steps == 0 {
		o.Steps = DefaultSteps
	}
	if o.Restarts == 0 {
		o.Restarts = DefaultRestarts
	}
	s := &searcher{budget: budget(o.Steps)}
	s.climb(p, greatest(p.gain)) // variables of the same concept have a gain
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

// byConcept maps each variable to the first remaining one of the same concept.
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
