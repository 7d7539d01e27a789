package kernel

func mix(hashes, values []uint64, slots []int32) {
	if path == avx512 {
		mixAVX512(hashes, values, slots)
	} else {
		mixPlain(hashes, values, slots)
	}
}

//go:noescape
func mixAVX512(hashes, values []uint64, slots []int32)
