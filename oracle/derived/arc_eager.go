package derived

import "parser/oracle/fsa"

// ArcEager is the arc-eager system with ROOT at the bottom of the stack, where
// heads[d] is the gold head of word d = 1..n and each wrong head costs 1. With an
// empty buffer RIGHT attaches the topmost word, if it has no head, to ROOT, or with
// single to the item below it, which counts as wrong. There is one factor for each
// gold arc, and with single one for all words that gold hangs from ROOT; the sum is
// exact for projective trees (Goldberg & Nivre 2013, Section 4.1).
func ArcEager(heads []int32, single bool) Problem {
	n := int32(len(heads)) - 1
	p := Problem{Actions: 4, Admissible: eagerSequences(n, single)}
	for d := int32(1); d <= n; d++ {
		if heads[d] != 0 || !single {
			p.Factors = append(p.Factors, Factor{Loss: eagerArc(heads[d], d, n)})
		}
	}
	if single {
		p.Factors = append(p.Factors, Factor{Loss: eagerRoot(heads)})
	}
	return p
}

// eagerSequences accepts sequences that end with an empty buffer and ROOT alone on
// the stack. Which words have a head it does not know, so that it accepts more than
// the system does; some way to pop a word there always is, and that is all that the
// arcs need to know.
func eagerSequences(n int32, single bool) fsa.Machine {
	final := func(q stackHeight) fsa.Weight { return only(q.front > n && q.height == 0) }
	return fsa.NewLazy(stackHeight{1, 0}, final, func(q stackHeight, arc func(in, out fsa.Symbol, w fsa.Weight, to stackHeight)) {
		pushed, popped := stackHeight{q.front + 1, q.height + 1}, stackHeight{q.front, q.height - 1}
		if q.front <= n {
			arc(Shift, Shift, fsa.One, pushed)
			arc(Right, Right, fsa.One, pushed)
		}
		if q.height == 0 {
			return
		}
		if q.front <= n {
			arc(Left, Left, fsa.One, popped)
		} else {
			arc(Right, Right, fsa.One, popped)
		}
		if q.front > n || q.height > 1 || !single {
			arc(Reduce, Reduce, fsa.One, popped)
		}
	})
}

// eagerArc is the automaton for the arc from h to d in a sentence of n words. If d
// comes first, it must be pushed without a head, and is won by LEFT with h at the
// front; if h does, by RIGHT with h on top and d at the front. A word of ROOT that
// was pushed without a head can also be won by the ending.
func eagerArc(h, d, n int32) fsa.Machine {
	lo, hi := min(h, d), max(h, d)
	start := arcState{before, 1, 0}
	if lo == 0 {
		start.phase = open
	}
	return arcLoss(start, Reduce, func(q arcState, o fsa.Symbol) arcState {
		top, push := q.above == 0, o == Shift || o == Right && q.front <= n
		switch {
		case q.phase == before && push && q.front == lo:
			return where(d != lo || o == Shift, arcState{open, q.front + 1, 0})
		case q.phase == before && push:
			return arcState{before, q.front + 1, 0}
		case q.phase == before:
			return q
		case q.phase == open && push && q.front == hi && o == Right && top && d == hi:
			return arcState{phase: won}
		case q.phase == open && push && q.front == hi:
			return where(h == 0 && o == Shift, arcState{joined, q.front + 1, 0})
		case push:
			return arcState{q.phase, q.front + 1, q.above + 1}
		case !top:
			return arcState{q.phase, q.front, q.above - 1}
		case q.phase == open:
			return where(d == lo && o == Left && q.front == hi, arcState{phase: won})
		}
		return where(o == Right, arcState{phase: won})
	})
}

// taken is a state of the automaton for ROOT's dependents: the buffer front, the
// height of the stack, whether ROOT took a word, and whether gold hangs that one
// from it.
type taken struct {
	front, height int32
	any, gold     bool
}

// eagerRoot is the automaton for all words that gold hangs from ROOT, if one word at
// most may: that which RIGHT attaches to ROOT while there is a buffer. It costs 1
// for each other one.
func eagerRoot(heads []int32) fsa.Machine {
	n, roots := int32(len(heads))-1, fsa.Weight(0)
	for _, h := range heads[1:] {
		roots += 1 - unless(h == 0)
	}
	final := func(q taken) fsa.Weight { return roots - 1 + unless(q.gold) }
	return fsa.NewLazy(taken{front: 1}, final, func(q taken, arc func(in, out fsa.Symbol, w fsa.Weight, to taken)) {
		pushed, popped := q, q
		pushed.front, pushed.height, popped.height = q.front+1, q.height+1, q.height-1
		if q.front <= n {
			arc(Shift, Shift, fsa.One, pushed)
			if q.height == 0 && !q.any {
				pushed.any, pushed.gold = true, heads[q.front] == 0
			}
			arc(Right, Right, fsa.One, pushed)
		}
		if q.height > 0 {
			arc(Left, Left, fsa.One, popped)
			arc(Reduce, Reduce, fsa.One, popped)
			if q.front > n {
				arc(Right, Right, fsa.One, popped)
			}
		}
	})
}
