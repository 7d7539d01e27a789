package derived

import "parser/oracle/fsa"

// ArcEager is the arc-eager system with ROOT at the bottom of the stack, where
// heads[d] is the gold head of word d = 1..n and each wrong head costs 1. With an
// empty buffer RIGHT attaches the topmost word, if it has no head, to ROOT, or with
// single to the item below it, which counts as wrong. There is one factor for each
// gold arc, and with single one for all words that gold hangs from ROOT, as in
// ArcHybrid; the sum is exact for projective trees (Goldberg & Nivre 2013).
func ArcEager(heads []int32, single bool) Problem {
	return eager().problem(heads, single, eagerSequences(int32(len(heads))-1, single))
}

func eager() *arcSystem {
	return &arcSystem{actions: Reduce, pushes: eagerPushes, arc: eagerArc, root: eagerRoot}
}

func eagerPushes(o fsa.Symbol, at place) bool { return o == Shift || o == Right && at != ended }

// eagerSequences accepts the sequences of arc-eager, and more. Which words have a head
// it does not know; some way to pop a word there always is, and that is all that the
// arcs need to know.
func eagerSequences(n int32, single bool) fsa.Machine {
	return sequences(n, func(q stackHeight, arc func(fsa.Symbol, stackHeight)) {
		pushed, popped := stackHeight{q.front + 1, q.height + 1}, stackHeight{q.front, q.height - 1}
		if q.front <= n {
			arc(Shift, pushed)
			arc(Right, pushed)
		}
		if q.height == 0 {
			return
		}
		if q.front <= n {
			arc(Left, popped)
		} else {
			arc(Right, popped)
		}
		if q.front > n || q.height > 1 || !single {
			arc(Reduce, popped)
		}
	})
}

// eagerArc is the automaton for an arc. If the dependent is its left end, it must be
// pushed without a head, and the arc is won by LEFT with the head at the front; else
// it is won by RIGHT with the head on top and the dependent at the front. A word of
// ROOT that was pushed without a head can also be won by the ending.
func eagerArc(leftward, fromRoot bool) arcRule {
	return func(q arcState, o fsa.Symbol, at place) arcState {
		top, push := q.above == 0, eagerPushes(o, at)
		switch {
		case q.phase == before && push && at == atLeft:
			return where(!leftward || o == Shift, arcState{open, 0})
		case q.phase == before:
			return q
		case q.phase == open && push && at == atRight:
			if o == Right && top && !leftward {
				return arcState{phase: won}
			}
			return where(fromRoot && o == Shift, arcState{joined, 0})
		case push:
			return arcState{q.phase, q.above + 1}
		case !top:
			return arcState{q.phase, q.above - 1}
		case q.phase == open:
			return where(leftward && o == Left && at == atRight, arcState{phase: won})
		}
		return where(o == Right, arcState{phase: won})
	}
}

// eagerRoot is the automaton for the words of ROOT, which keeps the first word that
// RIGHT attaches to it while there is a buffer.
func eagerRoot(q rootState, o fsa.Symbol, at place) (fsa.Weight, rootState) {
	to := q
	if !eagerPushes(o, at) {
		to.height--
		return fsa.One, to
	}
	to.height++
	to.passed = q.passed || at == atRight
	if q.taken {
		return fsa.One, to
	}
	if o == Right && q.height == 0 {
		to.taken, to.gold = true, at == atLeft || at == atRight
		return unless(to.gold || q.passed), to
	}
	return unless(q.passed || !to.passed), to
}
