package problems

import (
	"parser/oracle/derived"
	"parser/oracle/fsa"
)

// The actions of arc-hybrid and arc-eager.
const (
	Shift  fsa.Symbol = 1
	Left   fsa.Symbol = 2
	Right  fsa.Symbol = 3
	Reduce fsa.Symbol = 4 // arc-eager only
)

// ArcHybrid is the arc-hybrid system with ROOT at the bottom of the stack,
// where heads[d] is the gold head of word d = 1..n, negative if it is unknown, and each
// wrong head costs 1. There is one factor for each gold arc; the sum is exact for
// projective trees, by arc-decomposability (Goldberg & Nivre 2013).
// With single, at most one word may hang from ROOT, and the words that gold hangs from it share one
// factor, so that the sum is exact for several of them, too; the errors that no choice can avoid
// are then not counted.
func ArcHybrid(heads []int32, single bool) derived.Problem {
	return arcSystem{Right, single}.problem(heads)
}

// ArcEager is ArcHybrid for the arc-eager system. With an empty buffer RIGHT attaches the topmost
// word, if it has no head, to ROOT, or with single to the item below it. So with single a word that
// stays on the stack may get its gold head in the end, but all words below it stay as well and
// cannot be attached to words of the buffer: some arcs can be made only one without the other. That
// is why there are commitments then (derived.Problem), one for each height: before the buffer is empty,
// the stack falls to this height and not below it. With any one of them arcs are decomposable.
func ArcEager(heads []int32, single bool) derived.Problem {
	return arcSystem{Reduce, single}.problem(heads)
}

// arcSystem is a transition system as the automata see it.
type arcSystem struct {
	actions fsa.Symbol // the last of them
	single  bool       // at most one word may hang from ROOT
}

func (s arcSystem) eager() bool { return s.actions == Reduce }

// commits reports whether arcs are decomposable after commitments only.
func (s arcSystem) commits() bool { return s.eager() && s.single }

// pushes reports whether an action takes the buffer front to the stack; all others pop the topmost
// word.
func (s arcSystem) pushes(o fsa.Symbol, bufferEmpty bool) bool {
	return o == Shift || o == Right && s.eager() && !bufferEmpty
}

// problem puts the automata of the gold arcs side by side.
func (s arcSystem) problem(heads []int32) derived.Problem {
	n := len(heads) - 1
	p := derived.Problem{Actions: int(s.actions), Commitments: s.floors(n), Admissible: s.sequences(int32(n))}
	for _, a := range s.goldArcs(nil, heads) {
		places := view(int32(1), p.Actions+p.Commitments, fsa.One, func(front int32, o fsa.Symbol) (x fsa.Symbol, to int32) {
			at := a.place(front, heads)
			switch {
			case o > s.actions: // commitments mean nothing to arcs
				return x, front
			case at != leftward:
				x = s.located(o, at)
			}
			if s.pushes(o, at == ended) {
				front++
			}
			return x, front
		})
		p.Factors = append(p.Factors, derived.Factor{Loss: fsa.Compose(places, s.machine(a.kind, true))})
	}
	return p
}

// floors is the number of commitments for n words: heights of the stack.
func (s arcSystem) floors(n int) int {
	if s.commits() {
		return n + 1
	}
	return 0
}

// floor returns the commitment to a height.
func (s arcSystem) floor(height int32) fsa.Symbol { return s.actions + 1 + fsa.Symbol(height) }

// stackHeight is a state of the automaton of admissible sequences: the buffer front
// and the number of words on the stack, ROOT not counted. Words are never told
// apart, which is what makes the automaton small.
type stackHeight struct {
	front, height int32
	floor         int32 // the height that a commitment names, or -1
	met           bool  // the stack was that low since
}

// sequences accepts the admissible sequences for n words, which end with an empty buffer and ROOT
// alone on the stack. For arc-eager it accepts more, because it does not know which words have a
// head: there is always some way to pop a word, and the arcs need no more than that.
func (s arcSystem) sequences(n int32) fsa.Machine {
	final := func(q stackHeight) fsa.Weight { return only(q.front > n && q.height == 0) }
	start := stackHeight{front: 1, floor: -1}
	return fsa.NewLazy(start, final, func(q stackHeight, arc func(in, out fsa.Symbol, w fsa.Weight, to stackHeight)) {
		bufferEmpty := q.front > n
		for o := Shift; o <= s.actions; o++ {
			to, legal := q, q.height > 0
			switch to.height--; {
			case s.pushes(o, bufferEmpty):
				to.front, to.height = q.front+1, q.height+1
				legal = !bufferEmpty && (q.met || q.floor < 0 || to.front <= n)
			case o == Left:
				legal = legal && !bufferEmpty
			case s.single:
				legal = legal && (q.height > 1 || bufferEmpty)
			}
			if !bufferEmpty {
				legal, to.met = legal && to.height >= q.floor, q.met || to.height == q.floor
			}
			if legal {
				arc(o, o, fsa.One, to)
			}
		}
		if q.floor >= 0 {
			return
		}
		for height := range int32(s.floors(int(n))) {
			if met := height == q.height; met || height < q.height && !bufferEmpty {
				o := s.floor(height)
				arc(o, o, fsa.One, stackHeight{q.front, q.height, height, met})
			}
		}
	})
}

