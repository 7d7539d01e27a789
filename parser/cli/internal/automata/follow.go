package automata

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"parser/oracle/derived"
	"parser/oracle/fsa"
)

// mostStates bounds the states that one search meets, or those of a machine with negative weights, which is built
// whole: about two gigabytes.
const mostStates = 10_000_000

// ErrPrefix is the error of a prefix with which no admissible sequence begins.
var ErrPrefix = errors.New("is not admissible")

// Step says what each next symbol costs after a prefix.
type Step struct {
	Step   int          `json:"step"`
	Prefix []string     `json:"prefix"`
	Loss   fsa.Weight   `json:"loss"`  // the least of all admissible sequences that begin with it
	Costs  []SymbolCost `json:"costs"` // of the symbols that can follow: by how much they raise it
	Stop   *fsa.Weight  `json:"stop"`  // the cost of ending here; null if the sequence is not admissible
	Next   string       `json:"next,omitempty"`
}

// SymbolCost is what a symbol costs.
type SymbolCost struct {
	Symbol string     `json:"symbol"`
	Cost   fsa.Weight `json:"cost"`
}

// Follow shows the costs after each prefix of a sequence of symbols, and at last after all of it.
func (p *Problem) Follow(prefix []string, show func(*Step) error) error {
	var path []fsa.Symbol
	for i, name := range prefix {
		o, ok := p.names.Number(name)
		if !ok || o == fsa.Epsilon || int(o) > p.problem.Actions {
			return fmt.Errorf("symbol %d of the prefix %w: %s does not read %q", i+1, ErrPrefix, p.Files[0], name)
		}
		path = append(path, o)
	}
	oracle, err := p.oracle()
	if err != nil {
		return err
	}
	values := make([]fsa.Weight, p.problem.Actions+1)
	for i := 0; ; i++ {
		if err := oracle.Values(values); err != nil {
			return p.located(err)
		}
		step := p.step(prefix[:i], values)
		if i < len(path) {
			step.Next = prefix[i]
		}
		if err := show(step); err != nil || i == len(path) {
			return err
		}
		if values[path[i]].IsZero() {
			return fmt.Errorf("symbol %d of the prefix %w: %q cannot follow, but %s", i+1, ErrPrefix, prefix[i], step.choices())
		}
		if err := oracle.Advance(path[i]); err != nil {
			return p.located(err)
		}
	}
}

// oracle chooses the computation: a search of what the prefix needs, unless a weight is negative.
func (p *Problem) oracle() (derived.Oracle, error) {
	computation := derived.Search
	if p.fall != "" {
		computation = derived.Compile
	}
	o, err := computation(p.problem, mostStates)
	return o, p.located(err)
}

// located names the files that an error is about.
func (p *Problem) located(err error) error {
	switch {
	case errors.Is(err, fsa.ErrNegativeCycle):
		return fmt.Errorf("%s: %w, so that losses have no least one: the first negative weight is here", p.fall, err)
	case err != nil:
		return fmt.Errorf("%s: %w", strings.Join(p.Files, ", "), err)
	}
	return nil
}

// step names what values are about.
func (p *Problem) step(prefix []string, values []fsa.Weight) *Step {
	s := &Step{Step: len(prefix) + 1, Prefix: slices.Clone(prefix), Loss: slices.Min(values), Costs: []SymbolCost{}}
	if s.Prefix == nil {
		s.Prefix = []string{}
	}
	costs := make([]fsa.Weight, len(values))
	derived.Costs(costs, values)
	for o, cost := range costs {
		switch {
		case cost.IsZero():
		case o == 0:
			s.Stop = &cost
		default:
			name, _ := p.names.Name(fsa.Symbol(o))
			s.Costs = append(s.Costs, SymbolCost{name, cost})
		}
	}
	return s
}

// choices lists what can follow.
func (s *Step) choices() string {
	var all []string
	for _, c := range s.Costs {
		all = append(all, c.Symbol)
	}
	if s.Stop != nil {
		all = append(all, "the end")
	}
	return strings.Join(all, ", ")
}

// String writes a step as rows with names, in the style of a trace: the best choices are marked *.
func (s *Step) String() string {
	var cells []string
	add := func(name string, cost fsa.Weight) {
		cell := fmt.Sprintf("%s %v", name, float64(cost))
		if cost == 0 {
			cell += "*"
		}
		cells = append(cells, cell)
	}
	for _, c := range s.Costs {
		add(c.Symbol, c.Cost)
	}
	if s.Stop != nil {
		add("stop", *s.Stop)
	}
	text := fmt.Sprintf("\n%4d %s", s.Step, row("prefix", strings.Join(s.Prefix, " "))[5:])
	text += row("costs", strings.Join(append(cells, fmt.Sprintf("loss %v", float64(s.Loss))), "   "))
	if s.Next != "" {
		text += row("next", s.Next)
	}
	return text
}

// row writes a text after its name.
func row(name, text string) string {
	return strings.TrimRight(fmt.Sprintf("     %-6s  %s", name, text), " ") + "\n"
}
