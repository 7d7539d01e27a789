package wordset

import (
	"encoding/binary"
	"math/bits"
)

// writer appends bits to bytes, the highest of each byte first.
type writer struct {
	coded []byte
	free  int // bits of the last byte
}

// write writes the last n bits of a number.
func (w *writer) write(number uint64, n int) {
	for n--; n >= 0; n-- {
		if w.free == 0 {
			w.coded, w.free = append(w.coded, 0), 8
		}
		w.free--
		w.coded[len(w.coded)-1] |= byte(number>>n&1) << w.free
	}
}

// reader reads what a writer has written.
type reader struct {
	coded  []byte
	at     int  // in bits
	failed bool // there were too few
}

// read reads a number of n bits, of at most 32; 0 where there are too few.
func (r *reader) read(n int) (number uint64) {
	if r.at+n > 8*len(r.coded) {
		r.failed = true
		return 0
	}
	number = r.next() << (r.at % 8) >> (64 - n)
	r.at += n
	return number
}

// ones reads ones, and the zero after them, and returns how many ones these were.
func (r *reader) ones() (n uint64) {
	for {
		seen := bits.LeadingZeros64(^(r.next() << (r.at % 8)))
		if seen < 64-7 { // of which at most seven are not of the text
			r.at += seen + 1
			return n + uint64(seen)
		}
		r.at += 32
		n += 32
	}
}

// next returns the next eight bytes, with zeros after the last one, from the byte on that has the next bit.
func (r *reader) next() uint64 {
	rest := r.coded[min(r.at/8, len(r.coded)):]
	if len(rest) < 8 {
		var last [8]byte
		copy(last[:], rest)
		rest = last[:]
	}
	return binary.BigEndian.Uint64(rest)
}

// ended reports whether nothing is left but zeros of the last byte.
func (r *reader) ended() bool {
	left := 8*len(r.coded) - r.at
	return left < 8 && r.read(left) == 0
}
