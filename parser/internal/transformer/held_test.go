package transformer

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
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
		for precision, most := range map[npz.Precision]float64{npz.InHalf: 1e-6, npz.InInt8: 0.005, "int4": 0.03} {
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
			require.Empty(t, original.Held(0))

			got := read(e.With(s).NewReader(), e.Width, text)
			require.Less(t, loss(read(original.NewReader(), e.Width, text), got), most, "%s in %s", name, precision)
			file, arrays := stored(t, e.Held(0))
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
			for _, variant := range []*Encoder{found, found.With(inBytes)} {
				same, _ := stored(t, variant.Held(0))
				require.Equal(t, file, same)
			}
			require.NoError(t, found.Close())
		}
	}
}

// An encoder whose weights others had rounded to 4 bits, in blocks of 32 with a scale, takes hardly more in a file, and is there
// what it was in 8 bits.
func TestHeldInFours(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 6))
	s, text := Settings{Mixed: 1, Pieces: "mean"}, sentences(random, 10, 20)
	for _, name := range Types() {
		e := open(t, name, s).copied(0, npz.InSingle, false)
		for _, p := range e.parts(0) {
			if p.factor == nil {
				continue
			}
			scale := 0
			for i := range p.rows * p.cols {
				times := random.IntN(16) - 8
				if i%p.cols%32 == 0 {
					scale, times = 8+random.IntN(8), -8
				}
				p.values = append(p.values, float32(times*scale)/0x1p10)
			}
			p.pack(false)
		}
		e, err := e.Hold("int4")
		require.NoError(t, err)
		file, arrays := stored(t, e.Held(0))
		found, err := openHeld(arrays, e.Identity)
		require.NoError(t, err)
		for _, s.Bytes = range []bool{false, true} {
			require.Equal(t, read(e.With(s).NewReader(), e.Width, text), read(found.With(s).NewReader(), e.Width, text), name)
			same, _ := stored(t, found.With(s).Held(0))
			require.Equal(t, file, same)
		}
		for _, p := range e.parts(0) {
			require.Equal(t, p.factor != nil, arrays.Has(heldEntry(e.Identity)+p.name+"/blocks"), p.name)
		}
	}
}

// items returns the number of numbers in entries.
func items(entries []npz.Entry) (n int) {
	for _, e := range entries {
		n += reflect.ValueOf(e.Data).Len()
	}
	return n
}

// Layers that learned are in a file once, in the precision in which it holds the others, and if all learned, so are the
// embeddings. The encoder is then what it was in training.
func TestHeldTuned(t *testing.T) {
	s := Settings{Mixed: 2, Pieces: "mean"}
	text := sentences(rand.New(rand.NewPCG(4, 4)), 10, 20)
	for _, name := range Types() {
		for _, precision := range HeldPrecisions() {
			for last := 1; last <= 2; last++ {
				e, err := open(t, name, s).Hold(npz.Precision(precision))
				require.NoError(t, err)
				tuning := e.With(s).NewTuning(TuningSettings{Last: last, Rate: 0.01, Decay: 1, Clip: 1}, rand.New(rand.NewPCG(1, 1)))
				before := read(tuning.NewReader(), e.Width, text)
				for range 3 {
					tuning.Backward(read(tuning, e.Width, text))
					require.True(t, tuning.Step(1, 0.5))
				}
				frozen := tuning.Freeze()
				want := read(frozen.NewReader(), e.Width, text)
				require.NotEqual(t, before, want)
				entries := append(frozen.Held(last), frozen.Tuned("own/", last)...)
				require.Equal(t, items(e.Held(0)), items(entries), "%s in %s", name, precision)
				file, arrays := stored(t, entries)
				finder := NewFinder(nil, nil)
				finder.Arrays = arrays
				found, err := finder.Find(e.Identity)
				require.NoError(t, err)
				_, err = found.WithTuned(arrays, "own/", 0, frozen.TunedIn)
				require.ErrorIs(t, err, npz.ErrFile)
				own, err := found.WithTuned(arrays, "own/", last, frozen.TunedIn)
				require.NoError(t, err)
				require.Equal(t, want, read(own.With(s).NewReader(), e.Width, text))
				again, _ := stored(t, append(own.Held(last), own.Tuned("own/", last)...))
				require.Equal(t, file, again)
			}
		}
	}
}

// A file that lacks a part of an encoder, or has another one than its config.json says, is refused.
func TestHeldRefuses(t *testing.T) {
	e, err := open(t, "electra", Settings{}).Hold(npz.InInt8)
	require.NoError(t, err)
	entries := e.Held(0)
	refused := func(entries []npz.Entry, what string) {
		finder := NewFinder(nil, nil)
		_, finder.Arrays = stored(t, entries)
		found, err := finder.Find(e.Identity)
		if err == nil { // its upper layers may be tuned
			_, err = found.WithTuned(finder.Arrays, "", 0, "")
			require.ErrorIs(t, err, npz.ErrFile, what)
			return
		}
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
