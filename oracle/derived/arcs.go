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

// arcSystem is a transition system as the automata see it.
type arcSystem struct {
	actions fsa.Symbol
	pushes  func(o fsa.Symbol, at place) bool // whether an action takes the buffer front to the stack
	arc     func(leftward, fromRoot bool) arcRule
	root    rootRule
}

// problem puts the automata of the gold arcs side by side: with single, those of ROOT's
// words are one, which costs 1 less than there are wrong ones among several, which no
// choice can change.
func (s *arcSystem) problem(heads []int32, single bool, admissible fsa.Machine) Problem {
	n := int32(len(heads)) - 1
	p := Problem{Actions: int(s.actions), Admissible: admissible}
	for d := int32(1); d <= n; d++ {
		if h := heads[d]; h != 0 || !single {
			at := func(front int32) place { return placeOf(front, min(h, d), max(h, d), n) }
			p.Factors = append(p.Factors, Factor{Loss: fsa.Compose(s.placing(n, at), s.arcMachine(d < h, h == 0, true))})
		}
	}
	if single {
		last := lastRoot(heads)
		at := func(front int32) place { return rootPlaceOf(front, heads, last) }
		p.Factors = append(p.Factors, Factor{Loss: fsa.Compose(s.placing(n, at), s.rootMachine())})
	}
	return p
}

// placing reads the actions of a sentence of n words and writes with each at which
// place it was taken; nothing before the arc.
func (s *arcSystem) placing(n int32, at func(front int32) place) fsa.Machine {
	final := func(int32) fsa.Weight { return fsa.One }
	return fsa.NewLazy(1, final, func(front int32, arc func(in, out fsa.Symbol, w fsa.Weight, to int32)) {
		for o := Shift; o <= s.actions; o++ {
			here, next, out := at(front), front, fsa.Epsilon
			if s.pushes(o, here) {
				next++
			}
			if here != leftward {
				out = s.located(o, here)
			}
			if next <= n+1 {
				arc(o, out, fsa.One, next)
			}
		}
	})
}

// located returns the symbol of an action taken at a place.
func (s *arcSystem) located(o fsa.Symbol, at place) fsa.Symbol { return fsa.Symbol(at)*s.actions + o }

// symbols is how many of them there are.
func (s *arcSystem) symbols() int { return int(s.located(s.actions, ended)) }

// metArc is a state of the automaton for an arc in any sentence: the first place
// where the front may be.
type metArc struct {
	arcState
	from place
}

// arcMachine is the automaton for an arc in any sentence. Places come in their order;
// how many words there are in each it does not know, so that it reads all sentences'
// sequences at once; once the arc is won or lost, it reads on only if goesOn holds.
func (s *arcSystem) arcMachine(leftward, fromRoot, goesOn bool) fsa.Machine {
	rule, start := s.arc(leftward, fromRoot), metArc{arcState{before, 0}, atLeft}
	if fromRoot {
		start.phase = open // ROOT is on the stack already
	}
	final := func(q metArc) fsa.Weight { return only(q.phase >= won) }
	return fsa.NewLazy(start, final, func(q metArc, arc func(in, out fsa.Symbol, w fsa.Weight, to metArc)) {
		if q.phase >= won {
			for x := fsa.Symbol(1); goesOn && int(x) <= s.symbols(); x++ {
				arc(x, x, fsa.One, q)
			}
			return
		}
		for at := q.from; at <= ended; at++ {
			for o := Shift; o <= s.actions; o++ {
				push := s.pushes(o, at)
				if push && at == ended {
					continue
				}
				to := metArc{rule(q.arcState, o, at), at}
				switch {
				case to.phase >= won:
					to.from = ended
				case push && (at == atLeft || at == atRight):
					to.from++
				}
				x := s.located(o, at)
				arc(x, x, unless(to.phase != lost), to)
			}
		}
	})
}

// rootMachine is the automaton for ROOT's words in any sentence.
func (s *arcSystem) rootMachine() fsa.Machine {
	final := func(q rootState) fsa.Weight { return only(q.passed) }
	return fsa.NewLazy(rootState{}, final, func(q rootState, arc func(in, out fsa.Symbol, w fsa.Weight, to rootState)) {
		for at := atLeft; at <= ended; at++ {
			for o := Shift; o <= s.actions; o++ {
				push := s.pushes(o, at)
				if q.passed != (at > atRight) || push && at == ended || !push && q.height == 0 {
					continue
				}
				x := s.located(o, at)
				w, to := s.root(q, o, at)
				arc(x, x, w, to)
			}
		}
	})
}

// only returns 0 if ok, else ∞.
func only(ok bool) fsa.Weight {
	if ok {
		return fsa.One
	}
	return fsa.Zero()
}
