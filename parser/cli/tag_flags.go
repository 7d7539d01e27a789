package cli

import "parser/transition"

// treeSystems lists the systems that build trees.
func treeSystems() []string {
	return transition.Names(transition.Dependencies, transition.Constituents)
}
