// Package loops holds the loops in which networks spend their time, over vectors and matrices of float32s and
// of bytes:
//
//	hidden, row := []float32{1, 2}, []float32{10, 20}
//	loops.AddScaled(hidden, row, 0.5) // 6, 12
//
// Each loop is written in plain Go, which is the specification. For amd64 it is also in assembly
// for AVX2 and AVX-512, and products of bytes for VNNI and AMX. For arm64 it is in assembly for NEON, except
// what transposes in [Panels.Pack]; products of bytes need a processor that adds them by fours
// (FEAT_DotProd). All give the same bits (except the bits of NaNs), so results do not depend on the
// processor: every element is computed by the same operations in the same order, each rounded once. If a
// processor cannot multiply and add with a single rounding, that is emulated exactly.
//
// A result may overwrite an input whose slice starts at the same place; slices must not overlap
// otherwise. Slices may be longer than needed; one that is too short panics.
package loops

import (
	"slices"

	"parser/model/kernel"
)

// plain is the first of the ways to compute; each gives the same results as the ones before, faster.
const plain = 0

// path is the way in use, which is that of package kernel. Only tests change it.
var path = use(slices.Index(names[:], kernel.Path()))

// The loops in use. Those whose arguments may be on the stack are chosen by path at each call: the
// compiler moves whatever it hands to a variable function to the heap.
var (
	add, addScaled, leaky, exp = addPlain, addScaledPlain, leakyPlain, expPlain
	cell, cellBack             = cellPlain, cellBackPlain

	gelu, geluBack                     = geluPlain, geluBackPlain
	geluTanh, geluTanhBack             = geluTanhPlain, geluTanhBackPlain
	expScaled, multiply, softmaxBack   = expScaledPlain, multiplyPlain, softmaxBackPlain
	normalize, normalizeBack, gainBack = normalizePlain, normalizeBackPlain, gainBackPlain
)

// usePlain makes all loops plain again.
func usePlain() {
	add, addScaled, leaky, exp = addPlain, addScaledPlain, leakyPlain, expPlain
	cell, cellBack = cellPlain, cellBackPlain
	gelu, geluBack = geluPlain, geluBackPlain
	geluTanh, geluTanhBack = geluTanhPlain, geluTanhBackPlain
	expScaled, multiply, softmaxBack = expScaledPlain, multiplyPlain, softmaxBackPlain
	normalize, normalizeBack, gainBack = normalizePlain, normalizeBackPlain, gainBackPlain
}
