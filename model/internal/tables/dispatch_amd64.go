package tables

// The ways that amd64 has besides plain.
const (
	sse2 = iota + 1
	avx2
	avx512
)

var names = [...]string{plain: "plain", sse2: "sse2", avx2: "avx2", avx512: "avx512"}

// use makes the loops those of a way that the processor supports, and returns it.
func use(way int) int {
	addBytes, addWords, addInts, deal = addBytesPlain, addWordsPlain, addIntsPlain, dealPlain
	if way >= sse2 {
		addBytes, addWords, addInts = addBytesSSE2, addWordsSSE2, addIntsSSE2
	}
	if way >= avx2 {
		addBytes, addWords = addBytesAVX2, addWordsAVX2
	}
	if way >= avx512 {
		addBytes, addWords, deal = addBytesAVX512, addWordsAVX512, dealAVX512
	}
	return way
}

func find(values []uint32, table []Bucket, keys []uint64, rows []byte) {
	switch path {
	case plain:
		findPlain(values, table, keys)
	case sse2:
		findSSE2(values, table, keys, rows)
	default:
		findAVX2(values, table, keys, rows)
	}
}

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

// rowMasks has eight set lanes and eight unset ones.
//
//lint:ignore U1000 the assembly reads it
var rowMasks = [16]int32{-1, -1, -1, -1, -1, -1, -1, -1}

func dealAVX512(lists *Lists, names []uint32)
func addBytesAVX2(dst []int16, table []byte, starts []uint32)
func addBytesAVX512(dst []int16, table []byte, starts []uint32)
func addBytesSSE2(dst []int16, table []byte, starts []uint32)
func addWordsAVX2(dst []int32, table []byte, starts []uint32)
func addWordsAVX512(dst []int32, table []byte, starts []uint32)
func addWordsSSE2(dst []int32, table []byte, starts []uint32)
func addIntsSSE2(dst []float32, low []int16, high []int32, factor float32)

//go:noescape
func findAVX2(values []uint32, table []Bucket, keys []uint64, rows []byte)

//go:noescape
func findSSE2(values []uint32, table []Bucket, keys []uint64, rows []byte)

//go:noescape
func addRowsAVX512(dst, table []float32, starts []uint32)

//go:noescape
func addRowsAVX2(dst, table []float32, starts []uint32)
