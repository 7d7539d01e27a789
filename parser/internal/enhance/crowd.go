package enhance

import (
	"math"

	"parser/model"
)

// crowd is the features of the dependents of a node, as decisions on edges see them: which relations there are, and
// which of them the candidate's node has. If there are many dependents, decisions that have a crowd in common share its
// scores, so that the time for n dependents of one node is proportional to n and not to n². These are sums of integers,
// in which the order does not matter.
type crowd struct {
	template       uint64
	path           *path
	node           int
	relation, base uint64 // of the candidate's node
}

// crowds are what a session knows of crowds.
type crowds struct {
	least  int                 // how many dependents are many
	apart  []crowd             // of the decision, whose features the decision lacks
	known  map[crowd][]float32 // scores of each class
	turns  map[turn][]int      // children to which the path goes on
	buffer []uint64
}

// turn is a node from which a path leads down.
type turn struct {
	from int
	at   *trie
}

// many is a number of dependents from which sharing saves time. Few words of treebanks have that many.
const many = 32

// leastOf returns how many dependents are many for a model: never, if its scores depend on the order of features.
func leastOf(m model.Model) int {
	if m == nil || !model.AnyOrder(m) {
		return math.MaxInt
	}
	return many
}

// together adds the features of a node's dependents to a decision on an edge, or notes that their scores are shared.
func (s *Session) together(template uint64, p *path, node int, own *atoms) {
	c := crowd{template, p, node, own.relation, own.base}
	if len(s.children[node]) < s.least {
		s.ofCrowd(s, c)
		return
	}
	s.apart = append(s.apart, c)
}

// ofCrowd adds the features of a crowd.
func (f *features) ofCrowd(s *Session, c crowd) {
	same := uint64(0)
	for _, child := range s.children[c.node] {
		a := f.at(child)
		f.add(c.template, a.base)
		f.add(c.template+1, a.base, order(child, c.node), c.base)
		f.add(c.template+2, a.base, a.lemma)
		f.add(c.template+3, a.relation, a.upos, c.relation)
		f.add(c.template+4, a.relation, a.feats)
		if a.base == c.base {
			same = 1
		}
	}
	f.add(c.template+5, same)
	f.add(c.template+6, same, c.relation, f.at(c.node).upos)
}

// scoresOf returns the scores of a crowd by a model.
func (s *Session) scoresOf(c crowd, m model.Model) []float32 {
	scores, there := s.known[c]
	if !there {
		s.dst, s.seed = s.buffer[:0], c.path.hash
		s.ofCrowd(s, c)
		scores, s.buffer = make([]float32, m.Classes()), s.dst
		m.Score(scores, s.buffer)
		s.known[c] = scores
	}
	return scores
}

// onward returns the children of a node to which paths lead down, in order.
func (s *Session) onward(at *trie, from int) []int {
	all := s.children[from]
	if len(all) < s.least {
		return all
	}
	some, known := s.turns[turn{from, at}]
	if !known {
		for _, child := range all {
			if at.step(downwards, s.numbered[child]) != nil {
				some = append(some, child)
			}
		}
		s.turns[turn{from, at}] = some
	}
	return some
}
