package kernel

import "math/bits"

// Bucket is a cache line of a hash table: eight slots, each with a check, which is half of a
// hash, and what is to be found, not 0. They are filled from the first on; the free ones are 0.
type Bucket struct{ Checks, Values [8]uint32 }

// First returns the bucket where a hash belongs in a table of so many: equal parts of all hashes,
// in their order. What it has no room for goes to those behind it, the first again after the last.
func First(hash uint64, buckets int) int {
	first, _ := bits.Mul64(hash, uint64(buckets))
	return int(first)
}

// Find sets values[i], for each of the hashes, to the value of the first slot, from the bucket
// where the hash belongs on, that has its lower half as check; or to 0 if there is none before
// a free slot. There must be a free slot in the table, unless it has no bucket at all.
func Find(values []uint32, table []Bucket, hashes []uint64) {
	if values = values[:len(hashes)]; len(table) == 0 {
		clear(values)
		return
	}
	find(values, table, hashes)
}

// Where no check of a bucket matches, its last slot tells whether it is full.
func findPlain(values []uint32, table []Bucket, hashes []uint64) {
	for i, h := range hashes {
		for at := First(h, len(table)); ; {
			b, slot := &table[at], 0
			for slot < 7 && b.Checks[slot] != uint32(h) {
				slot++
			}
			if values[i] = b.Values[slot]; values[i] == 0 || b.Checks[slot] == uint32(h) {
				break
			}
			if at++; at == len(table) {
				at = 0
			}
		}
	}
}
