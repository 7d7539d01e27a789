package features

import (
	"slices"

	"parser/model/kernel"
)

// plan is the templates in the order in which they are hashed: those with most atoms first, so that
// the first atoms of all are mixed in at once, then the second atoms of those that have one, and so
// on.
type plan struct {
	seeds  []uint64  // the hash of each template
	at     []int32   // the place of its feature
	layers [][]int32 // slots of the first atoms, of the second ones, …
}

// newPlan plans templates, given the hash of each and the slots of its atoms in values.
func newPlan(seeds []uint64, slots [][]int32) plan {
	var p plan
	for i := range seeds {
		p.at = append(p.at, int32(i))
	}
	slices.SortStableFunc(p.at, func(a, b int32) int { return len(slots[b]) - len(slots[a]) })
	for _, i := range p.at {
		p.seeds = append(p.seeds, seeds[i])
		for k, slot := range slots[i] {
			if k == len(p.layers) {
				p.layers = append(p.layers, nil)
			}
			p.layers[k] = append(p.layers[k], slot)
		}
	}
	return p
}

func (p *plan) hash(hashes, values []uint64) {
	copy(hashes, p.seeds)
	for _, slots := range p.layers {
		kernel.Mix(hashes[:len(slots)], values, slots)
	}
}
