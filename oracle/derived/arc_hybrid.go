package derived

import "parser/oracle/fsa"

// ArcHybrid is the arc-hybrid system with ROOT at the bottom of the stack,
// where heads[d] is the gold head of word d = 1..n and each wrong head costs 1.
// There is one factor for each gold arc; the sum is exact for projective trees,
// by arc-decomposability (Goldberg & Nivre 2013).
//
// With single, one word at most may hang from ROOT, and the words that gold hangs
// from it share one factor, so that the sum is exact for several of them, too; the
// wrong ones among several that no choice can avoid are not counted.
func ArcHybrid(heads []int32, single bool) Problem {
	return hybrid().problem(heads, single, hybridSequences(int32(len(heads))-1, single))
}

func hybrid() *arcSystem {
	return &arcSystem{
		actions: Right, root: hybridRoot,
		pushes: func(o fsa.Symbol, _ place) bool { return o == Shift },
		arc:    func(leftward, _ bool) arcRule { return hybridArc(leftward) },
	}
}

// hybridSequences accepts the sequences of arc-hybrid.
func hybridSequences(n int32, single bool) fsa.Machine {
	return sequences(n, func(q stackHeight, arc func(fsa.Symbol, stackHeight)) {
		popped := stackHeight{q.front, q.height - 1}
		if q.front <= n {
			arc(Shift, stackHeight{q.front + 1, q.height + 1})
		}
		if q.front <= n && q.height > 0 {
			arc(Left, popped)
		}
		if q.height > 1 || q.height == 1 && (!single || q.front > n) {
			arc(Right, popped)
		}
	})
}

// hybridArc is the automaton for an arc. If the dependent is its left end, it is won
// by LEFT with the dependent on top and the head at the front; else the dependent must
// come to lie directly on the head, and the arc is won by RIGHT.
func hybridArc(leftward bool) arcRule {
	return func(q arcState, o fsa.Symbol, at place) arcState {
		top := q.above == 0
		switch {
		case q.phase == before && o == Shift && at == atLeft:
			return arcState{open, 0}
		case q.phase == before:
			return q
		case q.phase == open && o == Shift && at == atRight:
			return where(!leftward && top, arcState{joined, 0})
		case o == Shift:
			return arcState{q.phase, q.above + 1}
		case !top:
			return arcState{q.phase, q.above - 1}
		case q.phase == open:
			return where(leftward && o == Left && at == atRight, arcState{phase: won})
		}
		return where(o == Right, arcState{phase: won})
	}
}

// hybridRoot is the automaton for the words of ROOT. ROOT keeps the word that lies
// directly on it when the buffer is empty.
func hybridRoot(q rootState, o fsa.Symbol, at place) (fsa.Weight, rootState) {
	to := q
	if o != Shift {
		if to.height--; to.height > 0 || at == ended {
			return fsa.One, to
		}
		to.taken, to.gold = false, false
		return unless(!q.gold || !q.passed), to
	}
	if to.height++; q.height == 0 {
		to.taken, to.gold = true, at == atLeft || at == atRight
	}
	to.passed = q.passed || at == atRight
	return unless(q.passed || !to.passed || to.gold), to
}
