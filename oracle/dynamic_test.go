package oracle_test

import (
	"fmt"
	"slices"

	"parser/oracle"
	"parser/transition"
)

// exactSystems are the systems with an exact dynamic oracle, in both root modes.
func exactSystems() []transition.System {
	return []transition.System{
		transition.ArcHybrid{Roots: transition.MultiRoot},
		transition.ArcHybrid{Roots: transition.SingleRoot},
		transition.ArcEager{Roots: transition.MultiRoot},
		transition.ArcEager{Roots: transition.SingleRoot},
		transition.ArcStandard{Roots: transition.MultiRoot},
		transition.ArcStandard{Roots: transition.SingleRoot},
		transition.ArcEagerNonMonotonic{Roots: transition.MultiRoot},
		transition.ArcEagerNonMonotonic{Roots: transition.SingleRoot},
		transition.HeadOffset{Roots: transition.MultiRoot},
		transition.HeadOffset{Roots: transition.SingleRoot},
	}
}

// systemsWith are those of exactSystems that have an oracle of the given name.
func systemsWith(name string) []transition.System {
	return slices.DeleteFunc(exactSystems(), func(s transition.System) bool { return !slices.Contains(oracle.NamesFor(s), name) })
}

func label(s transition.System) string { return fmt.Sprintf("%s %+v", s.Name(), s) }
