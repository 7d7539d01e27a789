package problems

import (
	"slices"
	"strings"

	"parser/oracle/derived"
	"parser/oracle/fsa"
)

// The actions of InOrder and ShiftLabel after Word and Close, which is also that of combining spans:
// finishing or, in ShiftLabel, leaving a span without a label; and then one for each label.
const (
	Finish  fsa.Symbol = 3
	NoLabel            = Finish
)

// OpenAfter returns the action of InOrder that opens a bracket around its first child, and that of
// ShiftLabel that labels a span, with a label from 0 up.
func OpenAfter(label int32) fsa.Symbol { return Finish + 1 + fsa.Symbol(label) }

// InOrder is the in-order system for brackets (Liu & Zhang 2017): a bracket is opened once its first
// child is complete. The loss is the number of wrong and missing brackets.
type InOrder struct {
	Gold     []Span // of one tree over all words
	Words    int32
	Labels   int32 // labels are below it
	MaxUnary int32 // maximal number of brackets over the same words
}

func (b *InOrder) actions() int { return int(OpenAfter(b.Labels)) - 1 }

// inOrderState is a state of C_x: the words so far, the open brackets, and whether a completed item
// lies on them. Since a bracket has more than one child unless it is closed as soon as it is opened,
// the number of brackets over the words of the topmost item needs no stack.
type inOrderState struct {
	words, opens  int32
	item, bracket bool  // a completed item is on top; it is a bracket
	only          bool  // the topmost open bracket has one child
	tower         int32 // the brackets over the words of the item or of the only child
	finished      bool
}

// Admissible returns C_x, which accepts the sequences of the system with its legal moves.
func (b *InOrder) Admissible() fsa.Machine {
	final := func(q inOrderState) fsa.Weight { return only(q.finished) }
	return fsa.NewLazy(inOrderState{}, final, func(q inOrderState, arc func(in, out fsa.Symbol, w fsa.Weight, to inOrderState)) {
		left, room := q.words < b.Words, q.tower < b.MaxUnary
		if left && (q.opens > 0 || q.words == 0) {
			arc(Word, Word, fsa.One, inOrderState{words: q.words + 1, opens: q.opens, item: true})
		}
		switch {
		case q.words == 0 || q.finished:
			return
		case q.opens > 0 && (!q.only || room): // the item, if there is one, is another child
			tower := int32(1)
			if q.only {
				tower += q.tower
			}
			arc(Close, Close, fsa.One, inOrderState{words: q.words, opens: q.opens - 1, item: true, bracket: true, tower: tower})
		case q.opens == 0 && q.bracket && !left:
			arc(Finish, Finish, fsa.One, inOrderState{words: q.words, finished: true})
		}
		for l := int32(0); l < b.Labels && q.item && (left || room); l++ {
			arc(OpenAfter(l), OpenAfter(l), fsa.One, inOrderState{words: q.words, opens: q.opens + 1, only: true, tower: q.tower})
		}
	})
}

// Factored returns the problem with a factor for each start of brackets. Of those with the same start
// at most one is open at a time; and brackets with different starts never compete, so that the sum is
// exact, unless MaxUnary binds. Then a bracket may have to be closed where another one is not
// complete, and the sum is a lower bound.
func (b *InOrder) Factored() derived.Problem {
	return byStart(derived.Problem{Actions: b.actions(), Admissible: b.Admissible()}, b.Gold, b.Words, b.factor)
}

// byStart adds a factor for each start of gold brackets.
func byStart(p derived.Problem, gold []Span, words int32, factor func(goldStart) fsa.Machine) derived.Problem {
	for start := range words {
		p.Factors = append(p.Factors, derived.Factor{Loss: factor(goldAt(gold, start))})
	}
	return p
}

// goldStart is what gold has at one start: the labels of its brackets by their ends, a byte each.
type goldStart struct {
	start int32
	ends  map[int32]string
}

// goldAt returns the gold brackets of a start.
func goldAt(gold []Span, start int32) goldStart {
	g := goldStart{start, map[int32]string{}}
	for _, s := range gold {
		if s.Start == start {
			g.ends[s.End] += string([]byte{byte(s.Label)})
		}
	}
	return g
}

// missing counts the gold brackets with an end from a place on, except those at the place that were found.
func (g *goldStart) missing(from int32, found string) (n int) {
	for end, labels := range g.ends {
		if end >= from {
			n += len(labels)
		}
	}
	return n - len(found)
}

// inOrderStart is a state of the factor of one start. Its item is a word, and then each bracket that is opened around it
// and closed.
type inOrderStart struct {
	words int32
	phase startPhase
	label int32  // of the open bracket
	above int32  // brackets open above it
	found string // the labels of gold brackets that were closed where the item ends now, ascending
}

// startPhase is how far a start has come.
type startPhase uint8

const (
	ahead    startPhase = iota // its word is in the buffer
	complete                   // its item is on top of the stack, or was closed
	within                     // a bracket around its item is open
	settled                    // its item is part of a larger one: nothing can change
)

// factor returns the automaton of one start. A wrong bracket costs 1 where it is closed, and a missing one where it
// cannot be made any more.
func (b *InOrder) factor(g goldStart) fsa.Machine {
	final := func(q inOrderStart) fsa.Weight { return only(q.phase == settled) }
	return fsa.NewLazy(inOrderStart{}, final, func(q inOrderStart, arc func(in, out fsa.Symbol, w fsa.Weight, to inOrderStart)) {
		for o := Word; int(o) <= b.actions(); o++ {
			w, to := g.follow(q, o)
			arc(o, o, w, to)
		}
	})
}

// follow says what an action does to the start, and what it costs.
func (g *goldStart) follow(q inOrderStart, o fsa.Symbol) (cost fsa.Weight, to inOrderStart) {
	to = q
	if o == Word {
		to.words, to.found = q.words+1, ""
	}
	switch {
	case q.phase == settled:
		return fsa.One, inOrderStart{phase: settled}
	case q.phase == ahead:
		if to.words > g.start {
			to.phase = complete
		}
	case q.phase == complete && o > Finish:
		to.phase, to.label = within, int32(o-OpenAfter(0))
	case q.phase == complete: // its item gets a sister or is the last child, or it is the tree
		return fsa.Weight(g.missing(q.words, q.found)), inOrderStart{phase: settled}
	case o == Word:
		cost = fsa.Weight(g.missing(q.words, q.found) - g.missing(to.words, ""))
	case o > Finish:
		to.above++
	case q.above > 0:
		to.above--
	default:
		to.phase = complete
		to.label = 0
		found := []byte(q.found + string([]byte{byte(q.label)}))
		slices.Sort(found)
		if label := string([]byte{byte(q.label)}); strings.Count(g.ends[q.words], label) > strings.Count(q.found, label) {
			to.found = string(found)
		} else {
			cost = 1
		}
	}
	return cost, to
}
