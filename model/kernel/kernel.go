// Package kernel holds loops that are written in assembly, too: conversions between single and half
// precision, and what mixes hashes. Each is written in plain Go, which is the specification; for amd64 it
// is also in assembly for AVX2 and AVX-512, for arm64 conversions are for NEON. All give the same bits.
// [Path] says which version is in use, here and wherever else loops are in assembly.
//
// Slices may be longer than needed; one that is too short panics.
package kernel

import "os"

// plain is the first of the ways to compute; each gives the same results as the ones before, faster.
const plain = 0

// path is the way in use. Only tests change it.
var path = use(choose(os.Getenv("PARSER_KERNEL"), best()))

// mix is the loop in use. It is chosen once, and conversions at each call: the compiler moves what it hands to
// a variable function to the heap.
var mix = mixPlain

// choose restricts the best way of the processor to the named one; unknown names restrict nothing.
func choose(name string, best int) int {
	for way := range best {
		if names[way] == name {
			return way
		}
	}
	return best
}

// Path names the way in use: "avx512", "avx2" (with fused multiply-add), "sse2", "neon" or "plain". It
// is chosen when the program starts: the fastest that the processor and the operating system
// support, up to the one that the environment variable PARSER_KERNEL names.
func Path() string { return names[path] }
