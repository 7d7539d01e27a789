package eval

import "parser/ptb"

// judgement is what is right in a sentence of one system.
type judgement struct {
	words        []*ptb.Tree // of the gold tree, those that are scored
	gold, system []ptb.Span
	partner      []int  // of each gold bracket, or noBracket
	right        []bool // of each system bracket
	failed       bool
}

// judge matches the brackets of a sentence.
func (c *BracketComparison) judge(gold, system []*ptb.Tree) *judgement {
	g, s := c.rules.bracketing(gold), c.rules.bracketing(system)
	j := &judgement{words: g.words, gold: c.rules.scored(g)}
	if j.failed = c.rules.align(g, s) != nil; !j.failed {
		j.words, j.gold, j.system = g.words, c.rules.scored(g), c.rules.scored(s)
	}
	j.right, j.partner = make([]bool, len(j.system)), make([]int, len(j.gold))
	for i := range j.partner {
		j.partner[i] = noBracket
	}
	c.matcher.match(&c.rules, j.gold, j.system, func(g, s int) { j.partner[g], j.right[s] = s, true })
	return j
}

func (j *judgement) counts() Counts {
	c := Counts{Gold: len(j.gold), System: len(j.system)}
	for _, right := range j.right {
		c.Right += one(right)
	}
	return c
}

// confused pairs the gold brackets that are missed with the wrong ones over the
// same words, both from the outermost on; what has no partner was taken for
// nothing or made of nothing.
func (j *judgement) confused() (pairs []Confused) {
	wrong := map[ptb.Span][]string{}
	for i, b := range j.system {
		if !j.right[i] {
			wrong[unlabelled(b)] = append(wrong[unlabelled(b)], b.Label)
		}
	}
	for i, b := range j.gold {
		if j.partner[i] != noBracket {
			continue
		}
		pair, over := Confused{Gold: b.Label, System: Nothing}, wrong[unlabelled(b)]
		if len(over) > 0 {
			pair.System, wrong[unlabelled(b)] = over[0], over[1:]
		}
		pairs = append(pairs, pair)
	}
	for i, b := range j.system {
		if over := wrong[unlabelled(b)]; !j.right[i] && len(over) > 0 {
			pairs, wrong[unlabelled(b)] = append(pairs, Confused{Gold: Nothing, System: over[0]}), over[1:]
		}
	}
	return pairs
}

func unlabelled(b ptb.Span) ptb.Span {
	b.Label = ""
	return b
}

// by returns the counts of the sentence by a metric.
func (j *judgement) by(m Metric) Counts {
	c := j.counts()
	switch m {
	case Recall:
		c.System = c.Gold
	case Precision:
		c.Gold = c.System
	case Complete:
		return Counts{one(!j.failed && c.errors() == 0), 1, 1}
	}
	return c
}
