package kernel

import "golang.org/x/sys/cpu"

// best is the fastest way that the processor and the operating system support.
func best() int {
	switch x := &cpu.X86; {
	case x.HasAVX512F && x.HasAVX512BW && x.HasAVX512DQ && x.HasAVX512VL && x.HasAVX2 && x.HasFMA:
		return avx512
	case x.HasAVX2 && x.HasFMA:
		return avx2
	}
	return sse2 // which amd64 always has
}
