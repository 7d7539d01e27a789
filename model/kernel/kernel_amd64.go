package kernel

// Add is addPlain, four elements at a time with the SSE instructions that
// every amd64 processor has. It panics if dst is shorter than row.
func Add(dst, row []float32) { addSSE(dst[:len(row)], row) }

//go:noescape
func addSSE(dst, row []float32)

// Prefetch asks for the memory of row, which is about to be added.
//
//go:noescape
func Prefetch(row []float32)
