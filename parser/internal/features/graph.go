package features

import (
	"slices"
	"strings"

	"parser/conll"
	"parser/model/kernel"
	"parser/transition"
	"parser/transition/graph"
)

// Layers are the bases that an address of a node in a graph may begin with. A layer other than the
// first may lack nodes; its templates are then left out.
const (
	ofStack = iota // and all other nodes and atoms
	ofBuffer
	ofCandidate
	ofChild // possibly several
	ofGrandchild
	layers
)

func (a address) layer() int { return max(0, strings.IndexByte("SNKCD", a.base)) }

func (a atom) nodes() []address {
	switch {
	case a.attr.ofNone():
		return nil
	case a.attr.ofTwo():
		return []address{a.node, a.to}
	}
	return []address{a.node}
}

func (a atom) layer() int {
	layer := 0
	for _, node := range a.nodes() {
		layer = max(layer, node.layer())
	}
	return layer
}

// end is where nodes and atoms of a layer end, and those of the next begin.
type end struct{ nodes, words, trees int }

// group is the templates that need the same layers.
type group struct {
	needs uint8 // a bit for each layer
	plan
}

func needsOf(template []atom) (needs uint8) {
	for _, a := range template {
		for _, node := range a.nodes() {
			needs |= 1 << node.layer()
		}
	}
	return needs &^ (1 << ofStack)
}

func newGroups(templates [][]atom, seeds []uint64, slots [][]int32) (groups []group) {
	for needs := range uint8(1 << layers) {
		var ownSeeds []uint64
		var ownSlots [][]int32
		for i, t := range templates {
			if needsOf(t) == needs {
				ownSeeds, ownSlots = append(ownSeeds, seeds[i]), append(ownSlots, slots[i])
			}
		}
		if len(ownSeeds) > 0 {
			groups = append(groups, group{needs, newPlan(ownSeeds, ownSlots)})
		}
	}
	return groups
}

// mostChildren bounds how many children C and D stand for.
const mostChildren = 16

func (x *Extractor) extractGraph(v *Vector, c *transition.Config) {
	g := c.Graph
	v.nodes, v.rows, v.concepts = sized(v.nodes, len(x.nodes)), sized(v.rows, len(x.nodes)), sized(v.concepts, len(x.nodes))
	v.values = sized(v.values, len(x.wordAtoms)+len(x.treeAtoms))
	v.Features, v.each = v.Features[:0], [2]int32{graph.None, graph.None}
	for i := range v.nodes { // so that unvisited layers have none
		v.nodes[i] = graph.None
	}
	has := uint8(0)
	for layer, node := range [...]int32{ofStack: 0, ofBuffer: g.B(), ofCandidate: g.K()} {
		if node != graph.None {
			has |= 1 << layer
			x.look(v, c, layer)
		}
	}
	for i := range x.groups {
		if x.groups[i].needs&^has == 0 {
			x.groups[i].extend(v)
		}
	}
	for i, parent := range [2]int32{g.S(), g.K()} {
		layer := ofChild + i
		if parent == graph.None || x.ends[layer].nodes == x.ends[layer-1].nodes {
			continue
		}
		n := 0
		for kid := range g.Children(parent) {
			if layer == ofChild && kid == g.B() {
				continue
			}
			if n++; n > mostChildren {
				break
			}
			v.each[i] = kid
			x.look(v, c, layer)
			for j := range x.groups {
				if needs := x.groups[j].needs; needs>>layer&1 != 0 && needs&^(has|1<<layer) == 0 {
					x.groups[j].extend(v)
				}
			}
		}
	}
}

func (p *group) extend(v *Vector) {
	n := len(v.Features)
	v.Features = slices.Grow(v.Features, len(p.at))[:n+len(p.at)]
	p.hash(v.Features[n:], v.values)
}

// look finds the nodes and the values of a layer.
func (x *Extractor) look(v *Vector, c *transition.Config, layer int) {
	var from end
	if layer > 0 {
		from = x.ends[layer-1]
	}
	to, width := x.ends[layer], int32(len(x.columns))
	for i := from.nodes; i < to.nodes; i++ {
		node := x.nodes[i].findInGraph(v, c.Graph)
		row, concept := v.words+1, uint64(0)
		if node != graph.None {
			n := &c.Graph.Nodes[node]
			if row = n.Word; uint32(row) > uint32(v.words) {
				row = v.words + 1
			}
			if n.Host != graph.None {
				concept = kernel.MixOne(inserted, x.labelOf(n.Label))
			}
		}
		v.nodes[i], v.rows[i], v.concepts[i] = node, row*width, concept
	}
	for i := from.words; i < to.words; i++ {
		a := x.wordAtoms[i]
		if concept := v.concepts[a.node]; concept != 0 && (a.column < int32(x.spelling) || x.columns[a.column] == "l") {
			v.values[i] = concept
		} else {
			v.values[i] = v.atoms[v.rows[a.node]+a.column]
		}
	}
	for i := from.trees; i < to.trees; i++ {
		v.values[len(x.wordAtoms)+i] = x.valueInGraph(v, c, &x.treeAtoms[i])
	}
}

func (r nodeRef) findInGraph(v *Vector, g *graph.State) int32 {
	switch r.kind {
	case 'S', 'N':
		list := g.Stack
		if r.kind == 'N' {
			list = g.Buffer
		}
		if i := len(list) - 1 - int(r.index); i >= 0 {
			return list[i]
		}
		return graph.None
	case 'K':
		return g.K()
	case 'C':
		return v.each[0]
	case 'D':
		return v.each[1]
	case 'P', 'I', 'O', 'f', 'e': // for other systems
		return graph.None
	}
	from := v.nodes[r.index]
	if from == graph.None {
		return graph.None
	}
	n := &g.Nodes[from]
	switch r.kind {
	case 'h':
		return n.Head
	case 'x':
		return orNone(n.Dropped)
	case 'm':
		return orNone(n.Merged)
	case 'b', 'n':
		word := n.Word + 1
		if r.kind == 'b' {
			word = n.Word - 1
		}
		if n.Word == 0 || word > int32(g.Len()) {
			return graph.None
		}
		return orNone(word)
	}
	kids := [4]int32{graph.None, graph.None, graph.None, graph.None} // the first two, and the last two
	for kid := range g.Children(from) {
		if kids[0] == graph.None {
			kids[0] = kid
		} else if kids[1] == graph.None {
			kids[1] = kid
		}
		kids[2], kids[3] = kid, kids[2]
	}
	return kids[strings.IndexByte("lLrR", r.kind)]
}

func orNone(word int32) int32 {
	if word == 0 {
		return graph.None
	}
	return word
}

// asksLabels reports whether some template asks about labels in the dependency tree.
func (x *Extractor) asksLabels() bool {
	return slices.ContainsFunc(x.treeAtoms, func(a treeAtom) bool {
		return a.asks == asksOrigin || a.asks == asksLabel || a.asks == asksPath && a.column < 0
	})
}

// appendLabels appends the numbers of the words' labels in the dependency tree, ROOT's first.
func appendLabels(dst []uint64, words []conll.Word) []uint64 {
	dst = append(dst, rootNode)
	for i := range words {
		dst = append(dst, hash(words[i].Deprel))
	}
	return dst
}