// arcKind tells what a factor is about. All factors of a kind are one automaton,
// whatever their words and sentences.
type arcKind uint8

const (
	leftArc   arcKind = iota // from its right end to its left end
	rightArc                 // from its left end to its right end
	rootArc                  // from ROOT
	rootWords                // not an arc: all words that gold hangs from ROOT, where at most one may hang
	arcKinds
)

// goldArc is what gold says about one factor.
type goldArc struct {
	kind   arcKind
	lo, hi int32 // its ends; for rootWords, ROOT and the last word
}

// goldArcs appends the gold arcs of a tree to dst.
func (s arcSystem) goldArcs(dst []goldArc, heads []int32) []goldArc {
	last := int32(0)
	for d := int32(1); int(d) < len(heads); d++ {
		switch h := heads[d]; {
		case h < 0: // unknown
		case h > d:
			dst = append(dst, goldArc{leftArc, d, h})
		case h > 0:
			dst = append(dst, goldArc{rightArc, h, d})
		case s.single:
			last = d
		default:
			dst = append(dst, goldArc{rootArc, 0, d})
		}
	}
	if last > 0 {
		dst = append(dst, goldArc{rootWords, 0, last})
	}
	return dst
}

// place says where the buffer front is, relative to an arc. It is all that the automaton for an arc
// needs to know about the buffer.
type place int32

const (
	leftward  place = iota // before the arc
	atLeft                 // at its left end, or at a word of rootWords that is not the last
	inside                 // between its ends
	atRight                // at its right end
	rightward              // after the arc
	ended                  // the buffer is empty
)

func (a goldArc) place(front int32, heads []int32) place {
	switch {
	case int(front) >= len(heads):
		return ended
	case front > a.hi:
		return rightward
	case front == a.hi:
		return atRight
	case front == a.lo || a.kind == rootWords && heads[front] == 0:
		return atLeft
	case front < a.lo:
		return leftward
	}
	return inside
}

// located returns the symbol of an action taken at a place.
func (s arcSystem) located(o fsa.Symbol, at place) fsa.Symbol { return fsa.Symbol(at)*s.actions + o }

// symbols is the number of located symbols.
func (s arcSystem) symbols() fsa.Symbol { return s.located(s.actions, ended) }

// machine is the automaton for a kind of arc in any sentence. It reads located actions, whose
// places come in their order, with any number of words in each. Once an arc is won or lost, it
// reads on only if goesOn holds. Otherwise it also reads one commitment, located as well, as the
// last symbol.
func (s arcSystem) machine(kind arcKind, goesOn bool) fsa.Machine {
	if kind == rootWords {
		final := func(q rootState) fsa.Weight { return only(q.passed) }
		return fsa.NewLazy(rootState{}, final, func(q rootState, arc func(in, out fsa.Symbol, w fsa.Weight, to rootState)) {
			s.eachAction(atLeft, func(o fsa.Symbol, at place, push bool) {
				if q.passed == (at > atRight) && (push || q.height > 0) {
					x, to := s.located(o, at), s.followRoot(q, o, at, push)
					arc(x, x, unless(to.hopeful() || !q.hopeful()), to)
				}
			})
			for r := notDown; r <= beyond && s.commits() && !goesOn; r++ {
				x := s.committed(r)
				arc(x, x, unless(q.keeps(r) || !q.hopeful()), rootState{passed: true})
			}
		})
	}
	start := arcState{from: atLeft}
	if kind == rootArc {
		start.phase = open // ROOT is on the stack already
	}
	final := func(q arcState) fsa.Weight { return only(q.phase >= won) }
	return fsa.NewLazy(start, final, func(q arcState, arc func(in, out fsa.Symbol, w fsa.Weight, to arcState)) {
		if q.phase < won {
			s.eachAction(q.from, func(o fsa.Symbol, at place, push bool) {
				x, to := s.located(o, at), s.follow(kind, q, o, at, push)
				arc(x, x, unless(to.phase != lost), to)
			})
			for r := notDown; r <= beyond && s.commits() && !goesOn; r++ {
				x := s.committed(r)
				arc(x, x, unless(q.keeps(kind, r)), arcState{phase: won})
			}
			return
		}
		for x := fsa.Symbol(1); goesOn && x <= s.symbols(); x++ {
			arc(x, x, fsa.One, q)
		}
	})
}

