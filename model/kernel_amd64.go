package model

// addTo is addPlain, four elements at a time with the SSE instructions that
// every amd64 processor has. It panics if dst is shorter than row.
func addTo(dst, row []float32) { addSSE(dst[:len(row)], row) }

//go:noescape
func addSSE(dst, row []float32)

// prefetch asks for the memory of row, which is about to be added.
//
//go:noescape
func prefetch(row []float32)
