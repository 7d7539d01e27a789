package wordset

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

// read reads a number of n bits; 0 where there are too few.
func (r *reader) read(n int) (number uint64) {
	if r.at+n > 8*len(r.coded) {
		r.failed = true
		return 0
	}
	for range n {
		number = number<<1 | uint64(r.coded[r.at/8]>>(7-r.at%8)&1)
		r.at++
	}
	return number
}

// ended reports whether nothing is left but zeros of the last byte.
func (r *reader) ended() bool {
	left := 8*len(r.coded) - r.at
	return left < 8 && r.read(left) == 0
}
