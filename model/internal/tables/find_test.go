package tables

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// keyOf is the inverse of Hash.
func keyOf(hash uint64) uint64 {
	inverse := uint64(1) // modulo 2, of the factor; each step squares the modulus (Newton)
	for range 6 {
		inverse *= 2 - Hash(1)*inverse
	}
	key := hash * inverse
	key ^= key >> 29
	return key ^ key>>58
}

func keysOf(hashes []uint64) []uint64 {
	keys := make([]uint64, len(hashes))
	for i, h := range hashes {
		keys[i] = keyOf(h)
	}
	return keys
}

// tableOf puts hashes into a table with a number of buckets, hash i with value i+1.
func tableOf(hashes []uint64, buckets int) []Bucket {
	table := make([]Bucket, buckets)
	for i, h := range hashes {
		at, slot := BucketOf(h, buckets), 0
		for table[at].Values[slot] != 0 {
			if slot++; slot == 8 {
				at, slot = (at+1)%buckets, 0
			}
		}
		table[at].Checks[slot], table[at].Values[slot] = uint32(h), uint32(i+1)
	}
	return table
}

// Hashes in the table are found, others are not, on every path and in any number; also in crowded
// tables, as long as one slot is free.
func TestFind(t *testing.T) {
	onPaths(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(4, 1))
		for buckets := 1; buckets < 40; buckets++ {
			hashes := make([]uint64, r.IntN(8*buckets))
			for i := range hashes {
				hashes[i] = r.Uint64()
				if buckets%3 == 0 && i > 0 { // many at one place, or at the end
					hashes[i] = hashes[0]&^0xffff | uint64(i)
				}
			}
			table := tableOf(hashes, buckets)
			for n := range 70 {
				asked, want := make([]uint64, n), make([]uint32, n+2)
				for i := range asked {
					if asked[i] = r.Uint64() | 1<<20; len(hashes) > 0 && i%3 > 0 {
						k := r.IntN(len(hashes))
						asked[i], want[i] = hashes[k], uint32(k+1)
					}
				}
				want[n], want[n+1] = 7, 7
				values := make([]uint32, n+2)
				for i := range values {
					values[i] = 7
				}
				Find(values, table, keysOf(asked), nil)
				require.Equal(t, want, values, "%d buckets, %d hashes, %d asked", buckets, len(hashes), n)
			}
		}
	})
}

// Of slots with the same check the first counts, a check of 0 is like any other, and searches go on
// after full buckets, even at the end of the table.
func TestFindInOrder(t *testing.T) {
	onPaths(t, func(t *testing.T) {
		const end = 0xf << 60 // belongs in the second of two buckets
		for n := range 15 {
			var hashes []uint64
			for i := range n {
				hashes = append(hashes, end|uint64(i))
			}
			hashes = append(hashes, end|1<<40|uint64(n/2)) // again, unless the table is empty
			values := make([]uint32, n+2)
			Find(values, tableOf(hashes, 2), keysOf(append(hashes, end|99)), nil)
			want := []uint32{}
			for i := range n {
				want = append(want, uint32(i+1))
			}
			require.Equal(t, append(want, uint32(n/2+1), 0), values)
		}
		values := []uint32{5, 5}
		Find(values, make([]Bucket, 3), keysOf([]uint64{0, end}), nil)
		require.Equal(t, []uint32{0, 0}, values, "an empty table")
		values = []uint32{5, 5, 5}
		Find(values, nil, keysOf([]uint64{0, end}), nil)
		require.Equal(t, []uint32{0, 0, 5}, values, "no table")
		require.Panics(t, func() { Find(make([]uint32, 1), make([]Bucket, 3), keysOf([]uint64{0, end}), nil) })
	})
}

// Prefetching rows changes nothing, whatever places values give.
func TestFindAsksForRows(t *testing.T) {
	onPaths(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(4, 4))
		hashes := make([]uint64, 500)
		for i := range hashes {
			hashes[i] = r.Uint64()
		}
		table, keys := tableOf(hashes, 100), keysOf(append(hashes, 1, 2, 3))
		alone, asking := make([]uint32, len(keys)), make([]uint32, len(keys))
		for i := range table {
			for j, value := range table[i].Values[:] {
				if value%3 > 0 {
					table[i].Values[j] *= 5_000_000
				}
			}
		}
		Find(alone, table, keys, nil)
		Find(asking, table, keys, make([]byte, 3*Unit))
		require.Equal(t, alone, asking)
	})
}

// Values are dealt out by kind, in order, on every path.
func TestDeal(t *testing.T) {
	onPaths(t, func(t *testing.T) {
		r, lists := rand.New(rand.NewPCG(4, 5)), new(Lists)
		for n := range MaxKeys + 1 {
			values, want := make([]uint32, n), [4][]uint32{{}, {}, {}, {}}
			for i := range values {
				kind, place := r.IntN(4), r.Uint32N(Offset+1)>>r.IntN(31)
				values[i] = uint32(kind)<<30 | place
				if kind > 0 || place > 0 {
					want[kind] = append(want[kind], place)
				}
			}
			lists.Partition(values)
			for kind := range want {
				require.Equal(t, want[kind], lists.Of(kind), "kind %d of %d", kind, n)
			}
		}
		require.Panics(t, func() { lists.Partition(make([]uint32, MaxKeys+1)) })
	})
}

// Hash mixes all bits of a key into both halves, and loses none.
func TestHash(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 3))
	for range 1000 {
		key := r.Uint64()
		require.Equal(t, key, keyOf(Hash(key)))
		bit := uint64(1) << r.IntN(64)
		require.NotEqual(t, Hash(key)>>40, Hash(key^bit)>>40, "the place of %x and with %x", key, bit)
	}
}

// BucketOf divides all hashes among the buckets in equal parts, in order.
func TestFirst(t *testing.T) {
	for _, c := range []struct {
		hash          uint64
		buckets, want int
	}{{0, 5, 0}, {1<<64 - 1, 5, 4}, {1 << 63, 4, 2}, {1<<63 - 1, 4, 1}, {1 << 63, 5, 2}, {12345, 1, 0}} {
		require.Equal(t, c.want, BucketOf(c.hash, c.buckets), "%+v", c)
	}
}

func BenchmarkFind(b *testing.B) {
	r := rand.New(rand.NewPCG(4, 2))
	for _, rows := range []int{1000, 1_000_000} {
		hashes := make([]uint64, rows)
		for i := range hashes {
			hashes[i] = r.Uint64()
		}
		table, keys, values := tableOf(hashes, rows/5), keysOf(hashes), make([]uint32, 64)
		b.Run(fmt.Sprint(rows), func(b *testing.B) {
			eachPath(b, func(b *testing.B) {
				for i := 0; b.Loop(); i = (i + 64) % (rows - 64) {
					Find(values, table, keys[i:i+64], nil)
				}
				nsPerValue(b, 64)
			})
		})
	}
}

func ExampleFind() {
	table := []Bucket{{Checks: [8]uint32{uint32(Hash(1))}, Values: [8]uint32{42}}}
	values := make([]uint32, 2)
	Find(values, table, []uint64{1, 2}, nil)
	fmt.Println(values)
	// Output: [42 0]
}
