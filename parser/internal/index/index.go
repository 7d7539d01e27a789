// Package index finds things in a list by their hashes, like a map from things to places that is made several times faster,
// and takes less memory.
//
//	x := index.New(len(words), func(i int) uint64 { return index.Hash(words[i]) })
//	place := x.Find(index.Hash("dog"), func(i int) bool { return words[i] == "dog" }) // −1 if it is not there
package index

import "hash/maphash"

// Index is a hash table with open addressing, at most half full. The zero value is that of an empty list. It is immutable.
type Index struct {
	slots []uint32 // a place + 1, or 0
}

// seed makes hashes that cannot be foreseen, so that no file can be made whose things all have the same.
var seed = maphash.MakeSeed()

// Hash returns the hash of a text.
func Hash(text string) uint64 { return maphash.String(seed, text) }

// New returns an index of things with the places 0 to n−1, given their hashes. Of equal ones it finds the last, as a map
// does that is filled in their order.
func New(n int, hash func(i int) uint64) Index {
	if n == 0 {
		return Index{}
	}
	size := 2
	for size < 2*n {
		size *= 2
	}
	x := Index{make([]uint32, size)}
	mask := uint64(size - 1)
	for i := n - 1; i >= 0; i-- {
		at := hash(i) & mask
		for x.slots[at] != 0 {
			at = (at + 1) & mask
		}
		x.slots[at] = uint32(i + 1)
	}
	return x
}

// Find returns the place of a thing, or −1. Is says whether the thing at a place, which has perhaps the same hash, is that one.
func (x Index) Find(hash uint64, is func(i int) bool) int {
	if len(x.slots) == 0 {
		return -1
	}
	mask := uint64(len(x.slots) - 1)
	for at := hash & mask; x.slots[at&mask] != 0; at++ {
		if i := int(x.slots[at&mask] - 1); is(i) {
			return i
		}
	}
	return -1
}
