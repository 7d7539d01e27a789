//go:build !amd64 && !arm64

package tables

var names = [...]string{plain: "plain"}

func use(way int) int { return way }

func find(values []uint32, table []Bucket, keys []uint64, _ []byte) { findPlain(values, table, keys) }

func addRows(dst, table []float32, starts []uint32) { addRowsPlain(dst, table, starts) }
