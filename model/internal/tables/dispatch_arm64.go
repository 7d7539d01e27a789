package tables

// neon is what arm64 has besides plain.
const neon = 1

var names = [...]string{plain: "plain", neon: "neon"}

// use makes the loops those of a way, and returns it.
func use(way int) int {
	addBytes, addWords, addInts = addBytesPlain, addWordsPlain, addIntsPlain
	if way >= neon {
		addBytes, addWords, addInts = addBytesNEON, addWordsNEON, addIntsNEON
	}
	return way
}

func find(values []uint32, table []Bucket, keys []uint64, rows []byte) {
	if path < neon {
		findPlain(values, table, keys)
	} else {
		findNEON(values, table, keys, rows)
	}
}

func addRows(dst, table []float32, starts []uint32) {
	if path < neon {
		addRowsPlain(dst, table, starts)
	} else {
		addRowsNEON(dst, table, starts)
	}
}

func addBytesNEON(dst []int16, table []byte, starts []uint32)
func addWordsNEON(dst []int32, table []byte, starts []uint32)
func addIntsNEON(dst []float32, low []int16, high []int32, factor float32)

//go:noescape
func findNEON(values []uint32, table []Bucket, keys []uint64, rows []byte)

//go:noescape
func addRowsNEON(dst, table []float32, starts []uint32)
