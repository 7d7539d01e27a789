package evalb

import "parser/ptb"

// bracketing is one side of a sentence as EVALB sees it: deleted words are gone,
// brackets are not deleted yet, since a repaired quotation mark may still fill
// an empty one.
type bracketing struct {
	words    []*ptb.Tree // leaves
	brackets []bracket   // in the order in which they open
	quotes   []quote     // deleted or not, from left to right
	length   int
}

// bracket is a constituent that covers words Start to End−1.
type bracket struct {
	ptb.Span
	parent int // among the brackets, or noBracket
}

const noBracket = -1

// bracketing collects the words and brackets of some trees.
func (r *rules) bracketing(trees []*ptb.Tree) *bracketing {
	s, open := &bracketing{}, noBracket
	for _, t := range trees {
		if t == nil {
			continue
		}
		t.Walk(func(n *ptb.Tree) {
			if n.Leaf() {
				r.addLeaf(s, n, open)
				return
			}
			s.brackets = append(s.brackets, bracket{ptb.Span{Label: n.Label, Start: len(s.words)}, open})
			open = len(s.brackets) - 1
		}, func(n *ptb.Tree) {
			if !n.Leaf() {
				s.brackets[open].End = len(s.words)
				open = s.brackets[open].parent
			}
		})
	}
	return s
}

// addLeaf adds a word below a bracket.
func (r *rules) addLeaf(s *bracketing, n *ptb.Tree, parent int) {
	if !r.notInLength[n.Label] {
		s.length++
	}
	if r.isQuote(n.Label, n.Word) {
		s.quotes = append(s.quotes, quote{n, len(s.words), len(s.brackets), parent})
	}
	if !r.deleteTag[n.Label] {
		s.words = append(s.words, n)
	}
}

// scored returns the brackets that count, with the labels that count.
func (r *rules) scored(s *bracketing) []ptb.Span {
	list := make([]ptb.Span, 0, len(s.brackets))
	for _, b := range s.brackets {
		b.Label = cutLabel(b.Label)
		if b.Start < b.End && !r.deleteBracket[b.Label] {
			list = append(list, b.Span)
		}
	}
	return list
}
