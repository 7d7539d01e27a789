package kernel

// AddRows adds rows of a table to dst, one after the other, each as long as dst; starts says
// where in the table they begin. Sums stay in registers meanwhile. Nothing asks for the rows
// ahead: as no load waits for a sum, processors run ahead far enough.
func AddRows(dst, table []float32, starts []uint32) {
	for _, start := range starts {
		_ = table[start:][:len(dst)]
	}
	if len(dst) > 0 && len(starts) > 0 {
		addRows(dst, table, starts)
	}
}

func addRowsPlain(dst, table []float32, starts []uint32) {
	for _, start := range starts {
		addPlain(dst, table[start:][:len(dst)])
	}
}
