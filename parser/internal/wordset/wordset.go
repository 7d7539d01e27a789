// Package wordset has sets of words that take 14 bits for each: what a model keeps of a long list.
//
//	s := wordset.New(slices.Values([]string{"北京", "北京市"}))
//	s.Has("北京") // true
//
// It is a Golomb-coded set (Putze, Sanders & Singler 2009, "Cache-, Hash-, and Space-Efficient Bloom Filters"). The hashes of n
// words are numbers below n·4096, and a set has them in order, each as its distance from the one before. So it has every word
// that it was made from, and in addition one in 4096 of all others, always the same ones.
package wordset

import (
	"encoding/base64"
	"encoding/binary"
	"errors"
	"iter"
	"math/bits"
	"slices"
)

// Set is a set of words. It is immutable; the nil Set is empty.
type Set struct {
	bound  uint64   // of the hashes
	hashes []uint64 // in order
}

// spread is the number of bits by which the bound of hashes is larger than the number of words.
const spread = 12

// New returns the set of some words, in any order, each of which may come several times.
func New(words iter.Seq[string]) *Set {
	var hashes []uint64
	for word := range words {
		hashes = append(hashes, hash(word))
	}
	slices.Sort(hashes)
	hashes = slices.Compact(hashes)
	s := &Set{bound: uint64(len(hashes)) << spread}
	for i, h := range hashes { // which stay in order
		hashes[i] = s.bounded(h)
	}
	s.hashes = slices.Clip(slices.Compact(hashes))
	return s
}

// hash returns that of FNV-1a, whose bits are then mixed as in MurmurHash3, since those of short words are not.
func hash(word string) uint64 {
	h := uint64(14695981039346656037)
	for i := range len(word) {
		h = (h ^ uint64(word[i])) * 1099511628211
	}
	h = (h ^ h>>33) * 0xff51afd7ed558ccd
	h = (h ^ h>>33) * 0xc4ceb9fe1a85ec53
	return h ^ h>>33
}

// bounded returns a hash below the bound.
func (s *Set) bounded(hash uint64) uint64 {
	high, _ := bits.Mul64(hash, s.bound)
	return high
}

// Has reports whether a word is in the set.
func (s *Set) Has(word string) bool {
	_, found := s.Place(word)
	return found
}

// Place returns where a word stands in the order of the set, from 0 to less than Len, and whether it is in the set.
func (s *Set) Place(word string) (place int, found bool) {
	if s == nil || len(s.hashes) == 0 {
		return 0, false
	}
	return slices.BinarySearch(s.hashes, s.bounded(hash(word)))
}

// Len returns the number of words; those with the same hash count once.
func (s *Set) Len() int { return len(s.hashes) }

// MarshalText implements encoding.TextMarshaler: the bytes of MarshalBinary in base64.
func (s *Set) MarshalText() ([]byte, error) {
	coded, err := s.MarshalBinary()
	return base64.StdEncoding.AppendEncode(nil, coded), err
}

// UnmarshalText implements encoding.TextUnmarshaler. It refuses texts that MarshalText does not make.
func (s *Set) UnmarshalText(text []byte) error {
	coded, err := base64.StdEncoding.Strict().AppendDecode(nil, text)
	if err != nil {
		return errCoded
	}
	return s.UnmarshalBinary(coded)
}

// MarshalBinary implements encoding.BinaryMarshaler: the bound without its last bits, the number of hashes, and their
// distances, less one, in the code of Rice: as many ones as they have multiples of 1 << spread, a zero, and the rest in
// spread bits.
func (s *Set) MarshalBinary() ([]byte, error) {
	w := writer{binary.AppendUvarint(binary.AppendUvarint(nil, s.bound>>spread), uint64(len(s.hashes))), 0}
	next := uint64(0)
	for _, h := range s.hashes {
		for range (h - next) >> spread {
			w.write(1, 1)
		}
		w.write(0, 1)
		w.write(h-next, spread)
		next = h + 1
	}
	return w.coded, nil
}

var errCoded = errors.New("bad set of words")

// UnmarshalBinary implements encoding.BinaryUnmarshaler. It refuses bytes that MarshalBinary does not make.
func (s *Set) UnmarshalBinary(coded []byte) error {
	words, n := binary.Uvarint(coded)
	if n <= 0 {
		return errCoded
	}
	coded = coded[n:]
	most := 8 * uint64(len(coded)) / (spread + 1) // hashes: each has spread + 1 bits or more
	left, n := binary.Uvarint(coded)
	if n <= 0 || left > words || left > most || words > 2*left { // few words have the hash of another
		return errCoded
	}
	own, r, next := Set{bound: words << spread, hashes: slices.Grow([]uint64(nil), int(left))}, reader{coded: coded[n:]}, uint64(0)
	for ; left > 0; left-- {
		distance := r.ones()<<spread + r.read(spread)
		if r.failed || distance >= own.bound-next {
			return errCoded
		}
		own.hashes = append(own.hashes, next+distance)
		next += distance + 1
	}
	if !r.ended() {
		return errCoded
	}
	*s = own
	return nil
}
