package evalb

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"parser/eval"
	"parser/ptb"
)

// Matching says which brackets of a sentence match. If Err is not nil, SystemWords and System are
// empty, and nothing matches.
type Matching struct {
	Length      int         // gold words, except those with tags in DeleteForLength
	Err         error       // eval.ErrWordCount or eval.ErrWords is its cause if the words differ
	Words       []*ptb.Tree // of the gold trees, without deleted ones
	SystemWords []*ptb.Tree // of the system's trees, the same number
	Gold        []ptb.Span  // gold brackets that are scored, in the order in which they open
	System      []ptb.Span  // the same of the system
	Found       []bool      // whether each gold bracket matches one of the system
	Right       []bool      // whether each system bracket matches a gold bracket
}

// Match matches the brackets of a sentence, which may have several trees on either side.
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

// align makes the words of both sides the same, or says why they differ.
func (p *Params) align(gold, system *side) error {
	if len(system.words) == 0 {
		return errNoParse
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

// scored returns the brackets that count, with labels as they are compared: NP for NP-SBJ-1.
func (p *Params) scored(s *side) []ptb.Span {
	list := make([]ptb.Span, 0, len(s.brackets))
	for _, b := range s.brackets {
		if end := strings.IndexAny(b.Label, "-="); end >= 0 {
			b.Label = b.Label[:end]
		}
		deleted := slices.ContainsFunc(p.Delete, func(label string) bool { return p.sameLabel(label, b.Label) })
		if b.Start < b.End && !deleted {
			list = append(list, b.Span)
		}
	}
	return list
}

// match gives each gold bracket, in order, the first system bracket that is not taken, covers the
// same words and has an equal label, in time linear in the number of brackets.
func (p *Params) match(gold, system []ptb.Span) (found, right []bool) {
	free := map[ptb.Span][]int{} // system brackets not yet taken, by words and label, in order
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

// side is one side of a sentence, without its deleted words. Empty brackets are still there, since
// a restored quotation mark may fill one.
type side struct {
	words    []*ptb.Tree // leaves
	brackets []bracket   // in the order in which they open
	quotes   []quote     // from left to right, including deleted ones
	length   int
}

// bracket is a constituent that covers words Start to End−1.
type bracket struct {
	ptb.Span
	parent int // index of the bracket around it, or outermost
}

const outermost = -1

// quote is a word that may be a quotation mark.
type quote struct {
	leaf   *ptb.Tree
	index  int // of the word, or if it is deleted, of the next one that is not
	next   int // the first bracket that opens after it
	parent int // the bracket around it
}

func (p *Params) side(trees []*ptb.Tree) *side {
	s, open := &side{}, outermost
	enter := func(n *ptb.Tree) {
		if !n.Leaf() {
			s.brackets = append(s.brackets, bracket{ptb.Span{Label: n.Label, Start: len(s.words)}, open})
			open = len(s.brackets) - 1
			return
		}
		if !slices.Contains(p.DeleteForLength, n.Label) {
			s.length++
		}
		if (n.Word == "'" || n.Word == `"` || n.Word == "/") && slices.Contains(p.Quote, n.Label) {
			s.quotes = append(s.quotes, quote{n, len(s.words), len(s.brackets), open})
		}
		if !slices.Contains(p.Delete, n.Label) {
			s.words = append(s.words, n)
		}
	}
	leave := func(n *ptb.Tree) {
		if !n.Leaf() {
			s.brackets[open].End = len(s.words)
			open = s.brackets[open].parent
		}
	}
	for _, t := range trees {
		if t != nil {
			t.Walk(enter, leave)
		}
	}
	return s
}

// repairQuotes restores words, in the order and at the positions of EVALB's fix_quote: if both sides have a possible
// quotation mark with the same index and with different tags, and only one side deletes it, that side gets it back.
//
// As in EVALB, the index of a restored word is increased together with those after it,
// so that it may meet the other side's next quotation mark and be restored once
// more. Because of this, sentences with two quotation marks in a row may stay errors.
func (p *Params) repairQuotes(gold, system *side) {
	for i := range system.quotes {
		index := system.quotes[i].index // indices never decrease along a list
		first := sort.Search(len(gold.quotes), func(j int) bool { return gold.quotes[j].index >= index })
		for j := first; j < len(gold.quotes) && gold.quotes[j].index == index; j++ {
			g := slices.Contains(p.Delete, gold.quotes[j].leaf.Label)
			s := slices.Contains(p.Delete, system.quotes[i].leaf.Label)
			switch {
			case g && !s:
				gold.reinsert(j)
			case s && !g:
				system.reinsert(i)
			}
		}
	}
}

// reinsert restores quotation mark q: brackets after it move, and brackets around it grow.
func (s *side) reinsert(q int) {
	mark := s.quotes[q]
	s.words = slices.Insert(s.words, mark.index, mark.leaf)
	for i := mark.next; i < len(s.brackets); i++ {
		s.brackets[i].Start++
		s.brackets[i].End++
	}
	for i := mark.parent; i != outermost; i = s.brackets[i].parent {
		s.brackets[i].End++
	}
	for i := q; i < len(s.quotes); i++ {
		s.quotes[i].index++
	}
}
