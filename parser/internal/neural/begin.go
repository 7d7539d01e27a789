package neural

import (
	"slices"

	"parser/parser/internal/loops"
)

// What a network begins with is another one, that of a parser (score.TrainingSet.Init) or a Pretrained. Its values of
// columns, tags, labels and actions come first in the new vocabularies and lists, with their numbers; so its weights
// fill the first rows and columns of the new matrices, and the others are drawn. There may be no network to begin with.
//
// A scorer that goes on from another one has the weighted mean of both: on the straight line between networks that began
// with the same weights there are some that are better than both ends (Wortsman et al. 2022).

// vocabulary returns that of a column, nil if the network does not read it.
func (n *network) vocabulary(column int) *vocabulary {
	if n == nil {
		return nil
	}
	for _, v := range n.vocabularies {
		if v.column == column {
			return v
		}
	}
	return nil
}

// tagset returns that of a column, one without values if the network does not predict it.
func (n *network) tagset(column int) *tagset {
	if n != nil {
		for _, t := range n.tagsets {
			if t.column == column {
				return t
			}
		}
	}
	return &tagset{column: column}
}

// mix moves the weights towards those of another network, as far as it has the same parts: it gives that a share of 1.
func (n *network) mix(from *network, share float32) {
	at := 0
	for i, v := range n.vocabularies {
		t, source := n.tables[i], 0
		for j, known := range from.tables {
			if from.vocabularies[j].column == v.column {
				t.mix(0, known, 0, known.rows, share)
				n.encoders[0].matrices()[0].mix(at, from.encoders[0].matrices()[0], source, t.cols, share)
			}
			source += known.cols
		}
		at += t.cols
	}
	if first := from.encoders[0].matrices()[0]; n.context != nil && from.context != nil {
		n.encoders[0].matrices()[0].mix(at, first, first.rows-from.context.width(), from.context.width(), share)
		if own := n.context.matrices(); len(own) == len(from.context.matrices()) {
			for i, m := range from.context.matrices() {
				own[i].mix(0, m, 0, 1, share)
			}
		}
	}
	for i, e := range from.encoders {
		for j, m := range e.matrices() {
			if i > 0 || j > 0 { // all but the first, which multiplies the columns of words
				n.encoders[i].matrices()[j].mix(0, m, 0, m.rows, share)
			}
		}
	}
	if from.slots == nil { // it only reads
		return
	}
	n.view.Shared(from.view, func(to, row, rows int) { n.extra.mix(to, from.extra, row, rows, share) })
	n.extra.mix(int(n.biasRow()), from.extra, int(from.biasRow()), 1, share)
	own := n.scorers()
	for i, m := range from.scorers() {
		own[i].mix(0, m, 0, m.rows, share)
	}
}

// settle sets the weights of what another network lacks, to go on from it with almost the same scores, which weights
// that were drawn would upset: a new word is like an unknown one, new parts of words add nothing, and new actions and
// tags score what the others score in the mean (Hewitt 2021).
func (n *network) settle(from *network) {
	for i, v := range n.vocabularies {
		known := 0 // rows; none of a column that the other network lacks, as it may lack that of treebanks
		for j, old := range from.vocabularies {
			if old.column == v.column {
				known = from.tables[j].rows
			}
		}
		for t, row := n.tables[i], known; row < t.rows; row++ {
			if own := t.row(int32(row)); known > 0 && v.column < featsColumn {
				copy(own, t.row(unknownRow))
			} else {
				clear(own)
			}
		}
	}
	own := n.scorers()
	for i, m := range from.scorers() {
		own[i].average(m.rows, m.cols)
	}
}

// average sets all but the first rows and columns to the mean of these.
func (m *matrix) average(rows, cols int) {
	for i := range m.rows {
		own, sum := m.row(int32(i)), float32(0)
		if i >= rows {
			clear(own)
			for j := range rows {
				loops.AddScaled(own, m.row(int32(j)), 1/float32(rows))
			}
			continue
		}
		for _, x := range own[:cols] {
			sum += x
		}
		for j := cols; j < m.cols; j++ {
			own[j] = sum / float32(cols)
		}
	}
}

// scorers returns the matrices after the encoders, except the extra table.
func (n *network) scorers() []*matrix {
	var all []*matrix
	for _, t := range n.taggers {
		all = append(all, t.matrices()...)
	}
	return slices.Concat(all, []*matrix{n.slots}, n.output, n.bias)
}

// mix is that of rows from at on, in their first columns, with rows of another matrix.
func (m *matrix) mix(at int, from *matrix, row, rows int, share float32) {
	room := make([]float32, from.cols)
	for i := range rows {
		own := m.row(int32(at + i))[:min(m.cols, from.cols)]
		for j, x := range from.rowIn(room, int32(row+i))[:len(own)] {
			own[j] = float32((1-share)*own[j]) + float32(share*x)
		}
	}
}
