package tables

import "encoding/binary"

// Unit divides the number of columns of rows of small integers; places in tables are counted in
// units of as many bytes.
const Unit = 32

// Zero is the byte for 0 in rows of bytes, which store numbers from −128 to 127 plus 128.
const Zero = 128

// MaxRows is how many rows of bytes can be added in 16 bits, whatever their numbers:
// 256 · −128 = −2¹⁵, and 256 · 127 < 2¹⁵.
const MaxRows = 256

// AddBytes adds rows of a table, each as long as dst, to dst; starts says where in the table they
// start, in units. Lengths are multiples of Unit. Sums that overflow wrap around; see MaxRows.
func AddBytes(dst []int16, table []byte, starts []uint32) {
	if someRows(len(dst), len(dst), table, starts) {
		addBytes(dst, table, starts)
	}
}

// someRows reports whether there is anything to add. It panics unless the number of columns is a
// multiple of Unit and the table holds every row.
func someRows(columns, bytes int, table []byte, starts []uint32) bool {
	if columns%Unit != 0 {
		panic("tables: rows that are no whole units")
	}
	if columns == 0 || len(starts) == 0 {
		return false
	}
	last := uint32(0)
	for _, start := range starts {
		last = max(last, start)
	}
	_ = table[int(last)*Unit:][:bytes]
	return true
}

// addBytesPlain goes over all rows for eight columns at a time: every other byte of a word is added
// in 16 bits, the rest after a shift. These sums carry over only multiples of 2¹⁶.
func addBytesPlain(dst []int16, table []byte, starts []uint32) {
	const lanes = 0x00ff00ff00ff00ff
	for ; len(starts) > MaxRows; starts = starts[MaxRows:] {
		addBytesPlain(dst, table, starts[:MaxRows])
	}
	zeros := Zero * len(starts)
	for ; len(dst) > 0; dst, table = dst[8:], table[8:] {
		var even, odd uint64
		for _, start := range starts {
			word := binary.LittleEndian.Uint64(table[int(start)*Unit:])
			even += word & lanes
			odd += word >> 8 & lanes
		}
		for i := 0; i < 8; i += 2 {
			dst[i] += int16(int(uint16(even)) - zeros)
			dst[i+1] += int16(int(uint16(odd)) - zeros)
			even, odd = even>>16, odd>>16
		}
	}
}

// ZeroWord is the 16-bit number for 0 in rows of words, which store numbers from −2¹⁵ to 2¹⁵ − 1
// plus 2¹⁵, little endian.
const ZeroWord = 1 << 15

// AddWords adds rows of a table, each with as many words as dst has numbers, to dst; starts says
// where in the table they start, in units. Lengths are multiples of Unit. Up to fits rows at a
// time are added in 16 bits; the caller must know that their sums fit.
func AddWords(dst []int32, table []byte, starts []uint32, fits int) {
	if !someRows(len(dst), 2*len(dst), table, starts) {
		return
	}
	for ; len(starts) > fits; starts = starts[fits:] {
		addWords(dst, table, starts[:fits])
	}
	addWords(dst, table, starts)
}

// addWordsPlain goes over all rows for four columns at a time.
func addWordsPlain(dst []int32, table []byte, starts []uint32) {
	const lanes = 0x0000ffff0000ffff
	zeros := ZeroWord * int32(len(starts))
	for ; len(dst) > 0; dst, table = dst[4:], table[8:] {
		var even, odd uint64
		for _, start := range starts {
			word := binary.LittleEndian.Uint64(table[int(start)*Unit:])
			even += word & lanes
			odd += word >> 16 & lanes
		}
		dst[0] += int32(even) - zeros
		dst[1] += int32(odd) - zeros
		dst[2] += int32(even>>32) - zeros
		dst[3] += int32(odd>>32) - zeros
	}
}

// AddInts adds (low + high)·factor to dst, whose length is a multiple of Unit.
func AddInts(dst []float32, low []int16, high []int32, factor float32) {
	if low, high = low[:len(dst)], high[:len(dst)]; len(dst)%Unit != 0 {
		panic("tables: rows that are no whole units")
	}
	addInts(dst, low, high, factor)
}

func addIntsPlain(dst []float32, low []int16, high []int32, factor float32) {
	for i := range dst {
		dst[i] += float32(float32(int32(low[i])+high[i]) * factor)
	}
}
