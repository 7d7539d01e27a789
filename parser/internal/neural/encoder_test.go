package neural

import (
	"bytes"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/model/npz"
	"parser/parser/internal/loops"
	"parser/parser/internal/score"
	"parser/transition"
)

// windows is an architecture that shows what it takes to add one: this file, and a line where it
// is listed. An encoder averages over a position and its neighbours,
//
//	y_i = (x_{i−1} + x_i + x_{i+1})·W / 3
type windows struct{}

func (windows) name() string         { return "window" }
func (windows) describe(Size) string { return "windows of three" }
func (windows) check(s Size) error {
	if s.Units < 1 {
		return errors.New("windows without units")
	}
	return nil
}
func (windows) new(prefix string, in int, s Size) encoder {
	return &window{weights: newFactor(prefix+"/W", in, 2*s.Units, glorot(in, 2*s.Units))}
}

// window implements encoder.
type window struct{ weights *matrix }

func (w *window) widths() widths      { return widths{w.weights.rows, w.weights.cols, w.weights.cols} }
func (w *window) matrices() []*matrix { return []*matrix{w.weights} }
func (w *window) newPass() pass       { return &windowPass{window: w} }
func (w *window) alone(room *left, dst, in []float32, rows int) {
	w.weights.product.times(1, dst, room.read(in, w.weights.rows, rows, &w.weights.product))
}

// windowPass implements pass.
type windowPass struct {
	*window
	out  []float32
	wide loops.Panels
}

func (s *windowPass) forward(p *packing, alone []float32) []float32 {
	n := s.weights.cols
	s.out = sized(s.out, len(alone))
	clear(s.out)
	p.eachPosition(func(sentence, position int) {
		for from := max(0, position-1); from <= position+1; from++ {
			if from < len(p.active) && p.rank[sentence] < p.active[from] {
				loops.AddScaled(s.out[p.row(sentence, position)*n:][:n], alone[p.row(sentence, from)*n:][:n], 1./3)
			}
		}
	})
	return s.out
}

// backward: the average is a symmetric matrix, and so its own way back.
func (s *windowPass) backward(p *packing, in, dOut, dIn []float32) {
	m := s.weights
	slopes := s.forward(p, dOut)
	s.wide.Pack(slopes, p.rows(), m.cols, m.cols, 1)
	s.wide.MulAdd(m.gradient, m.cols, in, 1, m.rows, m.rows)
	clear(dIn)
	m.packedBack.MulAdd(dIn, m.rows, slopes, m.cols, 1, p.rows())
}

// TestGradientsOfAnotherEncoder: its gradients, and those of all below it, are right.
func TestGradientsOfAnotherEncoder(t *testing.T) {
	checkGradients(t, windows{}.name(), "likelihood")
	checkGradients(t, denses{}.name(), "risk")
}

// TestAnotherEncoder: it is learned, saved and loaded as any is.
func TestAnotherEncoder(t *testing.T) {
	kind := Kind{Settings: tiny(), more: []architecture{windows{}}}
	kind.Encoder, kind.Own.Units, kind.Own.Hidden = windows{}.name(), 12, 40
	shape := shapeOf(transition.ArcHybrid{}, false)
	require.NoError(t, kind.Check(&shape))
	l, before, after, of := fitted(t, kind.Settings, shape)
	require.Less(t, before, of*6/10)
	require.Greater(t, after, of*9/10, "of %d, %d before", of, before)

	frozen := l.Freeze()
	require.Contains(t, frozen.Describe(), " weights, windows of three over form")
	scores := func(s score.Scorer) (all []float32) {
		session, decisions := s.NewSession(), asked(&shape, twoSentences())
		for range 2 { // the second time words are remembered
			session.Read(twoSentences()...)
			session.Score(decisions)
			for _, d := range decisions {
				all = append(all, d.Scores...)
			}
		}
		return all
	}
	arrays := stored(t, frozen)
	again, err := kind.Load(arrays, "", &shape)
	require.NoError(t, err)
	want := scores(frozen)
	require.Equal(t, want, scores(again))
	require.Equal(t, want[:len(want)/2], want[len(want)/2:])
	require.Equal(t, frozen.Entries("x/"), again.Entries("x/"))

	_, err = Kind{}.Load(stored(t, frozen), "", &shape)
	require.ErrorIs(t, err, npz.ErrFile)
	require.ErrorContains(t, err, `no encoder "window" (have [lstm dense none])`)
}

// stored returns the arrays of a scorer's file.
func stored(t *testing.T, s score.Scorer) *npz.Arrays {
	t.Helper()
	var file bytes.Buffer
	require.NoError(t, npz.Write(&file, s.Entries("")))
	arrays, err := npz.Read(bytes.NewReader(file.Bytes()), int64(file.Len()))
	require.NoError(t, err)
	return arrays
}

// TestEncodersAreChecked: settings name an encoder that there is, of a size that it can have.
func TestEncodersAreChecked(t *testing.T) {
	shape := shapeOf(transition.ArcHybrid{}, false)
	for message, change := range map[string]func(k *Kind){
		`no encoder "window" (have [lstm dense none])`: func(k *Kind) { k.Encoder = "window" },
		"0 layers of 2 × 4 units":                      func(k *Kind) { k.Own.Layers = 0 },
		"17 layers":                                    func(k *Kind) { k.Own.Layers = 17 },
		"2 layers of 2 × 0 units":                      func(k *Kind) { k.Own.Units = 0 },
		"18 layers of":                                 func(k *Kind) { k.Encoder, k.Layers = "dense", 18 },
		"windows without units": func(k *Kind) {
			k.more, k.Encoder, k.Own.Units = []architecture{windows{}}, "window", 0
		},
	} {
		k := Kind{Settings: tiny()}
		require.NoError(t, k.Check(&shape))
		change(&k)
		require.ErrorContains(t, k.Check(&shape), message)
	}
}

// TestTheUsualEncoderIsNotNamed: files are those of before there was a choice.
func TestTheUsualEncoderIsNotNamed(t *testing.T) {
	shape := shapeOf(transition.ArcHybrid{}, false)
	for _, name := range []string{"", usualEncoder} {
		settings := tiny()
		settings.Encoder = name
		entries := newLearner(t, settings, shape, nil).Freeze().Entries("")
		require.NotContains(t, string(entries[0].Data.([]byte)), "Encoder")
	}
	require.Equal(t, usualEncoder, architectures()[0].name())
}
