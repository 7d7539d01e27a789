package compare

import (
	"parser/eval"
	"parser/eval/evalb"
	"parser/ptb"
)

// countsOf returns the counts of a sentence.
func countsOf(m *evalb.Matching) eval.Counts {
	return eval.Counts{Right: m.Matched(), Gold: len(m.Gold), System: len(m.System)}
}

// confused pairs the gold brackets that are missed with the wrong ones over the
// same words, both from the outermost on; what has no partner was taken for
// nothing or made of nothing.
func confused(m *evalb.Matching) (pairs []Confused) {
	wrong := map[ptb.Span][]string{}
	for i, b := range m.System {
		if !m.Right[i] {
			wrong[unlabelled(b)] = append(wrong[unlabelled(b)], b.Label)
		}
	}
	for i, b := range m.Gold {
		if m.Partner[i] != evalb.Unmatched {
			continue
		}
		pair, over := Confused{Gold: b.Label, System: Nothing}, wrong[unlabelled(b)]
		if len(over) > 0 {
			pair.System, wrong[unlabelled(b)] = over[0], over[1:]
		}
		pairs = append(pairs, pair)
	}
	for i, b := range m.System {
		if over := wrong[unlabelled(b)]; !m.Right[i] && len(over) > 0 {
			pairs, wrong[unlabelled(b)] = append(pairs, Confused{Gold: Nothing, System: over[0]}), over[1:]
		}
	}
	return pairs
}

func unlabelled(b ptb.Span) ptb.Span {
	b.Label = ""
	return b
}

// bracketCounts returns the counts of the sentence by a metric.
func bracketCounts(by Metric, m *evalb.Matching) eval.Counts {
	c := countsOf(m)
	switch by {
	case Recall:
		c.System = c.Gold
	case Precision:
		c.Gold = c.System
	case Complete:
		return eval.Counts{Right: one(m.Err == nil && c.Errors() == 0), Gold: 1, System: 1}
	}
	return c
}
