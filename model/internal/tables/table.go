package tables

// Table returns n zeros, on large pages if the system grants them: look-ups go all over a table,
// and a processor remembers the addresses of few small pages.
func Table[T any](n int) []T {
	table := make([]T, n)
	enlargePages(table)
	return table
}
