package model

import (
	"fmt"
	"math"
	"slices"
)

// index numbers 64-bit keys in the order of their insertion: an open-addressing
// hash table with linear probing. A slot holds 32 bits of the key and the
// number, so that a look-up touches one cache line; the slot's place and the
// check together tell about 50 bits of the key, and the full key decides.
type index struct {
	table
	keys []uint64 // keys[row]
}

// table is the slots of an open-addressing hash table; their number is a power
// of two.
type table struct {
	slots []slot
	mask  uint64
}

type slot struct {
	check uint32
	row   uint32 // row+1; 0 is an empty slot
}

const minSlots = 1 << 10

// scatter spreads the bits of a key (the finaliser of splitmix64, Steele, Lea &
// Flood 2014), since keys need not be good hashes.
func scatter(key uint64) uint64 {
	key = (key ^ key>>30) * 0xbf58476d1ce4e5b9
	key = (key ^ key>>27) * 0x94d049bb133111eb
	return key ^ key>>31
}

// add returns the row of key, which it inserts if need be.
func (x *index) add(key uint64) int {
	h := scatter(key)
	for ; ; x.link(max(minSlots, 2*len(x.slots)), x.keys, math.MaxInt, byNumber) {
		if len(x.slots) == 0 {
			continue
		}
		i := h & x.mask
		for ; x.slots[i].row != 0; i = (i + 1) & x.mask {
			if s := x.slots[i]; s.check == uint32(h>>32) && x.keys[s.row-1] == key {
				return int(s.row - 1)
			}
		}
		if 2*(len(x.keys)+1) <= len(x.slots) {
			x.keys = append(x.keys, key)
			x.slots[i] = slot{uint32(h >> 32), uint32(len(x.keys))}
			return len(x.keys) - 1
		}
	}
}

// link builds a table of so many slots over keys, which name gives the names of. It gives up
// and returns false where one would lie farther than a number of slots from its first.
func (t *table) link(slots int, keys []uint64, farthest int, name func(row int) uint32) bool {
	*t = table{make([]slot, slots), uint64(slots - 1)}
	for row, key := range keys {
		h := scatter(key)
		i := h & t.mask
		for probe := 0; t.slots[i].row != 0; probe++ {
			if probe == farthest {
				return false
			}
			i = (i + 1) & t.mask
		}
		t.slots[i] = slot{uint32(h >> 32), name(row)}
	}
	return true
}

// byNumber is the name of a row that is called by its number.
func byNumber(row int) uint32 { return uint32(row + 1) }

// pack builds a table that does not grow.
func (t *table) pack(keys []uint64, farthest int, name func(row int) uint32) bool {
	size := minSlots
	for 3*size < 4*len(keys) {
		size *= 2
	}
	return t.link(size, keys, farthest, name)
}

// maxProbe bounds how far a row of a file may lie from its slot. Keys that were
// not chosen for it lie at a mean distance below 2 (Knuth 1963), and the time to
// read those that were stays bounded.
const maxProbe = 1 << 10

// read is pack for the keys of a file: it refuses (ErrFile) equal ones, and those that
// are no hashes.
func (t *table) read(keys []uint64, name func(row int) uint32) error {
	sorted := slices.Clone(keys)
	slices.Sort(sorted)
	if len(slices.Compact(sorted)) < len(keys) {
		return fmt.Errorf("%w: a feature has two rows", ErrFile)
	}
	if !t.pack(keys, maxProbe, name) {
		return fmt.Errorf("%w: the features are no hashes", ErrFile)
	}
	return nil
}

// gathered is the number of keys that locate looks up at a time.
const gathered = 64

// locate sets rows[i] to the row number in the slot of keys[i], or to 0, for up
// to gathered keys. It tells keys apart by check and place alone. Loading all
// slots before any is looked at lets the processor wait for memory once instead
// of for each key.
func (t *table) locate(rows *[gathered]uint32, keys []uint64) {
	var hashes [gathered]uint64
	var first [gathered]slot
	for i, key := range keys {
		h := scatter(key)
		hashes[i], first[i] = h, t.slots[h&t.mask]
	}
	for i := range keys {
		s, check := first[i], uint32(hashes[i]>>32)
		for at := hashes[i]; s.row != 0 && s.check != check; {
			at++
			s = t.slots[at&t.mask]
		}
		rows[i] = s.row
	}
}
