// Package kernel holds the loops that scoring and training spend their time in: over float32
// vectors and matrices, over rows of small integers, and over the tables that say where rows are:
//
//	scores, row := []float32{1, 2}, []float32{10, 20}
//	kernel.Add(scores, row) // 11, 22
//
// Each is written in plain Go, which is the specification, and in assembly for AVX2 and for
// AVX-512; integers and tables for SSE2, too. All give the same bits (but for which NaN a NaN
// is), so that results do not depend on the processor: every element is computed by the same
// operations in the same order, each rounded once, and where a processor cannot multiply
// and add with a single rounding, that is emulated exactly. See [Path] for which is in use.
//
// Results may be written over inputs whose slice starts at the same place; slices that
// overlap otherwise are not allowed. Slices may be longer than needed; one that is too short
// panics.
package kernel

import "os"

// The ways to compute. Each is as good as the ones before, and faster.
const (
	plain = iota
	sse2
	avx2
	avx512
)

var names = [...]string{plain: "plain", sse2: "sse2", avx2: "avx2", avx512: "avx512"}

// path is the way in use. Only tests change it.
var path = choose(os.Getenv("PARSER_KERNEL"), best())

// choose restricts the best way that the processor has to the one that is asked for by
// name; other names ask for nothing.
func choose(name string, best int) int {
	for way := range best {
		if names[way] == name {
			return way
		}
	}
	return best
}

// Path names the way in use: "avx512", "avx2" (with fused multiply-add), "sse2" or "plain". It is
// chosen when the program starts: the fastest that the processor and the operating system
// have, but none beyond what the environment variable PARSER_KERNEL names.
func Path() string { return names[path] }
