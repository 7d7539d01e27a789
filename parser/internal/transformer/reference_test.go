package transformer

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/parser/internal/transformer/internal/tensors"
)

// reference returns the folder of encoders that testdata/make/reference.py has made: that of the tests, or the one that
// PARSER_REFERENCE names.
func reference() string {
	if folder := os.Getenv("PARSER_REFERENCE"); folder != "" {
		return folder
	}
	return filepath.Join("testdata", "reference")
}

// expected yields the subwords and hidden states of an encoder, as an independent implementation has them.
func expected(t *testing.T, folder string, yield func(ids []int32, states []float32)) {
	text, err := os.ReadFile(filepath.Join(folder, "expected.safetensors"))
	require.NoError(t, err)
	own := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(own, "model.safetensors"), text, 0o666))
	all, err := tensors.Open(own)
	require.NoError(t, err)
	defer all.Close()
	var header map[string]struct {
		Offsets []int `json:"data_offsets"`
	}
	data := 8 + binary.LittleEndian.Uint64(text)
	require.NoError(t, json.Unmarshal(text[8:data], &header))
	for n := 0; ; n++ {
		tensor, there := all.Find(fmt.Sprint("states", n))
		if !there {
			require.Positive(t, n)
			return
		}
		states := make([]float32, tensor.Shape[0]*tensor.Shape[1]*tensor.Shape[2])
		require.NoError(t, tensor.Floats(states, 0))
		at := header[fmt.Sprint("ids", n)].Offsets
		numbers := text[data:][at[0]:at[1]]
		ids := make([]int32, len(numbers)/8)
		for i := range ids {
			ids[i] = int32(binary.LittleEndian.Uint64(numbers[8*i:]))
		}
		yield(ids, states)
	}
}

// Hidden states of all layers and architectures are those of an independent implementation.
func TestReference(t *testing.T) {
	for _, name := range Types() {
		t.Run(name, func(t *testing.T) {
			folder := filepath.Join(reference(), name)
			e, err := Open(folder, Settings{Mixed: 1})
			require.NoError(t, err)
			defer e.Close()
			s, worst := e.newSession(), 0.0
			s.traces = make([]trace, e.Layers) // so that no state is overwritten
			expected(t, folder, func(ids []int32, states []float32) {
				s.ids, s.places, s.starts = ids, s.places[:0], []int{0, len(ids)}
				for i := range ids {
					s.places = append(s.places, int32(e.First+i))
				}
				s.run(nil)
				for i, x := range s.mixed { // which is the last state, normed in ModernBERT
					worst = max(worst, math.Abs(float64(x-states[len(states)-len(s.mixed)+i])))
				}
				for layer := range e.Layers + 1 {
					got := s.traces[0].in
					if layer > 0 {
						got = s.traces[layer-1].out
					}
					want := states[layer*len(got):][:len(got)]
					for i := range got {
						worst = max(worst, math.Abs(float64(got[i]-want[i])))
					}
				}
			})
			t.Log("largest difference", worst)
			require.Less(t, worst, 1e-5)
		})
	}
}

// sentences returns random sentences of words that the reference's vocabulary knows, in part.
func sentences(r *rand.Rand, lengths ...int) (all [][]conll.Word) {
	known := []string{"the", "dog", "cats", "barked", "houses", ".", "running", "qqq", "older", "\u200b"}
	for _, n := range lengths {
		words := make([]conll.Word, n)
		for i := range words {
			words[i].Form = known[r.IntN(len(known))]
		}
		all = append(all, words)
	}
	return all
}

// Gradients are slopes of the sum of vectors times random numbers, in all architectures and for all weights.
func TestGradients(t *testing.T) {
	for _, name := range Types() {
		t.Run(name, func(t *testing.T) {
			for _, last := range []int{1, 2} {
				e, err := Open(filepath.Join("testdata", "reference", name), Settings{Mixed: 2, Each: last == 2, Pieces: "mean"})
				require.NoError(t, err)
				defer e.Close()
				r := rand.New(rand.NewPCG(1, uint64(last)))
				u := e.NewTuning(TuningSettings{Last: last, Rate: 1e-3, Decay: 1, Clip: 1}, r)
				text := sentences(r, 5, 1, 9)
				vectors, slopes := make([]float32, 15*e.Wide()), make([]float32, 15*e.Wide())
				for i := range slopes {
					slopes[i] = float32(r.NormFloat64())
				}
				loss := func() (sum float64) {
					u.Read(vectors, text)
					for i, x := range vectors {
						sum += float64(x) * float64(slopes[i])
					}
					return sum
				}
				loss()
				u.Backward(slopes)
				parts := u.learning()
				for _, id := range u.subwords.ids() {
					parts = append(parts, part{name: fmt.Sprint("subword ", id), weights: u.subwords.tuned[id]})
				}
				least := 12
				if e.Modern() { // without biases
					least = 6
				}
				require.GreaterOrEqual(t, len(parts), least*last)
				for _, p := range parts {
					for range min(3, len(p.values)) {
						i := r.IntN(len(p.values))
						const step = 1e-2
						at := p.values[i]
						p.values[i] = at + step
						p.pack(true)
						above := loss()
						p.values[i] = at - step
						p.pack(true)
						below := loss()
						p.values[i] = at
						p.pack(true)
						slope := (above - below) / (2 * step)
						require.InDelta(t, slope, p.gradient[i], 0.02+0.02*math.Abs(slope), "%s %d", p.name, i)
					}
				}
			}
		})
	}
}
