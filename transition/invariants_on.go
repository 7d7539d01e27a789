//go:build invariants

package transition

// Invariants says whether every move is followed by Verify, with a panic if it fails.
const Invariants = true
