package enhance

import (
	"math/bits"
	"slices"

	"parser/conll"
	"parser/model"
	"parser/model/kernel"
	"parser/parser/internal/lookup"
)

// features are those of decisions on a tree: hashes of what words are, combined with the path.
type features struct {
	tree  *tree
	atoms []atoms // of each node that was looked at
	seed  uint64
	dst   []uint64
}

// atoms are hashes of a node's columns.
type atoms struct {
	known                                          bool
	form, lemma, upos, xpos, feats, relation, base uint64
}

// note forgets the atoms of another tree.
func (f *features) note(t *tree) {
	f.tree = t
	f.atoms = slices.Grow(f.atoms[:0], len(t.heads))[:len(t.heads)]
	clear(f.atoms)
}

// at returns the atoms of a node.
func (f *features) at(node int) *atoms {
	a := &f.atoms[node]
	if !a.known {
		w := f.tree.word(node)
		tag := w.UPOS
		if !conll.Filled(tag) {
			tag = w.XPOS
		}
		*a = atoms{
			known: true, form: hash(lookup.Form(w.Form)), lemma: hash(f.tree.lemma(node)), upos: hash(tag), xpos: hash(w.XPOS),
			feats: hash(w.Feats), relation: hash(f.tree.relation(node)), base: hash(f.tree.bases[node]),
		}
	}
	return a
}

// hash is 64-bit FNV-1a (Fowler, Noll & Vo).
func hash(text string) uint64 {
	h := uint64(14695981039346656037)
	for i := range len(text) {
		h = (h ^ uint64(text[i])) * 1099511628211
	}
	return h
}

// add adds the feature of a template, from 1 on, and values.
func (f *features) add(template uint64, values ...uint64) {
	h := kernel.MixOne(f.seed, template)
	for _, v := range values {
		h = kernel.MixOne(h, v)
	}
	f.dst = append(f.dst, h)
}

// ofLabel appends the features of the decision on a node's marker.
func (s *Session) ofLabel(dst []uint64, node int, classes []model.Class) []uint64 {
	f := &s.features
	own, head := f.at(node), f.at(s.heads[node])
	f.dst, f.seed, s.apart = dst, own.base, s.apart[:0]
	offered := uint64(0)
	for _, k := range classes {
		offered = kernel.MixOne(offered, uint64(k))
	}
	f.add(1)
	f.add(2, own.relation)
	f.add(3, offered)
	f.add(4, offered, own.upos)
	f.add(5, offered, own.upos, head.upos)
	f.add(6, own.lemma)
	f.add(7, own.feats)
	f.add(8, head.lemma)
	f.add(9, head.base, head.upos)
	f.add(10, own.relation, own.xpos)
	for i, c := range s.children[node] {
		f.add(11, f.at(c).base, order(c, node))
		f.add(12, f.at(c).base, f.at(c).lemma)
		f.add(13, f.at(c).base, f.at(c).lemma, offered)
		f.add(14, f.at(c).relation, f.at(c).upos)
		f.add(15, f.at(c).base, f.at(c).xpos, own.upos)
		if i > 0 {
			before := f.at(s.children[node][i-1])
			f.add(16, before.base, f.at(c).base)
			f.add(17, before.base, before.lemma, f.at(c).base, f.at(c).lemma)
		}
	}
	return f.dst
}

// ofEdge appends the features of the decision on a candidate.
func (f *features) ofEdge(dst []uint64, s *Session, c *candidate) []uint64 {
	f.dst, f.seed, s.apart = dst, c.path.hash, s.apart[:0]
	own, head := f.at(c.node), f.at(c.head)
	f.add(1)
	f.add(2, own.relation)
	f.add(3, own.upos, head.upos)
	f.add(4, own.lemma)
	f.add(5, head.lemma)
	f.add(6, own.xpos, head.xpos)
	f.add(7, own.feats)
	f.add(8, head.feats)
	f.add(9, own.relation, head.relation)
	f.add(10, own.form)
	f.add(11, order(c.node, c.head))
	f.add(12, uint64(bits.Len(uint(max(c.node-c.head, c.head-c.node)))))
	top := c.node // above both
	for i, node := range c.up {
		f.add(13+uint64(i), f.at(node).relation)
		f.add(17+uint64(i), f.at(node).upos)
		f.add(21+uint64(i), f.at(node).lemma)
		top = s.heads[node]
	}
	for i, node := range c.down {
		f.add(25+uint64(i), f.at(node).relation)
		f.add(29+uint64(i), f.at(node).upos, f.at(node).relation)
		f.add(33+uint64(i), f.at(node).lemma)
	}
	above := f.at(top)
	f.add(40, above.upos)
	f.add(41, above.lemma)
	f.add(42, above.upos, head.upos, own.relation)
	f.add(43, above.xpos, head.xpos)
	f.add(44, above.feats, head.feats)
	f.add(45, order(c.node, top), order(c.head, top), order(c.node, c.head))
	f.add(46, order(c.node, top), order(c.head, top), order(c.node, c.head), own.relation, head.upos)
	f.add(47, above.lemma, own.relation)
	f.add(48, above.relation)
	s.together(49, c.path, c.head, own)
	s.together(60, c.path, c.node, own)
	if top != c.node && top != c.head {
		s.together(70, c.path, top, own)
	}
	if p := s.referent(c); p > 0 {
		nested := uint64(0)
		if s.heads[p] == c.head {
			nested = 1
		}
		f.add(80, f.at(p).base, nested)
		f.add(81, f.at(p).relation, f.at(p).lemma, nested)
		f.add(82, f.at(p).upos, head.upos)
	} else {
		f.add(83)
	}
	for _, e := range s.edges[c.node] {
		if e.head != s.heads[c.node] {
			f.add(84, order(e.head, c.node))
			f.add(85, hash(e.relation), own.relation)
		}
	}
	return f.dst
}

func order(a, b int) uint64 {
	if a < b {
		return 1
	}
	return 0
}
