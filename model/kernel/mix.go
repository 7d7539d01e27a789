package kernel

// Mix mixes each hash with one of values, that of its slot. Slots must be places of values.
func Mix(hashes, values []uint64, slots []int32) {
	if slots = slots[:len(hashes)]; len(hashes) > 0 {
		mix(hashes, values, slots)
	}
}

func mixPlain(hashes, values []uint64, slots []int32) {
	for i, slot := range slots {
		hashes[i] = MixOne(hashes[i], values[slot])
	}
}

// MixOne returns what Mix makes of a hash and a value: the bits that differ times 2⁶⁴ divided by
// the golden ratio (Knuth 1973, 6.4), with the better upper half also mixed into the lower.
func MixOne(hash, value uint64) uint64 {
	hash = (hash ^ value) * 0x9e3779b97f4a7c15
	return hash ^ hash>>32
}
