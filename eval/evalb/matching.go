package evalb

import (
	"fmt"
	"slices"

	"parser/eval"
	"parser/ptb"
)

// Unmatched is the partner of a bracket that has none.
const Unmatched = -1

// Matching says which brackets of a sentence match. Where Err is not nil, the
// sentence could not be scored: the system has no words and no brackets then, and
// nothing matches.
type Matching struct {
	Length      int         // gold words, but for tags in DeleteForLength
	Err         error       // its cause is ErrNoParse, eval.ErrWordCount or eval.ErrWords
	Words       []*ptb.Tree // of the gold trees, that are not deleted
	SystemWords []*ptb.Tree // of the system's, as many
	Gold        []ptb.Span  // brackets that are scored, in the order in which they open
	System      []ptb.Span  // the same of the system
	Partner     []int       // of each gold bracket in System, or Unmatched
	Right       []bool      // whether a system bracket is a partner
}

// Match matches the brackets of a sentence, on either side of which there may be
// several trees, without counting it.
func (b *Scorer) Match(gold, system []*ptb.Tree) *Matching {
	g, s := b.rules.bracketing(gold), b.rules.bracketing(system)
	g.words = slices.Clip(g.words) // what align puts back must not move words of m
	m := &Matching{Length: g.length, Words: g.words, Gold: b.rules.scored(g)}
	if m.Err = b.rules.align(g, s); m.Err == nil {
		m.Words, m.SystemWords = g.words, s.words
		m.Gold, m.System = b.rules.scored(g), b.rules.scored(s)
	}
	m.Partner, m.Right = slices.Repeat([]int{Unmatched}, len(m.Gold)), make([]bool, len(m.System))
	b.matcher.match(&b.rules, m.Gold, m.System, func(g, s int) { m.Partner[g], m.Right[s] = s, true })
	return m
}

// Matched counts the brackets that match.
func (m *Matching) Matched() (n int) {
	for _, right := range m.Right {
		if right {
			n++
		}
	}
	return n
}

// align makes the words of both sides the same, or says why they are not.
func (r *rules) align(gold, system *bracketing) error {
	if len(system.words) == 0 {
		return ErrNoParse
	}
	if len(gold.words) != len(system.words) {
		g, s := len(gold.words), len(system.words)
		r.repairQuotes(gold, system)
		if len(gold.words) != len(system.words) {
			return fmt.Errorf("%w: %d and %d", eval.ErrWordCount, g, s)
		}
	}
	for i, w := range gold.words {
		if v := system.words[i]; !r.sameWord.equal(w.Word, v.Word) {
			return fmt.Errorf("%w: %q and %q", eval.ErrWords, w.Word, v.Word)
		}
	}
	return nil
}
