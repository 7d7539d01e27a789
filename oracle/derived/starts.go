package derived

import (
	"fmt"
	"strings"

	"parser/oracle/fsa"
)

// Factored returns bracketing under the exact loss, brackets that are wrong plus
// those that are missing, in one factor for each start: brackets with different
// starts never compete, while those with the same start do, since only the
// outermost open one can become the longest. The sum is exact, with MaxOpens binding
// or not, unless MaxDepth binds.
//
// More than 255 gold brackets with the same start are ErrTooLarge.
func (b *Bracketing) Factored() (Problem, error) {
	p := Problem{Actions: b.actions(), Admissible: b.Admissible()}
	groups := b.groups()
	for start := range b.Words {
		s, count := starting{start: start}, 0
		for _, g := range groups {
			if g.start == start {
				s.gold = append(s.gold, g)
				count += len(g.labels)
			}
		}
		if count > maxGroup {
			return p, fmt.Errorf("%w: %d brackets start at word %d", ErrTooLarge, count, start+1)
		}
		p.Factors = append(p.Factors, Factor{Loss: s.machine(OpenLabel(b.Labels))})
	}
	return p, nil
}

// starting is the loss of the brackets with one start: 1 for each that is opened and
// for each gold one, unless they are the same. The automaton guesses, when a
// bracket is opened, which gold one it will be, if any; the guess is wrong, and the
// path dies, if the bracket is not closed where gold's ends.
type starting struct {
	start int32
	gold  []group // with this start, longest first
}

// guess is a state of the automaton for one start. Before the word at the start, own
// grows with each bracket opened there; behind it, above counts the other brackets
// open above them, and own shrinks as they are closed.
type guess struct {
	words int32
	own   string // a byte for each open bracket of this start, outermost first: its gold group, or wrong
	used  string // which labels of the last gold group in own brackets have, in ascending order
	above int32
}

// wrong is a bracket that is no gold one; gold groups count from 0.
const wrong = maxGroup

// maxGroup bounds the gold brackets with the same start, whose numbers are bytes.
const maxGroup = 255

// machine returns the automaton over the actions below actions.
func (s *starting) machine(actions fsa.Symbol) fsa.Machine {
	final := func(q guess) fsa.Weight { return only(q == guess{words: s.start + 1}) }
	return fsa.NewLazy(guess{}, final, func(q guess, arc func(in, out fsa.Symbol, w fsa.Weight, to guess)) {
		for o := Word; o < actions; o++ {
			s.read(q, o, func(w fsa.Weight, to guess) { arc(o, o, w, to) })
		}
	})
}

// read follows one action.
func (s *starting) read(q guess, o fsa.Symbol, arc func(fsa.Weight, guess)) {
	switch before, here := q.words < s.start, q.words == s.start; {
	case q == s.done() || (before || here && q.own == "") && o == Close || before && o > Close:
		arc(fsa.One, q)
	case before:
		arc(fsa.One, guess{words: q.words + 1})
	case here && o == Word:
		s.leave(q, arc)
	case here && o == Close:
		// a bracket without a word
	case here:
		s.open(q, int32(o-OpenLabel(0)), arc)
	default:
		s.later(q, o, arc)
	}
}

// done is the state in which no bracket with this start is open any more: nothing
// can change.
func (s *starting) done() guess { return guess{words: s.start + 1} }

// leave reads the word at the start: the gold brackets not guessed are missing.
func (s *starting) leave(q guess, arc func(fsa.Weight, guess)) {
	missing := s.missing(q, len(s.gold))
	if q.own == "" {
		arc(missing, s.done())
		return
	}
	if s.fits(q.own, q.words+1) {
		arc(missing, guess{words: q.words + 1, own: q.own})
	}
}

// open reads an opening bracket: a wrong one, or one of the groups that are not
// outside those of own. Gold brackets that are passed over are missing.
func (s *starting) open(q guess, label int32, arc func(fsa.Weight, guess)) {
	arc(1, guess{q.words, q.own + string([]byte{wrong}), q.used, 0})
	last := q.last()
	for g := max(last, 0); g < len(s.gold); g++ {
		used, missing := "", fsa.One
		if g > last {
			missing = s.missing(q, g)
		} else {
			used = q.used
		}
		for i, l := range s.gold[g].labels {
			if l == label && strings.IndexByte(used, byte(i)) < 0 {
				arc(missing, guess{q.words, q.own + string([]byte{byte(g)}), insert(used, byte(i)), 0})
				break
			}
		}
	}
}

// insert adds x to ascending bytes.
func insert(ascending string, x byte) string {
	i := 0
	for i < len(ascending) && ascending[i] < x {
		i++
	}
	return ascending[:i] + string([]byte{x}) + ascending[i:]
}

// later reads an action behind the word at the start, while brackets of own are
// open.
func (s *starting) later(q guess, o fsa.Symbol, arc func(fsa.Weight, guess)) {
	switch top := q.own[len(q.own)-1]; {
	case o == Word:
		if q.words++; s.fits(q.own, q.words) {
			arc(fsa.One, q)
		}
	case o > Close:
		q.above++
		arc(fsa.One, q)
	case q.above > 0:
		q.above--
		arc(fsa.One, q)
	case top == wrong || s.gold[top].end == q.words:
		arc(fsa.One, s.pop(q))
	}
}

// pop closes the innermost bracket of own.
func (s *starting) pop(q guess) guess {
	if q.own = q.own[:len(q.own)-1]; q.own == "" {
		return s.done()
	}
	return q
}

// last returns the last gold group in own, or −1.
func (q *guess) last() int {
	for i := len(q.own) - 1; i >= 0; i-- {
		if q.own[i] != wrong {
			return int(q.own[i])
		}
	}
	return -1
}

// missing counts the gold brackets of the groups before one that own has not.
func (s *starting) missing(q guess, before int) fsa.Weight {
	count := 0
	for g := max(q.last(), 0); g < before; g++ {
		count += len(s.gold[g].labels)
	}
	return fsa.Weight(count - len(q.used))
}

// fits reports whether all guesses can still come true after so many words.
func (s *starting) fits(own string, words int32) bool {
	for i := range len(own) {
		if own[i] != wrong && s.gold[own[i]].end < words {
			return false
		}
	}
	return true
}