// eachAction calls use for the actions that can be taken at the given place or later.
func (s arcSystem) eachAction(from place, use func(o fsa.Symbol, at place, push bool)) {
	for at := from; at <= ended; at++ {
		for o := Shift; o <= s.actions; o++ {
			if push := s.pushes(o, at == ended); !push || at != ended {
				use(o, at, push)
			}
		}
	}
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

// arcState is a state of the automaton for one arc: its phase, in the phases open and
// joined the number of items on the stack above the end that matters, and the first
// place where the front may be.
type arcState struct {
	phase arcPhase
	above int32
	from  place
}

// follow says what an action does to an arc. An arc to the left is won by LEFT with the dependent
// on top and the head at the front. For an arc to the right, the head must be on top when the
// dependent is at the front: in arc-eager RIGHT then wins it; in arc-hybrid SHIFT puts the
// dependent directly on the head, and RIGHT wins it when the dependent is on top. In arc-eager a
// left end that is a dependent must be pushed without a head, and what is pushed this way can also
// be won by the ending: a gold dependent of ROOT or, with single, of the item below it.
func (s arcSystem) follow(kind arcKind, q arcState, o fsa.Symbol, at place, push bool) arcState {
	top := q.above == 0
	become := func(phase arcPhase, ok bool) {
		q.phase, q.above = phase, 0
		if !ok {
			q.phase = lost
		}
	}
	switch {
	case q.phase == before:
		if push && at == atLeft {
			become(open, kind != leftArc || o == Shift)
		}
	case q.phase == open && push && at == atRight:
		switch {
		case o == Right:
			become(won, kind != leftArc && top)
		case s.eager():
			become(joined, kind == rootArc || s.single && kind == rightArc && top)
		default:
			become(joined, kind != leftArc && top)
		}
	case push:
		q.above++
	case !top:
		q.above--
	case q.phase == open:
		become(won, kind == leftArc && o == Left && at == atRight)
	default:
		become(won, o == Right)
	}
	switch q.from = at; {
	case q.phase >= won:
		q.from = ended
	case push && (at == atLeft || at == atRight):
		q.from++
	}
	return q
}

// reach locates a commitment: how far the stack falls before the buffer is empty, relative to the
// end of the arc that matters.
type reach int32

const (
	notDown reach = iota // something above the end stays
	downTo               // the end becomes the top, and stays
	beyond               // the end is popped
)

// committed returns the symbol of a located commitment.
func (s arcSystem) committed(r reach) fsa.Symbol { return s.symbols() + 1 + fsa.Symbol(r) }

// keeps reports whether an arc can still be made after a commitment. An arc to the left needs its left
// end popped before the buffer is empty. One to the right needs its left end on top at some time.
// One with both ends on the stack needs both to stay.
func (q arcState) keeps(kind arcKind, r reach) bool {
	switch {
	case q.phase == before:
		return true
	case q.phase == joined:
		return r != beyond
	case kind == leftArc:
		return r == beyond
	}
	return r != notDown
}

// rootState is a state of the automaton for all words that gold hangs from ROOT: the height of the
// stack, whether ROOT's word, as far as it is known, is one of them, whether ROOT will keep that
// word whatever comes, and whether the last of gold's words was pushed.
type rootState struct {
	height              int32
	gold, taken, passed bool
}

// hopeful reports whether one of gold's words can be ROOT's.
func (q rootState) hopeful() bool { return q.gold || !q.taken && !q.passed }

// keeps reports whether one of gold's words can still be ROOT's after a commitment.
func (q rootState) keeps(r reach) bool {
	if r == notDown || q.taken {
		return q.gold
	}
	return !q.passed
}

// followRoot says what an action does to them. ROOT keeps the word that lies directly on it when the
// buffer is empty; in arc-eager that may be settled before, by RIGHT.
func (s arcSystem) followRoot(q rootState, o fsa.Symbol, at place, push bool) rootState {
	if !push {
		q.height--
		q.gold = q.gold && (q.taken || q.height > 0 || at == ended)
		return q
	}
	if q.height == 0 && !q.taken {
		q.gold, q.taken = at == atLeft || at == atRight, o == Right
	}
	q.height++
	q.passed = q.passed || at == atRight
	return q
}
