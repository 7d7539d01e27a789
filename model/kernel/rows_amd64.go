package kernel

func addRows(dst, table []float32, starts []uint32) {
	switch path {
	case avx512:
		addRowsAVX512(dst, table, starts)
	case avx2:
		addRowsAVX2(dst, table, starts)
	default:
		addRowsPlain(dst, table, starts)
	}
}

//go:noescape
func addRowsAVX512(dst, table []float32, starts []uint32)

//go:noescape
func addRowsAVX2(dst, table []float32, starts []uint32)
