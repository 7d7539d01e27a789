package automata

import (
	"cmp"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"parser/oracle/derived"
	"parser/oracle/fsa"
)

// Best says how a prefix is best completed.
type Best struct {
	Optimal *big.Int     `json:"optimal"` // number of completions with the least loss
	Best    []Completion `json:"best"`    // the k best ones; equally good ones come in the order of symbols
}

// Completion is what may follow the prefix up to the end.
type Completion struct {
	Symbols []string   `json:"symbols"`
	Loss    fsa.Weight `json:"loss"` // with the prefix
}

// path is the best completion, or another one, from a state: a symbol and what follows. The end has no symbol.
type path struct {
	weight fsa.Weight
	symbol fsa.Symbol
	rest   *path
}

// ways are the numbers of completions with the least weight, and the k best of all.
type ways struct {
	optimal *big.Int
	best    []*path
}

// ErrEndless is the error of problems whose sequences are infinitely many.
var ErrEndless = errors.New("has a cycle, so that completions are endlessly many")

// Best returns the k best completions of a prefix that Follow has followed. It makes the automaton of all sequences, each at its
// loss ([derived.Losses]), and sums over its paths. C must have no cycle (ErrEndless).
func (p *Problem) Best(prefix []string, k int) (*Best, error) {
	if _, err := fsa.TopologicalOrder(p.admissible); err != nil {
		return nil, fmt.Errorf("%s %w", p.Files[0], ErrEndless)
	}
	losses, err := derived.Losses(p.problem, mostStates)
	if err != nil {
		return nil, p.located(err)
	}
	sums, err := fsa.PathSums(losses, kBest(k),
		func(_ fsa.State, a fsa.Arc) ways {
			return ways{big.NewInt(1), []*path{{weight: a.Weight, symbol: a.In}}}
		},
		func(_ fsa.State, w fsa.Weight) ways { return ways{big.NewInt(1), []*path{{weight: w}}} })
	if err != nil {
		return nil, p.located(err)
	}
	at, spent := losses.Start(), fsa.One
	for _, name := range prefix {
		o, _ := p.names.Number(name)
		arcs := losses.Arcs(at)
		i := slices.IndexFunc(arcs, func(a fsa.Arc) bool { return a.In == o })
		at, spent = arcs[i].To, spent.Times(arcs[i].Weight)
	}
	b := &Best{Optimal: sums[at].optimal}
	for _, way := range sums[at].best {
		c := Completion{Symbols: []string{}, Loss: spent.Times(way.weight)}
		for ; way.symbol != fsa.Epsilon; way = way.rest {
			name, _ := p.names.Name(way.symbol)
			c.Symbols = append(c.Symbols, name)
		}
		b.Best = append(b.Best, c)
	}
	return b, nil
}

// kBest is the semiring of ways, for machines in which a product's first factor is a single arc.
func kBest(k int) fsa.Semiring[ways] {
	return fsa.Semiring[ways]{
		Zero: ways{optimal: new(big.Int)},
		Plus: func(a, b ways) ways {
			all := slices.Concat(a.best, b.best)
			slices.SortStableFunc(all, func(a, b *path) int { return cmp.Compare(a.weight, b.weight) })
			sum := ways{optimal: new(big.Int), best: all[:min(k, len(all))]}
			for _, part := range []ways{a, b} {
				if len(part.best) > 0 && part.best[0].weight == all[0].weight {
					sum.optimal.Add(sum.optimal, part.optimal)
				}
			}
			return sum
		},
		Times: func(arc, rest ways) ways {
			product := ways{optimal: rest.optimal}
			for _, r := range rest.best {
				product.best = append(product.best, &path{arc.best[0].weight.Times(r.weight), arc.best[0].symbol, r})
			}
			return product
		},
	}
}

// String writes the completions in the style of a step.
func (b *Best) String() string {
	text := row("best", fmt.Sprintf("%v optimal", b.Optimal))
	for _, c := range b.Best {
		text += row("", fmt.Sprintf("loss %-5v %s", float64(c.Loss), strings.Join(append(c.Symbols, "stop"), " ")))
	}
	return text
}
