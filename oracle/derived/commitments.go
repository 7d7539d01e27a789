package derived

import (
	"slices"

	"parser/oracle/fsa"
)

// committed follows a problem with commitments, by any of the computations that give its values.
//
// Where no sequence is best for all factors at once, the sum of what each factor loses at least is
// only a lower bound of the loss. In a problem with commitments the sum is exact after each of them,
// and every admissible sequence of actions keeps one of them. So the value of a prefix is the least
// of its values with a commitment:
//
//	value(α) = min_k Σ_f min {f(α′) : α′ admissible, α·k ≤ α′}
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

// Values implements Oracle. It takes each action and asks for the values of commitments after it,
// which takes the whole prefix anew.
func (c *committed) Values(dst []fsa.Weight) error {
	if err := c.oracle.Values(c.values); err != nil {
		return err
	}
	dst[0] = c.values[0]
	for o := 1; o <= c.actions; o++ {
		if err := c.take(append(c.prefix, fsa.Symbol(o))); err != nil {
			return err
		}
		if err := c.oracle.Values(c.values); err != nil {
			return err
		}
		dst[o] = slices.Min(c.values[1+c.actions:])
	}
	return c.take(c.prefix)
}

// take begins anew and takes the actions of a prefix.
func (c *committed) take(prefix []fsa.Symbol) error {
	err := c.oracle.Reset()
	for _, o := range prefix {
		if err == nil {
			err = c.oracle.Advance(o)
		}
	}
	return err
}
