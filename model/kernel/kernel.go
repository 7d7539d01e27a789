// Package kernel holds the loops in which scoring and training spend their time, over vectors and
// matrices of float32s and of bytes:
//
//	scores, row := []float32{1, 2}, []float32{10, 20}
//	kernel.Add(scores, row) // 11, 22
//
// Each loop is written in plain Go, which is the specification. For amd64 it is also in assembly
// for AVX2 and AVX-512, and products of bytes for VNNI. For arm64 it is in assembly for NEON, except
// [Mix] and what transposes in [Panels.Pack]; products of bytes need a processor that adds them by
// fours (FEAT_DotProd). All give
// the same bits (except the bits of NaNs), so results do not depend on the processor: every
// element is computed by the same operations in the same order, each rounded once. If a
// processor cannot multiply and add with a single rounding, that is emulated exactly. [Path] says
// which version is in use.
//
// A result may overwrite an input whose slice starts at the same place; slices must not overlap
// otherwise. Slices may be longer than needed; one that is too short panics.
package kernel

import "os"

// plain is the first of the ways to compute; each gives the same results as the ones before, faster.
const plain = 0

// path is the way in use. Only tests change it.
var path = use(choose(os.Getenv("PARSER_KERNEL"), best()))

// The loops in use. Those whose arguments may be on the stack are chosen by path at each call: the
// compiler moves whatever it hands to a variable function to the heap.
var (
	add, addScaled, leaky, exp = addPlain, addScaledPlain, leakyPlain, expPlain
	cell, cellBack, mix        = cellPlain, cellBackPlain, mixPlain

	gelu, geluBack                     = geluPlain, geluBackPlain
	geluTanh, geluTanhBack             = geluTanhPlain, geluTanhBackPlain
	expScaled, multiply, softmaxBack   = expScaledPlain, multiplyPlain, softmaxBackPlain
	normalize, normalizeBack, gainBack = normalizePlain, normalizeBackPlain, gainBackPlain
)

// usePlain makes all loops plain again.
func usePlain() {
	add, addScaled, leaky, exp = addPlain, addScaledPlain, leakyPlain, expPlain
	cell, cellBack, mix = cellPlain, cellBackPlain, mixPlain
	gelu, geluBack = geluPlain, geluBackPlain
	geluTanh, geluTanhBack = geluTanhPlain, geluTanhBackPlain
	expScaled, multiply, softmaxBack = expScaledPlain, multiplyPlain, softmaxBackPlain
	normalize, normalizeBack, gainBack = normalizePlain, normalizeBackPlain, gainBackPlain
}

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
