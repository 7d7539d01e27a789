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

// sequences makes the automaton of admissible sequences, which end with an empty buffer
// and ROOT alone on the stack, of the actions that expand shows.
func sequences(n int32, expand func(q stackHeight, arc func(o fsa.Symbol, to stackHeight))) fsa.Machine {
	final := func(q stackHeight) fsa.Weight { return only(q.front > n && q.height == 0) }
	return fsa.NewLazy(stackHeight{1, 0}, final, func(q stackHeight, arc func(in, out fsa.Symbol, w fsa.Weight, to stackHeight)) {
		expand(q, func(o fsa.Symbol, to stackHeight) { arc(o, o, fsa.One, to) })
	})
}

// place tells where the buffer front is, seen from an arc. It is all that the
// automaton for an arc needs to know of the buffer.
type place int32

const (
	leftward  place = iota // before the arc
	atLeft                 // at its left end
	inside                 // between its ends
	atRight                // at its right end
	rightward              // behind it
	ended                  // the buffer is empty
)

// placeOf returns the place of a buffer front in a sentence of n words, seen from the
// arc between lo and hi.
func placeOf(front, lo, hi, n int32) place {
	switch {
	case front > n:
		return ended
	case front < lo:
		return leftward
	case front == lo:
		return atLeft
	case front < hi:
		return inside
	case front == hi:
		return atRight
	}
	return rightward
}

// arcPhase is how far an arc has come.
type arcPhase uint8

const (
	before arcPhase = iota // its left end is in the buffer
	open                   // its left end is on the stack, its right end in the buffer
	joined                 // both ends are on the stack
	won                    // it was made
	lost                   // it cannot be made any more
)

// arcState is a state of the automaton for one arc: its phase and, in the phases open
// and joined, the number of items on the stack above the end that matters.
type arcState struct {
	phase arcPhase
	above int32
}

// arcRule is the automaton for an arc: what an action, taken at a place, does to it.
type arcRule func(q arcState, o fsa.Symbol, at place) arcState

// where returns q if ok, else the state in which the arc is lost.
func where(ok bool, q arcState) arcState {
	if ok {
		return q
	}
	return arcState{phase: lost}
}

// read applies the rule and returns what it costs: 1 when the arc is lost.
func (rule arcRule) read(q arcState, o fsa.Symbol, at place) (fsa.Weight, arcState) {
	if q.phase >= won {
		return fsa.One, q
	}
	to := rule(q, o, at)
	return unless(to.phase != lost), to
}

// arcStart is the state of an arc from lo at the start of a sentence: ROOT is on the
// stack already.
func arcStart(lo int32) arcState {
	if lo == 0 {
		return arcState{open, 0}
	}
	return arcState{before, 0}
}

// fronted is a state of the automaton for an arc in a sentence.
type fronted struct {
	arcState
	front int32
}

// arcFactor is the factor of an arc between words lo and hi, in a sentence of n
// words, of a system in which the given actions push a word.
func arcFactor(lo, hi, n int32, rule arcRule, actions fsa.Symbol, pushes func(o fsa.Symbol, at place) bool) Factor {
	final := func(q fronted) fsa.Weight { return only(q.phase >= won) }
	return Factor{Loss: fsa.NewLazy(fronted{arcStart(lo), 1}, final, func(q fronted, arc func(in, out fsa.Symbol, w fsa.Weight, to fronted)) {
		at := placeOf(q.front, lo, hi, n)
		for o := Shift; o <= actions; o++ {
			w, to := rule.read(q.arcState, o, at)
			front := q.front
			if to.phase >= won {
				front = n + 1 // it does not matter any more
			} else if pushes(o, at) {
				front++
			}
			arc(o, o, w, fronted{to, front})
		}
	})}
}

// rootPlaceOf returns the place of a buffer front, seen from the words that gold hangs
// from ROOT: atRight is the last of them, atLeft any other, inside is before the
// last and rightward behind it.
func rootPlaceOf(front int32, heads []int32, last int32) place {
	switch {
	case int(front) >= len(heads):
		return ended
	case front == last:
		return atRight
	case front > last:
		return rightward
	case heads[front] == 0:
		return atLeft
	}
	return inside
}

// lastRoot returns the last word that gold hangs from ROOT.
func lastRoot(heads []int32) int32 {
	for d := int32(len(heads)) - 1; d > 0; d-- {
		if heads[d] == 0 {
			return d
		}
	}
	return 0
}

// rootState is a state of the automaton for all words that gold hangs from ROOT, if
// one word at most may hang there: the height of the stack, whether ROOT has got the
// word that it will keep, as far as one can tell, whether gold agrees, and whether
// the last of gold's words was pushed.
type rootState struct {
	height int32
	taken  bool
	gold   bool
	passed bool
}

// rootRule is that automaton; the weight is 1 when none of gold's words can be ROOT's
// any more.
type rootRule func(q rootState, o fsa.Symbol, at place) (fsa.Weight, rootState)

// rootFronted is a state of the automaton for ROOT's words in a sentence.
type rootFronted struct {
	rootState
	front int32
}

// rootFactor is the factor of ROOT's words. It costs 1 less than there are wrong ones
// if there are several, which no choice can change.
func rootFactor(heads []int32, rule rootRule, actions fsa.Symbol, pushes func(o fsa.Symbol, at place) bool) Factor {
	final := func(q rootFronted) fsa.Weight { return only(int(q.front) == len(heads) && q.height == 0) }
	last := lastRoot(heads)
	return Factor{Loss: fsa.NewLazy(rootFronted{front: 1}, final, func(q rootFronted, arc func(in, out fsa.Symbol, w fsa.Weight, to rootFronted)) {
		at := rootPlaceOf(q.front, heads, last)
		for o := Shift; o <= actions; o++ {
			switch push := pushes(o, at); {
			case push && at != ended:
				w, to := rule(q.rootState, o, at)
				arc(o, o, w, rootFronted{to, q.front + 1})
			case !push && q.height > 0:
				w, to := rule(q.rootState, o, at)
				arc(o, o, w, rootFronted{to, q.front})
			}
		}
	})}
}

// only returns 0 if ok, else ∞.
func only(ok bool) fsa.Weight {
	if ok {
		return fsa.One
	}
	return fsa.Zero()
}
