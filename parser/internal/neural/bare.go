package neural

import (
	"errors"
	"math"

	"parser/parser/internal/loops"
	"parser/parser/internal/view"
)

// bare is the architecture without layers: a feed-forward network over the embeddings of the words of a configuration, as
// in Chen & Manning (2014). It sees more words of a configuration than other networks do, whose vectors know their
// neighbours, and its hidden units are the cubes of their sums, which are products of three inputs.
type bare struct{}

func (bare) name() string { return "none" }

func (bare) check(s Size) error { return lstms{}.check(s) }

func (bare) describe(Size) string { return "the cubes of sums" }

func (bare) new(_ string, in int, _ Size) encoder { return same{in} }

// errNoContext is the cause if a network without an encoder has nothing around a word to see.
var errNoContext = errors.New("without an encoder (neural-encoder none) a network can parse dependencies only")

// viewOf returns what a network sees of configurations.
func viewOf(a architecture, v view.View) (view.View, error) {
	if a.name() != (bare{}).name() {
		return v, nil
	}
	if wide, ok := v.(view.Widened); ok {
		return wide.Wide(), nil
	}
	return v, errNoContext
}

// same is the encoder whose output is its input.
type same struct{ width int }

func (e same) widths() widths { return widths{e.width, e.width, e.width} }

func (same) matrices() []*matrix { return nil }

func (same) alone(_ *left, dst, in []float32, _ int) { copy(dst, in) }

func (e same) newPass() pass { return e }

func (same) forward(_ *packing, alone []float32) []float32 { return alone }

func (same) backward(_ *packing, _, dOut, dIn []float32) { copy(dIn, dOut) }

// activation is what hidden units compute of their sums, in place, and how a gradient by the results becomes one by the
// sums.
type activation struct {
	apply func(sums []float32)
	back  func(gradient, results []float32)
}

// activation of the hidden units of a network.
func (n *network) activation() activation {
	if n.architecture.name() == (bare{}).name() {
		return activation{cube, cubeBack}
	}
	return activation{func(sums []float32) { loops.Leaky(sums, sums, leak) }, leakyBack}
}

// leak is the slope of hidden units for negative sums (Maas, Hannun & Ng 2013).
const leak = 0.1

func leakyBack(gradient, results []float32) {
	for i, h := range results {
		if h < 0 {
			gradient[i] *= leak
		}
	}
}

func cube(sums []float32) {
	for i, z := range sums {
		sums[i] = float32(z*z) * z
	}
}

// cubeBack takes the slope 3z² from h = z³.
func cubeBack(gradient, results []float32) {
	for i, h := range results {
		z := math.Cbrt(float64(h))
		gradient[i] *= float32(3 * z * z)
	}
}
