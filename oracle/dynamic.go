package oracle

import "parser/transition"

// newDynamic returns the hand-coded dynamic oracle of a system.
func newDynamic(s transition.System) (Oracle, error) {
	switch s := s.(type) {
	case transition.ArcHybrid:
		return &ArcHybrid{System: s}, nil
	case transition.ArcEager:
		return &ArcEager{System: s}, nil
	case transition.Bracket:
		if s.Unary != transition.AnyUnary {
			return &Rows{System: s}, nil
		}
		return &Bracket{System: s}, nil
	case transition.InOrder:
		return &InOrder{System: s}, nil
	case transition.ShiftLabel:
		return &ShiftLabel{System: s}, nil
	case transition.Tag:
		return &Tag{System: s, name: "dynamic"}, nil
	}
	return nil, ErrNoOracle
}

// rootLost is what ROOT's dependents cost under SingleRoot, where only one of
// the words whose gold head is ROOT can be right: the minimal number of wrong
// ones among them is (all) − min(1, attainable), so that a move costs 1 if it
// takes the attainable ones from some to none.
func rootLost(before, after int32) int32 { return indicator(before > 0 && after == 0) }
