package treebank

// Writing says how items are written.
type Writing struct {
	Format string // one of Outputs; "" for the usual one, in which sentences stay in the dialect of CoNLL in which they were read
}
