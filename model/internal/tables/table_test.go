package tables

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

// Tables of any size are zeros, and can be written from end to end.
func TestTable(t *testing.T) {
	for _, n := range []int{0, 1, 100, 1 << 15, 1<<16 + 1, 5<<15 + 3} {
		table := Table[Bucket](n)
		require.Len(t, table, n)
		for i := range table {
			require.Equal(t, Bucket{}, table[i])
			table[i].Values[7] = 1
		}
	}
}

func ExampleTable() {
	fmt.Println(Table[uint16](3))
	// Output: [0 0 0]
}
