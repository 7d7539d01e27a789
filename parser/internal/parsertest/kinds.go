package parsertest

import (
	"fmt"

	"parser/oracle"
	"parser/parser"
	"parser/testdata/testkit"
	"parser/transition"
)

// Kind is one way to build a parser.
type Kind struct {
	System, Oracle string
	TwoStep        bool
}

// Kinds are all systems with all their oracles, and both ways to decide by turns; with
// PARSER_DEEP, each with both.
func Kinds() []Kind {
	return bothWays([]Kind{
		{"arc-hybrid", "dynamic", false}, {"arc-eager", "dynamic", true}, {"arc-hybrid", "pd", true}, {"arc-eager", "pd", false},
		{"arc-hybrid", "static", true}, {"arc-eager", "static", false}, {"arc-standard", "static", true},
	})
}

// bothWays adds, with PARSER_DEEP, the other way to decide to each kind.
func bothWays(all []Kind) []Kind {
	if testkit.Deep() {
		for _, k := range all {
			k.TwoStep = !k.TwoStep
			all = append(all, k)
		}
	}
	return all
}

func (k Kind) String() string { return fmt.Sprintf("%s,%s,two-step=%v", k.System, k.Oracle, k.TwoStep) }

// Set makes o train a parser of this kind.
func (k Kind) Set(o *parser.Options) {
	o.System, o.Oracle, o.TwoStep = k.System, k.Oracle, k.TwoStep
	if k.Oracle == "static" {
		o.Explore = 0
	}
}

// TreeKinds are the constituency systems with all their oracles, and both ways to decide
// by turns; with PARSER_DEEP, each with both.
func TreeKinds() []Kind {
	var all []Kind
	for i, system := range oracle.Systems(transition.Constituents) {
		all = append(all, Kind{system, "dynamic", i%2 == 0}, Kind{system, "static", i%2 != 0})
	}
	return bothWays(all)
}
