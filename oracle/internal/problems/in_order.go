package problems

import (
	"math"
	"slices"
	"strings"
	"unicode/utf8"

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

// closesAfter returns the commitment to close an open bracket after a number of words. It applies to the outermost one
// without a commitment.
func (b *InOrder) closesAfter(words int32) fsa.Symbol { return fsa.Symbol(int32(b.actions()) + words) }

// inOrderState is a state of C_x: the words so far, the open brackets, and whether a completed item
// lies on them. Since a bracket has more than one child unless it is closed as soon as it is opened,
// the number of brackets over the words of the topmost item needs no stack.
type inOrderState struct {
	words, opens  int32
	item, bracket bool  // a completed item is on top; it is a bracket
	only          bool  // the topmost open bracket has one child
	tower         int32 // the brackets over the words of the item or of the only child
	finished      bool
	closings      string // where open brackets are closed by commitment, the outermost first: a rune each
}

// committed returns where the topmost open bracket of all that commitments are about is closed, and
// whether that is the topmost open bracket.
func (q *inOrderState) committed() (words int32, topmost bool) {
	if q.closings == "" {
		return math.MaxInt32, false
	}
	last, _ := utf8.DecodeLastRuneInString(q.closings)
	return last, int(q.opens) == utf8.RuneCountInString(q.closings)
}

// Admissible returns C_x, which accepts the sequences of the system with its legal moves, and among them
// commitments that these keep.
func (b *InOrder) Admissible() fsa.Machine {
	final := func(q inOrderState) fsa.Weight { return only(q.finished) }
	return fsa.NewLazy(inOrderState{}, final, func(q inOrderState, arc func(in, out fsa.Symbol, w fsa.Weight, to inOrderState)) {
		read := func(o fsa.Symbol, to inOrderState) { arc(o, o, fsa.One, to) }
		left, room := q.words < b.Words, q.tower < b.MaxUnary
		closing, topmost := q.committed()
		if left && (q.opens > 0 || q.words == 0) && q.words < closing {
			read(Word, inOrderState{words: q.words + 1, opens: q.opens, item: true, closings: q.closings})
		}
		switch {
		case q.words == 0 || q.finished:
			return
		case q.opens > 0 && (!q.only || room) && (!topmost || q.words == closing): // the item, if there is one, is another child
			to := inOrderState{words: q.words, opens: q.opens - 1, item: true, bracket: true, tower: 1, closings: q.closings}
			if q.only {
				to.tower += q.tower
			}
			if topmost {
				to.closings = strings.TrimSuffix(q.closings, string(closing))
			}
			read(Close, to)
		case q.opens == 0 && q.bracket && !left:
			read(Finish, inOrderState{words: q.words, finished: true})
		}
		for l := int32(0); l < b.Labels && q.item && (left || room); l++ {
			read(OpenAfter(l), inOrderState{words: q.words, opens: q.opens + 1, only: true, tower: q.tower, closings: q.closings})
		}
		for words := q.words; words <= min(b.Words, closing) && q.opens > 0 && !topmost; words++ {
			to := q
			to.closings += string(words)
			read(b.closesAfter(words), to)
		}
	})
}

// Factored returns the problem with a factor for each start of brackets. Of those with the same start
// at most one is open at a time. Brackets with different starts compete where MaxUnary binds: then a bracket
// may have to be closed where another one is not complete. So there are commitments to where open brackets
// are closed, with all of which starts are independent, and the sum is exact.
func (b *InOrder) Factored() derived.Problem {
	p := derived.Problem{Actions: b.actions(), Commitments: int(b.Words), Admissible: b.Admissible()}
	return byStart(p, b.Gold, b.Words, b.factor)
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
		for words := range b.Words { // commitments mean nothing to gold
			arc(b.closesAfter(words+1), b.closesAfter(words+1), fsa.One, q)
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
