package model

// index numbers 64-bit keys in the order of their insertion: an open-addressing
// hash table with linear probing. A slot holds 32 bits of the key and the
// number, so that a look-up touches one cache line; the slot's place and the
// check together tell about 50 bits of the key, and the full key decides.
type index struct {
	slots []slot
	keys  []uint64 // keys[row]
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

// find returns the row of key, or -1.
func (x *index) find(key uint64) int {
	if len(x.slots) == 0 {
		return -1
	}
	h := scatter(key)
	check := uint32(h >> 32)
	for i := h & x.mask; ; i = (i + 1) & x.mask {
		s := x.slots[i]
		if s.row == 0 {
			return -1
		}
		if s.check == check && x.keys[s.row-1] == key {
			return int(s.row - 1)
		}
	}
}

// add returns the row of key, which it inserts if need be.
func (x *index) add(key uint64) int {
	if row := x.find(key); row >= 0 {
		return row
	}
	if 2*(len(x.keys)+1) > len(x.slots) {
		x.resize(max(minSlots, 2*len(x.slots)))
	}
	x.keys = append(x.keys, key)
	x.place(key, uint32(len(x.keys)))
	return len(x.keys) - 1
}

func (x *index) resize(slots int) {
	x.slots, x.mask = make([]slot, slots), uint64(slots-1)
	for row, key := range x.keys {
		x.place(key, uint32(row+1))
	}
}

func (x *index) place(key uint64, row uint32) {
	h := scatter(key)
	i := h & x.mask
	for x.slots[i].row != 0 {
		i = (i + 1) & x.mask
	}
	x.slots[i] = slot{uint32(h >> 32), row}
}
