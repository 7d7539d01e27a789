package model

import (
	"fmt"
	"math"

	"parser/model/kernel"
)

// index numbers 64-bit keys in the order of their insertion: an open-addressing hash table
// with linear probing of buckets, so that most look-ups touch one cache line. A slot holds 32
// bits of the key's hash and the number plus 1; the bucket's place and the check together
// tell about 50 bits of the key, and the full key decides.
type index struct {
	buckets []kernel.Bucket
	keys    []uint64 // keys[row]
}

const (
	minBuckets = 1 << 7
	// perBucket is how many of the eight slots of a bucket are in use, on average and at
	// most. One bucket in eight is full then.
	perBucket = 5
)

// add returns the row of key, which it inserts if need be.
func (x *index) add(key uint64) int {
	if len(x.keys) == perBucket*len(x.buckets) {
		x.fill(max(minBuckets, 2*len(x.buckets)), math.MaxInt) // cannot fail
	}
	slot := x.slot(key, math.MaxInt)
	if *slot == 0 {
		x.keys = append(x.keys, key)
		*slot = uint32(len(x.keys))
	}
	return int(*slot - 1)
}

// slot returns the slot of key: what it holds, 0 if it was free and is marked with the check
// now. It gives up and returns nil where that lies farther than a number of buckets from
// the first.
func (x *index) slot(key uint64, farthest int) *uint32 {
	h := kernel.Hash(key)
	for at, probe := kernel.First(h, len(x.buckets)), 0; probe <= farthest; probe++ {
		b := &x.buckets[at]
		for i, row := range b.Values[:] {
			if row == 0 {
				b.Checks[i] = uint32(h)
			} else if b.Checks[i] != uint32(h) || x.keys[row-1] != key {
				continue
			}
			return &b.Values[i]
		}
		if at++; at == len(x.buckets) {
			at = 0
		}
	}
	return nil
}

// fill builds a table of so many buckets over the keys. It refuses (ErrFile) equal keys, and
// one that would lie farther than a number of buckets from its first.
func (x *index) fill(buckets, farthest int) error {
	x.buckets = make([]kernel.Bucket, buckets)
	for row, key := range x.keys {
		slot := x.slot(key, farthest)
		switch {
		case slot == nil:
			return fmt.Errorf("%w: the features are no hashes", ErrFile)
		case *slot != 0:
			return fmt.Errorf("%w: a feature has two rows", ErrFile)
		}
		*slot = uint32(row + 1)
	}
	return nil
}

// keep stores or sets the keys; the table follows from them.
func (x *index) keep(r *Record) {
	KeepItems(r, "keys", &x.keys)
	if r.Reading() && r.Err() == nil {
		buckets := minBuckets
		for len(x.keys) > perBucket*buckets {
			buckets *= 2
		}
		r.Fail(x.fill(buckets, maxProbe))
	}
}

// maxProbe bounds how many buckets a row of a file may lie from its first. Few keys that were
// not chosen for it lie farther than one, and the time to read those that were stays bounded.
const maxProbe = 1 << 7

// pack is fill for keys that nothing will be added to.
func (x *index) pack(farthest int) error { return x.fill(len(x.keys)/perBucket+1, farthest) }

// rename makes kernel.Find call rows by names, none of them 0. Nothing can be added any more.
func (x *index) rename(names []uint32) {
	for i := range x.buckets {
		for j, row := range x.buckets[i].Values[:] {
			if row != 0 {
				x.buckets[i].Values[j] = names[row-1]
			}
		}
	}
}

// gathered is the number of features that scorers add up at a time.
const gathered = 64
