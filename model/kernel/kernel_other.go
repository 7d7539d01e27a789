//go:build !amd64

package kernel

// Add adds row to dst. It panics if dst is shorter than row.
func Add(dst, row []float32) { addPlain(dst, row) }

// Prefetch does nothing.
func Prefetch([]float32) {}
