// Package tables holds the loops of sparse models: over the hash tables that locate rows of weights, and over
// rows of float32s and of small integers, which they add up:
//
//	tables.Find(names, buckets, keys, rows)
//	lists.Partition(names)
//	tables.AddBytes(sums, rows, lists.Of(kind))
//
// As in package kernel, plain Go is the specification, and assembly gives the same bits: for SSE2, AVX2
// and AVX-512 of amd64, and for NEON of arm64, except [Lists.Partition].
package tables

import (
	"slices"

	"parser/model/kernel"
)

// plain is the first of the ways to compute; each gives the same results as the ones before, faster.
const plain = 0

// path is the way in use, which is that of package kernel. Only tests change it.
var path = use(slices.Index(names[:], kernel.Path()))

// The loops in use; see package kernel.
var addBytes, addWords, addInts, deal = addBytesPlain, addWordsPlain, addIntsPlain, dealPlain
