package tables

// Bucket is a cache line of a hash table: eight slots, each with a check, which is half of a hash,
// and the value to find, which is not 0. Slots are filled from the first on; free slots are 0.
type Bucket struct{ Checks, Values [8]uint32 }

// Hash spreads the bits of a key, since keys need not be good hashes: multiplicative hashing
// (Knuth 1973, 6.4). The upper bits of the product give the place, see First. The check is the
// lower half, which the upper half of the key reaches only by the shift.
func Hash(key uint64) uint64 { return (key ^ key>>29) * 0xd6e8feb86659fd93 }

// BucketOf returns the bucket where a hash belongs in a table of a number of buckets, below 2³²:
// buckets divide all hashes into equal parts, in order. Keys for which a bucket has no room go to
// the next ones; the first bucket follows the last.
func BucketOf(hash uint64, buckets int) int { return int(hash >> 32 * uint64(buckets) >> 32) }

// MaxKeys is how many keys are looked up at a time: no look-up depends on the one before, so the
// processor waits for memory once instead of once for each key.
const MaxKeys = 128

// Find sets values[i] to the value of keys[i]: that of the first slot with the lower half of the
// hash as its check, searching from the bucket where the hash belongs; or 0 if a free slot comes
// first. The table must have a free slot, unless it has no buckets.
//
// If values are places in rows, Find prefetches these rows; rows may be nil.
func Find(values []uint32, table []Bucket, keys []uint64, rows []byte) {
	for ; len(keys) > MaxKeys; values, keys = values[MaxKeys:], keys[MaxKeys:] {
		Find(values, table, keys[:MaxKeys], rows)
	}
	if values = values[:len(keys)]; len(table) == 0 {
		clear(values)
		return
	}
	find(values, table, keys, rows)
}

// Offset is the part of a value that says where a row is, in units. The upper two bits are the
// kind of the row.
const Offset = 1<<30 - 1

// Lists holds places by their kinds.
type Lists struct {
	places [4][MaxKeys + 16]uint32 // with spare room, so that whole vectors can be stored
	counts [4]int
}

// Of returns the places of one kind, in order.
func (l *Lists) Of(kind int) []uint32 { return l.places[kind][:l.counts[kind]] }

// Partition sets lists to the places in up to MaxKeys values, leaving out values of 0.
func (l *Lists) Partition(values []uint32) {
	if len(values) > MaxKeys {
		panic("tables: too many values")
	}
	deal(l, values)
}

// dealPlain stores each value in every list, but counts it only in its own.
func dealPlain(lists *Lists, names []uint32) {
	var n [4]uint
	l := &lists.places
	for _, name := range names {
		at, high, low := name&Offset, name>>31, name>>30&1
		l[0][n[0]%MaxKeys], l[1][n[1]%MaxKeys], l[2][n[2]%MaxKeys], l[3][n[3]%MaxKeys] = at, at, at, at
		n[0] += uint(-uint64(name)>>63) &^ uint(high|low) // if it is not 0
		n[1] += uint(low &^ high)
		n[2] += uint(high &^ low)
		n[3] += uint(low & high)
	}
	for i := range n {
		lists.counts[i] = int(n[i])
	}
}

// If no check of a bucket matches, its last slot tells whether the bucket is full.
func findPlain(values []uint32, table []Bucket, keys []uint64) {
	for i, key := range keys {
		h := Hash(key)
		for at := BucketOf(h, len(table)); ; {
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
