package smatch

import (
	"cmp"
	"slices"
)

// climber improves labellings like the Smatch of Cai & Knight (2013). In each step it gives
// one variable another label. If another variable is mapped to that label's right variable
// already, the two exchange their right variables. It takes the step that gains most.
type climber struct {
	*problem
	labelling []int // of each variable its label
	owner     []int // of each right variable the variable that is mapped to it, or none
	worth     []int // of each label its gain, with that of its links to labels of the labelling
	budget    *budget
}

// climb returns the labelling that is reached from a start, and what it is worth. For the start
// each variable in turn chooses one of its free labels. The first one maps it to nothing.
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

// greatest chooses the label with the greatest measure, the first one if several tie.
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

// ascend takes the best step until no step gains anything, or the budget is spent.
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

// exchange returns the variable that is mapped to the right variable of a label, or none,
// and the label that it gets instead, which is for the right variable of the old label.
func (c *climber) exchange(old, label int) (other, given int) {
	if other = c.owner[c.right[label]]; other != none {
		given = c.label(other, c.right[old])
	}
	return other, given
}

// searches is the number of steps that it takes to find the gain of an exchange.
const searches = 10

// stepGain returns what the labelling gains if a variable gets another label instead of its old one.
func (c *climber) stepGain(old, label int) int {
	gain := c.worth[label] - c.worth[old]
	if label == old || c.owner[c.right[label]] == none || gain+c.most <= 0 { // the exchange may still gain as a step of the other variable
		return gain
	}
	other, given := c.exchange(old, label)
	lost := c.labelling[other]
	c.budget.spend(searches)
	// The link of the old labels is counted in the worth of both, and so is subtracted twice.
	return gain + c.worth[given] - c.worth[lost] + c.link(label, given) + c.link(old, lost)
}
