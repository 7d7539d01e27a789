package experiment

import (
	"errors"
	"fmt"

	"parser/oracle"
	"parser/parser"
	"parser/parser/train"
)

// Grid is an ablation: the variants are the combinations of what the lists name. All
// systems must build the same kind of tree.
type Grid struct {
	Systems []string       // oracle.Systems
	Oracles []string       // oracle.Names
	Explore []float64      // Options.Explore
	Options parser.Options // all else
}

// Setting is a combination.
type Setting struct {
	System  string  `json:"system"`
	Oracle  string  `json:"oracle"`
	Explore float64 `json:"explore"`
}

// String names the setting: "arc-hybrid dynamic 0.9".
func (s Setting) String() string { return fmt.Sprint(s.System, " ", s.Oracle, " ", s.Explore) }

// settingOf returns the setting of a variant of a grid.
func settingOf(o *parser.Options) Setting { return Setting{o.System, o.Oracle, o.Explore} }

// Omission is a combination that does not exist, and why.
type Omission struct {
	Setting
	Reason string `json:"reason"`
}

// Variants returns the combinations that exist by system, then oracle, then exploration,
// and those that do not exist: there is no such oracle for the system, or training with
// it must not explore, or not learn non-projective trees as they are. Any other error in
// the options is returned.
func (g *Grid) Variants() (variants []Variant, omitted []Omission, err error) {
	for _, system := range g.Systems {
		for _, name := range g.Oracles {
			for _, explore := range g.Explore {
				o := g.Options
				o.System, o.Oracle, o.Explore = system, name, explore
				s := settingOf(&o)
				reason, err := absence(&o)
				switch {
				case err != nil:
					return nil, nil, err
				case reason != "":
					omitted = append(omitted, Omission{s, reason})
				default:
					variants = append(variants, Variant{Name: s.String(), Options: o})
				}
			}
		}
	}
	return variants, omitted, nil
}

// absence returns the reason why the combination of the options does not exist, "" if it
// does, or else what is wrong with them.
func absence(o *parser.Options) (reason string, err error) {
	_, err = train.New(*o)
	if errors.Is(err, oracle.ErrNoOracle) {
		return oracle.ErrNoOracle.Error(), nil
	}
	for _, cause := range []error{train.ErrOffPath, train.ErrNonProjective} {
		if errors.Is(err, cause) {
			return fmt.Sprintf("the %s oracle %v", o.Oracle, cause), nil
		}
	}
	return "", err
}
