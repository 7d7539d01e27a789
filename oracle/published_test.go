package oracle

import "parser/transition"

// GoldbergNivre returns, for tests, the costs of arc-eager as published, for a single root.
func GoldbergNivre() Oracle {
	return of(transition.ArcEager{Roots: transition.SingleRoot}, &arcEager{})
}

// ProjectiveOrder returns the order by which a static-dynamic oracle swaps words.
func ProjectiveOrder(o Oracle) []int32 { return o.(*nearest).ways[0].Oracle.(*staticDynamic).order }
