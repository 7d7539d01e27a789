package kernel

func addBytes(dst []int16, table []byte, starts []uint32) {
	switch path {
	case avx512:
		addBytesAVX512(dst, table, starts)
	case avx2:
		addBytesAVX2(dst, table, starts)
	case sse2:
		addBytesSSE2(dst, table, starts)
	default:
		addBytesPlain(dst, table, starts)
	}
}

func addInts(dst, row []int16) {
	if path == plain {
		addIntsPlain(dst, row)
	} else {
		addIntsSSE2(dst, row)
	}
}

func floats(dst []float32, low, high []int16, factor float32) {
	if path == plain {
		floatsPlain(dst, low, high, factor)
	} else {
		floatsSSE2(dst, low, high, factor)
	}
}

//go:noescape
func addBytesAVX512(dst []int16, table []byte, starts []uint32)

//go:noescape
func addBytesAVX2(dst []int16, table []byte, starts []uint32)

//go:noescape
func addBytesSSE2(dst []int16, table []byte, starts []uint32)

//go:noescape
func addIntsSSE2(dst, row []int16)

//go:noescape
func floatsSSE2(dst []float32, low, high []int16, factor float32)
