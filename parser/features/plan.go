package features

import "slices"

// plan is templates in the order in which they are hashed: by the number of their atoms, so
// that there need be no loop over atoms.
type plan struct {
	templates []compiled
	end       [unrolled + 1]int // of the templates with at most so many atoms
}

// unrolled is the largest number of atoms with a loop of its own.
const unrolled = 4

type compiled struct {
	seed  uint64
	at    int32 // of its feature among those of the plan
	atoms [unrolled]int32
	more  []int32 // atoms behind these
}

// add adds the template with that hash whose values are in slots.
func (p *plan) add(seed uint64, slots []int32) {
	t := compiled{seed: seed, at: int32(len(p.templates))}
	t.more = slots[copy(t.atoms[:], slots):]
	n := min(len(slots), unrolled)
	p.templates = slices.Insert(p.templates, p.end[n], t)
	for ; n <= unrolled; n++ {
		p.end[n]++
	}
}

// hash sets dst to the features of these values.
func (p *plan) hash(dst, values []uint64) {
	for i := range p.templates[:p.end[1]] {
		t := &p.templates[i]
		dst[t.at] = mix(t.seed, values[t.atoms[0]])
	}
	for i := range p.templates[p.end[1]:p.end[2]] {
		t := &p.templates[p.end[1]+i]
		dst[t.at] = mix(mix(t.seed, values[t.atoms[0]]), values[t.atoms[1]])
	}
	for i := range p.templates[p.end[2]:p.end[3]] {
		t := &p.templates[p.end[2]+i]
		dst[t.at] = mix(mix(mix(t.seed, values[t.atoms[0]]), values[t.atoms[1]]), values[t.atoms[2]])
	}
	for i := range p.templates[p.end[3]:] {
		t := &p.templates[p.end[3]+i]
		h := t.seed
		for _, slot := range t.atoms {
			h = mix(h, values[slot])
		}
		for _, slot := range t.more {
			h = mix(h, values[slot])
		}
		dst[t.at] = h
	}
}
