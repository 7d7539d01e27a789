package neural

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"parser/model/npz"
	"parser/parser/internal/loops"
	"parser/parser/internal/score"
	"parser/parser/internal/view"
)

// Size says how large a network is.
type Size struct {
	Embeddings [6]int // width for each of columns: form, lemma, UPOS, XPOS, FEATS, affixes
	Layers     int    // encoders on top of each other
	Units      int    // of each: those of each direction of an LSTM
	Hidden     int    // units between slots and scores
}

// width returns the width of the embeddings of a column.
func (s *Size) width(column int) int {
	return s.Embeddings[columns[column].wide]
}

// network holds the weights. The network of a scorer never changes.
type network struct {
	Size
	architecture architecture
	precision    npz.Precision // in files
	ofTables     npz.Precision // … of embeddings; "" for the same
	shape        score.Shape
	classes      []int // of each stage
	vocabularies []*vocabulary
	tagsets      []*tagset
	together     combinations
	view         *view.Table
	context      *contextual // nil without a transformer

	tables   []*matrix // of embeddings, for each vocabulary
	encoders []encoder
	taggers  []*tagger // for each tagset
	cuts     *cuts     // of taggers, for treebanks
	slots    *matrix   // output of the last encoder × slots·hidden
	extra    *matrix   // a row for each value of a feature of the view, then the bias; hidden wide
	output   []*matrix // of each stage: hidden × classes
	bias     []*matrix // of each stage: 1 × classes

	projection *projection // of a learner; nil without vectors
	before     *network    // of a learner that goes on from it; see mix
	kept       float32     // its share in what is frozen

	packedSlots     []product // of each slot and half
	packedSlotsBack []loops.Panels

	crew loops.Crew // that learns; nothing depends on it
}

func newNetwork(a architecture, size Size, vocabularies []*vocabulary, tagsets []*tagset, together combinations, c *contextual, s *score.Shape) *network {
	n := newReader(a, size, vocabularies, tagsets, c, size.Layers)
	seen, _ := viewOf(a, s.View) // who makes a network has checked it
	n.shape, n.classes, n.together, n.view = *s, s.Classes(), together, view.NewTable(seen, s.Labels())
	wide := n.encoders[size.Layers-1].widths().out
	n.slots = newMatrix("slots/W", wide, n.view.Slots*size.Hidden, glorot(wide*min(4, n.view.Slots), size.Hidden))
	n.extra = newMatrix("slots/rows", n.view.Rows+1, size.Hidden, uniform(0.05))
	n.extra.table = true
	for stage, classes := range n.classes {
		name := fmt.Sprintf("output/%d/", stage)
		n.output = append(n.output, newFactor(name+"W", size.Hidden, classes, glorot(size.Hidden, classes)))
		n.bias = append(n.bias, newMatrix(name+"b", 1, classes, zeros))
	}
	parts := n.view.Slots * n.view.Halves()
	n.packedSlots, n.packedSlotsBack = make([]product, parts), make([]loops.Panels, parts)
	return n
}

// newReader returns a network that reads words by its first layers, and does nothing else.
func newReader(a architecture, size Size, vocabularies []*vocabulary, tagsets []*tagset, c *contextual, layers int) *network {
	n := &network{Size: size, architecture: a, vocabularies: vocabularies, tagsets: tagsets, context: c, view: &view.Table{}}
	wide := c.width()
	for _, v := range vocabularies {
		width := size.width(v.column)
		t := newMatrix("embeddings/"+v.name(), v.size(), width, embeddings(width))
		t.table = true
		n.tables = append(n.tables, t)
		wide += width
	}
	for i := range layers {
		e := a.new(fmt.Sprint("encoder/", i), wide, size)
		n.encoders = append(n.encoders, e)
		if wide = e.widths().out; i == 0 {
			for _, s := range tagsets {
				t := newTagger(s, size, e.widths().out)
				n.taggers = append(n.taggers, t)
				if t.expected != nil {
					wide += t.expected.cols
				}
			}
		}
	}
	return n
}

// readers returns the matrices of tables and encoders.
func (n *network) readers() []*matrix {
	all := slices.Clone(n.tables)
	for _, e := range n.encoders {
		all = append(all, e.matrices()...)
	}
	return all
}

