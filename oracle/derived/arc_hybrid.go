package derived

import "parser/oracle/fsa"

// The actions of arc-hybrid and arc-eager.
const (
	Shift  fsa.Symbol = 1
	Left   fsa.Symbol = 2
	Right  fsa.Symbol = 3
	Reduce fsa.Symbol = 4 // arc-eager only
)

// stackHeight is a state of the automata of admissible sequences: the buffer front
// and the number of words on the stack, ROOT not counted. Words are never told
// apart, which is what makes the automaton small.
type stackHeight struct{ front, height int32 }

// ArcHybrid is the arc-hybrid system with ROOT at the bottom of the stack,
// where heads[d] is the gold head of word d = 1..n and each wrong head costs 1.
// There is one factor for each gold arc; the sum is exact for projective trees,
// by arc-decomposability (Goldberg & Nivre 2013, Section 4.3).
//
// With single, one word at most may hang from ROOT, and the words that gold hangs
// from it share one factor, so that the sum is exact for several of them, too.
func ArcHybrid(heads []int32, single bool) Problem {
	n := int32(len(heads)) - 1
	p := Problem{Actions: 3, Admissible: hybridSequences(n, single)}
	for d := int32(1); d <= n; d++ {
		if heads[d] != 0 || !single {
			p.Factors = append(p.Factors, Factor{Loss: hybridArc(heads[d], d)})
		}
	}
	if single {
		p.Factors = append(p.Factors, Factor{Loss: hybridRoot(heads)})
	}
	return p
}

// hybridSequences accepts the sequences that end with an empty buffer and ROOT
// alone on the stack.
func hybridSequences(n int32, single bool) fsa.Machine {
	final := func(q stackHeight) fsa.Weight { return only(q.front > n && q.height == 0) }
	return fsa.NewLazy(stackHeight{1, 0}, final, func(q stackHeight, arc func(in, out fsa.Symbol, w fsa.Weight, to stackHeight)) {
		popped := stackHeight{q.front, q.height - 1}
		if q.front <= n {
			arc(Shift, Shift, fsa.One, stackHeight{q.front + 1, q.height + 1})
		}
		if q.front <= n && q.height > 0 {
			arc(Left, Left, fsa.One, popped)
		}
		if q.height > 1 || q.height == 1 && (!single || q.front > n) {
			arc(Right, Right, fsa.One, popped)
		}
	})
}

// arcPhase is what an automaton for one arc knows of a sequence.
type arcPhase uint8

const (
	before arcPhase = iota // the left end of the arc is in the buffer
	open                   // the left end is on the stack, the right one in the buffer
	joined                 // both are on the stack, the right one above the left one
	won                    // the arc was made
	lost                   // it cannot be made any more
)

// arcState is a state of the automaton for one arc: in the phases before and open
// the buffer front; in open and joined the number of items above the item that
// matters.
type arcState struct {
	phase        arcPhase
	front, above int32
}

// arcLoss is the automaton that costs 1 if an arc was not made.
func arcLoss(start arcState, actions fsa.Symbol, next func(arcState, fsa.Symbol) arcState) fsa.Machine {
	final := func(q arcState) fsa.Weight {
		switch q.phase {
		case won:
			return fsa.One
		case lost:
			return 1
		}
		return fsa.Zero()
	}
	return fsa.NewLazy(start, final, func(q arcState, arc func(in, out fsa.Symbol, w fsa.Weight, to arcState)) {
		for o := Shift; o <= actions; o++ {
			to := q
			if q.phase < won {
				to = next(q, o)
			}
			if to.phase >= won {
				to = arcState{phase: to.phase}
			}
			arc(o, o, fsa.One, to)
		}
	})
}

// hybridArc is the automaton for the arc from h to d. Its left end is met as the
// buffer front and waits on the stack, with above items on it. If it is d, it is
// won by LEFT with d on top and h at the front; if it is h, then d must come to lie
// directly on it, and is won by RIGHT.
func hybridArc(h, d int32) fsa.Machine {
	lo, hi := min(h, d), max(h, d)
	start := arcState{before, 1, 0}
	if lo == 0 {
		start.phase = open
	}
	return arcLoss(start, Right, func(q arcState, o fsa.Symbol) arcState {
		top := q.above == 0
		switch {
		case q.phase == before && o == Shift && q.front == lo:
			return arcState{open, q.front + 1, 0}
		case q.phase == before && o == Shift:
			return arcState{before, q.front + 1, 0}
		case q.phase == before:
			return q
		case q.phase == open && o == Shift && q.front == hi:
			return where(d == hi && top, arcState{phase: joined})
		case o == Shift:
			return arcState{q.phase, q.front + 1, q.above + 1}
		case !top:
			return arcState{q.phase, q.front, q.above - 1}
		case q.phase == open:
			return where(d == lo && o == Left && q.front == hi, arcState{phase: won})
		}
		return where(o == Right, arcState{phase: won})
	})
}

// rootState is a state of the automaton for ROOT's dependents: the buffer front,
// the height of the stack, and whether gold hangs its lowest word from ROOT.
type rootState struct {
	front, height int32
	gold          bool
}

// hybridRoot is the automaton for all words that gold hangs from ROOT, if one word
// at most may: the one that is at the bottom of the stack when the buffer is empty.
// It costs 1 for each that does not get there.
func hybridRoot(heads []int32) fsa.Machine {
	roots := fsa.Weight(0)
	for _, h := range heads[1:] {
		roots += 1 - unless(h == 0)
	}
	final := func(q rootState) fsa.Weight { return roots - 1 + unless(q.gold) }
	return fsa.NewLazy(rootState{1, 0, false}, final, func(q rootState, arc func(in, out fsa.Symbol, w fsa.Weight, to rootState)) {
		if int(q.front) < len(heads) {
			pushed := rootState{q.front + 1, q.height + 1, q.gold}
			if q.height == 0 {
				pushed.gold = heads[q.front] == 0
			}
			arc(Shift, Shift, fsa.One, pushed)
		}
		if q.height > 0 {
			popped := rootState{q.front, q.height - 1, q.gold}
			arc(Left, Left, fsa.One, popped)
			arc(Right, Right, fsa.One, popped)
		}
	})
}

// where returns q if ok, else the state in which the arc is lost.
func where(ok bool, q arcState) arcState {
	if ok {
		return q
	}
	return arcState{phase: lost}
}

// only returns 0 if ok, else ∞.
func only(ok bool) fsa.Weight {
	if ok {
		return fsa.One
	}
	return fsa.Zero()
}
