// Package index finds things in a list by their hashes, like a map from things to places that is made several times faster,
// and takes less memory.
//
//	x := index.New(len(words))
//	for i, w := range words {
//		x.Add(index.Hash(w), i, func(j int) bool { return words[j] == w })
//	}
//	place := x.Find(index.Hash("dog"), func(i int) bool { return words[i] == "dog" }) // −1 if it is not there
package index

import "hash/maphash"

// Index is a hash table with open addressing, at most half full. The zero value is that of an empty list.
type Index struct {
	slots []uint32 // a place + 1, or 0
}

// seed makes hashes that cannot be foreseen, so that in no file all things have the same.
var seed = maphash.MakeSeed()

// Hash returns the hash of a text.
func Hash(text string) uint64 { return maphash.String(seed, text) }

// New returns an index with room for n things.
func New(n int) Index {
	if n == 0 {
		return Index{}
	}
	size := 2
	for size < 2*n {
		size *= 2
	}
	return Index{make([]uint32, size)}
}

// Find returns the place of a thing, or −1. Is says whether the thing at a place is that one; it may be another with the same
// hash.
func (x Index) Find(hash uint64, is func(i int) bool) int {
	if len(x.slots) == 0 {
		return -1
	}
	_, place := x.slot(hash, is)
	return place
}

// Add adds a thing at a place, unless it is there already. It returns the place where it is.
func (x Index) Add(hash uint64, place int, is func(i int) bool) int {
	at, known := x.slot(hash, is)
	if known >= 0 {
		return known
	}
	x.slots[at] = uint32(place + 1)
	return place
}

// slot returns the slot of a thing, and its place, or a free slot and −1.
func (x Index) slot(hash uint64, is func(i int) bool) (at uint64, place int) {
	mask := uint64(len(x.slots) - 1)
	for at = hash & mask; x.slots[at] != 0; at = (at + 1) & mask {
		if place = int(x.slots[at] - 1); is(place) {
			return at, place
		}
	}
	return at, -1
}
