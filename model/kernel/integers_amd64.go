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

func addWords(dst []int32, table []byte, starts []uint32) {
	switch path {
	case avx512:
		addWordsAVX512(dst, table, starts)
	case avx2:
		addWordsAVX2(dst, table, starts)
	case sse2:
		addWordsSSE2(dst, table, starts)
	default:
		addWordsPlain(dst, table, starts)
	}
}

func addInts(dst []float32, low []int16, high []int32, factor float32) {
	if path == plain {
		addIntsPlain(dst, low, high, factor)
	} else {
		addIntsSSE2(dst, low, high, factor)
	}
}

//go:noescape
func addBytesAVX512(dst []int16, table []byte, starts []uint32)

//go:noescape
func addBytesAVX2(dst []int16, table []byte, starts []uint32)

//go:noescape
func addBytesSSE2(dst []int16, table []byte, starts []uint32)

//go:noescape
func addWordsAVX512(dst []int32, table []byte, starts []uint32)

//go:noescape
func addWordsAVX2(dst []int32, table []byte, starts []uint32)

//go:noescape
func addWordsSSE2(dst []int32, table []byte, starts []uint32)

//go:noescape
func addIntsSSE2(dst []float32, low []int16, high []int32, factor float32)
