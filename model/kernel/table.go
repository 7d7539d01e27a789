package kernel

// Table returns n zeros, under large pages where a system has them for the asking: a processor
// remembers the addresses of few small ones, and look-ups go all over a table.
func Table[T any](n int) []T {
	table := make([]T, n)
	enlargePages(table)
	return table
}
