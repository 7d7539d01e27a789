// Package kernel holds the loops over vectors that scoring spends its time in:
//
//	scores, row := []float32{1, 2}, []float32{10, 20}
//	kernel.Add(scores, row) // 11, 22
//
// Each is plain Go, which is the specification, and where it pays the same in assembly,
// which is tested to give the same bits.
package kernel

// addPlain is the specification of Add: dst[i] += row[i] for i < len(row).
// Each element is one addition, so that every variant gives the same bits.
func addPlain(dst, row []float32) {
	dst = dst[:len(row)]
	for i, w := range row {
		dst[i] += w
	}
}
