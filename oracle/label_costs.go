package oracle

import "parser/transition"

// LabelCosts tells what each label adds to the cost of a move: the same for all
// labels but a few.
type LabelCosts struct {
	other  int32
	labels []int32
	costs  []int32
}

// Reset makes every label cost the same.
func (k *LabelCosts) Reset(cost int32) {
	k.other, k.labels, k.costs = cost, k.labels[:0], k.costs[:0]
}

// Set makes a label an exception. Of two settings of one label the first counts.
func (k *LabelCosts) Set(label, cost int32) {
	k.labels, k.costs = append(k.labels, label), append(k.costs, cost)
}

// Of returns what the label adds.
func (k *LabelCosts) Of(label int32) int32 {
	for i, l := range k.labels {
		if l == label {
			return k.costs[i]
		}
	}
	return k.other
}

// First returns the first label set that adds nothing, or transition.None.
func (k *LabelCosts) First() int32 {
	for i, cost := range k.costs {
		if cost == 0 {
			return k.labels[i]
		}
	}
	return transition.None
}
