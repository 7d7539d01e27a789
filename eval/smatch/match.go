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
// is some 100 MB.
const maxPairs = 1 << 19

// Mapping says which variable of the system's graph is which of the gold one.
type Mapping struct {
	eval.Counts       // triples: those that match, those of the gold graph and of the system's
	Vars        []int // of each variable of the gold graph one of the system's, or -1
	Proven      bool  // no mapping has more triples that match
}

// Match maps variables of the gold graph to variables of the system's, no two to the same
// one, such that as many triples match as can be. The mapping is proven to be best, unless
// that takes more steps than there may be: then it is the best that was found. Options that are
// the same give the same mapping.
//
// Hill climbing finds a first mapping, see Cai & Knight (2013); branch and bound looks for a better
// one. Only if more than half a million pairs of triples may match are variables just
// paired by concept.
func Match(gold, system *amr.Triples, o Options) Mapping {
	m := Mapping{Counts: eval.Counts{Gold: gold.Len(), System: system.Len()}}
	left, right := gold, system
	exchanged := len(gold.Concepts) > len(system.Concepts)
	if exchanged { // the fewer variables are to be decided upon, the better
		left, right = right, left
	}
	p := newProblem(left, right, maxPairs)
	if p == nil {
		m.Vars = byConcept(gold, system)
		found, _ := m.Matches(List(gold), List(system))
		for _, found := range found {
			m.Right += eval.One(found)
		}
		return m
	}
	if o.Steps == 0 {
		o.Steps = DefaultSteps
	}
	if o.Restarts == 0 {
		o.Restarts = DefaultRestarts
	}
	work := budget(o.Steps)
	best, value := p.climb(max(o.Restarts, 0), rand.New(rand.NewPCG(o.Seed, 0)), &work)
	s := &searcher{best, value, &work}
	m.Proven = s.improve(newPotentials(p))
	m.Right, m.Vars = s.value, slices.Repeat([]int{none}, len(gold.Concepts))
	for v, label := range s.best {
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
