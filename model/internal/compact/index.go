package compact

import (
	"fmt"
	"math"

	"parser/model/internal/tables"
	"parser/model/npz"
)

// Index numbers 64-bit keys in the order in which they are added: an open-addressing hash table
// with linear probing of buckets, so that most look-ups touch one cache line. A slot holds 32 bits
// of the key's hash and the number plus 1. The bucket and those bits determine about 50 bits of the
// key; Add compares the whole key, Find does not. The zero Index is empty.
type Index struct {
	buckets []tables.Bucket
	keys    []uint64 // keys[row]
}

const (
	minBuckets = 1 << 7
	// perBucket is how many of the eight slots of a bucket are in use on average, at most.
	// Then one bucket in eight is full.
	perBucket = 5
)

// NewIndex returns an index of different keys, without spare room.
func NewIndex(keys []uint64) Index {
	x := Index{keys: keys}
	x.pack(math.MaxInt) // cannot fail
	return x
}

// ReadIndex is NewIndex for keys from a file. It refuses (ErrFile) equal keys, and keys that
// would take long to find.
func ReadIndex(keys []uint64) (Index, error) {
	x := Index{keys: keys}
	err := x.pack(maxProbe)
	return x, err
}

// Keys returns the keys, each at the place of its number.
func (x *Index) Keys() []uint64 { return x.keys }

// Find sets rows[i] to the number of keys[i] plus 1, or to 0 if there is no such key. It may
// take an unknown key for another one, see Index.
func (x *Index) Find(rows []uint32, keys []uint64) { tables.Find(rows, x.buckets, keys, nil) }

// Size returns the bytes of memory in use.
func (x *Index) Size() int64 {
	const perKey, perBucket = 8, 64
	return int64(len(x.keys)*perKey + len(x.buckets)*perBucket)
}

// Add returns the number of key, which it adds if need be.
func (x *Index) Add(key uint64) int {
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

// slot returns the slot of key, which holds its check, and 0 if the key is new. It returns nil if the slot
// is more than farthest buckets away from the first.
func (x *Index) slot(key uint64, farthest int) *uint32 {
	h := tables.Hash(key)
	for at, probe := tables.BucketOf(h, len(x.buckets)), 0; probe <= farthest; probe++ {
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

// fill builds a table of the given size for the keys. It refuses (ErrFile) equal keys, and keys
// more than farthest buckets away from their first.
func (x *Index) fill(buckets, farthest int) error {
	x.buckets = make([]tables.Bucket, buckets)
	for row, key := range x.keys {
		slot := x.slot(key, farthest)
		switch {
		case slot == nil:
			return fmt.Errorf("%w: the features are no hashes", npz.ErrFile)
		case *slot != 0:
			return fmt.Errorf("%w: a feature has two rows", npz.ErrFile)
		}
		*slot = uint32(row + 1)
	}
	return nil
}

// Sync stores the keys in a record or sets them; the table follows from them.
func (x *Index) Sync(r *npz.Record) {
	npz.KeepItems(r, "keys", &x.keys)
	if r.Reading() && r.Err() == nil {
		buckets := minBuckets
		for len(x.keys) > perBucket*buckets {
			buckets *= 2
		}
		r.Fail(x.fill(buckets, maxProbe))
	}
}

// maxProbe bounds how many buckets a row of a file may be away from its first. That is rarely more
// than one, unless the keys were chosen to make reading slow.
const maxProbe = 1 << 7

func (x *Index) pack(farthest int) error { return x.fill(len(x.keys)/perBucket+1, farthest) }

// gathered is how many features a model adds up at a time.
const gathered = 64
