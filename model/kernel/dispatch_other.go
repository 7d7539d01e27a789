//go:build !amd64 && !arm64

package kernel

var names = [...]string{plain: "plain"}

func best() int { return plain }

func use(way int) int { return way }

func (p *Panels) mulAdd(c []float32, ldc int, a []float32, rowStride, colStride, m int) {
	p.mulAddPlain(c, ldc, a, rowStride, colStride, m)
}

func addRows(dst, table []float32, starts []uint32) { addRowsPlain(dst, table, starts) }

func adam(w, g, m, v []float32, c *[7]float32) { adamPlain(w, g, m, v, c) }
