package npz

import (
	"encoding/binary"
	"math/bits"
)

// inflater unpacks what is compressed by DEFLATE (RFC 1951) from memory into memory, which takes a third of the time of
// package flate, since no byte is copied twice and most symbols are found by one look-up.
type inflater struct {
	src  []byte
	at   int    // of the next byte that is not in held; beyond the end of src for zeros that follow it
	held uint64 // the next bits, the first one lowest
	have uint   // how many bits are held
	dst  []byte
	n    int // bytes of dst that are written

	symbols, distances code
}

// inflate fills dst with what src is unpacked to, and reports whether that was possible. It gives up where anything is
// unusual: package flate says what is wrong.
func inflate(dst, src []byte) bool {
	f := &inflater{src: src, dst: dst}
	for last := false; !last; {
		f.fill()
		last = f.take(1) == 1
		ok := false
		switch f.take(2) {
		case 0:
			ok = f.copied()
		case 1:
			ok = f.symbols.set(fixedLengths[:], ofSymbols) && f.distances.set(fixedDistances[:], ofDistances) && f.block()
		case 2:
			ok = f.codes() && f.block()
		}
		if !ok {
			return false
		}
	}
	return f.n == len(dst) && f.at-int(f.have/8) <= len(src)
}

// fill makes at least 56 bits held.
func (f *inflater) fill() {
	if f.at+8 <= len(f.src) {
		f.held |= binary.LittleEndian.Uint64(f.src[f.at:]) << f.have
		f.at += int(63-f.have) / 8
		f.have |= 56
		return
	}
	for ; f.have < 56; f.have += 8 {
		if f.at < len(f.src) {
			f.held |= uint64(f.src[f.at]) << f.have
		}
		f.at++
	}
}

// take returns the next n bits, which must be held.
func (f *inflater) take(n uint) uint64 {
	x := f.held & (1<<(n&63) - 1)
	f.held >>= n & 63
	f.have -= n
	return x
}

// copied copies a block that is not compressed.
func (f *inflater) copied() bool {
	at := f.at - int(f.have/8)
	f.held, f.have = 0, 0
	if at+4 > len(f.src) {
		return false
	}
	size, inverse := binary.LittleEndian.Uint16(f.src[at:]), binary.LittleEndian.Uint16(f.src[at+2:])
	f.at = at + 4 + int(size)
	if size != ^inverse || f.at > len(f.src) || int(size) > len(f.dst)-f.n {
		return false
	}
	f.n += copy(f.dst[f.n:], f.src[at+4:f.at])
	return true
}

// codes reads the codes of a block.
func (f *inflater) codes() bool {
	symbols, distances, n := int(f.take(5))+257, int(f.take(5))+1, int(f.take(4))+4
	var lengths [19]uint8
	for _, i := range []int{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15}[:n] {
		f.fill()
		lengths[i] = uint8(f.take(3))
	}
	if symbols > maxSymbols || distances > maxDistances || !f.symbols.set(lengths[:], ofLengths) {
		return false
	}
	var all [maxSymbols + 32]uint8
	for i := 0; i < symbols+distances; {
		f.fill()
		e := f.next(&f.symbols)
		if e == 0 {
			return false
		}
		length, times := uint8(e>>valueAt), 1
		switch length {
		case 16, 17, 18: // the one before, or 0, several times
			if length == 16 && i == 0 {
				return false
			}
			extra, least := [...]uint{2, 3, 7}[length-16], [...]int{3, 3, 11}[length-16]
			times = least + int(f.take(extra))
			if length == 16 {
				length = all[i-1]
			} else {
				length = 0
			}
		}
		if i+times > symbols+distances {
			return false
		}
		for ; times > 0; times-- {
			all[i] = length
			i++
		}
	}
	return all[endOfBlock] > 0 && f.symbols.set(all[:symbols], ofSymbols) && f.distances.set(all[symbols:symbols+distances], ofDistances)
}

// block unpacks a block by its codes. In its loop the state stays in registers.
func (f *inflater) block() bool {
	at, held, have, dst, n := f.at, f.held, f.have, f.dst, f.n
	for {
		if have < 2*longest { // bits enough for two symbols
			if at+8 <= len(f.src) {
				held |= binary.LittleEndian.Uint64(f.src[at:]) << (have & 63)
				at += int(63-have) / 8
				have |= 56
			} else {
				f.at, f.held, f.have = at, held, have
				f.fill()
				at, held, have = f.at, f.held, f.have
			}
		}
		e := f.symbols.short[held%(1<<shortest)]
		if e == 0 {
			e = f.symbols.long(held)
		}
		held >>= e & lengthBits
		have -= uint(e & lengthBits)
		if e&isLiteral != 0 {
			if n == len(dst) {
				return false
			}
			dst[n] = byte(e >> valueAt)
			n++
			continue
		}
		f.at, f.held, f.have = at, held, have
		if e == 0 || e&isEnd != 0 {
			f.n = n
			return e != 0
		}
		f.fill()
		length := int(e>>valueAt) + int(f.take(uint(e>>extraAt&extraBits)))
		e = f.next(&f.distances)
		from := n - int(e>>valueAt) - int(f.take(uint(e>>extraAt&extraBits)))
		at, held, have = f.at, f.held, f.have
		if e == 0 || from < 0 || length > len(dst)-n {
			return false
		}
		for to := n + length; n < to; { // more each time where they overlap
			n += copy(dst[n:to], dst[from:n])
		}
	}
}

