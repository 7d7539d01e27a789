package testkit_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/model/npz"
	"parser/testdata/testkit"
)

// Each operation makes another archive that is sound, and leaves what it was made of as it was.
func TestOperate(t *testing.T) {
	var file bytes.Buffer
	require.NoError(t, npz.Write(&file, []npz.Entry{
		{Name: "numbers", Data: []float32{1, 2, 3}}, npz.Text("meta", `{"a": [1, {"b": "c"}], "d": 2}`), {Name: "bytes", Data: []uint8{7}},
	}))
	parts := testkit.Unpack(t, file.Bytes())
	before := testkit.Repack(t, parts)
	seen := map[string]bool{}
	for operation := range byte(7) {
		for part := range byte(3) {
			for value := range byte(9) {
				damaged := testkit.Repack(t, testkit.Operate([]byte{part, 0, operation, 0, value, 0, value, 0}, parts))
				require.Equal(t, before, testkit.Repack(t, parts))
				require.Len(t, testkit.Unpack(t, damaged), 3)
				seen[string(damaged)] = true
			}
		}
	}
	require.Greater(t, len(seen), 60)
}
