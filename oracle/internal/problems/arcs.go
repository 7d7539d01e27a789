package problems

import (
	"strings"

	"parser/oracle/derived"
	"parser/oracle/fsa"
	"parser/transition"
)

// The actions of arc-hybrid and arc-eager.
const (
	Shift  fsa.Symbol = 1
	Left   fsa.Symbol = 2
	Right  fsa.Symbol = 3
	Reduce fsa.Symbol = 4 // arc-eager only
)

// Arcs is a system for dependency trees, arc-hybrid or arc-eager, where heads[d] is the gold head of
// word d = 1..n, negative if it is unknown, and each wrong head costs 1. There is one factor for each
// gold arc; the sum is exact for projective trees, by arc-decomposability (Goldberg & Nivre 2013). Under
// a single root, the words that gold hangs from ROOT share one factor, so that the sum is exact for
// several of them, too; the errors that no choice can avoid are then not counted. What moves do to an arc is
// seen from the system itself (outline).
//
// In arc-eager, with an empty buffer RIGHT attaches the topmost word, if it has no head, to ROOT, or
// under a single root to the item below it. So then a word that stays on the stack may get its gold head
// in the end, but all words below it stay as well and cannot be attached to words of the buffer: some
// arcs can be made only one without the other. That is why there are commitments (derived.Problem), one
// for each height: before the buffer is empty, the stack falls to this height and not below it. With any
// one of them arcs are decomposable.
func Arcs(s transition.System, heads []int32) derived.Problem { return newArcSystem(s).problem(heads) }

// arcSystem is a transition system as the automata see it, with what its moves were seen to do.
type arcSystem struct {
	transition.System
	actions fsa.Symbol          // the last of them
	single  bool                // at most one word may hang from ROOT
	pushed  [2][Reduce + 1]bool // actions that push, and with an empty buffer
	moved   map[attempt]outcome
	made    map[hope]bool
	scratch *transition.Config
}

func newArcSystem(system transition.System) *arcSystem {
	actions := Right
	if system.Moves().Has(transition.Reduce) {
		actions = Reduce
	}
	single := system.Params().Roots == transition.SingleRoot
	s := &arcSystem{System: system, actions: actions, single: single, moved: map[attempt]outcome{}, made: map[hope]bool{}, scratch: new(transition.Config)}
	for o := Shift; o <= actions; o++ {
		for i, at := range []place{inside, ended} {
			s.pushed[i][o] = s.move(rootArc, "", o, at).pushed || s.move(rootArc, "..", o, at).pushed
		}
	}
	return s
}

// pushes reports whether an action takes the buffer front to the stack; all others pop the topmost
// word.
func (s *arcSystem) pushes(o fsa.Symbol, bufferEmpty bool) bool {
	if bufferEmpty {
		return s.pushed[1][o]
	}
	return s.pushed[0][o]
}

// commits reports whether arcs are decomposable after commitments only.
func (s *arcSystem) commits() bool { return s.actions == Reduce && s.single }

// problem puts the automata of the gold arcs side by side.
func (s *arcSystem) problem(heads []int32) derived.Problem {
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
func (s *arcSystem) floors(n int) int {
	if s.commits() {
		return n + 1
	}
	return 0
}

// floor returns the commitment to a height.
func (s *arcSystem) floor(height int32) fsa.Symbol { return s.actions + 1 + fsa.Symbol(height) }

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
func (s *arcSystem) sequences(n int32) fsa.Machine {
	final := func(q stackHeight) fsa.Weight { return only(q.front > n && q.height == 0) }
	start := stackHeight{front: 1, floor: -1}
	return fsa.NewLazy(start, final, func(q stackHeight, arc func(in, out fsa.Symbol, w fsa.Weight, to stackHeight)) {
		bufferEmpty := q.front > n
		for o := Shift; o <= s.actions; o++ {
			to, at := q, inside
			if bufferEmpty {
				at = ended
			}
			legal := s.move(rootArc, strings.Repeat(string(other), int(min(q.height, 2))), o, at).fate != impossible
			if to.height--; s.pushes(o, bufferEmpty) {
				to.front, to.height = q.front+1, q.height+1
				legal = legal && (q.met || q.floor < 0 || to.front <= n)
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
func (s *arcSystem) goldArcs(dst []goldArc, heads []int32) []goldArc {
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
func (s *arcSystem) located(o fsa.Symbol, at place) fsa.Symbol { return fsa.Symbol(at)*s.actions + o }

// symbols is the number of located symbols.
func (s *arcSystem) symbols() fsa.Symbol { return s.located(s.actions, ended) }

// machine is the automaton for a kind of arc in any sentence. It reads located actions, whose
// places come in their order, with any number of words in each. Once an arc is won or lost, it
// reads on only if goesOn holds. Otherwise it also reads one commitment, located as well, as the
// last symbol.
func (s *arcSystem) machine(kind arcKind, goesOn bool) fsa.Machine {
	final := func(q outline) fsa.Weight { return only(q.fate != undecided) }
	return fsa.NewLazy(outline{from: atLeft}, final, func(q outline, arc func(in, out fsa.Symbol, w fsa.Weight, to outline)) {
		if q.fate != undecided {
			for x := fsa.Symbol(1); goesOn && x <= s.symbols(); x++ {
				arc(x, x, fsa.One, q)
			}
			return
		}
		for at := q.from; at <= ended; at++ {
			for o := Shift; o <= s.actions; o++ {
				if to := s.follow(kind, q, o, at); to.fate != impossible {
					x := s.located(o, at)
					arc(x, x, unless(to.fate != lost), to)
				}
			}
		}
		for r := notDown; r <= beyond && s.commits() && !goesOn; r++ {
			x := s.committed(r)
			arc(x, x, unless(s.keeps(kind, q, r)), outline{fate: won})
		}
	})
}

// reach locates a commitment: how far the stack falls before the buffer is empty, relative to the
// end of the arc that matters.
type reach int32

const (
	notDown  reach = iota // something above the end stays
	downTo                // the end becomes the top, and stays
	beyond                // the end is popped
	anywhere              // there is no commitment
)

// committed returns the symbol of a located commitment.
func (s *arcSystem) committed(r reach) fsa.Symbol { return s.symbols() + 1 + fsa.Symbol(r) }

// keeps reports whether an arc can still be made after a commitment.
func (s *arcSystem) keeps(kind arcKind, q outline, r reach) bool {
	h := hope{kind: kind, stack: q.stack, from: q.from, reach: r, lowest: len(q.stack)}
	switch end := strings.LastIndexAny(q.stack, string([]byte{left, right})); {
	case kind == rootWords:
	case end < 0:
		return true
	default:
		h.level = end + 1
	}
	return s.canMake(h)
}

// kept reports whether the commitment can be kept once the arc is made, perhaps with an empty buffer.
func (h *hope) kept(bufferEmpty bool) bool {
	switch h.reach {
	case notDown:
		return h.lowest > h.level
	case downTo:
		return h.lowest == h.level || h.lowest > h.level && !bufferEmpty
	case beyond:
		return h.lowest < h.level || !bufferEmpty
	}
	return true
}
