//go:build !amd64

package model

func addTo(dst, row []float32) { addPlain(dst, row) }

func prefetch([]float32) {}
