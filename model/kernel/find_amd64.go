package kernel

func find(values []uint32, table []Bucket, hashes []uint64) {
	if path == plain {
		findPlain(values, table, hashes)
	} else {
		findAVX2(values, table, hashes)
	}
}

//go:noescape
func findAVX2(values []uint32, table []Bucket, hashes []uint64)
