package derived_test

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"

	"parser/oracle/derived"
	"parser/oracle/fsa"
)

// queries is a problem with a small grammar: queries that select one or more columns of a table, perhaps all, and may
// have a condition. Two queries are gold, since they have the same result. Words are inserted, deleted and replaced.
func queries() (p derived.Problem, names *fsa.Symbols) {
	names = &fsa.Symbols{}
	grammar := read(`
		0 1 select
		1 2 name
		1 2 age
		1 5 *
		2 1 ,
		2 3 from
		5 3 from
		3 4 people
		4
		4 6 where
		6 7 name
		6 7 age
		7 8 known
		8`, names, true)
	gold := fsa.Words(spell("select name from people where age known", names), spell("select name , age from people", names))
	p = derived.Problem{Actions: names.Len() - 1, Admissible: grammar, Factors: []derived.Factor{
		{Loss: derived.Levenshtein(names.Len() - 1), Gold: gold},
	}}
	return p, names
}

// A grammar of one's own.
func ExampleCompile() {
	problem, names := queries()
	for _, prefix := range []string{"select", "select *", "select name", "select name from people"} {
		printCosts(problem, names, prefix)
	}
	// Output:
	// select ...  name 0  age 1  * 1
	// select * ...  from 0
	// select name ...  , 0  from 0
	// select name from people ...  stop 2  where 0
}

// count is the least weight of some paths, and the number of those that have it.
type count struct {
	weight fsa.Weight
	paths  *big.Int
}

func one(w fsa.Weight) count { return count{w, big.NewInt(1)} }

// counting is the semiring that counts the best paths.
func counting() fsa.Semiring[count] {
	return fsa.Semiring[count]{
		Zero: count{fsa.Zero(), new(big.Int)}, One: one(fsa.One),
		Plus: func(a, b count) count {
			switch {
			case a.weight < b.weight:
				return a
			case a.weight > b.weight:
				return b
			}
			return count{a.weight, new(big.Int).Add(a.paths, b.paths)}
		},
		Times: func(a, b count) count { return count{a.weight.Times(b.weight), new(big.Int).Mul(a.paths, b.paths)} },
	}
}

// path is what a path reads, and its weight.
type path struct {
	weight fsa.Weight
	in     []fsa.Symbol
}

// kBest is the semiring that keeps the k best paths, the best first (Mohri 2002).
func kBest(k int) fsa.Semiring[[]path] {
	best := func(paths []path) []path {
		slices.SortStableFunc(paths, func(a, b path) int { return cmp.Compare(a.weight, b.weight) })
		return paths[:min(k, len(paths))]
	}
	return fsa.Semiring[[]path]{
		One:  []path{{}},
		Plus: func(a, b []path) []path { return best(slices.Concat(a, b)) },
		Times: func(a, b []path) (all []path) {
			for _, x := range a {
				for _, y := range b {
					all = append(all, path{x.weight.Times(y.weight), slices.Concat(x.in, y.in)})
				}
			}
			return best(all)
		},
	}
}

// expected is the probability of some paths, and the sum of their weights, each times its probability.
type expected struct{ probability, weight float64 }

// expectation is the expectation semiring (Eisner 2002).
func expectation() fsa.Semiring[expected] {
	return fsa.Semiring[expected]{
		One:  expected{probability: 1},
		Plus: func(a, b expected) expected { return expected{a.probability + b.probability, a.weight + b.weight} },
		Times: func(a, b expected) expected {
			return expected{a.probability * b.probability, a.probability*b.weight + a.weight*b.probability}
		},
	}
}

// The same machines in other semirings: what the paper's oracle asks, the least loss, is one of several questions about
// the losses of a problem.
//
// Words are tagged as N or V, but no two words in a row as N; gold is N N N. After each first tag: how many sequences
// are optimal, which two are the best, and what a policy is expected to lose that takes V with probability 3/4 where it
// has a choice.
func ExampleLosses() {
	var names fsa.Symbols
	problem := derived.Problem{
		Admissible: read("0 1 N\n 0 2 V\n 1 4 V\n 2 3 N\n 2 4 V\n 3 6 V\n 4 5 N\n 4 6 V\n 5\n 6", &names, true),
		Factors:    []derived.Factor{{Loss: derived.Hamming(2), Gold: fsa.Linear(spell("N N N", &names)...)}},
	}
	problem.Actions = names.Len() - 1
	losses, err := derived.Losses(problem, 1000)
	if err != nil {
		panic(err)
	}
	policy := func(q fsa.State, a fsa.Arc) float64 {
		if name, _ := names.Name(a.In); len(losses.Arcs(q)) == 1 {
			return 1
		} else if name == "V" {
			return 0.75
		}
		return 0.25
	}

	counts, _ := fsa.PathSums(losses, counting(),
		func(_ fsa.State, a fsa.Arc) count { return one(a.Weight) },
		func(_ fsa.State, w fsa.Weight) count { return one(w) })
	best, _ := fsa.PathSums(losses, kBest(2),
		func(_ fsa.State, a fsa.Arc) []path { return []path{{a.Weight, []fsa.Symbol{a.In}}} },
		func(_ fsa.State, w fsa.Weight) []path { return []path{{weight: w}} })
	means, _ := fsa.PathSums(losses, expectation(),
		func(q fsa.State, a fsa.Arc) expected { return expected{policy(q, a), policy(q, a) * float64(a.Weight)} },
		func(_ fsa.State, w fsa.Weight) expected { return expected{1, float64(w)} })

	for _, a := range losses.Arcs(losses.Start()) {
		name, _ := names.Name(a.In)
		fmt.Printf("%s: optimal %v, each loses %v; expected loss %.4f\n",
			name, counts[a.To].paths, a.Weight+counts[a.To].weight, float64(a.Weight)+means[a.To].weight)
		for _, path := range best[a.To] {
			fmt.Print("  ", name)
			for _, o := range path.in {
				next, _ := names.Name(o)
				fmt.Print(" ", next)
			}
			fmt.Println(" loses", a.Weight+path.weight)
		}
	}
	// Output:
	// N: optimal 1, each loses 1; expected loss 1.7500
	//   N V N loses 1
	//   N V V loses 2
	// V: optimal 2, each loses 2; expected loss 2.5625
	//   V N V loses 2
	//   V V N loses 2
}
