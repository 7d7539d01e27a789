//go:build invariants

package transition

// Invariants tells that every move is followed by Verify.
const Invariants = true

// settled panics if a move broke an invariant.
func (c *Config) settled() {
	if err := c.Verify(); err != nil {
		panic("transition: " + err.Error())
	}
}
