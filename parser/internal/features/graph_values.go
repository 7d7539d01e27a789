package features

import (
	"parser/model/kernel"
	"parser/transition"
	"parser/transition/graph"
)

// Numbers for what has none of its own; those of labels are below.
const (
	inserted     = 0x696e736500000003 // an inserted node, and the arc to it
	unknownLabel = 0x756e6b6e00000004
	openLabel    = 0x6f70656e00000005 // not settled yet
	noPath       = 0x6e6f706100000006
)

func (x *Extractor) labelOf(label int32) uint64 {
	if uint32(label) >= uint32(x.Labels) {
		return unknownLabel
	}
	return uint64(label)
}

// mostAsked and mostLeft bound the counts of candidates of a search, mostGap a distance, mostKin
// the way to a common ancestor.
const mostAsked, mostLeft, mostGap, mostKin = 10, 5, 20, 7

func (x *Extractor) valueInGraph(v *Vector, c *transition.Config, a *treeAtom) uint64 {
	g := c.Graph
	switch a.asks {
	case asksBias:
		return 0
	case asksState:
		return uint64(g.Situation())
	case asksTurn:
		return uint64(c.Passed(mostAsked))
	case asksLeft:
		return uint64(min(mostLeft, len(g.Candidates)))
	}
	if a.asks >= asksAction && a.asks < asksPath {
		s, ok := a.step(c)
		if !ok {
			return noNode
		}
		return actionNumber(s.Move, x.labelOf(s.Label))
	}
	node := v.nodes[a.node]
	if node == graph.None {
		return noNode
	}
	if a.asks >= asksGap || a.asks == asksDistance {
		to := v.nodes[a.to]
		if to == graph.None {
			return noNode
		}
		return x.valueOfTwo(v, g, a, node, to)
	}
	return x.valueOfNode(v, g, a.asks, node)
}

func (x *Extractor) valueOfNode(v *Vector, g *graph.State, asks int, node int32) uint64 {
	n := &g.Nodes[node]
	switch asks {
	case asksLabel:
		switch {
		case n.Linked:
			return x.labelOf(n.Role)
		case n.From == 0:
			return inserted
		}
		return v.label(n.From)
	case asksOrigin:
		return v.label(n.Word)
	case asksConcept:
		if !n.Named {
			return openLabel
		}
		return x.labelOf(n.Label)
	case asksKind:
		return uint64(n.Kind())
	}
	before := asks == asksLeftValency || asks == asksLeftLabels
	number, roles := uint64(0), uint64(0)
	for kid := range g.Children(node) {
		if k := &g.Nodes[kid]; k.Word < n.Word == before {
			number++
			if k.Linked {
				roles |= 1 << (uint32(k.Role) & 63)
			}
		}
	}
	if asks == asksLeftLabels || asks == asksRightLabels {
		return roles
	}
	return number
}

func (v *Vector) label(word int32) uint64 {
	if uint32(word) >= uint32(len(v.labels)) {
		return noNode
	}
	return v.labels[word]
}

func (x *Extractor) valueOfTwo(v *Vector, g *graph.State, a *treeAtom, node, to int32) uint64 {
	from, end := g.Nodes[node].Word, g.Nodes[to].Word
	switch a.asks {
	case asksDistance:
		return far(from, end)
	case asksGap:
		return uint64(min(max(end-from, -mostGap), mostGap) + mostGap)
	case asksKin:
		up, down, ok := g.Kin(node, to, mostKin)
		if !ok {
			return noPath
		}
		return uint64(up<<8 | down)
	}
	return x.path(v, g.Sentence, a.column, from, end)
}

// longestPath bounds each half of a path.
const longestPath = 15

// path returns the number of the way between two words in the dependency tree, by a column or, if
// that is −1, by its labels.
func (x *Extractor) path(v *Vector, s *graph.Sentence, column, from, to int32) uint64 {
	up, down, ok := s.Kin(from, to, longestPath)
	if !ok {
		return noPath
	}
	value := func(word int32) uint64 {
		switch {
		case column < 0:
			return v.label(word)
		case word > v.words:
			return noNode
		}
		return v.atoms[word*int32(len(x.columns))+column]
	}
	h := uint64(up)
	for ; up > 0; up-- {
		h, from = kernel.MixOne(h, value(from)), s.Heads[from]
	}
	if column >= 0 {
		h = kernel.MixOne(h, value(from))
	}
	h = kernel.MixOne(h, uint64(down))
	for ; down > 0; down-- {
		h, to = kernel.MixOne(h, value(to)), s.Heads[to]
	}
	return h
}
