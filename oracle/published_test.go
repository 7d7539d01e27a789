package oracle

import "parser/transition"

// GoldbergNivre returns, for tests, the costs of arc-eager as published, for a single root.
func GoldbergNivre() Oracle {
	return of(transition.ArcEager{Roots: transition.SingleRoot}, &arcEager{})
}
