package kernel

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

func deal(lists *Lists, names []uint32) {
	if path == avx512 {
		dealAVX512(lists, names)
	} else {
		dealPlain(lists, names)
	}
}

//go:noescape
func findAVX2(values []uint32, table []Bucket, keys []uint64, rows []byte)

//go:noescape
func findSSE2(values []uint32, table []Bucket, keys []uint64, rows []byte)

//go:noescape
func dealAVX512(lists *Lists, names []uint32)
