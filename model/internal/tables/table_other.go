//go:build !linux

package tables

func enlargePages[T any]([]T) {}
