package model

// addPlain is the specification of addTo: dst[i] += row[i] for i < len(row).
// Each element is one addition, so that every variant gives the same bits.
func addPlain(dst, row []float32) {
	dst = dst[:len(row)]
	for i, w := range row {
		dst[i] += w
	}
}
