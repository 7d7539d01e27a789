package kernel

import "golang.org/x/sys/cpu"

// The ways that amd64 has besides plain.
const (
	sse2 = iota + 1
	avx2
	avx512
)

var names = [...]string{plain: "plain", sse2: "sse2", avx2: "avx2", avx512: "avx512"}

// best is the fastest way that the processor and the operating system support.
func best() int {
	switch x := &cpu.X86; {
	case x.HasAVX512F && x.HasAVX512BW && x.HasAVX512DQ && x.HasAVX512VL && x.HasAVX2 && x.HasFMA && x.HasF16C:
		return avx512
	case x.HasAVX2 && x.HasFMA && x.HasF16C:
		return avx2
	}
	return sse2 // which amd64 always has
}

// use makes the loops those of a way that the processor supports, and returns it.
func use(way int) int {
	if mix = mixPlain; way >= avx512 {
		mix = mixAVX512
	}
	return way
}

// sixteens is how many of n elements are for assembly.
func sixteens(n int) int {
	if path < avx2 {
		return 0
	}
	return n &^ 15
}

func toHalf(dst []Half, x []float32) {
	whole := sixteens(len(x))
	switch {
	case whole == 0:
	case path == avx512:
		toHalfAVX512(dst, x[:whole])
	default:
		toHalfAVX2(dst, x[:whole])
	}
	toHalfPlain(dst[whole:], x[whole:])
}

func fromHalf(dst []float32, x []Half) {
	whole := sixteens(len(x))
	switch {
	case whole == 0:
	case path == avx512:
		fromHalfAVX512(dst, x[:whole])
	default:
		fromHalfAVX2(dst, x[:whole])
	}
	fromHalfPlain(dst[whole:], x[whole:])
}

func mixAVX512(hashes, values []uint64, slots []int32)

//go:noescape
func toHalfAVX512(dst []Half, x []float32)

//go:noescape
func toHalfAVX2(dst []Half, x []float32)

//go:noescape
func fromHalfAVX512(dst []float32, x []Half)

//go:noescape
func fromHalfAVX2(dst []float32, x []Half)
