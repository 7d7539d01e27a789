package neural

import (
	"errors"
	"fmt"
	"math"

	"parser/conll"
	"parser/model/kernel"
	"parser/parser/vectors"
)

// projection makes embeddings of word vectors while a network learns: of the vector x of a word
//
//	xP / |x|
//
// where only P is learned. So words of a kind have like embeddings, also those that the training
// data lacks. A scorer has a table of the products, and needs neither x nor P.
type projection struct {
	*matrix // P: numbers of a vector × width
	table   int
	vectors *vectors.Table
}

// ErrVectors is the cause when word vectors are unfit.
var ErrVectors = errors.New("unfit word vectors")

func vectorVocabulary(t *vectors.Table, sentences [][]conll.Word, size Size) (*vocabulary, error) {
	if size.width(vectorsColumn) == 0 {
		return nil, fmt.Errorf("%w: they become as wide as embeddings of forms, which have no width", ErrVectors)
	}
	if len(t.Words) == 0 || t.Dim < 1 || len(t.Data) != len(t.Words)*t.Dim {
		return nil, fmt.Errorf("%w: %d numbers in %d words of %d", ErrVectors, len(t.Data), len(t.Words), t.Dim)
	}
	v := &vocabulary{column: vectorsColumn, counts: make([]int32, len(t.Words))}
	for _, word := range t.Words {
		v.values = append(v.values, value{text: word})
	}
	v.index()
	var rows []int32
	for _, words := range sentences {
		for i := range words {
			if rows = v.appendRows(rows[:0], &words[i]); rows[0] >= firstRow {
				v.counts[rows[0]-firstRow]++
			}
		}
	}
	return v, nil
}

// newProjection leaves the last table of a learner, that of vectors, only the rows that stand for no
// word. They are learned as in other tables.
func newProjection(v *vectors.Table, tables []*matrix) *projection {
	last := len(tables) - 1
	tables[last].rows = firstRow
	width := tables[last].cols
	return &projection{newMatrix("vectors/P", v.Dim, width, embeddings(width)), last, v}
}

// has reports whether a row of a table is of a vector; there may be no projection.
func (p *projection) has(table int, row int32) bool {
	return p != nil && table == p.table && row >= firstRow
}

// each yields the numbers of the vector of a row, made to have the length 1.
func (p *projection) each(row int32, yield func(i int32, x float32)) {
	x := p.vectors.Row(int(row) - firstRow)
	length := math.Sqrt(kernel.SumSquares(x))
	if length == 0 {
		return
	}
	for i := range x {
		yield(int32(i), float32(float64(x[i])/length))
	}
}

func (p *projection) add(dst []float32, row int32) {
	p.each(row, func(i int32, x float32) { kernel.AddScaled(dst, p.row(i), x) })
}

func (p *projection) backward(slopes []float32, row int32) {
	p.each(row, func(i int32, x float32) { kernel.AddScaled(p.gradientRow(i), slopes, x) })
}
