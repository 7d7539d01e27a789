package transformer

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/model/npz"
)

// stored returns the entries of an encoder as a file and its arrays.
func stored(t *testing.T, entries []npz.Entry) ([]byte, *npz.Arrays) {
	var file bytes.Buffer
	require.NoError(t, npz.Write(&file, entries))
	arrays, err := npz.Read(bytes.NewReader(file.Bytes()), int64(file.Len()))
	require.NoError(t, err)
	return file.Bytes(), arrays
}

// A file holds an encoder as it was in training, without the folder, and writes the same bytes again.
func TestHeld(t *testing.T) {
	s := Settings{Mixed: 1, Pieces: "mean"}
	text := sentences(rand.New(rand.NewPCG(4, 1)), 10, 20)
	for _, name := range Types() {
		for precision, most := range map[npz.Precision]float64{npz.InHalf: 1e-6, npz.InInt8: 0.005} {
			folder := filepath.Join(t.TempDir(), name)
			require.NoError(t, os.CopyFS(folder, os.DirFS(filepath.Join("testdata", "reference", name))))
			e, err := Open(folder, Settings{})
			require.NoError(t, err)
			t.Cleanup(func() { e.Close() })
			e, err = e.Hold(precision)
			require.NoError(t, err)
			require.NoError(t, os.RemoveAll(folder))
			original := open(t, name, s)
			require.NotEqual(t, original.SHA256, e.SHA256)
			require.Empty(t, original.Held())

			got := read(e.With(s).NewReader(), e.Width, text)
			require.Less(t, loss(read(original.NewReader(), e.Width, text), got), most, "%s in %s", name, precision)
			file, arrays := stored(t, e.Held())
			finder := NewFinder(nil, nil)
			finder.Arrays = arrays
			found, err := finder.Find(e.Identity)
			require.NoError(t, err)
			require.Equal(t, got, read(found.With(s).NewReader(), e.Width, text))
			require.Equal(t, e.Identity, found.Identity)
			again, err := finder.Find(e.Identity)
			require.NoError(t, err)
			require.Same(t, found, again)

			inBytes := s
			inBytes.Bytes = true
			tuned := found.NewTuning(TuningSettings{Last: 1}, rand.New(rand.NewPCG(1, 1))).Freeze(npz.InHalf)
			for _, variant := range []*Encoder{found, found.With(inBytes), tuned} {
				same, _ := stored(t, variant.Held())
				require.Equal(t, file, same)
			}
			require.NoError(t, found.Close())
		}
	}
}

// A file that lacks a part of an encoder, or has another one than its config.json says, is refused.
func TestHeldRefuses(t *testing.T) {
	e, err := open(t, "electra", Settings{}).Hold(npz.InInt8)
	require.NoError(t, err)
	entries := e.Held()
	refused := func(entries []npz.Entry, what string) {
		finder := NewFinder(nil, nil)
		_, finder.Arrays = stored(t, entries)
		_, err := finder.Find(e.Identity)
		require.ErrorIs(t, err, ErrEncoder, what)
	}
	for i, entry := range entries {
		if filepath.Base(entry.Name) != "tokenizer_config.json" { // which need not be there
			refused(append(append([]npz.Entry(nil), entries[:i]...), entries[i+1:]...), entry.Name)
		}
	}
	change := func(name, from, to string) {
		changed := append([]npz.Entry(nil), entries...)
		for i := range changed {
			if filepath.Base(changed[i].Name) == name {
				text := bytes.Replace(changed[i].Data.([]byte), []byte(from), []byte(to), 1)
				require.NotEqual(t, changed[i].Data, text)
				changed[i].Data = text
			}
		}
		refused(changed, to)
	}
	change(heldPrecision, "int8", "int7")
	change(configFile, `"num_hidden_layers": 2`, `"num_hidden_layers": 3`)
	change(configFile, `"num_hidden_layers": 2`, `"num_hidden_layers": 1000000000`)
	change(configFile, `"vocab_size": `, `"vocab_size": 1`)
}
