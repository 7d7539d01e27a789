package neural

import (
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
)

// TestPackingByHand: sentences of 1, 3, 0 and 3 words. The longest come first, in their order.
func TestPackingByHand(t *testing.T) {
	var p packing
	p.pack([][]conll.Word{make([]conll.Word, 9)})
	require.Equal(t, 11, p.rows())

	p.pack([][]conll.Word{make([]conll.Word, 1), make([]conll.Word, 3), {}, make([]conll.Word, 3)})
	require.Equal(t, []int{1, 3, 0, 2}, p.order)
	require.Equal(t, []int{2, 0, 3, 1}, p.rank)
	require.Equal(t, []int{4, 4, 3, 2, 2}, p.active, "of the positions ROOT, 1, 2, 3, 4")
	require.Equal(t, []int{0, 4, 8, 11, 13, 15}, p.start)
	require.Equal(t, 15, p.rows())
	require.Equal(t, 10, p.row(0, 2), "the end of the first sentence, behind those of two longer ones")

	row := 0
	p.eachPosition(func(sentence, position int) {
		require.Equal(t, row, p.row(sentence, position))
		row++
	})
	require.Equal(t, p.rows(), row, "each row once")
}

// TestPackingOfNothing: no sentences have no rows.
func TestPackingOfNothing(t *testing.T) {
	var p packing
	p.pack(nil)
	require.Zero(t, p.rows())
	p.eachPosition(func(int, int) { t.Error("a position") })
}
