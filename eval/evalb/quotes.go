package evalb

import (
	"sort"

	"parser/ptb"
)

// quote is a word that may be a quotation mark.
type quote struct {
	leaf   *ptb.Tree
	index  int // of the word, or of the next one that is not deleted
	next   int // the first bracket that opens behind it
	parent int // the bracket around it
}

// repairQuotes puts words back, in the order and with the positions of EVALB's
// fix_quote: where both sides have a possible quotation mark with the same index
// and with different tags, and one side only deletes it, that side gets it back.
//
// As there, the index of a word that was put back moves on with those behind it,
// so that it may meet the other side's next quotation mark and be put back once
// more; sentences with two of them in a row may stay errors for that.
func (r *rules) repairQuotes(gold, system *bracketing) {
	for i := range system.quotes {
		index := system.quotes[i].index
		for j := gold.firstQuote(index); j < len(gold.quotes) && gold.quotes[j].index == index; j++ {
			g, s := gold.quotes[j].leaf.Label, system.quotes[i].leaf.Label
			switch {
			case r.deleteTag[g] && !r.deleteTag[s]:
				gold.reinsert(j)
			case r.deleteTag[s] && !r.deleteTag[g]:
				system.reinsert(i)
			}
		}
	}
}

// firstQuote returns the first quotation mark with this index or a higher one;
// indices never decrease along the list.
func (s *bracketing) firstQuote(index int) int {
	return sort.Search(len(s.quotes), func(i int) bool { return s.quotes[i].index >= index })
}

// reinsert puts quotation mark q back: what lies behind moves on by a word, and
// what lies around grows by one.
func (s *bracketing) reinsert(q int) {
	mark := s.quotes[q]
	s.words = append(s.words, nil)
	copy(s.words[mark.index+1:], s.words[mark.index:])
	s.words[mark.index] = mark.leaf
	for i := mark.next; i < len(s.brackets); i++ {
		s.brackets[i].Start++
		s.brackets[i].End++
	}
	for i := mark.parent; i != noBracket; i = s.brackets[i].parent {
		s.brackets[i].End++
	}
	for i := q; i < len(s.quotes); i++ {
		s.quotes[i].index++
	}
}
