package tables

// AddRows adds rows of a table, each as long as dst, to dst in order; starts says where in the
// table they start. Sums stay in registers meanwhile. Rows are not prefetched: since no load
// waits for a sum, processors run ahead far enough.
func AddRows(dst, table []float32, starts []uint32) {
	for _, start := range starts {
		_ = table[start:][:len(dst)]
	}
	if len(dst) > 0 && len(starts) > 0 {
		addRows(dst, table, starts)
	}
}

// addRowsPlain goes over all rows for eight columns at a time.
func addRowsPlain(dst, table []float32, starts []uint32) {
	for ; len(dst) >= 8; dst, table = dst[8:], table[8:] {
		d := (*[8]float32)(dst)
		s0, s1, s2, s3, s4, s5, s6, s7 := d[0], d[1], d[2], d[3], d[4], d[5], d[6], d[7]
		for _, start := range starts {
			r := (*[8]float32)(table[start:])
			s0, s1, s2, s3 = s0+r[0], s1+r[1], s2+r[2], s3+r[3]
			s4, s5, s6, s7 = s4+r[4], s5+r[5], s6+r[6], s7+r[7]
		}
		*d = [8]float32{s0, s1, s2, s3, s4, s5, s6, s7}
	}
	for _, start := range starts {
		for i, x := range table[start:][:len(dst)] {
			dst[i] += x
		}
	}
}
