package problems

import (
	"slices"
	"strings"

	"parser/oracle/fsa"
	"parser/transition"
)

// outline is a set of configurations that look alike from an arc. Nothing here says what a move does to them: the system makes it,
// in a small configuration that has this outline.
type outline struct {
	// stack has a letter for each item, from the lowest end of the arc up, or for arcs from ROOT from the word on ROOT up: left
	// and right for the ends of the arc, other, and taken for a word on ROOT that has its head there. No move sees more than the
	// two topmost items, so that of more than two others in a row two stand for all; on top of the stack, above counts the rest.
	stack string
	above int32
	from  place // the first place where the front may be
	fate  fate
}

// The letters of stacks.
const (
	left, right  = 'l', 'r' // the ends of the arc; from ROOT, right is its gold dependent
	other, taken = '.', 't'
)

// fate says whether an arc is made.
type fate uint8

const (
	undecided  fate = iota
	won             // it was made
	lost            // it cannot be made any more
	impossible      // no configuration has this outline
)

// attempt is an action in an outline.
type attempt struct {
	kind  arcKind
	stack string
	o     fsa.Symbol
	at    place
}

// outcome is the outline after an attempt, and whether a word was pushed.
type outcome struct {
	outline
	pushed bool
}

// letters returns what stands for the word at the front and for the one after it.
func (k arcKind) letters(at place) (front, next byte) {
	front, next = other, other
	switch {
	case at == atRight || at == atLeft && k == rootWords:
		front = right
	case at == atLeft && k != rootArc:
		front = left
	}
	if at < atRight {
		next = right
	}
	return front, next
}

// move takes an action in a configuration with an outline in which it is legal. It has the stack, on two other words unless ROOT
// is an end, and its topmost word has a head or none, as the action needs it; the system itself pushes all these words.
func (s *arcSystem) move(kind arcKind, stack string, o fsa.Symbol, at place) outcome {
	key := attempt{kind, stack, o, at}
	result, known := s.moved[key]
	if known {
		return result
	}
	words := stack
	if kind < rootArc {
		words = string(other) + string(other) + stack
	}
	pushed, n := len(words), len(words)
	if at != ended {
		front, next := kind.letters(at)
		words, n = words+string(front)+string(next), n+2
	}
	result.fate = impossible
	for _, last := range []transition.Move{transition.Shift, transition.Right} {
		c := s.scratch
		s.Start(c, n)
		for i := range pushed {
			m := transition.Shift
			if i == pushed-1 && last != m || i < len(stack) && stack[i] == taken && kind == rootWords {
				m = transition.Right
			}
			if s.Legal(c).Has(m) {
				s.Apply(c, m, 0)
			}
		}
		if was := kind.outline(c, words); int(c.Next) != pushed+1 || was.fate != undecided || was.stack != stack {
			continue // there is no such configuration
		}
		if m := transition.Move(o - Shift); s.Legal(c).Has(m) {
			s.Apply(c, m, 0)
			result = outcome{kind.outline(c, words), int(c.Next) > pushed+1}
			break
		}
	}
	s.moved[key] = result
	return result
}

// outline returns what a configuration over words with letters looks like.
func (k arcKind) outline(c *transition.Config, letters string) outline {
	head, dependent := byte(left), byte(right)
	if k == leftArc {
		head, dependent = dependent, head
	}
	var stack []byte
	for w := int32(1); w <= c.N; w++ {
		letter, h, onStack := letters[w-1], c.Nodes[w].Head, slices.Contains(c.Stack, w)
		switch {
		case letter == dependent && h != transition.None && (h == 0 && k >= rootArc || h > 0 && letters[h-1] == head):
			return outline{fate: won}
		case k != rootWords && letter != other && (w < c.Next && !onStack || letter == dependent && h != transition.None):
			return outline{fate: lost}
		case !onStack || k < rootArc && stack == nil && letter != left: // it lies below, or not on the stack
			continue
		case k == rootWords && stack != nil: // it never comes to lie on ROOT
			letter = other
		case k == rootWords && letter == other && h == 0:
			letter = taken
		}
		stack = append(stack, letter)
	}
	return outline{stack: string(stack)}
}

// follow says what an action does to an arc.
func (s *arcSystem) follow(kind arcKind, q outline, o fsa.Symbol, at place) outline {
	to := s.move(kind, q.stack, o, at)
	if to.fate != undecided {
		return to.outline
	}
	to.from = kind.next(at, to.pushed)
	if !s.canMake(hope{kind: kind, stack: to.stack, from: to.from, reach: anywhere}) {
		return outline{fate: lost}
	}
	switch others := len(to.stack) - len(strings.TrimRight(to.stack, string(other))); {
	case others > 2:
		to.stack, to.above = to.stack[:len(to.stack)-1], q.above+1
	case others > 0 && q.above > 0:
		to.stack, to.above = q.stack, q.above-1
	}
	return to.outline
}

// next returns the first place where the front may be after an action at a place.
func (k arcKind) next(at place, pushed bool) place {
	switch {
	case k == rootWords && at < atRight, k == rootWords && at == atRight && !pushed:
		return atLeft // several words hang from ROOT, and others are between them
	case pushed && (at == atLeft || at == atRight):
		return at + 1
	}
	return at
}

// hope is an outline in which an arc may still be made, perhaps after a commitment: level items of the stack reach up to the end of
// the arc that matters, and it had no fewer than lowest items since, as long as the buffer was not empty.
type hope struct {
	kind          arcKind
	stack         string
	from          place
	reach         reach
	level, lowest int
}

// canMake reports whether some moves make the arc that push no words but its ends: others can only be in the way.
func (s *arcSystem) canMake(h hope) bool {
	can, known := s.made[h]
	if known {
		return can
	}
	met := map[hope]bool{h: true}
	for all := []hope{h}; len(all) > 0 && !can; all = all[1:] {
		for at := all[0].from; at <= ended; at++ {
			for o := Shift; o <= s.actions; o++ {
				to, then := s.move(h.kind, all[0].stack, o, at), all[0]
				if then.stack, then.from = to.stack, h.kind.next(at, to.pushed); at != ended {
					then.lowest = min(then.lowest, len(to.stack))
				}
				switch end := strings.TrimRight(to.stack, string(other)); {
				case to.fate == won:
					can = can || then.kept(at == ended)
				case to.fate == undecided && (!to.pushed || to.stack != "" && end == to.stack) && !met[then]:
					met[then], all = true, append(all, then)
				}
			}
		}
	}
	s.made[h] = can
	return can
}
