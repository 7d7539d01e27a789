package evalb

import (
	"slices"
	"sort"

	"parser/ptb"
)

// side is one side of a sentence as EVALB sees it: deleted words are gone,
// brackets are not deleted yet, since a repaired quotation mark may still fill
// an empty one.
type side struct {
	words    []*ptb.Tree // leaves
	brackets []bracket   // in the order in which they open
	quotes   []quote     // deleted or not, from left to right
	length   int
}

// bracket is a constituent that covers words Start to End−1.
type bracket struct {
	ptb.Span
	parent int // among the brackets, or outermost
}

const outermost = -1

// quote is a word that may be a quotation mark.
type quote struct {
	leaf   *ptb.Tree
	index  int // of the word, or of the next one that is not deleted
	next   int // the first bracket that opens behind it
	parent int // the bracket around it
}

// side collects the words and brackets of some trees.
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

// repairQuotes puts words back, in the order and with the positions of EVALB's
// fix_quote: where both sides have a possible quotation mark with the same index
// and with different tags, and one side only deletes it, that side gets it back.
//
// As there, the index of a word that was put back moves on with those behind it,
// so that it may meet the other side's next quotation mark and be put back once
// more; sentences with two of them in a row may stay errors for that.
func (p *Params) repairQuotes(gold, system *side) {
	for i := range system.quotes {
		index := system.quotes[i].index // which never decreases along a list
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

// reinsert puts quotation mark q back: what lies behind moves on by a word, and
// what lies around grows by one.
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
