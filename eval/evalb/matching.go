package evalb

import (
	"fmt"
	"slices"
	"strings"

	"parser/eval"
	"parser/ptb"
)

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
	Found       []bool      // whether a gold bracket matches one of the system
	Right       []bool      // whether a system bracket matches one of the gold tree
}

// Match matches the brackets of a sentence, on either side of which there may be
// several trees.
func (p *Params) Match(gold, system []*ptb.Tree) *Matching {
	g, s := p.side(gold), p.side(system)
	m := &Matching{Length: g.length, Words: slices.Clip(g.words), Gold: p.scored(g)}
	if m.Err = p.align(g, s); m.Err == nil {
		m.Words, m.SystemWords = g.words, s.words
		m.Gold, m.System = p.scored(g), p.scored(s)
	}
	m.Found, m.Right = p.match(m.Gold, m.System)
	return m
}

// Counts returns how many brackets match, and how many there are.
func (m *Matching) Counts() eval.Counts {
	c := eval.Counts{Gold: len(m.Gold), System: len(m.System)}
	for _, right := range m.Right {
		c.Right += eval.One(right)
	}
	return c
}

// align makes the words of both sides the same, or says why they are not.
func (p *Params) align(gold, system *side) error {
	if len(system.words) == 0 {
		return ErrNoParse
	}
	if g, s := len(gold.words), len(system.words); g != s {
		p.repairQuotes(gold, system)
		if len(gold.words) != len(system.words) {
			return fmt.Errorf("%w: %d and %d", eval.ErrWordCount, g, s)
		}
	}
	for i, w := range gold.words {
		if v := system.words[i]; !p.SameWord(w.Word, v.Word) {
			return fmt.Errorf("%w: %q and %q", eval.ErrWords, w.Word, v.Word)
		}
	}
	return nil
}

// scored returns the brackets that count, with the labels that count: NP for
// NP-SBJ-1.
func (p *Params) scored(s *side) []ptb.Span {
	list := make([]ptb.Span, 0, len(s.brackets))
	for _, b := range s.brackets {
		if end := strings.IndexAny(b.Label, "-="); end >= 0 {
			b.Label = b.Label[:end]
		}
		deleted := slices.ContainsFunc(p.Delete, func(label string) bool { return p.SameLabel(label, b.Label) })
		if b.Start < b.End && !deleted {
			list = append(list, b.Span)
		}
	}
	return list
}

// match gives each gold bracket, in order, the first system bracket that is not
// taken, covers the same words and has an equal label. Its time is linear in the
// number of brackets, whatever their order and number over the same words.
func (p *Params) match(gold, system []ptb.Span) (found, right []bool) {
	free := map[ptb.Span][]int{} // by words and label, those that are not taken, in order
	kind := func(b ptb.Span, label string) ptb.Span {
		if b.Label = label; !p.Labelled {
			b.Label = ""
		}
		return b
	}
	for i, b := range system {
		k := kind(b, b.Label)
		free[k] = append(free[k], i)
	}
	found, right = make([]bool, len(gold)), make([]bool, len(system))
	for i, b := range gold {
		best, from := len(system), ptb.Span{}
		consider := func(label string) {
			k := kind(b, label)
			if list := free[k]; len(list) > 0 && list[0] < best {
				best, from = list[0], k
			}
		}
		consider(b.Label)
		for _, pair := range p.EqualLabels {
			switch b.Label {
			case pair[0]:
				consider(pair[1])
			case pair[1]:
				consider(pair[0])
			}
		}
		if best < len(system) {
			found[i], right[best], free[from] = true, true, free[from][1:]
		}
	}
	return found, right
}
