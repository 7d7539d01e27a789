package smatch

import (
	"cmp"
	"slices"
)

// climber improves labellings as the Smatch of Cai & Knight (2013) does: in each step it
// takes what gains most of giving one variable another label, whose right variable is
// free, and of exchanging right variables with the one that has it.
type climber struct {
	*problem
	labelling []int // of each variable its label
	owner     []int // of each right variable which variable is mapped to it, or none
	worth     []int // of each label what it gains, with its links to labels that others have
	budget    *budget
}

// climb returns the labelling that is reached from a start, and what it is worth. For the
// start each variable in turn chooses one of its labels that are free, of which none is the
// first.
func (p *problem) climb(choose func(free []int) int, b *budget) (labelling []int, value int) {
	c := &climber{p, slices.Clone(p.start[:p.vars]), slices.Repeat([]int{none}, p.rights), slices.Clone(p.gain), b}
	for v, label := range c.labelling {
		free := []int{label}
		for a := label + 1; a < c.start[v+1]; a++ {
			if c.owner[c.right[a]] == none {
				free = append(free, a)
			}
		}
		c.set(v, choose(free))
	}
	c.ascend()
	return c.labelling, p.value(c.labelling)
}

// greatest chooses what is most by some measure, the first if several are.
func greatest[T cmp.Ordered](measure []T) func(labels []int) int {
	return func(labels []int) int {
		return slices.MaxFunc(labels, func(a, b int) int { return cmp.Compare(measure[a], measure[b]) })
	}
}

// set gives a variable a label whose right variable is free.
func (c *climber) set(v, label int) {
	old := c.labelling[v]
	if right := c.right[old]; right != none {
		c.owner[right] = none
	}
	for _, l := range c.links[old] {
		c.worth[l.label] -= l.gain
	}
	for _, l := range c.links[label] {
		c.worth[l.label] += l.gain
	}
	if right := c.right[label]; right != none {
		c.owner[right] = v
	}
	c.labelling[v] = label
	c.budget.spend(len(c.links[old]) + len(c.links[label]))
}

// ascend takes the best step until none gains anything, or the budget is spent.
func (c *climber) ascend() {
	for !c.budget.spent() {
		most, best := 0, 0
		for v, old := range c.labelling {
			for a := c.start[v] + 1; a < c.start[v+1]; a++ {
				if gain := c.stepGain(old, a); gain > most {
					most, best = gain, a
				}
			}
		}
		c.budget.spend(len(c.worth))
		if most == 0 {
			return
		}
		v := c.of[best]
		other, given := c.exchange(c.labelling[v], best)
		c.set(v, c.start[v])
		if other != none {
			c.set(other, c.start[other])
			c.set(other, given)
		}
		c.set(v, best)
	}
}

// exchange returns which variable is mapped to the right variable of a label, if any is,
// and the label that it gets for it: the one for the right variable of the old label.
func (c *climber) exchange(old, label int) (other, given int) {
	if other = c.owner[c.right[label]]; other != none {
		given = c.label(other, c.right[old])
	}
	return other, given
}

// searches is how many steps it takes to find what an exchange gains.
const searches = 10

// stepGain returns by how much a labelling is worth more in which a variable's old label
// gives way to another one.
func (c *climber) stepGain(old, label int) int {
	gain := c.worth[label] - c.worth[old]
	if label == old || c.owner[c.right[label]] == none || gain+c.most <= 0 { // seen from the other one it may be better
		return gain
	}
	other, given := c.exchange(old, label)
	lost := c.labelling[other]
	c.budget.spend(searches)
	return gain + c.worth[given] - c.worth[lost] + c.link(label, given) + c.link(old, lost) // which both of them lose
}
