package neural

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/model/npz"
	"parser/transition"
)

// TestHostileFilesAreRefused: a network that a file declares and does not hold, however large.
func TestHostileFilesAreRefused(t *testing.T) {
	shape := shapeOf(transition.ArcHybrid{}, false)
	entries := newLearner(t, tiny(), shape, nil).Freeze().Entries("")
	for message, change := range map[string]func(h *head){
		"embeddings/form has the shape": func(h *head) { h.Embeddings[0] = 1 << 14 },
		"encoder/0/W has the shape":     func(h *head) { h.Layers, h.Units = 16, 1<<14 },
		"a network of size":             func(h *head) { h.Hidden = 1<<14 + 1 },
		"no embeddings of form":         func(h *head) { h.Embeddings[0] = 0 },
		`no column "smell"`:             func(h *head) { h.Columns = []string{"smell"} },
		"sees nothing of words":         func(h *head) { h.Columns = nil },
		`no precision "int2"`:           func(h *head) { h.Precision = "int2" },
	} {
		var h head
		require.NoError(t, json.Unmarshal(entries[0].Data.([]byte), &h))
		change(&h)
		text, err := json.Marshal(h)
		require.NoError(t, err)
		changed := append([]npz.Entry{{Name: headEntry, Data: text}}, entries[1:]...)
		var file bytes.Buffer
		require.NoError(t, npz.Write(&file, changed))
		arrays, err := npz.Read(bytes.NewReader(file.Bytes()), int64(file.Len()))
		require.NoError(t, err)
		_, err = Kind{}.load(arrays, "", &shape)
		require.ErrorIs(t, err, npz.ErrFile)
		require.ErrorContains(t, err, message)
	}
}