func (n *network) matrices() []*matrix {
	all := n.readers()
	for _, t := range n.taggers {
		all = append(all, t.matrices()...)
	}
	all = append(all, n.slots, n.extra)
	all = append(append(all, n.output...), n.bias...)
	all = append(all, n.context.matrices()...)
	if n.projection != nil { // at the end, since what is frozen has none
		all = append(all, n.projection.matrix)
	}
	return all
}

// whole reports whether what is asked multiplies whole numbers of 8 bits: where the file has no more bits of a factor, and
// beside an encoder that does.
func (n *network) whole() bool { return n.precision.Factors() == npz.InInt8 || n.context.bytes() }

// prepare packs the weights after they have changed; for backward, too, if learning.
func (n *network) prepare(learning bool) { n.packFor(learning, !learning && n.whole()) }

func (n *network) packFor(learning, whole bool) {
	n.renewCuts(learning, whole)
	packFactors(n.crew, n.matrices(), learning, whole)
	halves, slots, cols := n.view.Halves(), n.slots.all(), n.slots.cols
	high := n.slots.rows / halves
	n.crew.Each(n.view.Slots, func(slot int) {
		for half := range halves {
			i, part := slot*halves+half, slots[half*high*cols+slot*n.Hidden:]
			n.packedSlots[i].set(part, high, n.Hidden, cols, whole)
			if learning {
				n.packedSlotsBack[i].Pack(part, n.Hidden, high, 1, cols)
			}
		}
	})
}

// manyTags is the number of values from which what predicts tags is as large as tables, and kept as these are.
const manyTags = 4000

// precisionOf returns the precision of a matrix in files, by its place among matrices.
func (n *network) precisionOf(matrix int) npz.Precision {
	if matrix < len(n.tables) {
		return cmp.Or(n.ofTables, n.precision)
	}
	m := n.matrices()[matrix]
	if m.cols >= manyTags && slices.ContainsFunc(n.taggers, func(t *tagger) bool { return t.output == m }) {
		return n.precision
	}
	return n.precision.Factors()
}

// biasRow is the row of the extra table that every decision sees.
func (n *network) biasRow() int32 { return int32(n.view.Rows) }

func (n *network) Describe() string {
	weights, columns := 0, []string{}
	for _, m := range n.matrices() {
		weights += m.rows * m.cols
	}
	for _, v := range n.vocabularies {
		if columns = append(columns, v.name()); v.classes != nil {
			columns[len(columns)-1] = fmt.Sprintf("the tags that lists have for %d words", v.classes.Len())
		}
	}
	text := fmt.Sprintf("%d weights, %s over %s", weights, n.architecture.describe(n.Size), strings.Join(columns, ", "))
	if c := n.context; c != nil {
		text += fmt.Sprintf(", beside the encoder %v", c.encoder)
		if c.tuned > 0 {
			text += fmt.Sprintf(", %d of which learned", c.tuned)
		}
		if _, softmax := c.shares(); c.mixture != nil {
			text += fmt.Sprintf(", with shares %.2f of the last layers", softmax)
		}
		text += ", " + c.encoder.Origin()
	}
	if len(n.taggers) > 0 {
		text += ", which predict " + strings.Join(n.Fields(), ", ")
	}
	return text
}

func (n *network) Columns() (names []string) {
	for _, v := range n.vocabularies {
		if v.column != formColumn && v.column <= featsColumn {
			names = append(names, v.name())
		}
	}
	return names
}

// freeze returns a network of the same weights, except for what a precision loses and what a learner mixes in. Like one
// in a file it has no counts of words.
func (n *network) freeze(precision npz.Precision) *network {
	var known []*vocabulary
	for _, v := range n.vocabularies {
		known = append(known, &vocabulary{column: v.column, values: v.values, places: v.places, classes: v.classes})
	}
	m := newNetwork(n.architecture, n.Size, known, n.tagsets, n.together, n.context.frozen(), &n.shape)
	m.precision = precision
	if precision == "" {
		m.ofTables = n.ofTables
	}
	for i, own := range m.matrices() {
		own.zero()
		copy(own.weights, n.matrices()[i].all())
		if p := n.projection; p != nil && i == p.table {
			for row := int32(firstRow); int(row) < own.rows; row++ {
				p.add(own.row(row), row)
			}
		}
	}
	if n.before != nil {
		m.mix(n.before, n.kept)
	}
	for i, own := range m.matrices() {
		m.precisionOf(i).Round(own.weights, own.cols)
	}
	m.prepare(false)
	return m
}
