//go:build !invariants

package transition

// Invariants tells that every move is followed by Verify, and panics if it fails.
const Invariants = false