// next takes a symbol of a code, and returns its entry, or 0 for bits that no code has.
func (f *inflater) next(c *code) uint32 {
	e := c.short[f.held%(1<<shortest)]
	if e == 0 {
		e = c.long(f.held)
	}
	f.held >>= e & lengthBits
	f.have -= uint(e & lengthBits)
	return e
}

// code is a Huffman code. An entry has the length of a symbol's code in bits, how many extra bits follow it, and its value.
type code struct {
	short   [1 << shortest]uint32 // entries by the next bits, where these begin with the code of one; else 0
	counts  [longest + 1]uint16   // how many codes there are of each length
	entries [allSymbols]uint32    // in the order of codes
}

const (
	shortest, longest = 10, 15 // bits of codes that are found by one look-up, and of all

	endOfBlock                           = 256 // a symbol
	maxSymbols, maxDistances, allSymbols = 286, 30, 288
	lengthBits                           = 0x3f // of an entry
	extraAt, extraBits                   = 8, 0xf
	isLiteral, isEnd                     = 1 << 12, 1 << 13
	meaningless                          = isLiteral | isEnd
	valueAt                              = 16
)

// set makes the code whose symbols have codes of these lengths, 0 for none, and stand for what entry returns. It reports
// whether there is such a code.
func (c *code) set(lengths []uint8, entry func(symbol int) uint32) bool {
	clear(c.short[:])
	clear(c.counts[:])
	for _, length := range lengths {
		c.counts[length]++
	}
	c.counts[0] = 0
	var places, first [longest + 2]int // of the next code of each length
	for length, count := range c.counts[1:] {
		places[length+2] = places[length+1] + int(count)
		first[length+2] = (first[length+1] + int(count)) << 1
	}
	const whole = 1 << (longest + 1)
	if used := first[longest+1]; used != whole && used != 0 && (used != whole/2 || c.counts[1] != 1) {
		return false // a code that cannot be, or not of all bits; but a single symbol needs one bit
	}
	for symbol, length := range lengths {
		if length == 0 {
			continue
		}
		e := entry(symbol) | uint32(length)
		if e&meaningless == meaningless {
			e = 0
		}
		c.entries[places[length]] = e
		places[length]++
		if length <= shortest {
			reversed := bits.Reverse16(uint16(first[length])) >> (16 - length)
			for i := int(reversed); i < len(c.short); i += 1 << length {
				c.short[i] = e
			}
		}
		first[length]++
	}
	return true
}

// long returns the entry whose code begins some bits, bit by bit, or 0 for bits that no code has.
func (c *code) long(held uint64) uint32 {
	number, first, place := 0, 0, 0 // of the bits so far, and of the first code as long as they are
	for _, count := range c.counts[1:] {
		number |= int(held & 1)
		if number-first < int(count) {
			return c.entries[place+number-first]
		}
		held >>= 1
		place += int(count)
		first = (first + int(count)) << 1
		number <<= 1
	}
	return 0
}

// ofLengths, ofSymbols and ofDistances return the entries of the three codes, without the lengths of codes.
func ofLengths(symbol int) uint32 { return uint32(symbol) << valueAt }

func ofSymbols(symbol int) uint32 {
	switch {
	case symbol < endOfBlock:
		return isLiteral | uint32(symbol)<<valueAt
	case symbol == endOfBlock:
		return isEnd
	case symbol == maxSymbols-1:
		return 258 << valueAt
	case symbol >= maxSymbols:
		return meaningless
	}
	return spaced(symbol-endOfBlock-1, 2) + 3<<valueAt
}

func ofDistances(symbol int) uint32 {
	if symbol >= maxDistances {
		return meaningless
	}
	return spaced(symbol, 1) + 1<<valueAt
}

// spaced returns the entry of a range of values: 1<<spread times two of each size, the first of one value, and of twice
// as many each time.
func spaced(i int, spread uint) uint32 {
	if i < 2<<spread {
		return uint32(i) << valueAt
	}
	extra := uint32(i>>spread) - 1
	return (uint32(i&(1<<spread-1))+1<<spread)<<extra<<valueAt | extra<<extraAt
}

var fixedLengths, fixedDistances = func() (lengths [allSymbols]uint8, distances [32]uint8) {
	for i := range lengths {
		lengths[i] = [...]uint8{8, 9, 7, 8}[min(i/144, 1)+min(i/endOfBlock, 1)+min(i/280, 1)]
	}
	for i := range distances {
		distances[i] = 5
	}
	return lengths, distances
}()
