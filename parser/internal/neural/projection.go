package neural

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"parser/parser/internal/loops"
	"parser/parser/internal/neural/vectors"
	"parser/parser/internal/score"
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

// wordsOfVectors returns the words of the vectors that learning begins with; none if it begins without.
func wordsOfVectors(r score.Resources) ([]value, error) {
	t, _ := r["vectors"].(*vectors.Table)
	if t == nil {
		return nil, nil
	}
	if len(t.Words) == 0 || t.Dim < 1 || len(t.Data) != len(t.Words)*t.Dim {
		return nil, fmt.Errorf("%w: %d numbers in %d words of %d", ErrVectors, len(t.Data), len(t.Words), t.Dim)
	}
	values := make([]value, len(t.Words))
	for i, word := range t.Words {
		values[i].text = word
	}
	return values, nil
}

// newProjection leaves the table of vectors of a learner only the rows that stand for no word. They are learned as in
// other tables. It returns nil if learning begins without vectors.
func newProjection(r score.Resources, n *network) *projection {
	t, _ := r["vectors"].(*vectors.Table)
	if t == nil {
		return nil
	}
	i := slices.IndexFunc(n.vocabularies, func(v *vocabulary) bool { return v.column == vectorsColumn })
	n.tables[i].rows = firstRow
	width := n.tables[i].cols
	return &projection{newMatrix("vectors/P", t.Dim, width, embeddings(width)), i, t}
}

// has reports whether a row of a table is of a vector; there may be no projection.
func (p *projection) has(table int, row int32) bool {
	return p != nil && table == p.table && row >= firstRow
}

// each yields the numbers of the vector of a row, made to have the length 1.
func (p *projection) each(row int32, yield func(i int32, x float32)) {
	x := p.vectors.Row(int(row) - firstRow)
	length := math.Sqrt(loops.SumSquares(x))
	if length == 0 {
		return
	}
	for i := range x {
		yield(int32(i), float32(float64(x[i])/length))
	}
}

func (p *projection) add(dst []float32, row int32) {
	p.each(row, func(i int32, x float32) { loops.AddScaled(dst, p.row(i), x) })
}

func (p *projection) backward(slopes []float32, row int32) {
	p.each(row, func(i int32, x float32) { loops.AddScaled(p.gradientRow(i), slopes, x) })
}
