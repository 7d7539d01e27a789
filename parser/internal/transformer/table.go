package transformer

import (
	"maps"
	"slices"

	"parser/model/npz"
	"parser/parser/internal/transformer/internal/tensors"
)

// table has the embeddings of subwords. They stay in the file, since a text needs few of them, or as a model file has
// them, except those that were tuned.
type table struct {
	tensor *tensors.Tensor
	kept   []int32   // the row of tensor that each subword has; nil if it has that of its number
	rows   *npz.Rows // of an encoder that a model file holds, instead of tensor
	tuned  map[int32]*weights
}

// row sets dst to the embedding of a subword.
func (t *table) row(dst []float32, id int32) {
	switch own := t.tuned[id]; {
	case own != nil:
		copy(dst, own.values)
	case t.rows != nil:
		t.rows.Row(dst, int(id))
	case t.kept != nil:
		_ = t.tensor.Floats(dst, int(t.kept[id])*len(dst))
	default:
		_ = t.tensor.Floats(dst, int(id)*len(dst)) // all of which check has read
	}
}

// check reads all rows, and returns what is wrong with them.
func (t *table) check(rows, cols int) (err error) {
	const most = 1 << 16 // numbers at a time
	step := max(1, most/cols)
	numbers := make([]float32, step*cols)
	for row := 0; row < rows && err == nil; row += step {
		err = t.tensor.Floats(numbers[:min(step, rows-row)*cols], row*cols)
	}
	t.tensor.Forget()
	return err
}

// tune returns the weights of a row, for its gradient.
func (t *table) tune(id int32, cols int) *weights {
	own := t.tuned[id]
	if own == nil {
		own = &weights{values: make([]float32, cols)}
		t.row(own.values, id)
		t.tuned[id] = own
	}
	own.learn()
	return own
}

// ids returns the subwords whose rows were tuned.
func (t *table) ids() []int32 { return slices.Sorted(maps.Keys(t.tuned)) }
