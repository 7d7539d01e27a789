package neural

import (
	"fmt"

	"parser/parser/internal/loops"
)

// denses is the architecture of layers that see a position by itself: after a transformer, whose vectors know the sentence,
// they may do.
type denses struct{}

func (denses) name() string { return "dense" }

func (denses) check(s Size) error { return lstms{}.check(s) }

func (denses) describe(s Size) string {
	return fmt.Sprintf("%d dense layers of %d units", s.Layers, 2*s.Units)
}

func (denses) new(prefix string, in int, s Size) encoder {
	out := 2 * s.Units
	return &dense{newFactor(prefix+"/W", in, out, glorot(in, out)), newMatrix(prefix+"/b", 1, out, zeros)}
}

// dense is such a layer: y = GELU(xW + b) (Hendrycks & Gimpel 2016).
type dense struct{ factor, bias *matrix }

func (d *dense) widths() widths { return widths{d.factor.rows, d.factor.cols, d.factor.cols} }

func (d *dense) matrices() []*matrix { return []*matrix{d.factor, d.bias} }

// alone sets xW + b.
func (d *dense) alone(room *left, dst, in []float32, rows int) {
	d.factor.affine(room, dst, in, d.bias, rows)
}

func (d *dense) newPass() pass { return &densePass{dense: d} }

type densePass struct {
	*dense
	raised []float32 // xW + b
	out    []float32
	room   loops.Panels
}

func (s *densePass) forward(_ *packing, raised []float32) []float32 {
	s.raised, s.out = raised, sized(s.out, len(raised))
	loops.GELU(s.out, raised)
	return s.out
}

func (s *densePass) backward(p *packing, in, dOut, dIn []float32) {
	loops.GELUBack(dOut, dOut, s.raised)
	clear(dIn)
	s.factor.affineBack(dIn, dOut, in, s.bias, p.rows(), &s.room)
}
