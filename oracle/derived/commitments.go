package derived

import (
	"cmp"
	"slices"

	"parser/oracle/fsa"
)

// committed follows a problem with commitments, by any of the computations that give its values.
//
// Where no sequence is best for all factors at once, the sum of what each factor loses at least is
// only a lower bound of the loss. In a problem with commitments the sum is exact once nothing more can be
// committed, and every admissible sequence of actions keeps some such commitments. So the value of a
// prefix is the least of its values with complete commitments κ:
//
//	value(α) = min_κ Σ_f min {f(α′) : α′ admissible, α·κ ≤ α′}
//
// Each commitment leaves fewer sequences, so that the sum without it is a lower bound. Therefore the first
// complete κ that a search finds, which always extends the commitments with the least sum, is the best
// (Hart, Nilsson & Raphael 1968).
type committed struct {
	oracle  Oracle // takes commitments like actions
	actions int
	prefix  []fsa.Symbol
	values  []fsa.Weight
}

// Reset implements Oracle.
func (c *committed) Reset() error {
	c.prefix = c.prefix[:0]
	return c.oracle.Reset()
}

// Advance implements Oracle.
func (c *committed) Advance(o fsa.Symbol) error {
	c.prefix = append(c.prefix, o)
	return c.oracle.Advance(o)
}

// Values implements Oracle. Whatever it tries takes the whole prefix anew.
func (c *committed) Values(dst []fsa.Weight) error {
	if err := c.oracle.Values(c.values); err != nil {
		return err
	}
	copy(dst, c.values[:1+c.actions])
	for o := 1; o <= c.actions; o++ {
		var err error
		if dst[o], err = c.least(fsa.Symbol(o), dst[o]); err != nil {
			return err
		}
	}
	return c.take(nil)
}

// commitments are taken after an action, with the sum that they leave.
type commitments struct {
	taken []fsa.Symbol // the action first
	sum   fsa.Weight
}

// least returns the value of the prefix with an action, where the sum is not less than a bound.
func (c *committed) least(action fsa.Symbol, bound fsa.Weight) (fsa.Weight, error) {
	if bound.IsZero() {
		return bound, nil
	}
	for open := []commitments{{[]fsa.Symbol{action}, bound}}; len(open) > 0; {
		k := open[len(open)-1]
		open = open[:len(open)-1]
		if err := c.take(k.taken); err != nil {
			return 0, err
		}
		if err := c.oracle.Values(c.values); err != nil {
			return 0, err
		}
		complete := true
		for i, sum := range c.values[1+c.actions:] {
			if !sum.IsZero() {
				complete = false
				open = append(open, commitments{append(slices.Clip(k.taken), fsa.Symbol(1+c.actions+i)), sum})
			}
		}
		if complete {
			return k.sum, nil
		}
		slices.SortStableFunc(open, func(a, b commitments) int { return cmp.Compare(b.sum, a.sum) })
	}
	return fsa.Zero(), nil
}

// take begins anew and takes the actions of the prefix and some more.
func (c *committed) take(more []fsa.Symbol) error {
	err := c.oracle.Reset()
	for _, o := range slices.Concat(c.prefix, more) {
		if err == nil {
			err = c.oracle.Advance(o)
		}
	}
	return err
}
