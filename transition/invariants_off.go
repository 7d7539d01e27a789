//go:build !invariants

package transition

// Invariants tells that every move is followed by Verify.
const Invariants = false

// settled is where builds with the tag "invariants" verify the configuration.
func (c *Config) settled() {}
