package transformer

import (
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/model/npz"
)

// masked returns an encoder that learns from sentences as a masked language model.
func masked(t *testing.T, e *Encoder, text [][]conll.Word, change func(*MaskedSettings)) *Masked {
	t.Helper()
	words := map[string]int{}
	for _, s := range text {
		for _, w := range s {
			words[w.Form]++
		}
	}
	o := DefaultMaskedSettings()
	o.Rate, o.Least = 1e-2, 1
	change(&o)
	m, err := e.NewMasked(words, o)
	require.NoError(t, err)
	return m
}

// Gradients of masked language models are slopes of their loss, in all architectures and for all weights.
func TestMaskedGradients(t *testing.T) {
	for _, name := range Types() {
		text := sentences(rand.New(rand.NewPCG(1, 3)), 5, 1, 9, 40, 3, 7)
		m := masked(t, open(t, name, Settings{}), text, func(o *MaskedSettings) { o.Dropout, o.Workers = 0, 2 })
		r := rand.New(rand.NewPCG(5, 1))
		loss := func() float64 {
			for i, p := range m.parts { // so that the same words are hidden
				p.source.Seed(3, uint64(i))
			}
			m.packAll()
			sum, targets := m.backward(text)
			require.Greater(t, targets, 9)
			return sum
		}
		loss()
		all := m.all()
		require.Greater(t, len(all), 16)
		for _, p := range all {
			want := append([]float32(nil), p.gradient...)
			for range min(3, len(p.values)) {
				i := r.IntN(len(p.values))
				const step = 1e-2
				at := p.values[i]
				p.values[i] = at + step
				above := loss()
				p.values[i] = at - step
				below := loss()
				p.values[i] = at
				slope := (above - below) / (2 * step)
				require.InDelta(t, slope, want[i], 0.02+0.02*math.Abs(slope), "%s: %s %d", name, p.name, i)
			}
			for _, p := range all {
				clear(p.gradient)
			}
			loss()
		}
	}
}

// A masked language model learns; what is written is what was learned, and goes on from there; any number of threads, and
// a training that was broken off, come to the same bits.
func TestMasked(t *testing.T) {
	for _, name := range Types() {
		e := open(t, name, Settings{Mixed: 2, Pieces: "mean"})
		text := sentences(rand.New(rand.NewPCG(2, 3)), 5, 1, 9, 40, 3, 7, 12, 8, 0)
		learn := func(m *Masked, from, to int) {
			for range to - from {
				_, _, err := m.Learn(text, float64(30*85))
				require.NoError(t, err)
			}
		}
		before := read(e.NewReader(), e.Width, text)
		m := masked(t, e, text, func(*MaskedSettings) {})
		first := m.Loss(text)
		require.InDelta(t, math.Exp(first), m.Perplexity(text), 1e-9)
		learn(m, 0, 10)
		record := npz.NewRecord()
		m.Sync(record)
		arrays := written(t, record.Entries())
		learn(m, 10, 30)
		require.Less(t, m.Loss(text), 0.9*first, name)
		require.EqualValues(t, 30*85, m.Done())
		require.Equal(t, before, read(e.NewReader(), e.Width, text)) // the encoder itself stays as it is

		resumed := masked(t, e, text, func(o *MaskedSettings) { o.Workers = 3 })
		again := arrays.Record()
		resumed.Sync(again)
		require.NoError(t, again.Err())
		learn(resumed, 10, 30)
		for i, p := range resumed.all() {
			require.Equal(t, append([]float32{}, m.all()[i].values...), append([]float32{}, p.values...), p.name)
		}

		folder := t.TempDir()
		require.NoError(t, m.Write(folder))
		got, err := Open(folder, Settings{Mixed: 2, Pieces: "mean"})
		require.NoError(t, err)
		want := m.copied(0, npz.InSingle, false).With(got.Settings)
		require.Equal(t, read(want.NewReader(), e.Width, text), read(got.NewReader(), e.Width, text), name)
		require.Equal(t, m.Loss(text), masked(t, got, text, func(*MaskedSettings) {}).Loss(text), "the head is there, too")
		require.NoError(t, got.Close())
	}
}

// What cannot learn is refused: models, vocabularies without a mask, and too little text.
func TestMaskedRefuses(t *testing.T) {
	held, err := open(t, "bert", Settings{}).Hold(npz.InHalf)
	require.NoError(t, err)
	_, err = held.NewMasked(map[string]int{"dog": 9}, DefaultMaskedSettings())
	require.ErrorIs(t, err, ErrEncoder)
	e := open(t, "bert", Settings{})
	_, err = e.NewMasked(map[string]int{"dog": 4}, DefaultMaskedSettings())
	require.ErrorIs(t, err, ErrText)

	folder := t.TempDir()
	require.NoError(t, os.CopyFS(folder, os.DirFS(filepath.Join("testdata", "reference", "bert"))))
	require.NoError(t, os.WriteFile(filepath.Join(folder, "tokenizer_config.json"), []byte(`{"mask_token": "[HIDDEN]"}`), 0o666))
	e, err = Open(folder, Settings{})
	require.NoError(t, err)
	_, err = e.NewMasked(map[string]int{"dog": 9}, DefaultMaskedSettings())
	require.ErrorContains(t, err, "has no subword that hides others, such as [MASK] or <mask>")
	require.NoError(t, e.Close())
}

// Whole words are hidden, about as many as settings say.
func TestHide(t *testing.T) {
	text := sentences(rand.New(rand.NewPCG(4, 3)), 10, 7, 9)
	m := masked(t, open(t, "bert", Settings{}), text, func(*MaskedSettings) {})
	p, rows, words, guessed, hidden := m.newPart(rand.NewPCG(6, 1)), 0, 0, 0, 0
	p.text = text
	for range 200 {
		p.cut(text)
		p.gather(p.windows, math.MaxInt)
		before := append([]int32(nil), p.ids...)
		p.rows, p.wants = p.rows[:0], p.wants[:0]
		p.hide(m)
		chosen := map[int]bool{}
		for i, row := range p.rows {
			require.Equal(t, before[row], m.classes[p.wants[i]])
			chosen[row] = true
			if p.ids[row] == m.tokenizer.Special().Mask {
				hidden++
			}
		}
		ofWord := map[int]bool{}
		for _, u := range p.uses {
			first, met := ofWord[u.word]
			require.True(t, !met || first == chosen[u.row], "all of a word, or nothing")
			if ofWord[u.word] = chosen[u.row]; !met {
				words++
				if chosen[u.row] {
					guessed++
				}
			}
			if !chosen[u.row] {
				require.Equal(t, before[u.row], p.ids[u.row])
			}
		}
		rows += len(p.rows)
	}
	require.InDelta(t, 0.8, float64(hidden)/float64(rows), 0.03)
	require.InDelta(t, 0.15, float64(guessed)/float64(words), 0.01)
}
